"""What the simple players answer alike: all but whether to reveal once more.

They look at the own hand, at what lies open and at how many cards each hand has. Of
equally good answers, in the order in which the legal moves are listed, they draw one.
"""

from collections.abc import Callable, Sequence

from flohcati_rules.games.flea_circus.cards import (
    CIRCUS,
    COLOUR_MASK,
    ROW,
    UNIT,
)
from flohcati_rules.games.flea_circus.moves import (
    END,
    GALA,
    REVEAL,
    STOP,
    Demand,
    Discard,
    Draw,
    Give,
    Move,
    Take,
    TakeAll,
    Trio,
)
from flohcati_rules.games.flea_circus.players.worth import (
    best_takes,
    best_trio,
    caller_points,
    hand_points,
    worth,
)
from flohcati_rules.games.flea_circus.reading import Reading, moves_of
from flohcati_rules.games.flea_circus.state import Phase, State
from flohcati_rules.streams import Stream

Stops = Callable[[Reading, State, Sequence[Move]], list[Move] | None]
"""Given the takes from the display: those to choose among, or None to reveal."""


def answer(
    reading: Reading,
    state: State,
    moves: tuple[Move, ...],
    stream: Stream,
    stops: Stops,
) -> Move:
    """Answer a question; ``stops`` says whether to take or to reveal once more."""
    if len(moves) == 1:
        return moves[0]
    match state.turn.phase:
        case Phase.MAIN:
            return _reveal_or_take(reading, state, moves, stream, stops)
        case Phase.AFTER | Phase.SKIPPED:
            return _close(reading, state, moves)
        case Phase.DEMAND | Phase.DRAW:
            return _drawn(_requests(reading, state, moves), stream)
        case Phase.CHAIN:
            takes = moves_of(state.display & CIRCUS, reading.take_of_bit)
            stop = takes and stops(reading, state, takes) is not None
            return STOP if stop else REVEAL
        case Phase.CHAIN_TAKE:
            return _drawn(_taken(reading, state, moves), stream)
        case _:
            return _drawn(_parted(reading, state, moves), stream)


def own_hand(state: State) -> int:
    """Return the hand of the seat that is asked."""
    return state.hands[state.turn.asked]


def _drawn(best: Sequence[Move], stream: Stream) -> Move:
    """Return one of equally good moves; a single one costs no random number."""
    return best[stream.below(len(best))] if len(best) > 1 else best[0]


def _reveal_or_take(
    reading: Reading,
    state: State,
    moves: tuple[Move, ...],
    stream: Stream,
    stops: Stops,
) -> Move:
    if type(moves[0]) is Trio:
        _, trio = best_trio(reading, own_hand(state))
        if trio is not None:
            return trio
    takes = [move for move in moves if type(move) in _TAKES]
    if REVEAL in moves:
        best = stops(reading, state, takes) if takes else None
        return REVEAL if best is None else _drawn(best, stream)
    return _drawn(_taken(reading, state, takes), stream) if takes else moves[-1]


_TAKES = frozenset({Take, TakeAll})


def _taken(reading: Reading, state: State, moves: Sequence[Move]) -> list[Move]:
    """Return the takes that raise the worth of the own hand most."""
    takes = [move for move in moves if type(move) in _TAKES]
    return best_takes(reading, state.display, own_hand(state), takes)[1]


def _close(reading: Reading, state: State, moves: tuple[Move, ...]) -> Move:
    """Lay a trio, call a gala or end the turn, whichever gains most at once."""
    hand = own_hand(state)
    gain, trio = best_trio(reading, hand) if type(moves[0]) is Trio else (0, None)
    if GALA in moves:
        called = caller_points(reading, hand) - hand_points(reading, hand)
        if called > gain:
            return GALA
    return trio or END


def _requests(reading: Reading, state: State, moves: tuple[Move, ...]) -> list[Move]:
    """Return the requests to an opponent with most cards, for a weakest colour.

    The weakest colour is the one whose highest card in the own hand is lowest; a
    colour without a card is weaker still.
    """
    asking, hand = state.turn.seat, own_hand(state)
    sizes = {
        name: (state.hands[seat] & CIRCUS).bit_count()
        for seat, name in enumerate(state.seats)
        if seat != asking
    }
    most = max(sizes.values())
    highest = {
        colour: ((hand & COLOUR_MASK[place]).bit_length() - 1) // ROW
        for place, colour in enumerate(reading.deck.colours)
    }
    lowest = min(highest.values())
    return [
        move
        for move in moves
        if isinstance(move, Demand | Draw)
        if sizes.get(move.opponent, most) == most
        if isinstance(move, Draw) or highest.get(move.colour, lowest) == lowest
    ]


def _parted(reading: Reading, state: State, moves: Sequence[Move]) -> list[Move]:
    """Return the ways to part with a card that leave the hand worth most."""
    hand = own_hand(state)
    left = [
        worth(reading, hand - UNIT[move.card.code])
        for move in moves
        if isinstance(move, Give | Discard)
    ]
    best = max(left)
    return [move for move, value in zip(moves, left, strict=True) if value == best]
