"""The moves: what a seat may choose to do, each printing as the notation has it."""

from enum import StrEnum
from typing import get_args

import attrs


class End(StrEnum):
    """An end of a row: of a stage as its owner sees it, of the pool as player one."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> "End":
        """The opposite end."""
        return End.RIGHT if self is End.LEFT else End.LEFT


PLACES = ("left", "middle", "right")
"""The places of a stage, by which a face-down card is named."""


@attrs.frozen
class Outcome:
    """The member card that the owner of the game happens to draw."""

    card: str

    def __str__(self) -> str:
        """Return the card."""
        return self.card


@attrs.frozen
class Place:
    """Place the entry marker at an end of the own stage."""

    end: End

    def __str__(self) -> str:
        """Return ``place`` and the end."""
        return f"place {self.end}"


@attrs.frozen
class Step:
    """Move the action marker on by some spaces."""

    spaces: int

    def __str__(self) -> str:
        """Return ``step`` and the number of spaces."""
        return f"step {self.spaces}"


@attrs.frozen
class Take:
    """Take the card at an end of the pool."""

    end: End

    def __str__(self) -> str:
        """Return ``take`` and the end."""
        return f"take {self.end}"


@attrs.frozen
class Play:
    """Play a card of the hand to the stage, face up or face down."""

    card: str
    down: bool = False

    def __str__(self) -> str:
        """Return ``play`` and the card, with ``face-down`` where it is."""
        return f"play {self.card}{' face-down' if self.down else ''}"


CENTRE = "centre"
"""Where a trouble chip lies that is on no card."""


@attrs.frozen
class Trouble:
    """Put a trouble chip on a rabbit of the other stage.

    Attributes:
        target: the card, or the place on the stage of a face-down one.
        colour: the colour of the rabbit.
        source: where the chip is taken from, ``centre`` or a card (or place) and
            a colour; empty when the chips leave no choice.

    """

    target: str
    colour: str
    source: str = ""

    def __str__(self) -> str:
        """Return ``trouble``, the rabbit and, where it matters, the source."""
        source = f" from {self.source}" if self.source else ""
        return f"trouble {self.target} {self.colour}{source}"


@attrs.frozen
class Advance:
    """Move a performance marker on; ``space`` says where, if the way forks."""

    space: str = ""

    def __str__(self) -> str:
        """Return ``advance`` and, where it is named, the space."""
        return f"advance {self.space}".rstrip()


@attrs.frozen
class Switch:
    """Move the own entry marker to the other end of the stage."""

    def __str__(self) -> str:
        """Return ``switch``."""
        return "switch"


@attrs.frozen
class Decline:
    """Leave undone what is asked."""

    def __str__(self) -> str:
        """Return ``decline``."""
        return "decline"


Move = Outcome | Place | Step | Take | Play | Trouble | Advance | Switch | Decline
"""Anything that a seat, or chance, may do."""

KINDS = frozenset(get_args(Move))
"""The classes of all moves."""

ADVANCE, SWITCH, DECLINE = Advance(), Switch(), Decline()
