"""Coverage in reports: clauses, rule values and endings beside the scenarios."""

from collections.abc import Sequence

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.errors import Problem
from flohcati_rules.evidence import ClauseKind
from flohcati_rules.report.baselines import (
    broken_files,
    not_holding,
    plain_baseline,
    plain_scenario,
    spoken_of,
)
from flohcati_rules.report.page import (
    Column,
    Labelled,
    Plain,
    counted,
    grid,
    heading,
    stacked,
)
from flohcati_rules.report.wording import cited, plain_value, plain_variant
from flohcati_rules.rulepoints import spoken
from flohcati_rules.verify import ClauseCover, Coverage, EndingCover, ValueCover


@attrs.frozen(kw_only=True)
class CoverageReport:
    """What scenarios show of a variant, the gaps first.

    Attributes:
        coverage: what they show.
        problems: what is wrong in files that are no valid scenario files.

    """

    coverage: Coverage
    problems: tuple[Problem, ...] = ()

    def text(self) -> RenderableType:
        """Return what is open, then the clauses, the values and the endings."""
        found = self.coverage
        return stacked(
            [
                *broken_files(self.problems),
                spoken_of(found.baseline),
                self._sum(),
                *not_holding(found.baseline),
                *_open(found),
                *self._clauses(),
                *self._citing_nothing(),
                *_values(found.values),
                *_endings(found.endings),
            ]
        )

    def _sum(self) -> Text:
        number = len(self.coverage.open)
        if number:
            return Text(
                counted(number, "thing is", "things are") + " uncovered.", "red"
            )
        return Text("Everything is covered, or says why it is not.", "green")

    @property
    def _rules(self) -> tuple[ClauseCover, ...]:
        return tuple(
            cover
            for cover in self.coverage.clauses
            if cover.clause.kind is ClauseKind.RULE
        )

    def _clauses(self) -> list[RenderableType]:
        covers = self._rules
        by_scenario = sum(bool(cover.scenarios) for cover in covers)
        by_point = sum(bool(cover.points) for cover in covers if not cover.scenarios)
        note = (
            f"{counted(len(covers), 'clause')} with a rule: {by_scenario} cited by "
            f"scenarios, {by_point} by rule values only."
        )
        table = grid(
            Column("clause"), Column("scenarios", right=True), Column("rule values")
        )
        for cover in covers:
            table.add_row(
                Text(cover.clause.id, "red" if cover.is_open else "cyan"),
                Text(str(len(cover.scenarios)), "" if cover.scenarios else "yellow"),
                stacked(_support(cover)),
            )
        return [heading("Clauses", note), table]

    def _citing_nothing(self) -> list[RenderableType]:
        scenarios = self.coverage.citing_nothing
        if not scenarios:
            return []
        note = f"They hold, but cite no clause of {self.coverage.variant.id}."
        names = [Text(scenario.name) for scenario in scenarios]
        return [heading("Scenarios that cite nothing", note), *names]

    def plain(self) -> dict[str, Plain]:
        """Return the format ``coverage/1``."""
        found = self.coverage
        return {
            "format": "coverage/1",
            "variants": [plain_variant(found.variant)],
            "open": len(found.open),
            "clauses": [*map(_plain_clause, found.clauses)],
            "citing_nothing": [*map(plain_scenario, found.citing_nothing)],
            "values": [*map(_plain_value, found.values)],
            "endings": [*map(_plain_ending, found.endings)],
            "scenarios": plain_baseline(found.baseline, self.problems),
        }


def _support(cover: ClauseCover) -> list[RenderableType]:
    lines: list[RenderableType] = []
    if cover.points:
        lines.append(Text(", ".join(cover.points)))
    if cover.clause.uncovered:
        lines.append(Text(cover.clause.uncovered, "dim"))
    return lines or [Text("none", "red" if cover.is_open else "dim")]


def _open(found: Coverage) -> list[RenderableType]:
    rows: list[tuple[Text, RenderableType]] = []
    for cover in found.open:
        match cover:
            case ClauseCover(clause=clause):
                rows.append((Text(clause.id, "red"), cited(clause)))
            case ValueCover(point=point, value=value):
                told = "no scenario would go otherwise with another value"
                label = Text(f"{point.id}: {spoken(value)}", "red")
                rows.append((label, Text(told)))
            case EndingCover(ending=ending, sense=sense):
                told = f"no scenario ends because {sense}"
                rows.append((Text(ending, "red"), Text(told)))
    return [heading("Not covered"), Labelled(rows)] if rows else []


def _values(covers: Sequence[ValueCover]) -> list[RenderableType]:
    shown = [cover for cover in covers if cover.scenario is not None]
    note = f"{counted(len(shown), 'value')} without which a scenario goes otherwise."
    rows: list[tuple[Text, RenderableType]] = []
    for cover in shown:
        assert cover.scenario is not None
        assert cover.change is not None
        told = Text(f"{cover.scenario.name}; ").append(
            f"{cover.parts} with {cover.change.told}", "dim"
        )
        rows.append((_label(cover), told))
    excused = [(_label(cover), Text(cover.excuse)) for cover in covers if cover.excuse]
    parts: list[RenderableType] = [heading("Rule values", note), Labelled(rows)]
    if excused:
        note = f"{counted(len(excused), 'value')} that no scenario can show."
        parts.extend((heading("Rule values out of reach", note), Labelled(excused)))
    return parts


def _label(cover: ValueCover) -> Text:
    value = spoken(cover.value) if not isinstance(cover.value, tuple) else "a list"
    return Text(f"{cover.point.id}: {value}", "cyan")


def _endings(covers: Sequence[EndingCover]) -> list[RenderableType]:
    rows: list[tuple[Text, RenderableType]] = []
    for cover in covers:
        number = len(cover.scenarios)
        told = cover.sense
        if number:
            told += f": in {counted(number, 'scenario')}"
        elif cover.excuse:
            told += f": not under these rules, as {cover.excuse}"
        else:
            told += ": in no scenario"
        label = Text(cover.ending, "red" if cover.is_open else "cyan")
        rows.append((label, Text(told)))
    return [heading("Ways for a game to end"), Labelled(rows)]


def _plain_clause(cover: ClauseCover) -> dict[str, Plain]:
    return {
        "clause": cover.clause.id,
        "at": cover.clause.at,
        "kind": str(cover.clause.kind),
        "gist": cover.clause.gist,
        "uncovered": cover.clause.uncovered,
        "rule_points": [*cover.points],
        "scenarios": [*map(plain_scenario, cover.scenarios)],
        "open": cover.is_open,
    }


def _plain_value(cover: ValueCover) -> dict[str, Plain]:
    shown = cover.scenario
    return {
        "rule_point": cover.point.id,
        "value": plain_value(cover.value),
        "scenario": None if shown is None else plain_scenario(shown),
        "changed_to": plain_value(cover.change.value if cover.change else None),
        "parts": cover.parts,
        "excuse": cover.excuse,
        "open": cover.is_open,
    }


def _plain_ending(cover: EndingCover) -> dict[str, Plain]:
    return {
        "ending": cover.ending,
        "sense": cover.sense,
        "scenarios": [*map(plain_scenario, cover.scenarios)],
        "excuse": cover.excuse,
        "open": cover.is_open,
    }
