"""Known misreadings: which slips that others have made does a variant share?"""

from collections.abc import Iterator
from enum import StrEnum

import attrs

from flohcati_rules.evidence import Evidence, Strength
from flohcati_rules.profiles import Kind, Variant
from flohcati_rules.registry import list_variants, load_variant
from flohcati_rules.rulepoints import RulePoint, Value, inert_reason, points_of


class Likeness(StrEnum):
    """How far a variant is like a misreading."""

    EQUALS = "equals"
    """Every rule value is the same: it is the text, so misread."""
    CONTAINS = "contains"
    """It has every value that the misreading changes."""
    OPEN = "open"
    """It has some of these values, or none, and all the others are unknown."""


@attrs.frozen(kw_only=True)
class Slip:
    """A rule value that a misreading changes, as three variants have it.

    Attributes:
        point: the rule point.
        value: its value in the variant; None while it is unknown there.
        evidence: what supports that value.
        misread: the value of the misreading.
        because: who misreads it so.
        intended: the value of the text that is misread.
        grounds: what supports that one.
        inert: why it makes no difference under the variant's rules, or None.
        is_own_rule: whether another text than the misread one states the value: it
            is its rule, and no slip.

    """

    point: RulePoint
    value: Value | None
    evidence: Evidence
    misread: Value
    because: str
    intended: Value | None
    grounds: Evidence
    inert: str | None = None
    is_own_rule: bool = False


@attrs.frozen(kw_only=True)
class Shared:
    """A misreading that a variant shares, or may share.

    Attributes:
        misreading: the known misreading.
        text: the variant that it misreads.
        likeness: how far the variant is like it.
        slips: the values that the misreading changes.

    """

    misreading: Variant
    text: Variant
    likeness: Likeness
    slips: tuple[Slip, ...]


@attrs.frozen(kw_only=True)
class Misread:
    """The known misreadings beside a variant.

    Attributes:
        variant: the variant.
        known: every misreading that is known of its game.
        shared: those that it shares or may share.

    """

    variant: Variant
    known: tuple[Variant, ...]
    shared: tuple[Shared, ...]


def misreadings(variant: Variant) -> Misread:
    """Return which of the shipped misreadings a variant equals or contains.

    An unknown value is not counted as a slip, nor is the variant cleared of it: the
    misreading is then open.
    """
    known = tuple(
        other
        for other in list_variants()
        if other.kind is Kind.MISREADING and other.game_class is variant.game_class
    )
    return Misread(
        variant=variant,
        known=known,
        shared=tuple(found for other in known for found in _shared(variant, other)),
    )


def _shared(variant: Variant, misreading: Variant) -> Iterator[Shared]:
    text, changed = _misread_text(misreading)
    values = [variant.values.get(id) for id in changed]
    wanted = [misreading.values[id] for id in changed]
    if any(
        value not in {None, other} for value, other in zip(values, wanted, strict=True)
    ):
        return
    if None in values:
        likeness = Likeness.OPEN
    elif variant.values == misreading.values:
        likeness = Likeness.EQUALS
    else:
        likeness = Likeness.CONTAINS
    yield Shared(
        misreading=misreading,
        text=text,
        likeness=likeness,
        slips=tuple(_slip(variant, misreading, text, id) for id in changed),
    )


def _misread_text(misreading: Variant) -> tuple[Variant, tuple[str, ...]]:
    """Return the text that is misread, and the rule points where it is."""
    text, changed = misreading, dict[str, None]()
    while text.kind is Kind.MISREADING:
        assert text.extends is not None
        changed.update(dict.fromkeys(text.changed))
        text = load_variant(text.extends)
    points = points_of(misreading.game_class.RULES)
    return text, tuple(id for id in points if id in changed)


def _slip(variant: Variant, misreading: Variant, text: Variant, id: str) -> Slip:
    return Slip(
        point=points_of(variant.game_class.RULES)[id],
        value=variant.values.get(id),
        evidence=variant.evidence[id],
        misread=misreading.values[id],
        because=misreading.evidence[id].because,
        intended=text.values.get(id),
        grounds=text.evidence[id],
        inert=None if variant.unknown else inert_reason(variant.rules, id),
        is_own_rule=_is_own_rule(variant.evidence[id], text),
    )


def _is_own_rule(evidence: Evidence, text: Variant) -> bool:
    """Return whether a value is stated by clauses that the misread text has not."""
    if evidence.strength is not Strength.STATED:
        return False
    known = {clause.digest for clause in text.clauses.values()}
    return known.isdisjoint(clause.digest for clause in evidence.clauses)
