"""The state: where every card, marker and chip is, and what is asked of whom.

It knows neither rules nor what is printed on a card. A card is its code, a marker
the way it has come.
"""

from enum import IntEnum
from typing import TypeVar

import attrs

from flohcati_rules.games.mars_troupe.moves import End
from flohcati_rules.tabletop import NO_SEAT

T = TypeVar("T")

NO_COLOUR = -1
NO_SPACE = -1

IN_HAND = 0
"""Where a seat may think a card to be: in the other hand."""


class Phase(IntEnum):
    """What is being asked."""

    DRAW = 0
    """Chance draws the card that says who is player one."""
    PLACE = 1
    """An entry marker is placed."""
    STEP = 2
    """The action marker is moved on."""
    TAKE = 3
    """An end card of the pool is taken."""
    PLAY = 4
    """A card is played to the stage."""
    TROUBLE = 5
    """A trouble chip is moved."""
    AGREE = 6
    """A performance marker may move on, or stay."""
    ADVANCE = 7
    """A performance marker moves on where its way forks."""
    SWITCH = 8
    """The entry marker may be moved to the other end."""
    OVER = 9
    """The game has ended."""


@attrs.frozen
class Lying:
    """A card in a row: of a stage or of the pool.

    ``since`` is the number of the turn in which the card was played face down, 0 for
    one that was played face up; it is kept when the card is turned up, and tells one
    face-down card from another.
    """

    card: int
    down: bool = False
    since: int = 0


@attrs.frozen(order=True)
class Chip:
    """A trouble chip that lies on a card's rabbit of a colour."""

    card: int
    colour: int


@attrs.frozen(order=True)
class Thought:
    """A card that a seat does not see, and where that seat knows it may be.

    Each place is ``IN_HAND``, for the other hand, or the ``since`` of a card that
    lies face down.
    """

    card: int
    places: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Turn:
    """Whose turn it is and what is asked.

    Attributes:
        phase: what is asked.
        seat: whose turn it is.
        asked: the seat that decides, ``BY_CHANCE`` or ``BY_NOBODY``.
        number: the number of the turn, from 1; 0 before the first.
        mover: the seat whose marker, chip or effect is in question.
        colour: the colour of the marker that moves on, or ``NO_COLOUR``.
        waiting: the cards whose joining effects are yet to come, the one at work
            first.
        ended_by: how the game ended, empty while it goes on.

    """

    phase: Phase
    seat: int
    asked: int
    number: int
    mover: int = NO_SEAT
    colour: int = NO_COLOUR
    waiting: tuple[int, ...] = ()
    ended_by: str = ""


@attrs.frozen(kw_only=True)
class State:
    """Where everything is, and the turn.

    Attributes:
        seats: the names of the seats, the owner of the game first.
        first: the seat of player one, ``NO_SEAT`` until it is drawn.
        deck: the codes of the cards before they are dealt, the next one first.
        stages: the three cards of each seat, from its own left.
        hands: the codes of each seat's hand cards, ascending.
        pool: the cards of the pool, from player one's left.
        ends: where each seat's entry marker stands; None before it is placed.
        ring: the place of the action marker, or ``NO_SPACE``.
        markers: of each performance marker the spaces it has come by, from START.
        chips: the chips that lie on cards, in order; all others are in the centre.
        thoughts: for each seat, the cards that it does not see.
        turn: whose turn it is and what is asked.

    """

    seats: tuple[str, ...]
    first: int
    deck: tuple[int, ...]
    stages: tuple[tuple[Lying, ...], ...]
    hands: tuple[tuple[int, ...], ...]
    pool: tuple[Lying, ...]
    ends: tuple[End | None, ...]
    ring: int
    markers: tuple[tuple[int, ...], ...]
    chips: tuple[Chip, ...]
    thoughts: tuple[tuple[Thought, ...], ...]
    turn: Turn

    def side(self, seat: int) -> int:
        """Return which troupe a seat plays: 0 the ears of player one, else 1."""
        return (seat - self.first) % 2


def other(seat: int) -> int:
    """Return the other of the two seats."""
    return 1 - seat


def replaced(rows: tuple[T, ...], seat: int, row: T) -> tuple[T, ...]:
    """Return what two seats have, with that of one seat replaced."""
    return (*rows[:seat], row, *rows[seat + 1 :])
