"""What a move does: pure functions from a state to the next.

Every next state is built once, by position, in one of a few closing functions;
this and the piles of ``cards`` are what makes stepping fast.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, assert_never

from flohcati_rules.games.flea_circus.cards import (
    CHAIN,
    CIRCUS,
    CIRCUS_CODES,
    COLOUR_MASK,
    DEMAND,
    DRAW,
    EIGHTS,
    FIVES,
    NUMBER_MASK,
    THREE,
    UNIT,
    codes_in,
    pile_of,
    size,
)
from flohcati_rules.games.flea_circus.knowledge import lacks, passed_unseen, seen
from flohcati_rules.games.flea_circus.legality import (
    may_lay,
    opponents,
    wanted,
)
from flohcati_rules.games.flea_circus.moves import (
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
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import (
    HALVED,
    BustLoses,
    DemandRequest,
    Shown,
)
from flohcati_rules.games.flea_circus.state import (
    NO_CARD,
    Doubts,
    Phase,
    State,
    Table,
    Turn,
    turn_of,
)

# Looking a member up on its enumeration takes a twentieth of a whole step.
_MAIN, _CHAIN, _CHAIN_TAKE = Phase.MAIN, Phase.CHAIN, Phase.CHAIN_TAKE

MOST_SEATS = 6
_FRESH = tuple(turn_of(Phase.MAIN, seat) for seat in range(MOST_SEATS))
_BUSY = tuple(turn_of(Phase.MAIN, seat, acted=True) for seat in range(MOST_SEATS))
_DONE = tuple(turn_of(Phase.AFTER, seat, acted=True) for seat in range(MOST_SEATS))
_DEMAND = tuple(
    turn_of(Phase.DEMAND, seat, action=DEMAND, acted=True) for seat in range(MOST_SEATS)
)
_DRAW = tuple(
    turn_of(Phase.DRAW, seat, action=DRAW, acted=True) for seat in range(MOST_SEATS)
)
"""The commonest turns, by seat."""


# ---------------------------------------------------------------- closing a state


def _asking(state: State, turn: Turn, discarded: int = 0) -> State:
    """Return the same cards under another turn, some of them discarded."""
    table = state.table
    if discarded:
        table = Table(table.seats, table.trios, table.discard + discarded, table.doubts)
    return State(state.deck, state.display, state.hands, state.turned, table, turn)


def _doubting(state: State, doubts: Doubts) -> State:
    """Return the same state with other doubts about the hand cards."""
    table = state.table
    if doubts is table.doubts:
        return state
    return State(
        state.deck,
        state.display,
        state.hands,
        state.turned,
        Table(table.seats, table.trios, table.discard, doubts),
        state.turn,
    )


def _over(state: State, ended_by: str, discarded: int = 0) -> State:
    """End the game, some cards being discarded."""
    over = turn_of(Phase.OVER, state.turn.seat, ended_by=ended_by)
    return _asking(state, over, discarded)


def pass_on(state: State) -> State:
    """End the turn: the next seat's turn begins, or the game is over."""
    if not state.deck:
        return _over(state, "deck")
    turn = state.turn
    idle = not (turn.acted or state.turned)
    passes = turn.passes + 1 if idle else 0
    if passes == len(state.hands):
        return _over(state, "passes")
    seat = (turn.seat + 1) % len(state.hands)
    return State(
        state.deck,
        state.display,
        state.hands,
        0,
        state.table,
        turn_of(Phase.MAIN, seat, passes=passes) if passes else _FRESH[seat],
    )


def wind_up(reading: Reading, state: State) -> State:
    """Ask what may follow the take, or pass on at once when nothing may."""
    hand = state.hands[state.turn.seat]
    if may_lay(reading, state.turn.phase, hand) or reading.may_call(hand):
        return state
    return pass_on(state)


def open_main(reading: Reading, state: State) -> State:
    """Ask for a reveal or a take; where both are impossible, for what is left."""
    if state.deck or state.display:
        return state
    turn = state.turn
    skipped = turn_of(Phase.SKIPPED, turn.seat, passes=turn.passes, acted=turn.acted)
    return wind_up(reading, _asking(state, skipped))


# ---------------------------------------------------------------- reveal and bust


def _reveal(reading: Reading, state: State, _: Move) -> State:
    turn = state.turn
    if turn.phase is _CHAIN:
        return _run_chain(reading, state, agreed=True)
    deck = state.deck
    code = deck[0]
    if code >= CIRCUS_CODES:
        return _follow(reading, _turn_aside(state, code), code)
    if state.display & reading.rivals[code]:
        return _bust(reading, state, code)
    unit = UNIT[code]
    deck = deck[1:]
    after = State(
        deck,
        state.display + unit,
        state.hands,
        state.turned + unit,
        state.table,
        turn,
    )
    if reading.cut_short and not deck:
        return _over(after, "deck")
    return after


