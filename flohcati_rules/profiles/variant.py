"""A variant: a full set of answers to a game's rule points, each with its evidence."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, TypeVar

import attrs

from flohcati_rules.errors import DraftError, Objection, RulesError
from flohcati_rules.evidence import Clause, Evidence, Source, Standing, Strength
from flohcati_rules.game import Components, Game
from flohcati_rules.rulepoints import (
    Rules,
    Value,
    companions_of,
    digest_of,
    objections_to,
    point_of,
    points_of,
    spoken,
)

T = TypeVar("T")


class Fixed(Mapping[str, T]):
    """A mapping that stays as it is, and travels between processes."""

    __slots__ = ("_kept",)

    def __init__(self, found: Mapping[str, T]) -> None:
        """Keep what is found, in its order."""
        self._kept = dict(found)

    def __getitem__(self, key: str) -> T:
        """Return what stands under a key."""
        return self._kept[key]

    def __iter__(self) -> Iterator[str]:
        """Go through the keys."""
        return iter(self._kept)

    def __len__(self) -> int:
        """Return how many keys there are."""
        return len(self._kept)

    def __repr__(self) -> str:
        """Return it as the mapping that it is."""
        return repr(self._kept)


def _fixed_clauses(found: Mapping[str, Clause]) -> Mapping[str, Clause]:
    return Fixed(found)


def _fixed_values(found: Mapping[str, Value]) -> Mapping[str, Value]:
    return Fixed(found)


def _fixed_evidences(found: Mapping[str, Evidence]) -> Mapping[str, Evidence]:
    return Fixed(found)


AnyGame = Game[Any, Any]
"""A game of whatever sort."""


class Kind(StrEnum):
    """What sort of variant it is; in the order in which variants are listed."""

    TRANSLATION = "translation"
    """It reads a rule text, in whatever language."""
    EDITION = "edition"
    """It gathers what is reported of an edition whose text is not at hand."""
    HOUSE = "house"
    """It is how some players play: another variant with changes."""
    MISREADING = "misreading"
    """It is how a text is known to be misread: another variant with changes."""

    @property
    def answers_all(self) -> bool:
        """Whether such a profile answers every rule point, and extends nothing."""
        return self in {Kind.TRANSLATION, Kind.EDITION}


@attrs.frozen(kw_only=True)
class Variant:
    """A full set of answers to a game's rule points, each with its evidence.

    Attributes:
        id: its name, such as ``amigo-ja``.
        game_class: the game whose rule points it answers.
        kind: what sort of variant it is.
        title: its name for people.
        language: the language of its text; of a house variant, its parent's.
        source: the text it reads; a house variant without one is its own.
        clauses: the sentences of that text by id, inherited ones included.
        notes: what of the text stays outside the rule points.
        values: the values by rule point; points that are unknown are absent.
        evidence: what supports each value; of an unknown point, why it is unknown.
        extends: the id of the variant that it changes, or None.
        changed: the rule points that its own file lists.
        components: what is printed on the pieces, where the rules leave that open.
        file: the name of its file, or of the code that made it.
        remarks: what the loader wants a reader to know.

    """

    id: str
    game_class: type[AnyGame] = attrs.field(repr=lambda game: game.__name__)
    kind: Kind
    title: str
    language: str
    source: Source
    clauses: Mapping[str, Clause] = attrs.field(
        repr=False, hash=False, converter=_fixed_clauses
    )
    notes: tuple[str, ...] = attrs.field(default=(), repr=False)
    values: Mapping[str, Value] = attrs.field(
        repr=False, hash=False, converter=_fixed_values
    )
    evidence: Mapping[str, Evidence] = attrs.field(
        repr=False, hash=False, converter=_fixed_evidences
    )
    extends: str | None = None
    changed: tuple[str, ...] = ()
    components: Components | None = attrs.field(default=None, repr=False, hash=False)
    file: str = attrs.field(repr=False, eq=False)
    remarks: tuple[str, ...] = attrs.field(default=(), repr=False)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The rule points that have no value; a draft has some."""
        points = points_of(self.game_class.RULES)
        return tuple(id for id in points if id not in self.values)

    @property
    def rules(self) -> Rules:
        """The rules to play by; a ``DraftError`` when some are unknown."""
        if self.unknown:
            raise DraftError(self.id, self.unknown)
        cls = self.game_class.RULES
        points = points_of(cls)
        return cls(**{points[id].field: value for id, value in self.values.items()})

    @property
    def digest(self) -> str:
        """The digest of the rules; a ``DraftError`` when some are unknown."""
        return digest_of(self.rules)

    def game(self) -> AnyGame:
        """Return the game under this variant; a ``DraftError`` for a draft."""
        return self.game_class(self.rules, self.evidence, self.components)

    def with_rules(
        self, changes: Mapping[str, object], id: str | None = None
    ) -> "Variant":
        """Return a house variant of this one, checked like a profile.

        Args:
            changes: values by rule point, as members or as profiles write them.
                Companions of the changed points move along; unknown points may be
                given a value.
            id: the name of the new variant; by default this one's with the changes.

        Raises:
            UnknownNameError: a rule point is not known.
            RulesError: a value is not allowed, or values contradict one another.

        """
        cls = self.game_class.RULES
        read = _read(cls, changes)
        changed = {
            point: value
            for point, value in read.items()
            if self.values.get(point) != value
        }
        if id is None and not changed:
            return self
        listed = ",".join(_as_word(point, changed[point]) for point in changed)
        name = id or f"{self.id}+{listed}"
        title = f"{self.title} with {listed or 'no change'}"
        because = Evidence(strength=Strength.HOUSE, origin=name)
        moved = moved_along(cls, self.values, read, origin=name)
        values = {**self.values, **moved.values, **read}
        if objections := objections_to(cls, values):
            raise RulesError(objections)
        return attrs.evolve(
            self,
            id=name,
            kind=Kind.HOUSE,
            title=title,
            source=invented(self, title),
            values=in_order(cls, values),
            evidence=in_order(
                cls,
                {**self.evidence, **moved.evidence, **dict.fromkeys(changed, because)},
            ),
            extends=self.id,
            changed=tuple(changed),
            file="with_rules",
            remarks=(),
        )


