"""Export: results as rows of a table that any program reads."""

import csv
import io
from collections.abc import Iterable, Mapping

Cell = str | int | float | bool | None
"""What stands in one place of a table."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would run as a formula."""


def as_csv(rows: Iterable[Mapping[str, Cell]]) -> str:
    r"""Return rows as comma-separated values, as RFC 4180 has them.

    The first line has the names of the columns, which are those of the first row; no
    rows are no lines. Numbers keep all their digits, what is not known is left empty,
    and a text that a spreadsheet would take for a formula has an apostrophe before it.

    >>> as_csv([{"metric": "turns", "mean": 82.5, "low": None}])
    'metric,mean,low\r\nturns,82.5,\r\n'
    """
    written = io.StringIO(newline="")
    writer: csv.DictWriter[str] | None = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(written, [*row])
            writer.writeheader()
        writer.writerow({name: _cell(value) for name, value in row.items()})
    return written.getvalue()


def _cell(value: Cell) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return f"'{value}" if value.startswith(_FORMULA) else value
        case _ if value != value:  # noqa: PLR0124 - true of what is not a number
            return ""
        case _:
            return repr(value)
