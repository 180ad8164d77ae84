"""The diff: where two variants answer a rule point differently."""

import attrs

from flohcati_rules.errors import DraftError, RequestError
from flohcati_rules.evidence import Evidence
from flohcati_rules.profiles import Variant
from flohcati_rules.rulepoints import (
    RulePoint,
    Rules,
    Value,
    inert_reason,
    points_of,
)


@attrs.frozen(kw_only=True)
class PointDiff:
    """One rule point on which two variants differ, in value or in evidence.

    Attributes:
        point: the rule point.
        a: the value of the first variant; None when it is unknown.
        b: the value of the second variant; None when it is unknown.
        evidence_a: what supports the first value.
        evidence_b: what supports the second value.
        inert: why the difference makes none in play under either variant, or None.

    """

    point: RulePoint
    a: Value | None
    b: Value | None
    evidence_a: Evidence
    evidence_b: Evidence
    inert: str | None = None


@attrs.frozen(kw_only=True)
class Diff:
    """Where two variants of a game differ, in the order of its rule points.

    Attributes:
        a: the first variant.
        b: the second variant.
        values: the rule points with different values; unknown is a value here.
        evidence_only: those with one value that is supported differently well.

    """

    a: Variant
    b: Variant
    values: tuple[PointDiff, ...]
    evidence_only: tuple[PointDiff, ...]

    @property
    def in_play(self) -> tuple[PointDiff, ...]:
        """The different values that can make a difference in play."""
        return tuple(found for found in self.values if found.inert is None)

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs, neither a value nor its evidence."""
        return not self.values and not self.evidence_only


def diff(a: Variant, b: Variant) -> Diff:
    """Return where two variants of the same game differ, rule point by rule point.

    Raises:
        RequestError: they are variants of different games.

    """
    if a.game_class is not b.game_class:
        message = (
            f"{a.id} is a variant of {a.game_class.ID} and {b.id} one of "
            f"{b.game_class.ID}: they have no rule points in common"
        )
        raise RequestError(message)
    rules = (_rules(a), _rules(b))
    values: list[PointDiff] = []
    evidence_only: list[PointDiff] = []
    for id, point in points_of(a.game_class.RULES).items():
        one, other = a.values.get(id), b.values.get(id)
        found = PointDiff(
            point=point,
            a=one,
            b=other,
            evidence_a=a.evidence[id],
            evidence_b=b.evidence[id],
            inert=_inert(point, *rules),
        )
        if one != other:
            values.append(found)
        elif found.evidence_a.strength is not found.evidence_b.strength:
            evidence_only.append(found)
    return Diff(a=a, b=b, values=tuple(values), evidence_only=tuple(evidence_only))


def _rules(variant: Variant) -> Rules | None:
    try:
        return variant.rules
    except DraftError:
        return None


def _inert(point: RulePoint, a: Rules | None, b: Rules | None) -> str | None:
    """Return why a point makes no difference under either set of rules, or None."""
    if point.table_only:
        return "a matter of the table: it does not touch play"
    if a is None or b is None:
        return None
    return inert_reason(a, point.id) and inert_reason(b, point.id)
