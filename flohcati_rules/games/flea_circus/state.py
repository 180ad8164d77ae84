"""The state: where every card is and what is asked of whom. It knows no rules.

Cards that are named in none of these places lie aside, out of play.
"""

from enum import IntEnum
from functools import lru_cache

import attrs

from flohcati_rules.tabletop import BY_CHANCE, BY_NOBODY, NO_SEAT

NO_CARD = -1


class Phase(IntEnum):
    """What is being asked."""

    MAIN = 0
    """Reveal, take, lay a trio, or decline where that is allowed."""
    AFTER = 1
    """The take, the action or the decline is done: trio, gala or end."""
    SKIPPED = 2
    """There is nothing left to reveal or take: trio, gala or end."""
    DEMAND = 3
    """A demand waits for what it names."""
    DRAW = 4
    """A draw waits for an opponent to be named."""
    GIVE = 5
    """A giver picks the card to give."""
    OUTCOME = 6
    """Chance picks the card to hand over."""
    CHAIN = 7
    """A chain that may be stopped: reveal or stop."""
    CHAIN_TAKE = 8
    """A chain has ended: take a card, or decline where that is allowed."""
    DISCARD = 9
    """A bust costs half of the hand: pick a card to discard."""
    OVER = 10
    """The game has ended."""


@attrs.frozen
class Turn:
    """Whose turn it is and what is asked; made by ``turn_of``, one object a value.

    Attributes:
        phase: what is asked.
        seat: whose turn it is; of a game ended by a gala, its caller.
        asked: the seat that decides, ``BY_CHANCE`` or ``BY_NOBODY``.
        action: the code of the action card in force, or ``NO_CARD``.
        duplicate: the code of the duplicate that may be taken, or ``NO_CARD``.
        giver: the seat that hands over a card, or ``NO_SEAT``.
        colour: the colour that must be handed over, or -1 for any.
        passes: how many turns before this one, in a row, were outright passes.
        acted: whether something was taken, laid or followed in this turn.
        ended_by: how the game ended, empty while it goes on.
        owed: how many hand cards must still be discarded.

    """

    phase: Phase
    seat: int
    asked: int
    action: int
    duplicate: int
    giver: int
    colour: int
    passes: int
    acted: bool
    ended_by: str
    owed: int


@lru_cache(maxsize=4096)
def turn_of(
    phase: Phase,
    seat: int,
    *,
    action: int = NO_CARD,
    duplicate: int = NO_CARD,
    giver: int = NO_SEAT,
    colour: int = -1,
    passes: int = 0,
    acted: bool = False,
    ended_by: str = "",
    owed: int = 0,
) -> Turn:
    """Return the one ``Turn`` of these values; who is asked follows from them."""
    asked = {
        Phase.GIVE: giver,
        Phase.OUTCOME: BY_CHANCE,
        Phase.OVER: BY_NOBODY,
    }.get(phase, seat)
    return Turn(
        phase,
        seat,
        asked,
        action,
        duplicate,
        giver,
        colour,
        passes,
        acted,
        ended_by,
        owed,
    )


@attrs.frozen
class Doubts:
    """The hand cards of which not every seat knows where they are.

    Attributes:
        cards: the bits of these cards; every other hand card is known to all.
        thought: for each watching seat and each holding seat, the bits of the
            cards that the holder may have, as far as the watcher knows. A card in
            none of a watcher's piles is one that the watcher has never seen.

    """

    cards: int = 0
    thought: tuple[tuple[int, ...], ...] = ()


CERTAIN = Doubts()
"""Everyone knows every hand card."""


@attrs.frozen
class Table:
    """What changes seldom: the seats, the laid trios, the discard, the doubts.

    ``trios`` holds, for each seat, a pile for each trio in front of it.
    """

    seats: tuple[str, ...]
    trios: tuple[tuple[int, ...], ...]
    discard: int
    doubts: Doubts = CERTAIN


@attrs.frozen(init=False)
class State:
    """Where every card is, and the turn.

    Attributes:
        deck: the codes of the cards left, the next one first.
        display: the pile of displayed cards.
        hands: a pile for each seat.
        turned: the pile of cards turned up in this turn, wherever they are now.
        table: what changes seldom.
        turn: whose turn it is and what is asked.

    """

    deck: bytes
    display: int
    hands: tuple[int, ...]
    turned: int
    table: Table
    turn: Turn

    def __init__(
        self,
        deck: bytes,
        display: int,
        hands: tuple[int, ...],
        turned: int,
        table: Table,
        turn: Turn,
    ) -> None:
        """Set every field once.

        The initialiser that attrs writes for a frozen class goes through
        ``object.__setattr__``, which takes a fifth of the time of a whole step;
        the slots' own setters do the same in half of it.
        """
        _set_deck(self, deck)
        _set_display(self, display)
        _set_hands(self, hands)
        _set_turned(self, turned)
        _set_table(self, table)
        _set_turn(self, turn)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, clockwise."""
        return self.table.seats


_set_deck = State.__dict__["deck"].__set__
_set_display = State.__dict__["display"].__set__
_set_hands = State.__dict__["hands"].__set__
_set_turned = State.__dict__["turned"].__set__
_set_table = State.__dict__["table"].__set__
_set_turn = State.__dict__["turn"].__set__
