"""Output: a report, printed as text or as JSON on the standard output."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from flohcati_rules.errors import RequestError
from flohcati_rules.evidence import Standing
from flohcati_rules.report.page import Report
from flohcati_rules.report.wording import PIECES

MOST_COLUMNS = 100
"""How wide a page is at most: longer lines are hard to read."""


def show(report: Report, *, as_json: bool) -> None:
    """Print a report as text or as one JSON object."""
    sys.stdout.write(_as_json(report) if as_json else _as_text(report))


def refuse_to_replace(file: Path, *, force: bool) -> None:
    """Refuse before anything is played what could not be written afterwards."""
    if file.exists() and not force:
        message = f"{file} is there already; it is replaced only by --force"
        raise RequestError(message)
    if not file.absolute().parent.is_dir():
        message = f"{file} cannot be written: there is no folder {file.parent}"
        raise RequestError(message)


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
    with page.capture() as captured:
        for note in _invented(report, text):
            page.print(Text(note, "yellow"), crop=False)
    text += captured.get()
    if page.is_terminal:
        return text
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _invented(report: Report, text: str) -> Iterator[str]:
    """Yield a note for each variant whose components are invented, if none is there.

    Nobody may take what was made up here for what is printed on a real card.
    """
    told = " ".join(text.split())
    variants = report.plain().get("variants", [])
    assert isinstance(variants, list)
    for variant in variants:
        assert isinstance(variant, dict)
        pieces = variant.get("components")
        if not isinstance(pieces, dict) or pieces["standing"] != Standing.INVENTED:
            continue
        if f"{PIECES[Standing.INVENTED]}: {pieces['title']}" not in told:
            yield (
                f"The components of {variant['id']} are {PIECES[Standing.INVENTED]}: "
                f"{pieces['title']}."
            )
