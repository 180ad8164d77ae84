"""One rule point changed at a time: what else a text could be read to say."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

import attrs

from flohcati_rules.compare import PointDiff, diff
from flohcati_rules.errors import RulesError
from flohcati_rules.profiles import Variant
from flohcati_rules.registry import list_variants
from flohcati_rules.rulepoints import (
    Names,
    OneOf,
    RulePoint,
    Value,
    Whole,
    points_of,
    spoken,
)


@attrs.frozen(kw_only=True)
class Change:
    """A variant with another value of one rule point, and what goes with it.

    Attributes:
        point: the rule point.
        chosen: its value in the unchanged variant; None when that is unknown.
        value: its other value.
        variant: the changed variant; None when it is refused.
        moved: the companions that moved along, with their new values.
        refused: why the value makes no sense beside the others; else empty.
        idle: why the change cannot touch play; else empty.

    """

    point: RulePoint
    chosen: Value | None
    value: Value
    variant: Variant | None = None
    moved: Mapping[str, Value] = attrs.field(factory=dict[str, Value], hash=False)
    refused: str = ""
    idle: str = ""

    def __str__(self) -> str:
        """Return the rule point with its changed value."""
        return f"{self.point.id}: {self.told}"

    @property
    def told(self) -> str:
        """The changed value as a person reads it; of a list only what changes."""
        match self.chosen, self.value:
            case tuple() as chosen, tuple() as value:
                less = [f"without {name}" for name in chosen if name not in value]
                more = [f"with {name}" for name in value if name not in chosen]
                return ", ".join([*less, *more])
            case _:
                return spoken(self.value)


def changes(variant: Variant, point: RulePoint) -> tuple[Change, ...]:
    """Return the variant with each other value of a rule point.

    Of words each other one is tried; of numbers the neighbours and those that a
    shipped variant has; of lists one with an entry less and one with an entry more.

    """
    return tuple(_change(variant, point, value) for value in others(variant, point))


def all_changes(variant: Variant) -> Iterator[Change]:
    """Yield the changes of every rule point, in the order of declaration."""
    for point in points_of(variant.game_class.RULES).values():
        yield from changes(variant, point)


def others(variant: Variant, point: RulePoint) -> tuple[Value, ...]:
    """Return the other values of a rule point that are worth trying."""
    own = variant.values.get(point.id)
    shipped = [
        other.values[point.id]
        for other in list_variants()
        if other.game_class is variant.game_class and point.id in other.values
    ]
    match point.answers:
        case OneOf(words):
            tried: list[Value] = [*words]
        case Whole():
            near = [own - 1, own + 1] if isinstance(own, int) else []
            tried = [
                *sorted({*near, *(one for one in shipped if isinstance(one, int))})
            ]
        case Names():
            tried = [*_near(own, shipped)] if isinstance(own, tuple) else [*shipped]
        case _:
            tried = [*shipped]
    return tuple(
        value for value in dict.fromkeys(tried) if value != own and _fits(point, value)
    )


def _near(own: tuple[str, ...], shipped: list[Value]) -> Iterator[tuple[str, ...]]:
    """Yield a list with an entry less, and one with an entry more."""
    yield own[:-1]
    known = [name for value in shipped if isinstance(value, tuple) for name in value]
    made_up = ("another" + "_" * number for number in count())
    for names in (known, made_up):
        for name in names:
            if name not in own:
                yield (*own, name)
                return


def _fits(point: RulePoint, value: Value) -> bool:
    """Tell whether a value may answer a rule point, whatever the others are."""
    try:
        point.answers.read(value)
    except ValueError:
        return False
    return True


def _change(variant: Variant, point: RulePoint, value: Value) -> Change:
    chosen = variant.values.get(point.id)
    try:
        changed = variant.with_rules({point.id: value})
    except RulesError as error:
        why = "; ".join(objection.reason for objection in error.objections)
        return Change(point=point, chosen=chosen, value=value, refused=why)
    moved = {
        id: other
        for id, other in changed.values.items()
        if id != point.id and other != variant.values.get(id)
    }
    found = diff(variant, changed)
    idle = "" if found.in_play else "; ".join(_reasons(found.values))
    return Change(
        point=point,
        chosen=chosen,
        value=value,
        variant=changed,
        moved=moved,
        idle=idle,
    )


def _reasons(values: Iterable[PointDiff]) -> dict[str, None]:
    return dict.fromkeys(one.inert for one in values if one.inert is not None)
