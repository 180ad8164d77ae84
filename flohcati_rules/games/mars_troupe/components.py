"""The components: member cards, ring and score tracks.

What is printed on them is not public, so they come from a component file.
"""

from enum import StrEnum

import attrs

from flohcati_rules.evidence import Standing
from flohcati_rules.games.mars_troupe.effects import Effect

FORMAT = "mars-troupe.components/1"
"""What a component file declares itself to be."""

COLOURS = ("red", "yellow", "green")
RED, YELLOW, GREEN = range(3)
SIDES = ("ears", "mochi")
"""The two troupes: player one's and player two's."""
EARS, MOCHI = range(2)
NO_SIDE = -1

CARDS = 13
MOST_RABBITS, MOST_STARS, MOST_NUMBER, MOST_CHIPS, MOST_SPACES = 9, 20, 99, 5, 40

NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
RESERVED = frozenset(
    {*COLOURS, *SIDES, "left", "middle", "right", "centre", "from", "decline"}
)
"""Words that mean something else in the notation, so that no card bears them."""


class Call(StrEnum):
    """The word at the top right of a member card."""

    ME = "ME"
    """The owner of the game who draws it is player one."""
    YOU = "YOU"
    """The other is player one."""


class Act(StrEnum):
    """What a space of the ring has its visitor do."""

    PERFORM_RED = "perform red"
    """A performance of the red rabbits."""
    PERFORM_YELLOW = "perform yellow"
    """A performance of the yellow rabbits."""
    PERFORM_GREEN = "perform green"
    """A performance of the green rabbits."""
    ENTRY = "entry"
    """An entry with the card face up."""
    HIDDEN_ENTRY = "hidden entry"
    """An entry with the card face down or face up."""
    TROUBLE = "trouble"
    """A trouble chip is moved."""

    @property
    def colour(self) -> int:
        """The colour that performs, or -1."""
        return _PERFORMED.get(self, -1)


_PERFORMED = {
    Act.PERFORM_RED: RED,
    Act.PERFORM_YELLOW: YELLOW,
    Act.PERFORM_GREEN: GREEN,
}


@attrs.frozen(kw_only=True)
class MemberCard:
    """One member card: its rabbits by colour, stars, call with number, effect.

    A card with white rabbits has no other, and counts as one without rabbits.
    """

    name: str
    rabbits: tuple[int, int, int]
    white: int
    stars: int
    call: Call
    number: int
    effect: Effect | None


@attrs.frozen(kw_only=True)
class RingSpace:
    """One space of the ring, by its printed number."""

    number: int
    act: Act


@attrs.frozen
class Ring:
    """The spaces of the action card, clockwise."""

    spaces: tuple[RingSpace, ...]

    def index(self, number: int) -> int:
        """Return the place of the space with a number."""
        return next(
            place for place, space in enumerate(self.spaces) if space.number == number
        )


@attrs.frozen(kw_only=True)
class TrackSpace:
    """One space of a score track.

    Attributes:
        name: its name on this track.
        exits: for each side that moves the marker, where it may go from here.
        arrow: the exit that a printed arrow points to, or -1.
        stars: the star number, for the player on whose side the space is.
        other_stars: what it prints for the other player; only on yellow.
        side: the side it is on, or ``NO_SIDE``.
        is_end: whether a marker that enters it ends the game.

    """

    name: str
    exits: tuple[tuple[int, ...], tuple[int, ...]]
    arrow: int
    stars: int
    other_stars: int
    side: int
    is_end: bool


@attrs.frozen
class Track:
    """The spaces that one marker moves on, and where it starts."""

    colour: int
    spaces: tuple[TrackSpace, ...]
    start: int

    def index(self, name: str) -> int | None:
        """Return the place of a space by its name, or None."""
        names = [space.name for space in self.spaces]
        return names.index(name) if name in names else None


MARKERS = (
    ("red", EARS),
    ("red", MOCHI),
    ("yellow", NO_SIDE),
    ("green", EARS),
    (
        "green",
        MOCHI,
    ),
)
"""The five performance markers in the order in which a state holds them."""


def marker(colour: int, side: int) -> int:
    """Return which of the five markers is a side's own of a colour."""
    return (0, 2, 3)[colour] + (0 if colour == YELLOW else side)


@attrs.frozen(kw_only=True)
class Components:
    """Everything that is printed: cards, ring, tracks; and the number of chips.

    Attributes:
        title: what this set of components is called.
        standing: whether it was read off the game or made up.
        cards: the thirteen member cards; a card's code is its place here.
        ring: the action card.
        tracks: the tracks of the five markers, in the order of ``MARKERS``.
        chips: how many trouble chips there are.
        totals: the rabbits of each colour in all cards.
        digest: a digest of all that touches play, ``c-`` and 16 digits.

    """

    title: str
    standing: Standing
    cards: tuple[MemberCard, ...]
    ring: Ring
    tracks: tuple[Track, ...]
    chips: int
    totals: tuple[int, int, int]
    digest: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cards, by code."""
        return tuple(card.name for card in self.cards)
