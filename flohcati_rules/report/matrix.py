"""The matrix in reports: how scenarios come out under several variants."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.errors import Problem
from flohcati_rules.profiles import Variant
from flohcati_rules.report.baselines import broken_files, plain_scenario
from flohcati_rules.report.page import (
    Column,
    Labelled,
    Plain,
    counted,
    grid,
    heading,
    indented,
    stacked,
)
from flohcati_rules.report.wording import (
    answered,
    plain_answer,
    plain_problem,
    plain_variant,
    pointed,
)
from flohcati_rules.rulepoints import point_of, points_of, spoken
from flohcati_rules.verify import Agreement, Cell, Matrix, Row

STYLES = {
    Agreement.SAME: "green",
    Agreement.DIFFERENT: "yellow",
    Agreement.SAYS_NOTHING: "dim",
    Agreement.ERROR: "red",
}
"""The colour of a cell, where a terminal has colours."""

WIDEST_HEAD = 50
"""How many columns the ids of the variants may take beside the scenarios."""


@attrs.frozen(kw_only=True)
class MatrixReport:
    """Scenarios by variants, a matrix for each game.

    Attributes:
        matrices: the matrices.
        problems: what is wrong in files that are no valid scenario files.

    """

    matrices: tuple[Matrix, ...]
    problems: tuple[Problem, ...] = ()

    def text(self) -> RenderableType:
        """Return each matrix, then what decides where outcomes differ."""
        parts = broken_files(self.problems)
        for matrix in self.matrices:
            parts.extend((_sum(matrix), Text(), _table(matrix)))
            parts.extend(_wrong(matrix))
            parts.extend(_deciding(matrix))
            parts.append(Text())
        return stacked(parts[:-1] if self.matrices else parts)

    def markdown(self) -> str:
        """Return each matrix as a Markdown table."""
        return "\n".join("\n".join(_markdown(matrix)) for matrix in self.matrices)

    def plain(self) -> dict[str, Plain]:
        """Return the format ``matrix/1``."""
        return {
            "format": "matrix/1",
            "variants": [
                plain_variant(variant)
                for matrix in self.matrices
                for variant in matrix.variants
            ],
            "scenarios": [
                _plain_row(matrix, row)
                for matrix in self.matrices
                for row in matrix.rows
            ],
            "problems": [*map(plain_problem, self.problems)],
        }


def _sum(matrix: Matrix) -> Text:
    first = matrix.variants[0]
    text = Text.assemble((first.game_class.TITLE, "bold"), ": ")
    text.append(counted(len(matrix.rows), "scenario"))
    text.append(f" under {counted(len(matrix.variants), 'variant')}, ")
    number = len(matrix.differing)
    text.append(f"{number} with different outcomes. ")
    text.append("The same letter is the same outcome; - says nothing.", "dim")
    return text


def _table(matrix: Matrix) -> RenderableType:
    names = [variant.id for variant in matrix.variants]
    legend: list[RenderableType] = []
    if sum(map(len, names)) + 2 * len(names) > WIDEST_HEAD:
        rows = [
            (Text(str(number), "bold"), Text(name, "cyan"))
            for number, name in enumerate(names, start=1)
        ]
        legend = [Labelled(rows), Text()]
        names = [label.plain for label, _ in rows]
    widths = [max(len(name), len("error")) for name in names]
    columns = [Column(*pair) for pair in zip(names, widths, strict=True)]
    table = grid(*columns, Column("scenario"))
    for row in matrix.rows:
        cells = [Text(_sign(cell), STYLES[cell.agreement]) for cell in row.cells]
        table.add_row(*cells, Text(row.scenario.name))
    return stacked([*legend, table])


def _sign(cell: Cell) -> str:
    """Return a cell in a few letters; an exclamation mark is a failed scenario."""
    match cell.agreement:
        case Agreement.SAYS_NOTHING:
            return "-"
        case Agreement.ERROR:
            return "error"
        case Agreement.SAME | Agreement.DIFFERENT:
            return _letter(cell.outcome) + "!" * cell.fails


def _letter(outcome: int) -> str:
    """Return the letter of an outcome: A is the first.

    >>> _letter(1), _letter(26), _letter(27)
    ('A', 'Z', 'A2')
    """
    again, place = divmod(outcome - 1, 26)
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[place] + (str(again + 1) if again else "")


def _wrong(matrix: Matrix) -> list[RenderableType]:
    """Return the scenarios that fail or make no sense, with what is wrong."""
    rows: list[tuple[Text, RenderableType]] = []
    for row in matrix.rows:
        for cell in row.cells:
            if cell.fails or cell.agreement is Agreement.ERROR:
                findings = [Text(str(finding)) for finding in cell.result.findings]
                head = Text(row.scenario.name, "bold")
                rows.append(
                    (Text(cell.result.variant, "red"), stacked([head, *findings]))
                )
    if not rows:
        return []
    note = "Marked with ! where it comes out otherwise than the scenario expects."
    return [heading("Scenarios that do not hold", note), Labelled(rows)]


def _deciding(matrix: Matrix) -> list[RenderableType]:
    """Return what decides the differences, each with what the texts say for it."""
    if not matrix.differing:
        return []
    order = [*points_of(matrix.variants[0].game_class.RULES)]

    def place(row: Row) -> list[int]:
        return [*map(order.index, row.deciding)] or [len(order)]

    differing = sorted(matrix.differing, key=place)
    deciding = {id for row in differing for id in row.deciding}
    parts: list[RenderableType] = [
        heading("What decides", "The rule values that make the outcomes differ."),
        stacked((_values(matrix, id) for id in order if id in deciding), gap=True),
        heading("Which scenarios come out differently", "By what decides them."),
    ]
    for points, rows in groupby(differing, lambda row: row.deciding):
        named = [*rows]
        label = ", ".join(points) or "no single rule value"
        parts.append(Text(label, "bold cyan"))
        for id, unstated in matrix.unstated(named[0]).items():
            told = f"{id} does not state {', '.join(unstated)}"
            parts.append(indented(Text(told, "magenta")))
        parts.extend(indented(Text(row.scenario.name)) for row in named)
        parts.append(Text())
    return parts[:-1]


def _values(matrix: Matrix, id: str) -> RenderableType:
    """Return a rule point with the value of each variant and the evidence for it."""
    rows: list[tuple[Text, RenderableType]] = []
    for variant in matrix.variants:
        point = point_of(variant.game_class.RULES, id)
        value = answered(point, variant.values.get(id)).append(", ", "not bold")
        evidence = variant.evidence[id]
        rows.append((Text(variant.id), value.append_text(pointed(evidence))))
    return stacked([Text(id, "bold cyan"), indented(Labelled(rows))])


def _markdown(matrix: Matrix) -> Iterator[str]:
    ids = [variant.id for variant in matrix.variants]
    yield _line(["Scenario", *ids, "Decided by"])
    yield _line(["---", *(":-:" for _ in ids), "---"])
    for row in matrix.rows:
        decided = "; ".join(_decided(matrix, row))
        yield _line([row.scenario.name, *map(_sign, row.cells), decided])
    yield ""
    yield (
        f"The same letter is the same outcome; - says nothing; ! is not as expected. "
        f"{len(matrix.differing)} of {counted(len(matrix.rows), 'scenario')} come out "
        f"differently."
    )


def _line(cells: Sequence[str]) -> str:
    """Return a row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _decided(matrix: Matrix, row: Row) -> Iterator[str]:
    """Yield each deciding rule point with every variant's value and evidence."""
    for id in row.deciding:
        told = dict.fromkeys(_answer(variant, id) for variant in matrix.variants)
        yield f"`{id}`: {' / '.join(told)}"


