"""Which moves are legal: the one source for play, refusals and checks.

A move is legal exactly when ``legal_moves`` lists it. ``refusal`` only explains
why it does not, so that the two can never disagree.
"""

from collections.abc import Callable
from typing import Any

from flohcati_rules.errors import NotationError
from flohcati_rules.game import Refusal
from flohcati_rules.games.flea_circus.cards import (
    ACTIONS,
    CIRCUS,
    CIRCUS_CODES,
    COLOUR_MASK,
    DEMAND,
    DRAW,
    EIGHTS,
    FIVES,
    NUMBER_MASK,
    UNIT,
    codes_in,
)
from flohcati_rules.games.flea_circus.moves import (
    DECLINE,
    END,
    GALA,
    KINDS,
    REVEAL,
    STOP,
    Decline,
    Demand,
    Direction,
    Discard,
    Draw,
    End,
    Gala,
    Give,
    Move,
    Outcome,
    Reveal,
    Stop,
    Take,
    TakeAll,
    Trio,
)
from flohcati_rules.games.flea_circus.reading import Reading, moves_of
from flohcati_rules.games.flea_circus.rules import TRIO, DemandRequest
from flohcati_rules.games.flea_circus.state import NO_CARD, Phase, State

_REMEMBERED = 1 << 10
_REVEAL_ONLY: tuple[Move, ...] = (REVEAL,)


def legal_moves(reading: Reading, state: State) -> tuple[Move, ...]:
    """Return every legal move in a state; at a chance node, every outcome."""
    return MOVES[state.turn.phase](reading, state)


def _main(reading: Reading, state: State) -> tuple[Move, ...]:
    display = state.display
    if state.deck:
        moves = reading.with_reveal.get(display) or reading.reveal_or_takes(display)
    else:
        moves = tuple(reading.takes(display))
    if reading.main_varies:
        moves = _varied(reading, state, moves)
    if reading.trios_before:
        hand = state.hands[state.turn.seat]
        if hand + FIVES & EIGHTS:
            return reading.trios(hand) + moves
    return moves


def _varied(
    reading: Reading, state: State, moves: tuple[Move, ...]
) -> tuple[Move, ...]:
    """Return the moves of the main phase by rules under which they vary."""
    if reading.reveal_first and state.deck and not state.turned:
        moves = _REVEAL_ONLY
    if reading.may_decline and (reading.may_pass or state.turned):
        moves = (*moves, DECLINE)
    return moves


def may_lay(reading: Reading, phase: Phase, hand: int) -> bool:
    """Tell whether a trio may be laid once the take is behind.

    A take that was skipped for want of cards leaves both of its trio moments.
    """
    return bool(hand + FIVES & EIGHTS) and (
        reading.trios_after or phase is Phase.SKIPPED
    )


def _after(reading: Reading, state: State) -> tuple[Move, ...]:
    turn = state.turn
    hand = state.hands[turn.seat]
    last = (GALA, END) if reading.may_call(hand) else (END,)
    if may_lay(reading, turn.phase, hand):
        return reading.trios(hand) + last
    return last


def opponents(state: State) -> list[int]:
    """Return the other seats, clockwise from the seat whose turn it is."""
    count = len(state.hands)
    return [(state.turn.seat + step) % count for step in range(1, count)]


def _request(reading: Reading, state: State) -> tuple[Move, ...]:
    """Return what the action card in force may name, made once for each table."""
    key = (state.turn.action, state.turn.seat, state.table.seats)
    found = reading.requests.get(key)
    if found is None:
        if len(reading.requests) >= _REMEMBERED:
            reading.requests.clear()
        list_requests = _demands if state.turn.action == DEMAND else _draws
        found = reading.requests[key] = list_requests(reading, state)
    return found


def _demands(reading: Reading, state: State) -> tuple[Move, ...]:
    seats = state.table.seats
    colours = reading.deck.colours
    match reading.rules.demand_request:
        case DemandRequest.OPPONENT_PICKS:
            return tuple(Demand(seats[seat]) for seat in opponents(state))
        case DemandRequest.COLOUR_OF_OPPONENT:
            return tuple(
                Demand(seats[seat], colour)
                for seat in opponents(state)
                for colour in colours
            )
        case DemandRequest.COLOUR_AND_DIRECTION:
            return tuple(
                Demand(colour=colour, direction=direction)
                for direction in Direction
                for colour in colours
            )