def _turn_aside(state: State, code: int) -> State:
    """Turn up a card that does not join the display."""
    return State(
        state.deck[1:],
        state.display,
        state.hands,
        state.turned + UNIT[code],
        state.table,
        state.turn,
    )


def _bust(reading: Reading, state: State, code: int) -> State:
    """End the turn at a duplicate, with whatever a bust loses on the discard."""
    display = state.display
    match reading.rules.bust_loses:
        case BustLoses.NEW_CARD:
            lost = 0
        case BustLoses.CARDS_OF_THIS_TURN:
            lost = pile_of(codes_in(display & state.turned & CIRCUS))
        case BustLoses.WHOLE_DISPLAY:
            lost = display
        case _:
            assert_never(reading.rules.bust_loses)
    table = state.table
    busted = State(
        state.deck[1:],
        display - lost,
        state.hands,
        state.turned + UNIT[code],
        Table(
            table.seats,
            table.trios,
            table.discard + UNIT[code] + lost,
            table.doubts,
        ),
        state.turn,
    )
    return _ask_half(busted) if reading.half_lost else pass_on(busted)


def _ask_half(state: State) -> State:
    """Ask for half of a hand of ten cards or more, one card at a time."""
    seat = state.turn.seat
    held = size(state.hands[seat])
    if held < HALVED:
        return pass_on(state)
    return _asking(state, turn_of(Phase.DISCARD, seat, owed=held // 2))


def _discard(_: Reading, state: State, move: Discard) -> State:
    turn = state.turn
    unit = UNIT[move.card.code]
    table = state.table
    left = turn.owed - 1
    after = State(
        state.deck,
        state.display,
        _with_hand(state.hands, turn.seat, state.hands[turn.seat] - unit),
        state.turned,
        Table(table.seats, table.trios, table.discard + unit, seen(table.doubts, unit)),
        turn_of(Phase.DISCARD, turn.seat, owed=left),
    )
    return after if left else pass_on(after)


# ---------------------------------------------------------------- take and decline


def _with_hand(hands: tuple[int, ...], seat: int, hand: int) -> tuple[int, ...]:
    changed = [*hands]
    changed[seat] = hand
    return tuple(changed)


def _take(reading: Reading, state: State, move: Take) -> State:
    turn = state.turn
    code = move.card.code
    if turn.phase is _CHAIN_TAKE:
        return _take_after_chain(reading, state, code)
    unit = UNIT[code]
    seat = turn.seat
    changed = [*state.hands]
    changed[seat] = hand = changed[seat] + unit
    hands = tuple(changed)
    display = state.display - unit
    # The commonest step: written out rather than by way of ``_with_hand`` and
    # ``wind_up``, which would build a state only to pass it on.
    deck = state.deck
    if (reading.trios_after and hand + FIVES & EIGHTS) or (
        (hand & CIRCUS).bit_count() >= reading.gala_size and reading.may_call(hand)
    ):
        return State(deck, display, hands, state.turned, state.table, _DONE[seat])
    if not deck:
        return _over(
            State(deck, display, hands, state.turned, state.table, turn), "deck"
        )
    seat = seat + 1 if seat + 1 < len(hands) else 0
    return State(deck, display, hands, 0, state.table, _FRESH[seat])


def _take_all(reading: Reading, state: State, _: Move) -> State:
    seat = state.turn.seat
    hands = _with_hand(state.hands, seat, state.hands[seat] + state.display)
    taken = State(state.deck, 0, hands, state.turned, state.table, _DONE[seat])
    return wind_up(reading, taken)


def _decline(reading: Reading, state: State, _: Move) -> State:
    turn = state.turn
    if turn.phase is _CHAIN_TAKE:
        return _settle_chain(reading, state)
    after = turn_of(Phase.AFTER, turn.seat, passes=turn.passes, acted=turn.acted)
    return wind_up(reading, _asking(state, after))


# ---------------------------------------------------------------- trio, gala and end


def _trio(reading: Reading, state: State, move: Trio) -> State:
    turn = state.turn
    seat = turn.seat
    hands = state.hands
    if move.cards:
        pile = pile_of(card.code for card in move.cards)
    else:
        pile = hands[seat] & NUMBER_MASK[move.number] | THREE[move.number]
    table = state.table
    trios = table.trios
    laid = State(
        state.deck,
        state.display,
        _with_hand(hands, seat, hands[seat] - pile),
        state.turned,
        Table(
            table.seats,
            (*trios[:seat], (*trios[seat], pile), *trios[seat + 1 :]),
            table.discard,
            seen(table.doubts, pile),
        ),
        _after_trio(turn),
    )
    return laid if turn.phase is _MAIN else wind_up(reading, laid)


def _after_trio(turn: Turn) -> Turn:
    """Return the same question, a trio having been laid."""
    if turn.acted:
        return turn
    return turn_of(turn.phase, turn.seat, acted=True)


def _gala(_: Reading, state: State, __: Move) -> State:
    hand = state.hands[state.turn.seat]
    return _over(_doubting(state, seen(state.table.doubts, hand)), "gala")


def _end(_: Reading, state: State, __: Move) -> State:
    return pass_on(state)


# ---------------------------------------------------------------- action cards


def _follow(reading: Reading, state: State, action: int) -> State:
    """Follow an action card that has just been turned up."""
    if reading.cut_short and not state.deck:
        return _over(state, "deck", UNIT[action])
    turn = state.turn
    if action == CHAIN:
        return _run_chain(reading, state)
    waiting = _asking(state, (_DEMAND if action == DEMAND else _DRAW)[turn.seat])
    if not any(waiting.hands[seat] for seat in opponents(waiting)):
        return _unmet(reading, waiting)
    return waiting


def _finish(reading: Reading, state: State) -> State:
    """Discard the action card in force; what is left of the turn is asked."""
    turn = state.turn
    if reading.action_ends_turn:
        done = _asking(state, _DONE[turn.seat], UNIT[turn.action])
        return wind_up(reading, done)
    back = _asking(state, _BUSY[turn.seat], UNIT[turn.action])
    return open_main(reading, back)


def _unmet(reading: Reading, state: State) -> State:
    """Finish a demand or a draw that yields nothing."""
    turn = state.turn
    if turn.action == DEMAND and reading.unmet_ends_turn:
        return pass_on(_asking(state, turn, UNIT[DEMAND]))
    return _finish(reading, state)


def _demand(reading: Reading, state: State, move: Demand) -> State:
    match reading.rules.demand_request:
        case DemandRequest.OPPONENT_PICKS:
            giver = state.table.seats.index(move.opponent)
            return _ask_giver(reading, state, giver, -1, by_chance=False)
        case DemandRequest.COLOUR_OF_OPPONENT:
            asked = [state.table.seats.index(move.opponent)]
        case DemandRequest.COLOUR_AND_DIRECTION:
            asked = opponents(state)
            if move.direction is Direction.COUNTER_CLOCKWISE:
                asked.reverse()
        case _:
            assert_never(reading.rules.demand_request)
    colour = reading.deck.colours.index(move.colour)
    doubts = state.table.doubts
    for seat in asked:
        if state.hands[seat] & COLOUR_MASK[colour]:
            break
        doubts = lacks(doubts, seat, COLOUR_MASK[colour])
    else:
        seat = asked[0]
    state = _doubting(state, doubts)
    return _ask_giver(reading, state, seat, colour, by_chance=reading.random_pick)


def _draw(reading: Reading, state: State, move: Draw) -> State:
    giver = state.table.seats.index(move.opponent)
    return _ask_giver(reading, state, giver, -1, by_chance=True)


@lru_cache(maxsize=4096)
def _giving(phase: Phase, seat: int, action: int, giver: int, colour: int) -> Turn:
    """Return a turn that waits for a card; by position, so that it is found fast."""
    return turn_of(phase, seat, action=action, giver=giver, colour=colour, acted=True)


def _ask_giver(
    reading: Reading, state: State, giver: int, colour: int, *, by_chance: bool
) -> State:
    """Ask for the card to hand over, unless there is none or only one."""
    turn = state.turn
    waiting = _asking(
        state,
        _giving(
            Phase.OUTCOME if by_chance else Phase.GIVE,
            turn.seat,
            turn.action,
            giver,
            colour,
        ),
    )
    bits = wanted(waiting)
    if not bits:
        return _unmet(reading, waiting)
    if not bits & (bits - 1):
        return _hand_over(reading, waiting, bits.bit_length() - 1)
    return waiting


def _give(reading: Reading, state: State, move: Give) -> State:
    return _hand_over(reading, state, move.card.code)


def _outcome(reading: Reading, state: State, move: Outcome) -> State:
    return _hand_over(reading, state, move.card.code)


def _hand_over(reading: Reading, state: State, code: int) -> State:
    turn = state.turn
    giver, taker = turn.giver, turn.seat
    hands = _with_hand(state.hands, giver, state.hands[giver] - UNIT[code])
    hands = _with_hand(hands, taker, hands[taker] + UNIT[code])
    table = state.table
    rules = reading.rules
    shown = rules.demand_shown if turn.action == DEMAND else rules.draw_shown
    if shown is Shown.TO_THE_TWO:
        possible = COLOUR_MASK[turn.colour] if turn.colour >= 0 else CIRCUS
        doubts = passed_unseen(table.doubts, state.hands, code, giver, taker, possible)
    else:
        doubts = seen(table.doubts, UNIT[code])
    if doubts is not table.doubts:
        table = Table(table.seats, table.trios, table.discard, doubts)
    after = State(state.deck, state.display, hands, state.turned, table, turn)
    return _finish(reading, after)


# ---------------------------------------------------------------- chains


def _run_chain(reading: Reading, state: State, *, agreed: bool = False) -> State:
    """Reveal until a duplicate, the end of the deck, or a question.

    ``agreed`` says that the player has just been asked and reveals once more.
    """
    turn = state.turn
    while state.deck:
        if reading.stop_at_will and not agreed:
            return _asking(
                state,
                turn_of(Phase.CHAIN, turn.seat, action=CHAIN, acted=True),
            )
        agreed = False
        code = state.deck[0]
        if code >= CIRCUS_CODES:
            state = _turn_aside(state, code)
            if reading.replaces:
                return _follow(reading, _asking(state, turn, UNIT[CHAIN]), code)
            state = _asking(state, turn, UNIT[code])
        elif state.display & reading.rivals[code]:
            return _end_chain(reading, _turn_aside(state, code), code)
        else:
            state = _display(state, code)
        if reading.cut_short and not state.deck:
            return _over(state, "deck", UNIT[CHAIN])
    if reading.chain_out_ends:
        return _over(state, "chain", UNIT[CHAIN])
    return _ask_take(reading, state, NO_CARD)


def _display(state: State, code: int) -> State:
    """Turn up a card that joins the display."""
    return State(
        state.deck[1:],
        state.display + UNIT[code],
        state.hands,
        state.turned + UNIT[code],
        state.table,
        state.turn,
    )


def _end_chain(reading: Reading, state: State, code: int) -> State:
    """End the revealing at a duplicate, which has been turned up."""
    if reading.cut_short and not state.deck:
        return _over(state, "deck", UNIT[CHAIN] + UNIT[code])
    if reading.takeable:
        return _ask_take(reading, state, code)
    return _ask_take(reading, state, NO_CARD, UNIT[code])


def _ask_take(
    reading: Reading, state: State, duplicate: int, discarded: int = 0
) -> State:
    """Ask for the take after a chain; with nothing to take it is skipped."""
    turn = state.turn
    waiting = _asking(
        state,
        turn_of(
            Phase.CHAIN_TAKE,
            turn.seat,
            action=CHAIN,
            duplicate=duplicate,
            acted=True,
        ),
        discarded,
    )
    if duplicate == NO_CARD and not state.display:
        return _finish(reading, waiting)
    return waiting


def _take_after_chain(reading: Reading, state: State, code: int) -> State:
    seat = state.turn.seat
    hands = _with_hand(state.hands, seat, state.hands[seat] + UNIT[code])
    from_display = code != state.turn.duplicate
    taken = State(
        state.deck,
        state.display - UNIT[code] if from_display else state.display,
        hands,
        state.turned,
        state.table,
        state.turn,
    )
    return _settle_chain(reading, taken) if from_display else _finish(reading, taken)


def _settle_chain(reading: Reading, state: State) -> State:
    """Discard a duplicate that was not taken, and finish the chain."""
    duplicate = state.turn.duplicate
    if duplicate != NO_CARD:
        state = _asking(state, state.turn, UNIT[duplicate])
    return _finish(reading, state)


def _stop(reading: Reading, state: State, _: Move) -> State:
    return _ask_take(reading, state, NO_CARD)


STEPS: dict[type[Move], Callable[[Reading, State, Any], State]] = {
    Reveal: _reveal,
    Take: _take,
    TakeAll: _take_all,
    Discard: _discard,
    Decline: _decline,
    Trio: _trio,
    Gala: _gala,
    End: _end,
    Demand: _demand,
    Draw: _draw,
    Give: _give,
    Outcome: _outcome,
    Stop: _stop,
}
"""What each kind of move does."""
