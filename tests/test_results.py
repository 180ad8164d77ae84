"""The page of results is what the commands on it find."""

import runpy
from collections.abc import Callable

import pytest

from tests.docs_examples import ROOT


@pytest.mark.heavy
@pytest.mark.slow
def test_the_page_of_results_is_up_to_date() -> None:
    pytest.importorskip("numba", reason="without the kernel it takes an hour")
    page: Callable[[], str] = runpy.run_path(str(ROOT / "docs" / "results.py"))["page"]
    kept = ROOT / "docs" / "reference" / "results.md"
    assert kept.read_text(encoding="utf-8") == page(), "run: python docs/results.py"