def _draws(_: Reading, state: State) -> tuple[Move, ...]:
    return tuple(Draw(state.table.seats[seat]) for seat in opponents(state))


def wanted(state: State) -> int:
    """Return the bits of the cards that the giver may hand over."""
    turn = state.turn
    bits = state.hands[turn.giver] & CIRCUS
    return bits & COLOUR_MASK[turn.colour] if turn.colour >= 0 else bits


def _give(reading: Reading, state: State) -> tuple[Move, ...]:
    return tuple(moves_of(wanted(state), reading.give_of_bit))


def _outcome(reading: Reading, state: State) -> tuple[Move, ...]:
    return tuple(moves_of(wanted(state), reading.outcome_of_bit))


def _chain(_: Reading, __: State) -> tuple[Move, ...]:
    return (REVEAL, STOP)


def _chain_take(reading: Reading, state: State) -> tuple[Move, ...]:
    moves = moves_of(state.display & CIRCUS, reading.take_of_bit)
    if state.turn.duplicate != NO_CARD:
        moves.append(reading.take[state.turn.duplicate])
    if reading.take_optional:
        moves.append(DECLINE)
    return tuple(moves)


def _discard(reading: Reading, state: State) -> tuple[Move, ...]:
    hand = state.hands[state.turn.seat]
    return tuple(moves_of(hand & CIRCUS, reading.discard_of_bit))


def _over(_: Reading, __: State) -> tuple[Move, ...]:
    return ()


MOVES: tuple[Callable[[Reading, State], tuple[Move, ...]], ...] = (
    _main,
    _after,
    _after,
    _request,
    _request,
    _give,
    _outcome,
    _chain,
    _chain_take,
    _discard,
    _over,
)
"""What lists the moves of each phase, in the order of ``Phase``."""


def listed(move: Move, moves: tuple[Move, ...]) -> Move | None:
    """Return the move among others that equals it, or None.

    The moves that ``legal_moves`` lists are mostly the same objects each time, and
    identity is much quicker to ask than equality.
    """
    for other in moves:
        if other is move:
            return other
    return next((other for other in moves if other == move), None)


def same_move(reading: Reading, state: State, move: Move) -> Move:
    """Return a move as ``legal_moves`` would list it.

    Three cards that are all there is of a number are the trio of that number, in
    whatever order they are named.
    """
    if not isinstance(move, Trio) or not move.cards:
        return move
    hand = state.hands[state.turn.seat]
    held = [reading.cards[code] for code in codes_in(hand & NUMBER_MASK[move.number])]
    named = {*move.cards}
    if named == {*held} and len(held) == TRIO:
        return reading.trio[move.number]
    if len(named) >= TRIO:
        return Trio(move.number, tuple(card for card in held if card in named))
    return move


def refusal(reading: Reading, state: State, move: Move) -> Refusal | None:
    """Return why a move is not legal here, or None when it is."""
    if type(move) not in KINDS:
        raise NotationError(str(move), "a move; parse_move makes one of a text")
    if listed(same_move(reading, state, move), legal_moves(reading, state)):
        return None
    phase = state.turn.phase
    if phase is Phase.OVER:
        return Refusal(_ENDINGS[state.turn.ended_by], "the game is over")
    if phase in _WAITING and not isinstance(move, _ANSWERS[phase]):
        if phase is Phase.DISCARD:
            return Refusal("bust.hand", "half of the hand must be discarded first")
        waits = ACTIONS[state.turn.action]
        return Refusal("action.duty", f"the {waits} card must be followed first")
    return _REFUSALS[type(move)](reading, state, move)


_ENDINGS = {
    "gala": "gala.call",
    "deck": "deck_out.last_turn",
    "chain": "chain.deck_out",
    "passes": "turn.decline",
    "": "win.by",
}

