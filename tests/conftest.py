"""Options and settings of the tests."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

collect_ignore = ["bad"]
"""What is meant to fail is read by tests, not by the plugin for scenarios."""

# What numba compiles is kept in the checkout, not in the home directory.
os.environ.setdefault(
    "FLOHCATI_NUMBA_CACHE", str(Path(__file__).parent.parent / ".cache" / "numba")
)

settings.register_profile("dev", max_examples=25, deadline=None)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    print_blob=True,
)
settings.register_profile(
    "thorough",
    max_examples=2000,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bless",
        action="store_true",
        help="rewrite expected outputs with what comes out now; review the diff",
    )


@pytest.fixture
def bless(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be rewritten."""
    return bool(request.config.getoption("--bless"))
