"""How a game declares its rule points, and how every tool reads them.

A rule point is declared once, as a field of the game's attrs class of rules,
with everything that is known of it in the field's metadata. Loading, error
messages, the diff, the docs and the schema all read that declaration.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, ClassVar, Protocol, Self, TypeVar

import attrs

from flohcati_rules.errors import (
    Objection,
    RulesError,
    UnknownNameError,
    did_you_mean,
    shown,
)
from flohcati_rules.faults import is_list, is_whole

POINT = "rule point"
"""The key under which a field's metadata holds its ``RulePoint``."""


class Choice(Enum):
    """A set of answers in words; each member is a word and its sense.

    Subclasses list members as ``NAME = "word", "What it means at the table."``.
    """

    sense: str

    def __new__(cls, word: str, sense: str) -> Self:
        """Make the word the member's value and keep its sense beside it."""
        member = object.__new__(cls)
        member._value_ = word
        member.sense = sense
        return member

    def __str__(self) -> str:
        """Return the word, as profiles write it."""
        return str(self.value)


Value = Choice | int | tuple[str, ...]
"""One answer to a rule point: a word, a number or a list of names."""

Written = str | int | list[str]
"""A value as YAML and JSON write it."""


class Answers(Protocol):
    """What may answer a rule point."""

    def read(self, written: object) -> Value:
        """Return the value that is written, or raise a ``ValueError`` that says why.

        The error's sentence names what was found and what would be accepted.
        """
        ...

    def describe(self) -> str:
        """Return what is accepted, in a few words."""
        ...

    def sense(self, value: Value) -> str:
        """Return what a value means at the table."""
        ...


@attrs.frozen
class OneOf:
    """The answer is one word of a ``Choice``."""

    words: type[Choice]

    def read(self, written: object) -> Value:
        """Return the member whose word is written."""
        if isinstance(written, self.words):
            return written
        known = [str(member) for member in self.words]
        if not isinstance(written, str):
            message = f"expected one of {', '.join(known)}; got {shown(written)}"
            raise ValueError(message)  # noqa: TRY004 - a value in a file, not a type
        if written not in known:
            hint = did_you_mean(written, known)
            message = f"unknown value {written!r}{hint} (one of: {', '.join(known)})"
            raise ValueError(message)
        return next(member for member in self.words if str(member) == written)

    def describe(self) -> str:
        """Return the words, separated by bars."""
        return " | ".join(str(member) for member in self.words)

    def sense(self, value: Value) -> str:
        """Return the sense declared beside the word."""
        assert isinstance(value, Choice)
        return value.sense


@attrs.frozen
class Whole:
    """The answer is a whole number from ``least`` to ``most``, perhaps of a unit."""

    least: int
    most: int
    unit: str = ""

    def read(self, written: object) -> Value:
        """Return the number if it is whole and within the range."""
        if not is_whole(written):
            message = f"expected {self.describe()}; got {shown(written)}"
            raise ValueError(message)
        if not self.least <= written <= self.most:
            message = f"{written} is out of range; expected {self.describe()}"
            raise ValueError(message)
        return written

    def describe(self) -> str:
        """Return the range and, if it has one, the unit."""
        unit = f" ({self.unit})" if self.unit else ""
        return f"a whole number from {self.least} to {self.most}{unit}"

    def sense(self, value: Value) -> str:
        """Return the number with its unit."""
        return f"{value} {self.unit}".rstrip()


@attrs.frozen
class Names:
    """The answer is a list of ``least`` to ``most`` different names."""

    least: int
    most: int
    unit: str

    def read(self, written: object) -> Value:
        """Return the names as a tuple; each is a lower-case word, none twice."""
        if not is_list(written):
            message = f"expected {self.describe()}; got {shown(written)}"
            raise ValueError(message)
        names: list[str] = []
        for name in written:
            if not isinstance(name, str) or not is_name(name):
                message = (
                    f"{shown(name)} is not a name: letters and underscores, "
                    f"lower case, no spaces or hyphens"
                )
                raise ValueError(message)
            if name in names:
                message = f"{name!r} is listed twice"
                raise ValueError(message)
            names.append(name)
        if not self.least <= len(names) <= self.most:
            message = f"{len(names)} names are listed; expected {self.describe()}"
            raise ValueError(message)
        return tuple(names)

    def describe(self) -> str:
        """Return how many names of what are wanted."""
        return f"a list of {self.least} to {self.most} {self.unit}"

    def sense(self, value: Value) -> str:
        """Return how many names there are."""
        assert isinstance(value, tuple)
        return f"{len(value)} {self.unit}"