_ANSWERS: dict[Phase, tuple[type[Move], ...]] = {
    Phase.DEMAND: (Demand,),
    Phase.DRAW: (Draw,),
    Phase.GIVE: (Give,),
    Phase.OUTCOME: (Outcome,),
    Phase.CHAIN: (Reveal, Stop, Take, TakeAll, Decline),
    Phase.CHAIN_TAKE: (Reveal, Stop, Take, TakeAll, Decline),
    Phase.DISCARD: (Discard,),
}
_WAITING = frozenset(_ANSWERS)


def _behind(state: State) -> Refusal:
    """Refuse something that belongs before the take, once that is behind."""
    if state.turn.phase is Phase.SKIPPED:
        return Refusal("deck_out.last_turn", "there is no card left to turn or take")
    if any(code >= CIRCUS_CODES for code in codes_in(state.turned)):
        return Refusal(
            "action.ends_turn",
            "after the action only trios and the gala are left of the turn",
        )
    if state.turn.acted:
        return Refusal("take.count", "only trios and the gala follow the one take")
    return Refusal("turn.decline", "only trios and the gala follow the decline")


def _refuse_reveal(_: Reading, state: State, __: Move) -> Refusal:
    if state.turn.phase is Phase.CHAIN_TAKE:
        return Refusal("chain.stop", "the revealing of the chain is over")
    if state.turn.phase is Phase.MAIN:
        return Refusal("deck_out.last_turn", "the deck is empty")
    return _behind(state)


def _refuse_take(reading: Reading, state: State, move: Take) -> Refusal:
    phase = state.turn.phase
    if phase is Phase.CHAIN:
        return Refusal("chain.stop", "the chain is still revealing: reveal or stop")
    if phase not in (Phase.MAIN, Phase.CHAIN_TAKE):
        return _behind(state)
    if phase is Phase.MAIN and reading.reveal_first and not state.turned:
        return Refusal("take.without_reveal", "a card must be revealed first")
    just_discarded = (
        phase is Phase.CHAIN_TAKE
        and not reading.takeable
        and state.turned & state.table.discard & CIRCUS & UNIT[move.card.code]
    )
    if just_discarded:
        return Refusal("chain.duplicate", f"the duplicate {move.card} is discarded")
    return Refusal("take.count", f"{move.card} is not on display")


def _refuse_take_all(reading: Reading, state: State, _: Move) -> Refusal:
    phase = state.turn.phase
    if phase is Phase.CHAIN:
        return Refusal("chain.stop", "the chain is still revealing: reveal or stop")
    if phase is Phase.CHAIN_TAKE:
        return Refusal("take.count", "one card is taken after a chain")
    if phase is not Phase.MAIN:
        return _behind(state)
    if reading.reveal_first and not state.turned:
        return Refusal("take.without_reveal", "a card must be revealed first")
    if reading.take_all:
        return Refusal("take.count", "there are not several cards on display")
    return Refusal("take.count", "one displayed card is taken, not all")


def _refuse_decline(reading: Reading, state: State, _: Move) -> Refusal:
    phase = state.turn.phase
    if phase is Phase.CHAIN:
        return Refusal("chain.stop", "the chain is still revealing: reveal or stop")
    if phase is Phase.CHAIN_TAKE:
        return Refusal("chain.take", "a card must be taken after a chain")
    if phase is not Phase.MAIN:
        return _behind(state)
    if reading.may_decline:
        return Refusal("turn.decline", "only who has revealed a card may take none")
    return Refusal("turn.decline", "a turn may not end without a take")


def _refuse_stop(reading: Reading, state: State, _: Move) -> Refusal:
    if state.turn.phase is Phase.CHAIN_TAKE:
        return Refusal("chain.stop", "the revealing of the chain is over")
    if reading.stop_at_will:
        return Refusal("chain.stop", "no chain is revealing")
    return Refusal("chain.stop", "a chain may not be stopped at will")


