"""The register of readings: every value that a text does not state outright."""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from flohcati_rules.evidence import Evidence, Strength
from flohcati_rules.profiles import Variant
from flohcati_rules.rulepoints import RulePoint, Value, points_of, spoken
from flohcati_rules.scenarios import Scenario
from flohcati_rules.verify.changes import others
from flohcati_rules.verify.mutants import Fate, Mutant, mutants


@attrs.frozen(kw_only=True)
class Alternative:
    """Another reading of a rule point.

    Attributes:
        value: its value.
        sense: what that means at the table.
        why: what speaks for it, and why it was not chosen; or empty.
        mutant: what becomes of the variant with this value; None for a draft.

    """

    value: Value
    sense: str
    why: str = ""
    mutant: Mutant | None = None


@attrs.frozen(kw_only=True)
class Reading:
    """A rule value that the text does not state, and what else it could be.

    Attributes:
        point: the rule point.
        value: the value that was chosen; None while it is unknown.
        evidence: what supports it.
        alternatives: the other values.
        pinned_by: the scenarios that hold with this value only.

    """

    point: RulePoint
    value: Value | None
    evidence: Evidence
    alternatives: tuple[Alternative, ...]
    pinned_by: tuple[Scenario, ...]

    @property
    def is_loose(self) -> bool:
        """Whether it is open, or could be another without a scenario noticing."""
        return self.value is None or any(
            other.mutant is not None and other.mutant.fate is Fate.MISSED
            for other in self.alternatives
        )


@attrs.frozen(kw_only=True)
class Register:
    """The readings of a variant, in the order of its rule points.

    Attributes:
        variant: the variant.
        readings: the values that its text does not state.
        stated: how many values it does state.

    """

    variant: Variant
    readings: tuple[Reading, ...]
    stated: int


def readings(variant: Variant, scenarios: Iterable[Scenario]) -> Register:
    """Return every value of a variant that is inferred, a default or of the house.

    Args:
        variant: the variant; of a draft nothing is said of scenarios.
        scenarios: the scenarios that may pin a reading.

    """
    points = points_of(variant.game_class.RULES)
    asked = [
        id for id in points if variant.evidence[id].strength is not Strength.STATED
    ]
    scenarios = [*scenarios]
    if variant.unknown:
        register = [_reading(variant, points[id], (), ()) for id in asked]
    else:
        run = mutants(variant, scenarios, points=asked)
        by_point = run.by_point()
        register = [
            _reading(
                variant,
                points[id],
                by_point.get(id, ()),
                [result.scenario for result in run.baseline.holding],
            )
            for id in asked
        ]
    return Register(
        variant=variant, readings=tuple(register), stated=len(points) - len(asked)
    )


def _reading(
    variant: Variant,
    point: RulePoint,
    tried: Sequence[Mutant],
    holding: Iterable[Scenario],
) -> Reading:
    pinning = dict.fromkeys(
        mutant.caught_by.scenario for mutant in tried if mutant.caught_by
    )
    spoken_of = [one for one in holding if _speaks_of(one, variant, point)]
    return Reading(
        point=point,
        value=variant.values.get(point.id),
        evidence=variant.evidence[point.id],
        alternatives=tuple(_alternatives(variant, point, tried)),
        pinned_by=tuple(pinning or spoken_of),
    )


def _speaks_of(scenario: Scenario, variant: Variant, point: RulePoint) -> bool:
    """Tell whether what a scenario expects of a variant depends on a rule point."""
    return any(
        point.id in entry.condition.values for entry in scenario.entries_for(variant)
    )


def _alternatives(
    variant: Variant, point: RulePoint, tried: Sequence[Mutant]
) -> Iterator[Alternative]:
    by_value = {mutant.value: mutant for mutant in tried}
    reasons = dict(variant.evidence[point.id].other_readings)
    for value in others(variant, point):
        yield Alternative(
            value=value,
            sense=point.answers.sense(value),
            why=reasons.get(spoken(value), ""),
            mutant=by_value.get(value),
        )
