"""What a seat may imagine: a whole state that agrees with all that it knows."""

from flohcati_rules.games.flea_circus.cards import (
    CIRCUS,
    CIRCUS_CODES,
    UNIT,
    codes_in,
)
from flohcati_rules.games.flea_circus.knowledge import never_seen
from flohcati_rules.games.flea_circus.state import Doubts, State, Table
from flohcati_rules.streams import Stream

SWAPS = 4
"""How many exchanges are tried for each doubtful card."""


def imagined(state: State, seat: int, stream: Stream) -> State:
    """Return a state that a seat cannot tell from this one, drawn at random.

    The deck and the hand cards that the seat has never seen are dealt anew from one
    another; cards that may be in either of two hands change places, within what the
    seat thinks of them.
    """
    return _exchanged(_dealt_anew(state, seat, stream), seat, stream)


def _dealt_anew(state: State, seat: int, stream: Stream) -> State:
    doubts = state.table.doubts
    slots = [*codes_in(never_seen(doubts, seat))]
    circus = [*slots, *(code for code in state.deck if code < CIRCUS_CODES)]
    stream.shuffle(circus)
    deck = [*circus[len(slots) :], *(c for c in state.deck if c >= CIRCUS_CODES)]
    stream.shuffle(deck)
    becomes = dict(zip(slots, circus, strict=False))
    return State(
        bytes(deck),
        state.display,
        tuple(_renamed(hand, becomes, whole=True) for hand in state.hands),
        state.turned,
        _with_doubts(
            state.table,
            Doubts(
                _renamed(doubts.cards, becomes),
                tuple(
                    tuple(_renamed(held, becomes) for held in row)
                    for row in doubts.thought
                ),
            ),
        ),
        state.turn,
    )


def _renamed(cards: int, becomes: dict[int, int], *, whole: bool = False) -> int:
    """Return a pile, or bits alone, with some cards turned into others."""
    worth = UNIT if whole else [unit & CIRCUS for unit in UNIT]
    old = [code for code in becomes if cards >> code & 1]
    return (
        cards
        - sum(worth[code] for code in old)
        + sum(worth[becomes[code]] for code in old)
    )


def _with_doubts(table: Table, doubts: Doubts) -> Table:
    return Table(table.seats, table.trios, table.discard, doubts)


def _exchanged(state: State, seat: int, stream: Stream) -> State:
    doubts = state.table.doubts
    if not doubts.cards:
        return state
    row = doubts.thought[seat]
    hands = [*state.hands]
    thought = [[*held] for held in doubts.thought]
    holder = {
        code: other
        for other, hand in enumerate(hands)
        for code in codes_in(hand & doubts.cards)
        if sum(held >> code & 1 for held in row) > 1
    }
    unsure = sorted(holder)
    for _ in range(SWAPS * len(unsure)):
        one, other = (unsure[stream.below(len(unsure))] for _ in range(2))
        here, there = holder[one], holder[other]
        if here == there or not (row[there] >> one & 1 and row[here] >> other & 1):
            continue
        hands[here] += UNIT[other] - UNIT[one]
        hands[there] += UNIT[one] - UNIT[other]
        holder[one], holder[other] = there, here
        # The two know their own hands, so each takes the one card for the other.
        for watcher in (here, there):
            thought[watcher] = [_swapped(held, one, other) for held in thought[watcher]]
    known = Doubts(doubts.cards, tuple(map(tuple, thought)))
    return State(
        state.deck,
        state.display,
        tuple(hands),
        state.turned,
        _with_doubts(state.table, known),
        state.turn,
    )


def _swapped(bits: int, one: int, other: int) -> int:
    """Return bits with two places exchanged."""
    if (bits >> one ^ bits >> other) & 1:
        bits ^= 1 << one | 1 << other
    return bits
