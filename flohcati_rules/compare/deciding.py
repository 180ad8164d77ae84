"""Which of several differing rule points make the difference on a line of play."""

from collections.abc import Callable

from flohcati_rules.compare.diff import Diff, PointDiff
from flohcati_rules.errors import RulesError
from flohcati_rules.profiles import Variant
from flohcati_rules.rulepoints import Value

Tells = Callable[[Variant, Variant], bool]
"""Tells whether two variants come out differently."""


def deciding_points(found: Diff, tells: Tells) -> tuple[PointDiff, ...]:
    """Return the rule points that make two variants come out differently.

    They are those that do so when they alone are changed; if none does, those
    without which nothing differs; if there are none of these either, all.

    Args:
        found: where the rules of the two variants differ.
        tells: whether two variants come out differently in what is looked at.

    """
    points = found.in_play
    if len(points) == 1:
        return points
    alone = tuple(one for one in points if _alone(found.a, one.point.id, one.b, tells))
    if alone:
        return alone
    needed = tuple(
        one for one in points if not _without(found, one.point.id, one.a, tells)
    )
    return needed or points


def changed(variant: Variant, point: str, value: Value | None) -> Variant | None:
    """Return a variant with one rule point changed; None where that makes no sense."""
    if value is None:
        return None
    try:
        return variant.with_rules({point: value})
    except RulesError:
        return None


def _alone(base: Variant, point: str, value: Value | None, tells: Tells) -> bool:
    other = changed(base, point, value)
    return other is not None and tells(base, other)


def _without(found: Diff, point: str, value: Value | None, tells: Tells) -> bool:
    other = changed(found.b, point, value)
    return other is None or tells(found.a, other)
