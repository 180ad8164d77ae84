"""Scenarios in reports: how they came out, and where two variants part."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from flohcati_rules.compare import Parting, Unplayable
from flohcati_rules.errors import Problem
from flohcati_rules.profiles import Variant
from flohcati_rules.report.page import (
    Column,
    Labelled,
    Plain,
    counted,
    grid,
    heading,
    indented,
    stacked,
    whole_line,
)
from flohcati_rules.report.wording import plain_problem, plain_variant
from flohcati_rules.scenarios import Outcomes, Result, Verdict

STYLES = {
    Verdict.PASSED: "green",
    Verdict.FAILED: "red",
    Verdict.ERROR: "red",
    Verdict.SAYS_NOTHING: "yellow",
}
"""The colour of a verdict, where a terminal has colours."""


@attrs.frozen(kw_only=True)
class ResultsReport:
    """How scenarios came out for variants; every result that is not a pass in full.

    Attributes:
        results: the results, by file.
        variants: the variants whose rules were played.
        problems: what is wrong in files that are no valid scenario files.

    """

    results: tuple[Result, ...]
    variants: tuple[Variant, ...]
    problems: tuple[Problem, ...] = ()

    def text(self) -> RenderableType:
        """Return what went wrong, then a line for each file, then the sum."""
        parts: list[RenderableType] = []
        for result in self.results:
            if result.findings:
                parts.extend((_gone_wrong(result), Text()))
        parts.extend(whole_line(str(problem)) for problem in self.problems)
        files = groupby(self.results, lambda result: result.scenario.file)
        lines = [
            whole_line(Text(f"{file}: ").append_text(_counts([*results])))
            for file, results in files
        ]
        if len(lines) != 1:
            total = Text("in all: ", "bold").append_text(_counts(self.results))
            lines.append(total)
        return stacked([*parts, *lines])

    def plain(self) -> dict[str, Plain]:
        """Return the format ``test/1``."""
        return {
            "format": "test/1",
            "variants": [*map(plain_variant, self.variants)],
            "results": [*map(_plain_result, self.results)],
            "problems": [*map(plain_problem, self.problems)],
        }


def _told(verdict: Verdict, number: int) -> str:
    if verdict is Verdict.SAYS_NOTHING and number != 1:
        return "say nothing"
    return "errors" if verdict is Verdict.ERROR and number != 1 else str(verdict)


def _counts(results: Sequence[Result]) -> Text:
    """Return how many results came out in which way; ways that did not are left out."""
    text = Text()
    for verdict in Verdict:
        number = sum(result.verdict is verdict for result in results)
        if number:
            text.append(", " if text else "")
            text.append(f"{number} {_told(verdict, number)}", STYLES[verdict])
    return text or Text("no scenario", "red")


def _gone_wrong(result: Result) -> RenderableType:
    first = Text.assemble(
        (result.verdict.upper(), STYLES[result.verdict]),
        f" {result.scenario.name} ",
        (f"[{result.variant}]", "cyan"),
    )
    lines: list[RenderableType] = []
    for finding in sorted(result.findings, key=lambda finding: finding.spot):
        place = f"{result.scenario.file}:{finding.spot.line}:{finding.spot.column}"
        what = f"{finding.what}: " if finding.what else ""
        lines.append(whole_line(f"{place}: {what}{finding.message}"))
    return stacked([first, *lines])


def _plain_result(result: Result) -> dict[str, Plain]:
    return {
        "scenario": result.scenario.name,
        "file": result.scenario.file,
        "line": result.scenario.spot.line,
        "variant": result.variant,
        "verdict": str(result.verdict),
        "findings": [
            {
                "line": finding.spot.line,
                "column": finding.spot.column,
                "what": finding.what,
                "message": finding.message,
                "expected": finding.expected,
                "found": finding.found,
            }
            for finding in result.findings
        ],
        "position": result.position,
    }


MOVES_DIFFER = ("when",)
"""What differs when the moves of a scenario can be made under one variant only."""


def partings(
    found: Sequence[Parting], number: int, not_played: Sequence[Unplayable] = ()
) -> list[RenderableType]:
    """Return the scenarios that come out differently, each with both outcomes.

    First come those that end differently, by the rule points they speak of; then
    those whose moves can be made under one variant only.

    Args:
        found: the scenarios.
        number: how many were tried.
        not_played: those that a variant cannot set up.

    """
    if not number:
        return []
    cannot = _not_played(not_played)
    tried = counted(number, "scenario")
    if not found:
        note = f"None of {tried} comes out differently."
        return [heading("The scenarios", note), *cannot]
    note = f"{len(found)} of {tried} come out differently."
    ended = [one for one in found if one.keys != MOVES_DIFFER]
    stopped = [one for one in found if one.keys == MOVES_DIFFER]
    parts: list[RenderableType] = [heading("The scenarios", note), *cannot]
    if ended:
        names = (found[0].a.variant, found[0].b.variant)
        parts.append(indented(Sides(names, []), 4))
    for points, group in groupby(ended, lambda one: one.points):
        parts.append(
            Text(", ".join(points) or "no rule point in particular", "bold cyan")
        )
        parts.extend(indented(_parting(one)) for one in group)
        parts.append(Text())
    parts.append(stacked(_stopped(stopped), gap=True))
    return parts


def _not_played(found: Sequence[Unplayable]) -> list[RenderableType]:
    """Return a line for each variant that cannot set up some of the scenarios."""
    return [
        Text(f"{counted(len([*group]), 'scenario')} cannot be played by {who}.")
        for who, group in groupby(found, lambda one: one.variant)
    ]


def _parting(found: Parting) -> RenderableType:
    rows: list[tuple[Text, Text, Text]] = []
    for key in found.keys:
        a, b = (outcomes.facts.get(key, "-") for outcomes in (found.a, found.b))
        if key == "moves":
            a, b = _apart(a, b)
        rows.append((Text(key, "dim"), Text(a), Text(b)))
    names = (found.a.variant, found.b.variant)
    return stacked([Text(found.scenario.name), indented(Sides(names, rows))])


MOST_MOVES = 4
"""How many moves are listed at most."""


def _apart(a: str, b: str) -> tuple[str, str]:
    """Return two lists of moves, short, and what they have in common only counted."""
    ours, theirs = a.split(", "), b.split(", ")
    shared = {*ours} & {*theirs}

    def own(moves: list[str]) -> str:
        only = [move for move in moves if move not in shared]
        told = ", ".join(only[:MOST_MOVES])
        if len(only) > MOST_MOVES:
            told += f" and {len(only) - MOST_MOVES} more"
        same = f"{len(shared)} in common" if shared else ""
        return " and ".join(part for part in (same, told) if part)

    return own(ours), own(theirs)


def _stopped(found: Sequence[Parting]) -> Iterator[RenderableType]:
    """Yield the scenarios whose moves cannot all be made, by who refuses one."""

    def refuser(one: Parting) -> str:
        both = (one.a, one.b)
        refusing = [outcomes.variant for outcomes in both if outcomes.stopped]
        return refusing[0] if len(refusing) == 1 else "both, but not the same"

    for who, group in groupby(sorted(found, key=refuser), refuser):
        rows: list[tuple[Text, RenderableType]] = [
            (Text(" / ".join(_refused(one))), Text(one.scenario.name)) for one in group
        ]
        head = Text.assemble("Moves that are refused by ", (who, "cyan"))
        yield stacked([head, indented(Labelled(rows))])


def _refused(found: Parting) -> Iterator[str]:
    for outcomes in (found.a, found.b):
        at = outcomes.stopped_at
        if at is not None:
            yield found.scenario.when[at - 1].text


@attrs.frozen
class Sides:
    """Rows with what is so under one variant and under the other, side by side.

    Without rows it is the header of all that follow.
    """

    names: tuple[str, str]
    rows: Sequence[tuple[Text, Text, Text]]
    label: int = 16
    least: int = 20

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        """Choose between three columns and, where these are too narrow, one."""
        gap = 2
        half = (options.max_width - self.label) // 2 - gap
        a, b = (Text(name, "dim") for name in self.names)
        if half >= self.least:
            table = grid(
                Column(width=self.label), Column(width=half), Column(width=half)
            )
            for row in self.rows or [(Text(), a, b)]:
                table.add_row(*row)
            yield table
        else:
            for label, ours, theirs in self.rows:
                yield label
                yield indented(Labelled([(a, ours), (b, theirs)]))


def plain_partings(
    found: Sequence[Parting], number: int, not_played: Sequence[Unplayable] = ()
) -> dict[str, Plain]:
    """Return the scenarios that come out differently, for programs."""
    return {
        "scenarios_tried": number,
        "scenarios": [
            {
                "scenario": one.scenario.name,
                "file": one.scenario.file,
                "line": one.scenario.spot.line,
                "rule_points": [*one.points],
                "differs": [*one.keys],
                "a": _plain_outcomes(one.a),
                "b": _plain_outcomes(one.b),
            }
            for one in found
        ],
        "not_playable": [
            {
                "scenario": one.scenario.name,
                "file": one.scenario.file,
                "line": one.scenario.spot.line,
                "variant": one.variant,
                "why": one.why,
            }
            for one in not_played
        ],
    }


def _plain_outcomes(outcomes: Outcomes) -> dict[str, Plain]:
    return {"facts": dict(outcomes.facts), "stopped": outcomes.stopped}
