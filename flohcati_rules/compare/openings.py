"""Openings: the positions from which a game lets a search for a difference start.

Only a game knows which positions real play could reach, which of them bring out a
rule point, and what makes one smaller than another. It answers that in a class that
is made for two sets of rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from flohcati_rules.profiles import AnyGame
from flohcati_rules.rulepoints import Rules

Given = Mapping[str, Any]
"""A position as scenarios give it."""


class Openings(Protocol):
    """The positions from which a search starts, for two sets of rules.

    All of them are positions that real play could reach under both.
    """

    SETUP_POINTS: ClassVar[frozenset[str]]
    """The rule points that make up the table: the set-up itself tells them apart."""
    UNIT: ClassVar[str]
    """What the size of a position is counted in, such as ``card``."""

    def __init__(self, a: Any, b: Any) -> None:  # noqa: ANN401 - the rules of any game
        """Look up what two sets of rules have in common."""
        ...

    def size(self, given: Given) -> int:
        """Return how large a position is."""
        ...

    def aimed(self, points: Sequence[str]) -> Iterator[Given]:
        """Yield positions that are made to bring out some rule points."""
        ...

    def all_aimed(self) -> Iterator[Given]:
        """Yield the positions that are made to bring out any rule point."""
        ...

    def of_size(self, size: int) -> Iterator[Given]:
        """Yield every position of a size with the fewest seats, up to symmetry."""
        ...

    def smaller(self, given: Given) -> Iterator[Given]:
        """Yield positions that are a step smaller, or have a seat less."""
        ...


class _Nothing:
    """The openings of a game that declares none: only full deals are left."""

    SETUP_POINTS: ClassVar[frozenset[str]] = frozenset()
    UNIT: ClassVar[str] = "card"

    def __init__(self, *_: Any) -> None:  # noqa: ANN401 - the rules of any game
        pass

    def size(self, given: Given) -> int:
        return len(given.get("deck", ()))

    def aimed(self, *_: Any) -> Iterator[Given]:  # noqa: ANN401
        yield from ()

    all_aimed = of_size = smaller = aimed


def openings_of(game: type[AnyGame], a: Rules, b: Rules) -> Openings:
    """Return the openings that a game declares for two sets of rules."""
    declared: type[Openings] = getattr(game, "OPENINGS", _Nothing)
    return declared(a, b)