def _refuse_trio(reading: Reading, state: State, move: Trio) -> Refusal:
    hand = state.hands[state.turn.seat]
    held = hand & NUMBER_MASK[move.number]
    if held.bit_count() < TRIO:
        return Refusal("trio.cards", f"the hand has no three cards of {move.number}")
    if not move.cards and held.bit_count() > TRIO:
        return Refusal(
            "trio.cards", f"more than three cards of {move.number}: name the three"
        )
    if len(move.cards) > TRIO and not reading.larger_trios:
        return Refusal("trio.larger", "three cards make a trio, no more")
    named = {card.code for card in move.cards}
    if move.cards and (
        len(named) < TRIO or not named <= {*codes_in(hand & NUMBER_MASK[move.number])}
    ):
        return Refusal(
            "trio.cards", "a trio is three different cards of one number in the hand"
        )
    when = str(reading.rules.trio_timing).replace("-", " ")
    return Refusal("trio.timing", f"a trio is laid {when}")


def _refuse_gala(reading: Reading, state: State, _: Move) -> Refusal:
    if not reading.gala:
        return Refusal("gala.allowed", "there is no gala")
    if state.turn.phase is Phase.MAIN:
        return Refusal("gala.call", "the gala is called at the end of the turn")
    return Refusal("gala.hand", "the hand lacks a colour")


def _refuse_end(_: Reading, __: State, ___: Move) -> Refusal:
    return Refusal("turn.decline", "the turn is not over: reveal or take a card")


def _refuse_demand(reading: Reading, state: State, move: Demand) -> Refusal:
    if state.turn.phase is not Phase.DEMAND:
        return Refusal("action.duty", f"no {ACTIONS[DEMAND]} card is in force")
    if move.opponent == state.table.seats[state.turn.seat]:
        return Refusal("demand.request", "nobody demands a card of themselves")
    if move.opponent and move.opponent not in state.table.seats:
        return Refusal("demand.request", f"nobody called {move.opponent} plays")
    return Refusal("demand.request", reading.rules.demand_request.sense.rstrip("."))


def _refuse_draw(_: Reading, state: State, move: Draw) -> Refusal:
    if state.turn.phase is not Phase.DRAW:
        return Refusal("action.duty", f"no {ACTIONS[DRAW]} card is in force")
    if move.opponent == state.table.seats[state.turn.seat]:
        return Refusal("action.duty", "nobody draws a card from themselves")
    return Refusal("action.duty", f"nobody called {move.opponent} plays")


def _refuse_give(_: Reading, state: State, move: Give) -> Refusal:
    if state.turn.phase is not Phase.GIVE:
        return Refusal("action.duty", "nobody is asked to give a card")
    if state.hands[state.turn.giver] & CIRCUS & UNIT[move.card.code]:
        return Refusal("demand.request", f"{move.card} is not of the demanded colour")
    return Refusal("demand.request", f"{move.card} is not in the giver's hand")


def _refuse_discard(_: Reading, state: State, move: Discard) -> Refusal:
    if state.turn.phase is not Phase.DISCARD:
        return Refusal("bust.hand", "no hand card is to be discarded")
    return Refusal("bust.hand", f"{move.card} is not in the hand")


def _refuse_outcome(_: Reading, state: State, move: Outcome) -> Refusal:
    if state.turn.phase is not Phase.OUTCOME:
        return Refusal("action.duty", "chance is not asked")
    if state.hands[state.turn.giver] & CIRCUS & UNIT[move.card.code]:
        return Refusal("demand.request", f"{move.card} is not of the demanded colour")
    return Refusal("action.duty", f"{move.card} is not in the hand that is drawn from")


_REFUSALS: dict[type[Move], Callable[[Reading, State, Any], Refusal]] = {
    Reveal: _refuse_reveal,
    Take: _refuse_take,
    TakeAll: _refuse_take_all,
    Decline: _refuse_decline,
    Stop: _refuse_stop,
    Trio: _refuse_trio,
    Gala: _refuse_gala,
    End: _refuse_end,
    Demand: _refuse_demand,
    Draw: _refuse_draw,
    Give: _refuse_give,
    Discard: _refuse_discard,
    Outcome: _refuse_outcome,
}
