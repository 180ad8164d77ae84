"""Draws the README's picture: what a terminal shows of the main job.

    python docs/picture.py

It runs the command in a terminal of its own, leaves out lines between the parts that
tell most, and writes docs/_static/compare.svg.
"""

import html
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

PICTURE = Path(__file__).resolve().parent / "_static" / "compare.svg"
COMMAND = ("flohcati", "compare", "amigo-ja", "kirppusirkus-fi")
COLUMNS = 84

PARTS = (
    (r"In short:", ""),
    (r"chain\.duplicate  What", ""),
    (r" +amigo-ja +kirppusirkus-fi$", r"\S"),
    (r"  A chain that runs out of deck ends", r"  ?\S"),
    (r" +A +B +B - A ", r"trios laid"),
    (r"games that a chain ended", r"\S"),
    (r"\* Chance", ""),
)
"""The parts that are kept: from a line that matches up to one that matches.

A part whose end is empty goes up to the next empty line.
"""

THEME = TerminalTheme(
    (250, 250, 248),
    (45, 45, 45),
    [
        (45, 45, 45),
        (170, 40, 40),
        (35, 125, 60),
        (150, 100, 10),
        (40, 90, 170),
        (130, 60, 140),
        (10, 115, 130),
        (110, 110, 110),
    ],
)
"""Dark on light, so that it can be read on either sort of page."""

TEXT = re.compile(r'(<text [^>]*textLength=)"([\d.]+)"([^>]*>)([^<]+)</text>')

FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}"
    xmlns="http://www.w3.org/2000/svg" role="img">
<title>What flohcati compare prints of two texts, in parts</title>
<style>
.{unique_id}-matrix {{
    font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
    font-size: {char_height}px;
    line-height: {line_height}px;
    font-variant-east-asian: full-width;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
<rect width="{width}" height="{height}" rx="8" fill="#fafaf8" stroke="#d0d0cc"/>
<g transform="translate(9, 20)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""The frame of the picture: no window, no font from elsewhere."""


def shown() -> str:
    """Return what the command prints to a terminal with colours."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
        "COLUMNS": str(COLUMNS),
        "FORCE_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
        "TERM": "xterm-256color",
    }
    command = [sys.executable, "-m", "flohcati_rules", *COMMAND[1:]]
    run = subprocess.run(  # noqa: S603 - a command that is written here
        command, env=environment, capture_output=True, check=True, encoding="utf-8"
    )
    return run.stdout


def cropped(lines: Sequence[Text]) -> Iterator[Text]:
    """Yield the lines that are kept, with a mark where others are left out."""
    plain = [line.plain.rstrip() for line in lines]
    at = 0
    for begin, end in PARTS:
        first = next(i for i, line in enumerate(plain) if re.match(begin, line))
        last = next(
            i
            for i, line in enumerate(plain)
            if i > first and (re.match(end, line) if end else not line)
        )
        if first > at + 1:
            yield Text("...", "dim")
        yield from lines[first:last]
        at = last


def picture(output: str) -> str:
    """Return the picture of an output."""
    lines = Text.from_ansi(output).split("\n")
    console = Console(record=True, width=COLUMNS, file=StringIO())
    console.print(Text("$ " + " ".join(COMMAND), "bold"))
    for line in cropped([*lines]):
        console.print(line, no_wrap=True, crop=True)
    drawn = console.export_svg(theme=THEME, code_format=FRAME, unique_id="compare")
    return TEXT.sub(widened, drawn)


def widened(match: re.Match[str]) -> str:
    """Return a text of the picture with the width that its wide characters need.

    Rich counts every character as one column.
    """
    before, length, between, text = match.groups()
    plain = html.unescape(text)
    width = float(length) / len(plain) * cell_len(plain)
    return f'{before}"{width:g}"{between}{text}</text>'


def main() -> None:
    """Draw the picture."""
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(shown()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
