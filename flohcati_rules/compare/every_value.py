"""Every value of every rule point: does play ever tell it from another?

A value that nothing tells from any other value of its point is dead: the rule point
promises a difference that the game does not make.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import attrs

from flohcati_rules.compare.lines import Limits
from flohcati_rules.compare.witness import Witness, find_witness
from flohcati_rules.errors import RulesError
from flohcati_rules.profiles import AnyGame, Kind, Variant
from flohcati_rules.registry import list_variants
from flohcati_rules.rulepoints import (
    Names,
    OneOf,
    RulePoint,
    Value,
    Whole,
    points_of,
)

QUICK = Limits(sweep_size=0, deals=5)
"""Whether a witness exists is asked here, not whether it is the shortest."""


@attrs.frozen(kw_only=True)
class Pairing:
    """Two values of one rule point, and what tells them apart.

    Attributes:
        point: the rule point.
        a: the first value.
        b: the second value.
        witness: a line of play that tells them apart, or None.
        reason: where there is none, the declared reason for it; empty where there is
            no such reason either.

    """

    point: RulePoint
    a: Value
    b: Value
    witness: Witness | None = None
    reason: str = ""


@attrs.frozen(kw_only=True)
class DeadValue:
    """A value that nothing tells from any other value of its rule point.

    ``reason`` is the declared reason for that, and empty where there is none.
    """

    point: RulePoint
    value: Value
    reason: str = ""


def values_in_use(point: RulePoint, variants: Sequence[Variant]) -> tuple[Value, ...]:
    """Return the values of a rule point that are worth telling apart.

    Of words that is every one; of numbers the ends of the range, what the variants
    have, and the neighbours of that; of lists what the variants have, and each of
    these with an entry less and an entry more.
    """
    used = [
        variant.values[point.id] for variant in variants if point.id in variant.values
    ]
    match point.answers:
        case OneOf(words):
            tried: list[Value] = [*words]
        case Whole(least, most):
            numbers = {one for one in used if isinstance(one, int)}
            near = {one + step for one in numbers for step in (-1, 0, 1)}
            fit = (one for one in near | {least, most} if least <= one <= most)
            tried = [*sorted(fit)]
        case Names(least, most):
            tried = []
            for names in used:
                assert isinstance(names, tuple)
                more = (*names, "another")
                near_by = (names, names[:-1], more)
                tried.extend(one for one in near_by if least <= len(one) <= most)
        case _:
            tried = used
    return tuple(dict.fromkeys(tried))


Pair = tuple[RulePoint, Value, Value]
"""A rule point and two of its values."""


def pairs_of(game: type[AnyGame]) -> tuple[Pair, ...]:
    """Return every two values of each rule point of a game that are worth trying."""
    variants = [one for one in list_variants() if one.game_class is game]
    return tuple(
        (point, a, b)
        for point in points_of(game.RULES).values()
        for a, b in combinations(values_in_use(point, variants), 2)
    )


def not_tried(game: type[AnyGame], found: Sequence[Pairing]) -> tuple[str, ...]:
    """Return the rule points of a game of which some pair of values was not tried."""
    tried = {(one.point.id, one.a, one.b) for one in found}
    return tuple(
        dict.fromkeys(
            point.id for point, a, b in pairs_of(game) if (point.id, a, b) not in tried
        )
    )


def pairings(
    game: type[AnyGame], *, limits: Limits = QUICK, seed: int = 0
) -> Iterator[Pairing]:
    """Yield every two values of each rule point of a game, and what tells them apart.

    The shipped rule texts are the ground on which they are tried, one after another
    until a witness is found.
    """
    variants = [one for one in list_variants() if one.game_class is game]
    texts = [
        one for one in variants if one.kind is Kind.TRANSLATION and not one.unknown
    ]
    for point, a, b in pairs_of(game):
        yield _paired(point, a, b, texts, limits, seed)


def _paired(
    point: RulePoint,
    a: Value,
    b: Value,
    texts: Sequence[Variant],
    limits: Limits,
    seed: int,
) -> Pairing:
    reasons: dict[str, None] = {}
    unexplained = not texts
    for text in texts:
        try:
            ours, theirs = _settled(text, point.id, a, b)
        except RulesError as error:
            why = "; ".join(str(objection) for objection in error.objections)
            reasons[why] = None
            continue
        found = find_witness(ours, theirs, limits=limits, seed=seed)
        inert = [one.inert for one in found.diff.values if one.point == point]
        witness = found.witness
        if witness is not None and any(one.point == point for one in witness.deciding):
            return Pairing(point=point, a=a, b=b, witness=witness)
        if inert and inert[0] is not None:
            reasons[inert[0]] = None
        else:
            unexplained = True
    reason = "" if unexplained else "; ".join(reasons)
    return Pairing(point=point, a=a, b=b, reason=reason)


def _settled(text: Variant, point: str, a: Value, b: Value) -> tuple[Variant, Variant]:
    """Return a text with either value, companions settled alike where they can be."""
    theirs = text.with_rules({point: a}).with_rules({point: b})
    return theirs.with_rules({point: a}), theirs


def dead_values(found: Sequence[Pairing]) -> tuple[DeadValue, ...]:
    """Return the values that no witness tells from any other value of their point."""
    by_value: dict[tuple[str, Value], list[Pairing]] = {}
    for pairing in found:
        for value in (pairing.a, pairing.b):
            by_value.setdefault((pairing.point.id, value), []).append(pairing)
    dead: list[DeadValue] = []
    for (_, value), paired in by_value.items():
        if any(pairing.witness is not None for pairing in paired):
            continue
        reasons = dict.fromkeys(pairing.reason for pairing in paired)
        reason = "" if "" in reasons else "; ".join(reasons)
        dead.append(DeadValue(point=paired[0].point, value=value, reason=reason))
    return tuple(dead)
