"""The cards: their names, their codes, and piles of them as single integers.

A card's *code* is a small number, so that a deck is ``bytes``. A circus card has
the code ``number * ROW + colour``, where the colour counts in the order of the
deck's colours; the three kinds of action card have the codes after those.

A *pile* (a hand, the display, the discard) is one integer, the sum of the
*units* of its cards. A unit is the bit of the card and, higher up, one in the
tally of its number (of its kind, for an action card, of which a pile may hold
several). So a card joins a pile by addition and leaves it by subtraction, and
"three of one number" and "every colour" are each a few operations on one integer,
which is what makes stepping fast. A row has a bit for each of the ten colours that
a deck may have, and a tally of four bits can count them.
"""

from collections.abc import Iterable, Iterator

import attrs

ROW = 10
NUMBERS = 11
CIRCUS_CODES = ROW * NUMBERS

DEMAND, DRAW, CHAIN = CIRCUS_CODES, CIRCUS_CODES + 1, CIRCUS_CODES + 2
ACTIONS = {DEMAND: "demand", DRAW: "draw", CHAIN: "chain"}
CODES = CIRCUS_CODES + len(ACTIONS)

_TALLIES = CODES
_ACTION_TALLIES = _TALLIES + 4 * NUMBERS

CIRCUS = (1 << CIRCUS_CODES) - 1
"""The bits of all circus cards: a pile without its tallies."""

NUMBER_MASK = tuple(((1 << ROW) - 1) << ROW * number for number in range(NUMBERS))
"""The bits of all cards of each number."""

COLOUR_MASK = tuple(
    sum(1 << ROW * number + colour for number in range(NUMBERS))
    for colour in range(ROW)
)
"""The bits of all cards of each colour, by its place in the deck's colours."""

UNIT = tuple(
    (1 << code) + (1 << _TALLIES + 4 * (code // ROW)) for code in range(CIRCUS_CODES)
) + tuple(1 << _ACTION_TALLIES + 4 * kind for kind in range(len(ACTIONS)))
"""What each card adds to a pile, by code."""

THREE = tuple(3 << _TALLIES + 4 * number for number in range(NUMBERS))
"""What three cards of each number add to a pile, their bits apart."""

_EIGHT = tuple(8 << _TALLIES + 4 * number for number in range(NUMBERS))
EIGHTS = sum(_EIGHT)
FIVES = EIGHTS // 8 * 5
FOURS = EIGHTS // 8 * 4
"""``pile + FIVES & EIGHTS`` has a bit for each number held three times or more,
``pile + FOURS & EIGHTS`` for each held four times or more."""


@attrs.frozen
class Card:
    """A circus card by its colour and number; ``code`` is its place in the deck.

    Two cards are equal when colour and number are, whatever deck they belong to.
    """

    colour: str
    number: int
    code: int = attrs.field(eq=False, repr=False)

    def __str__(self) -> str:
        """Return the card in the notation, such as ``blue-2``."""
        return f"{self.colour}-{self.number}"


@attrs.frozen
class Deck:
    """The make-up of a deck: which cards a game is played with."""

    colours: tuple[str, ...]
    highest: int
    demands: int
    draws: int
    chains: int

    @property
    def circus(self) -> tuple[int, ...]:
        """The codes of the circus cards, by number and then by colour."""
        return tuple(
            number * ROW + colour
            for number in range(self.highest + 1)
            for colour in range(len(self.colours))
        )

    @property
    def actions(self) -> dict[int, int]:
        """How many there are of each kind of action card, by code."""
        return {DEMAND: self.demands, DRAW: self.draws, CHAIN: self.chains}

    @property
    def codes(self) -> tuple[int, ...]:
        """The codes of all cards, the action cards last."""
        repeated = (code for code, many in self.actions.items() for _ in range(many))
        return (*self.circus, *repeated)


def codes_in(pile: int) -> Iterator[int]:
    """Yield the codes of the cards of a pile, ascending, action cards last."""
    bits = pile & CIRCUS
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
    for kind, code in enumerate(ACTIONS):
        for _ in range(pile >> _ACTION_TALLIES + 4 * kind & 15):
            yield code


def pile_of(codes: Iterable[int]) -> int:
    """Return the pile of some cards."""
    return sum(UNIT[code] for code in codes)


def size(pile: int) -> int:
    """Return how many cards a pile has."""
    actions = pile >> _ACTION_TALLIES
    return (
        (pile & CIRCUS).bit_count()
        + (actions & 15)
        + (actions >> 4 & 15)
        + (actions >> 8 & 15)
    )


def trio_numbers(pile: int) -> list[int]:
    """Return the numbers that a pile holds three times or more."""
    fit = pile + FIVES & EIGHTS
    return [number for number in range(NUMBERS) if fit & _EIGHT[number]]


def colours_in(pile: int) -> int:
    """Return the colours of a pile, a bit for each."""
    bits = pile & CIRCUS
    bits |= bits >> 8 * ROW
    bits |= bits >> 4 * ROW
    bits |= bits >> 2 * ROW
    bits |= bits >> ROW
    return bits & NUMBER_MASK[0]
