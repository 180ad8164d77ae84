"""The examples of the README, the docs and the docstrings are tests, too."""

from typing import TYPE_CHECKING

import pytest
from sybil.integration import pytest as sybil_pytest

from tests.docs_examples import docs, docstrings, readme

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadScopeScheduling

pytest_collect_file = sybil_pytest.pytest_integration(readme, docs, docstrings)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(
    config: pytest.Config, log: "Producer"
) -> "LoadScopeScheduling | None":
    """Keep the examples of a file together, as they share names and files."""
    from xdist.scheduler import LoadScopeScheduling  # noqa: PLC0415 - may be absent

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            path, _, name = nodeid.partition("::")
            return path if name.startswith("line:") else nodeid

    return Scheduling(config, log) if config.getoption("dist") == "load" else None
