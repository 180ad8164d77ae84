"""The page: what every report is made of, in text and in JSON."""

from collections.abc import Iterable, Sequence
from typing import Protocol

import attrs
from rich.console import (
    Console,
    ConsoleOptions,
    Group,
    RenderableType,
    RenderResult,
)
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]
"""What JSON can say."""

LEAST_BESIDE = 34
"""How many columns a content needs to stand beside its label, not below it."""


class Report(Protocol):
    """Something that was found out, ready to be read by people and by programs."""

    def text(self) -> RenderableType:
        """Return the report as people read it."""
        ...

    def plain(self) -> dict[str, Plain]:
        """Return the report as one JSON object, with its ``format``."""
        ...


def heading(words: str, note: str = "") -> RenderableType:
    """Return a heading that spans the page, with a note of what follows below it."""
    rule = Rule(Text(words, "bold"), align="left", style="dim")
    parts: list[RenderableType] = [Text(), rule]
    if note:
        parts.append(Text(note, "dim"))
    return Group(*parts, Text())


def whole_line(text: str | Text) -> Text:
    """Return a line that is never broken, such as a place that an editor jumps to."""
    line = Text(text) if isinstance(text, str) else text
    line.no_wrap = True
    line.overflow = "ignore"
    return line


def indented(content: RenderableType, columns: int = 2) -> RenderableType:
    """Return a content some columns further right."""
    return Padding(content, (0, 0, 0, columns))


def stacked(contents: Iterable[RenderableType], *, gap: bool = False) -> RenderableType:
    """Return contents one below the other, with an empty line between if wanted."""
    parts: list[RenderableType] = []
    for content in contents:
        if gap and parts:
            parts.append(Text())
        parts.append(content)
    return Group(*parts)


@attrs.frozen
class Labelled:
    """Contents with a label each: beside it, or below where the page is narrow."""

    rows: Sequence[tuple[Text, RenderableType]]
    gap: int = 2

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        """Choose between two columns and one."""
        labels = max((label.cell_len for label, _ in self.rows), default=0)
        if options.max_width - labels - self.gap < LEAST_BESIDE:
            for label, content in self.rows:
                if label.cell_len:
                    yield label
                yield indented(content)
            return
        table = grid(Column(width=labels), Column(), gap=self.gap)
        for row in self.rows:
            table.add_row(*row)
        yield table


@attrs.frozen
class Column:
    """How a column of a table is laid out."""

    heading: str = ""
    width: int | None = None
    right: bool = False


def grid(*columns: Column, gap: int = 2) -> Table:
    """Return a table without lines, to be filled row by row."""
    table = Table.grid(padding=(0, gap, 0, 0), pad_edge=False)
    table.show_header = any(column.heading for column in columns)
    table.header_style = "dim"
    for column in columns:
        table.add_column(
            column.heading,
            width=column.width,
            justify="right" if column.right else "left",
            overflow="fold",
        )
    return table


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 clause``, ``2 clauses``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
