"""Coverage: what of a rule text no scenario shows, and what of a scenario no text."""

from collections.abc import Iterable, Mapping, Sequence

import attrs

from flohcati_rules.evidence import Clause, ClauseKind
from flohcati_rules.profiles import Variant
from flohcati_rules.rulepoints import RulePoint, Value, points_of
from flohcati_rules.scenarios import Scenario
from flohcati_rules.verify.baseline import Baseline, baseline, lineage
from flohcati_rules.verify.changes import Change, changes
from flohcati_rules.verify.lines import Moment, moments, part_at


@attrs.frozen(kw_only=True)
class ClauseCover:
    """A clause of a rule text, and what rests on it.

    Attributes:
        clause: the clause.
        points: the rule points whose values it supports.
        scenarios: the scenarios that cite it, and that hold.

    """

    clause: Clause
    points: tuple[str, ...]
    scenarios: tuple[Scenario, ...]

    @property
    def is_open(self) -> bool:
        """Whether it is a rule that nothing cites and that gives no reason for it."""
        return (
            self.clause.kind is ClauseKind.RULE
            and not self.points
            and not self.scenarios
            and self.clause.uncovered is None
        )


@attrs.frozen(kw_only=True)
class ValueCover:
    """A rule value, and a scenario that would go otherwise with another one.

    Attributes:
        point: the rule point.
        value: its value.
        scenario: the scenario; None when there is none.
        change: the change with which it goes otherwise.
        parts: where it does, in words.
        excuse: why no scenario can show it; else empty.

    """

    point: RulePoint
    value: Value
    scenario: Scenario | None = None
    change: Change | None = None
    parts: str = ""
    excuse: str = ""

    @property
    def is_open(self) -> bool:
        """Whether no scenario shows it, without a reason."""
        return self.scenario is None and not self.excuse


@attrs.frozen(kw_only=True)
class EndingCover:
    """A way for a game to end, and the scenarios that come to it.

    Attributes:
        ending: its name.
        sense: what happens.
        scenarios: the scenarios in which a step leads to it.
        excuse: why no game ends so under these rules; else empty.

    """

    ending: str
    sense: str
    scenarios: tuple[Scenario, ...]
    excuse: str = ""

    @property
    def is_open(self) -> bool:
        """Whether no scenario comes to it, although the rules permit it."""
        return not self.scenarios and not self.excuse


@attrs.frozen(kw_only=True)
class Coverage:
    """What scenarios show of a variant, and what they do not.

    Attributes:
        baseline: how the scenarios come out for the variant.
        clauses: the clauses of its text, in order.
        citing_nothing: the scenarios that hold, but cite no clause of its text.
        values: its rule values, in order.
        endings: the ways for a game to end.

    """

    baseline: Baseline
    clauses: tuple[ClauseCover, ...]
    citing_nothing: tuple[Scenario, ...]
    values: tuple[ValueCover, ...]
    endings: tuple[EndingCover, ...]

    @property
    def variant(self) -> Variant:
        """The variant."""
        return self.baseline.variant

    @property
    def open(self) -> tuple[ClauseCover | ValueCover | EndingCover, ...]:
        """Everything that is uncovered without a reason."""
        covers: tuple[ClauseCover | ValueCover | EndingCover, ...] = (
            *self.clauses,
            *self.values,
            *self.endings,
        )
        return tuple(cover for cover in covers if cover.is_open)

    @property
    def holds(self) -> bool:
        """Whether every scenario holds and nothing is open."""
        return not self.baseline.failing and not self.open


def coverage(variant: Variant, scenarios: Iterable[Scenario]) -> Coverage:
    """Return which clauses, values and endings of a variant scenarios show.

    Args:
        variant: the variant.
        scenarios: the scenarios, of whatever game and variant; only those count that
            hold for this one.

    Raises:
        DraftError: some rule value of the variant is unknown.

    """
    base = baseline(variant, scenarios)
    lines = {
        result.scenario: (*moments(result.scenario, variant),)
        for result in base.holding
    }
    texts = lineage(variant)
    cited = {
        scenario: {
            citation.clause
            for citation in scenario.citations
            if citation.variant in texts
        }
        for scenario in lines
    }
    points = points_of(variant.game_class.RULES)
    return Coverage(
        baseline=base,
        clauses=tuple(
            ClauseCover(
                clause=clause,
                points=tuple(id for id in points if _rests_on(variant, id, clause)),
                scenarios=tuple(one for one, ids in cited.items() if clause.id in ids),
            )
            for clause in variant.clauses.values()
        ),
        citing_nothing=tuple(one for one, ids in cited.items() if not ids),
        values=tuple(_value(point, base, lines) for point in points.values()),
        endings=_endings(variant, lines),
    )


def _rests_on(variant: Variant, id: str, clause: Clause) -> bool:
    return clause.id in {other.id for other in variant.evidence[id].clauses}


def _value(
    point: RulePoint, base: Baseline, lines: Mapping[Scenario, Sequence[Moment]]
) -> ValueCover:
    """Return a rule value with the first scenario that another value changes."""
    variant = base.variant
    value = variant.values[point.id]
    tried = changes(variant, point)
    for change in tried:
        if change.variant is None or change.idle:
            continue
        for scenario in base.nearest(point):
            parts = part_at(scenario, lines[scenario], variant, change.variant)
            if parts:
                return ValueCover(
                    point=point,
                    value=value,
                    scenario=scenario,
                    change=change,
                    parts=parts,
                )
    return ValueCover(point=point, value=value, excuse=_excuse(tried))


def _excuse(tried: Sequence[Change]) -> str:
    """Return why no other value can make a difference; empty when one can."""
    if not tried:
        return "there is no other value"
    reasons = dict.fromkeys(change.idle or change.refused for change in tried)
    return "" if "" in reasons else "; ".join(reasons)


def _endings(
    variant: Variant, lines: Mapping[Scenario, Sequence[Moment]]
) -> tuple[EndingCover, ...]:
    """Return the ways a game ends; one that is given, not reached, does not count."""
    game = variant.game()
    barred = game.barred_endings()
    return tuple(
        EndingCover(
            ending=ending,
            sense=sense,
            scenarios=tuple(
                scenario
                for scenario, line in lines.items()
                if any(moment.ended_by == ending for moment in line[1:])
            ),
            excuse=barred.get(ending, ""),
        )
        for ending, sense in game.ENDINGS.items()
    )