def is_name(text: str) -> bool:
    """Tell whether a text can name a colour: one lower-case word."""
    return text.replace("_", "").isalpha() and text == text.lower()


def _no_companions(_value: Value, _others: Mapping[str, Value]) -> Mapping[str, Value]:
    return {}


def _never_inert(_rules: "Rules") -> str | None:
    return None


@attrs.frozen(kw_only=True)
class RulePoint:
    """One question that every variant of a game answers.

    Attributes:
        id: its name in profiles, such as ``demand.request``.
        question: what is asked, as a sentence.
        answers: what may answer it.
        table_only: whether it concerns the table alone and never touches play.
        companions: given a value and the other values, the values of other
            points that go with it; who changes this point and says nothing of
            those gets them moved along.
        inert: given rules, the reason why this point makes no difference under
            them, or None.
        unsaid: for a point added in a later version, what an older profile or
            record means by saying nothing of it; None for the first points.

    """

    id: str
    question: str
    answers: Answers
    table_only: bool = False
    companions: Callable[[Any, Mapping[str, Any]], Mapping[str, Value]] = _no_companions
    inert: Callable[[Any], str | None] = _never_inert
    unsaid: Value | None = None

    @property
    def field(self) -> str:
        """The name of the attribute that holds the value."""
        return self.id.replace(".", "_")


def point(id: str, question: str, answers: Answers, **more: Any) -> dict[str, Any]:
    """Return the metadata of a field that declares a rule point.

    Args:
        id: the name in profiles; the field bears it with underscores for dots.
        question: what is asked.
        answers: what may answer it.
        more: any other attribute of ``RulePoint``.

    """
    return {POINT: RulePoint(id=id, question=question, answers=answers, **more)}


@attrs.frozen
class Contradiction:
    """Values of a few points that make no sense together, with the reason.

    ``clashes`` is asked with the values of ``points``, in that order.
    """

    points: tuple[str, ...]
    clashes: Callable[..., bool]
    reason: str

    def objection(self, values: Mapping[str, Value]) -> Objection | None:
        """Return the objection to these values, or None; open points never clash."""
        if any(id not in values for id in self.points):
            return None
        if not self.clashes(*(values[id] for id in self.points)):
            return None
        given = ", ".join(f"{id}: {written(values[id])}" for id in self.points)
        return Objection(self.points, f"{self.reason} (given: {given})")


class Rules(attrs.AttrsInstance, Protocol):
    """A full set of answers: an attrs class whose fields declare rule points."""

    CONTRADICTIONS: ClassVar[tuple[Contradiction, ...]]


RulesT = TypeVar("RulesT", bound=Rules)


def points_of(rules: Rules | type[Rules]) -> Mapping[str, RulePoint]:
    """Return the rule points of a game by id, in the order of their declaration."""
    cls = rules if isinstance(rules, type) else type(rules)
    found = _POINTS.get(cls)
    if found is None:
        points = (field.metadata[POINT] for field in attrs.fields(cls))
        found = _POINTS[cls] = {point.id: point for point in points}
    return found


_POINTS: dict[type, Mapping[str, RulePoint]] = {}


def point_of(rules: Rules | type[Rules], id: str) -> RulePoint:
    """Return one rule point, or raise an ``UnknownNameError`` with the nearest."""
    points = points_of(rules)
    if id not in points:
        raise UnknownNameError("rule point", id, points)  # noqa: TRY003 - no message
    return points[id]