def invented(parent: Variant, title: str) -> Source:
    """Return the source of a house variant that names none: it is nobody's text."""
    return Source(work=parent.source.work, text=title, standing=Standing.INVENTED)


def _as_word(point: str, value: Value) -> str:
    return f"{point}={spoken(value).replace(', ', '/')}"


def _read(cls: type[Rules], changes: Mapping[str, object]) -> dict[str, Value]:
    read: dict[str, Value] = {}
    objections: list[Objection] = []
    for id, value in changes.items():
        point = point_of(cls, id)
        try:
            read[id] = point.answers.read(value)
        except ValueError as error:
            objections.append(Objection((id,), str(error)))
    if objections:
        raise RulesError(objections)
    return read


@attrs.frozen
class Moved:
    """The values that move along with a change, and the evidence for that."""

    values: Mapping[str, Value]
    evidence: Mapping[str, Evidence]


def moved_along(
    cls: type[Rules],
    base: Mapping[str, Value],
    changes: Mapping[str, Value],
    origin: str,
) -> Moved:
    """Return what moves along when ``changes`` are made to ``base``.

    A point that is unknown in ``base`` stays unknown: a companion mends what would
    clash, and nothing clashes with an open point.
    """
    found = companions_of(cls, base, changes)
    values = {id: value for id, value in found.items() if id in base}
    points = points_of(cls)
    after = {**base, **values, **changes}
    evidence: dict[str, Evidence] = {}
    for id in values:
        before = {**after, id: base[id]}
        movers = [
            other
            for other in (*changes, *values)
            if id in points[other].companions(after[other], before)
        ]
        because = f"moves along with {movers[0]}" if movers else "moves along"
        evidence[id] = Evidence(strength=Strength.HOUSE, because=because, origin=origin)
    return Moved(values, evidence)


def in_order(cls: type[Rules], by_point: Mapping[str, T]) -> dict[str, T]:
    """Return a mapping by rule point in the order of declaration."""
    return {id: by_point[id] for id in points_of(cls) if id in by_point}
