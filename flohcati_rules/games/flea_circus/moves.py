"""The moves: what a seat may choose to do, each printing as the notation has it."""

from enum import StrEnum
from typing import get_args

import attrs

from flohcati_rules.games.flea_circus.cards import Card


class Direction(StrEnum):
    """The way round the table that a demand goes."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


@attrs.frozen
class Reveal:
    """Turn up the next card of the deck."""

    def __str__(self) -> str:
        """Return ``reveal``."""
        return "reveal"


@attrs.frozen
class Take:
    """Take a card from the display, or the duplicate that waits beside it."""

    card: Card

    def __str__(self) -> str:
        """Return ``take`` and the card."""
        return f"take {self.card}"


@attrs.frozen
class TakeAll:
    """Take every card of the display."""

    def __str__(self) -> str:
        """Return ``take all``."""
        return "take all"


@attrs.frozen
class Decline:
    """Forgo the take."""

    def __str__(self) -> str:
        """Return ``decline``."""
        return "decline"


@attrs.frozen
class Stop:
    """Stop the revealing of a chain."""

    def __str__(self) -> str:
        """Return ``stop``."""
        return "stop"


@attrs.frozen
class Trio:
    """Lay three cards of one number, or more where the rules allow it.

    ``cards`` is empty when exactly three are held; of more, it names those that are
    laid, in colour order.
    """

    number: int
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        """Return ``trio`` and the number, or the cards."""
        return f"trio {' '.join(map(str, self.cards)) or self.number}"


@attrs.frozen
class Demand:
    """Name what a demand asks for: an opponent, a colour, a direction."""

    opponent: str = ""
    colour: str = ""
    direction: Direction | None = None

    def __str__(self) -> str:
        """Return the demand with whatever it names."""
        colour = f" {self.colour}" if self.colour else ""
        if self.direction:
            return f"demand{colour} {self.direction}"
        return f"demand{colour} from {self.opponent}"


@attrs.frozen
class Draw:
    """Draw a card from an opponent's hand."""

    opponent: str

    def __str__(self) -> str:
        """Return the draw with the opponent."""
        return f"draw from {self.opponent}"


@attrs.frozen
class Give:
    """Give a card to the player who demands it."""

    card: Card

    def __str__(self) -> str:
        """Return ``give`` and the card."""
        return f"give {self.card}"


@attrs.frozen
class Discard:
    """Discard a hand card, as a bust may cost."""

    card: Card

    def __str__(self) -> str:
        """Return ``discard`` and the card."""
        return f"discard {self.card}"


@attrs.frozen
class Outcome:
    """The card that chance picks from a hand."""

    card: Card

    def __str__(self) -> str:
        """Return the card."""
        return str(self.card)


@attrs.frozen
class Gala:
    """Call the gala."""

    def __str__(self) -> str:
        """Return ``gala``."""
        return "gala"


@attrs.frozen
class End:
    """End the turn."""

    def __str__(self) -> str:
        """Return ``end``."""
        return "end"


Move = (
    Reveal
    | Take
    | TakeAll
    | Decline
    | Stop
    | Trio
    | Demand
    | Draw
    | Give
    | Discard
    | Outcome
    | Gala
    | End
)
"""Anything that a seat, or chance, may do."""

KINDS = frozenset(get_args(Move))
"""The classes of all moves."""

REVEAL, DECLINE, STOP, GALA, END = Reveal(), Decline(), Stop(), Gala(), End()
TAKE_ALL = TakeAll()