def values_of(rules: Rules) -> dict[str, Value]:
    """Return the values of all rule points by id."""
    return {id: getattr(rules, point.field) for id, point in points_of(rules).items()}


def value_of(rules: Rules, id: str) -> Value:
    """Return the value of one rule point."""
    value: Value = getattr(rules, point_of(rules, id).field)
    return value


def written(value: Value) -> Written:
    """Return a value as YAML and JSON write it."""
    match value:
        case Choice():
            return str(value)
        case tuple():
            return list(value)
        case int():
            return value


def spoken(value: Value) -> str:
    """Return a value as a person reads it in one line."""
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def objections_to(cls: type[Rules], values: Mapping[str, Value]) -> list[Objection]:
    """Return every contradiction among values; points without one are open."""
    found = (clash.objection(values) for clash in cls.CONTRADICTIONS)
    return [objection for objection in found if objection is not None]


def refuse_contradictions(rules: Rules) -> None:
    """Raise a ``RulesError`` unless every value is valid, alone and together.

    Every class of rules calls this when it is made.
    """
    objections: list[Objection] = []
    for id, value in values_of(rules).items():
        try:
            points_of(rules)[id].answers.read(value)
        except ValueError as error:
            objections.append(Objection((id,), str(error)))
    if not objections:
        objections = objections_to(type(rules), values_of(rules))
    if objections:
        raise RulesError(objections)


def companions_of(
    cls: type[Rules], base: Mapping[str, Value], changes: Mapping[str, Value]
) -> dict[str, Value]:
    """Return the values that move along when ``changes`` are made to ``base``.

    A companion that is itself among the changes stays as the changes have it; one
    that ``base`` leaves open stays open.
    """
    points = points_of(cls)
    moved: dict[str, Value] = {}
    asked = list(changes)
    while asked:
        id = asked.pop(0)
        values = {**base, **moved, **changes}
        for other, value in points[id].companions(values[id], values).items():
            if other in base and other not in changes and values[other] != value:
                moved[other] = value
                asked.append(other)
    return moved


def with_changes(rules: RulesT, changes: Mapping[str, object]) -> RulesT:
    """Return rules with some values changed, checked like a profile.

    Args:
        rules: the rules to start from.
        changes: values by rule point, as members or as profiles write them;
            companions of the changed points move along.

    Raises:
        UnknownNameError: a rule point is not known.
        RulesError: a value is not allowed, or values contradict one another.

    """
    read: dict[str, Value] = {}
    objections: list[Objection] = []
    for id, value in changes.items():
        try:
            read[id] = point_of(rules, id).answers.read(value)
        except ValueError as error:
            objections.append(Objection((id,), str(error)))
    if objections:
        raise RulesError(objections)
    moved = companions_of(type(rules), values_of(rules), read)
    return rules_from(type(rules), values_of(rules) | moved | read)


def rules_from(cls: type[RulesT], values: Mapping[str, Value]) -> RulesT:
    """Return the rules of a full set of values by rule point.

    Raises:
        RulesError: a value is not allowed, or values contradict one another.

    """
    points = points_of(cls)
    return cls(**{points[id].field: value for id, value in values.items()})


def digest_of(rules: Rules) -> str:
    """Return a digest of all values, ``r-`` and 16 hexadecimal digits.

    A point that was added later is left out while it has the value that older
    files mean by silence, so that their digests go on holding.
    """
    points = points_of(rules)
    values = {
        id: written(value)
        for id, value in values_of(rules).items()
        if points[id].unsaid is None or value != points[id].unsaid
    }
    text = json.dumps(values, sort_keys=True, ensure_ascii=True)
    return "r-" + hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


TABLE_ONLY = "a matter of the table, which does not touch play"
"""Why a point makes no difference that concerns the table alone."""


def inert_reason(rules: Rules, id: str) -> str | None:
    """Return why a point makes no difference in play under these rules, or None."""
    point = point_of(rules, id)
    if point.table_only:
        return TABLE_ONLY
    return point.inert(rules)
