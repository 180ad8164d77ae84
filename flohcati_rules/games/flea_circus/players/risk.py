"""How likely it is that the next card costs the take, from what a seat has seen."""

from functools import lru_cache

from flohcati_rules.games.flea_circus.cards import (
    CIRCUS,
    CIRCUS_CODES,
    COLOUR_MASK,
    NUMBER_MASK,
    NUMBERS,
    ROW,
    codes_in,
)
from flohcati_rules.games.flea_circus.knowledge import never_seen
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.state import Phase, State

_ALL_CIRCUS = bytes(range(CIRCUS_CODES))
_CHAIN = Phase.CHAIN


def risk(reading: Reading, state: State, seat: int) -> tuple[int, int]:
    """Return how likely the next card costs the take: one number out of another.

    A duplicate does, but in a chain. So does the last card of the deck where the
    turn ends with it. The deck is known as a set of cards, the hand cards that
    the seat has never seen among them.
    """
    deck = state.deck
    in_chain = state.turn.phase is _CHAIN
    if len(deck) == 1 and (reading.cut_short or (in_chain and reading.chain_out_ends)):
        return 1, 1
    if in_chain:
        return 0, 1
    bits, costly = duplicates(state.display & CIRCUS, reading.by_number)
    bad = len(deck) - len(deck.translate(None, costly))
    doubts = state.table.doubts
    hidden = never_seen(doubts, seat) if doubts.cards else 0
    if not hidden:
        return bad, len(deck)
    # The action cards are all in the deck; each circus card that the seat has not
    # seen is as likely as any other to be the next.
    circus = len(deck) - len(deck.translate(None, _ALL_CIRCUS))
    bad += (hidden & bits).bit_count()
    return bad * circus, (circus + hidden.bit_count()) * len(deck)


@lru_cache(maxsize=1 << 14)
def duplicates(display: int, by_number: bool) -> tuple[int, bytes]:  # noqa: FBT001 - by position, so that it is found fast
    """Return the cards that would be duplicates on a display, as bits and as codes."""
    masks = NUMBER_MASK if by_number else COLOUR_MASK
    places = range(NUMBERS if by_number else ROW)
    bits = sum(masks[place] for place in places if display & masks[place])
    return bits, bytes(codes_in(bits))