def _answer(variant: Variant, id: str) -> str:
    value, strength = variant.values.get(id), variant.evidence[id].strength
    return f"{spoken(value)} ({strength})" if value is not None else str(strength)


def _plain_row(matrix: Matrix, row: Row) -> dict[str, Plain]:
    first = next((cell.outcomes for cell in row.cells if cell.outcome == 1), None)
    return {
        **plain_scenario(row.scenario),
        "game": row.scenario.game,
        "different": row.differs,
        "cells": [
            {
                "variant": cell.result.variant,
                "agreement": str(cell.agreement),
                "outcome": cell.outcome or None,
                "verdict": str(cell.result.verdict),
                "findings": [*map(str, cell.result.findings)],
                "differs": (
                    [*first.differs_from(cell.outcomes)]
                    if first is not None and cell.outcomes is not None
                    else []
                ),
                "facts": {} if cell.outcomes is None else dict(cell.outcomes.facts),
                "stopped": "" if cell.outcomes is None else cell.outcomes.stopped,
            }
            for cell in row.cells
        ],
        "deciding": [
            {
                "rule_point": id,
                "answers": {
                    variant.id: plain_answer(
                        point_of(variant.game_class.RULES, id),
                        variant.values.get(id),
                        variant.evidence[id],
                    )
                    for variant in matrix.variants
                },
            }
            for id in row.deciding
        ],
        "unstated": {id: [*points] for id, points in matrix.unstated(row).items()},
    }
