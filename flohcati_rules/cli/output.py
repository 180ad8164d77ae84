"""Output: a report, printed as text or as JSON on the standard output."""

import json
import sys

from rich.console import Console

from flohcati_rules.report.page import Report

MOST_COLUMNS = 100
"""How wide a page is at most: longer lines are hard to read."""


def show(report: Report, *, as_json: bool) -> None:
    """Print a report as text or as one JSON object."""
    sys.stdout.write(_as_json(report) if as_json else _as_text(report))


def _as_json(report: Report) -> str:
    unicode = sys.stdout.encoding.lower().startswith("utf")
    return json.dumps(report.plain(), ensure_ascii=not unicode, indent=2) + "\n"


def _as_text(report: Report) -> str:
    """Return a report laid out for the standard output, with colour if that has it.

    It is written in one piece elsewhere, so that a reader who stops reading is
    noticed in one place.
    """
    page = Console(file=sys.stdout, markup=False, highlight=False, emoji=False)
    page.width = min(page.width, MOST_COLUMNS)
    with page.capture() as captured:
        page.print(report.text(), crop=False)
    text = captured.get()
    if page.is_terminal:
        return text
    return "\n".join(line.rstrip() for line in text.split("\n"))
