"""What a move does: pure functions from a state to the next.

Every next state is built once, by position, in one of a few closing functions;
this and the piles of ``cards`` are what makes stepping fast.
"""

from collections.abc import Callable

import attrs

from flohcati_rules.games.flea_circus.cards import (
    CHAIN,
    CIRCUS,
    CIRCUS_CODES,
    COLOUR_MASK,
    DEMAND,
    EIGHTS,
    FIVES,
    NUMBER_MASK,
    UNIT,
    codes_in,
    pile_of,
)
from flohcati_rules.games.flea_circus.knowledge import lacks, passed_unseen, seen
from flohcati_rules.games.flea_circus.legality import (
    may_call,
    may_lay,
    opponents,
    wanted_cards,
)
from flohcati_rules.games.flea_circus.moves import (
    Decline,
    Demand,
    Direction,
    Draw,
    End,
    Gala,
    Give,
    Move,
    Outcome,
    Reveal,
    Stop,
    Take,
    Trio,
)
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import BustLoses, DemandRequest, Shown
from flohcati_rules.games.flea_circus.state import (
    NO_CARD,
    Phase,
    State,
    Table,
    Turn,
    turn_of,
)

MOST_SEATS = 6
_FRESH = tuple(turn_of(Phase.MAIN, seat) for seat in range(MOST_SEATS))
_TAKEN = tuple(turn_of(Phase.AFTER, seat, acted=True) for seat in range(MOST_SEATS))


def step(reading: Reading, state: State, move: Move) -> State:
    """Return the state after a move that is trusted to be legal."""
    return _STEPS[type(move)](reading, state, move)


# ---------------------------------------------------------------- closing a state


def _over(
    state: State, ended_by: str, *, display: int | None = None, discard: int = 0
) -> State:
    """End the game, with some cards more on the discard."""
    table = state.table
    return State(
        state.deck,
        state.display if display is None else display,
        state.hands,
        state.turned,
        attrs.evolve(table, discard=table.discard + discard) if discard else table,
        turn_of(Phase.OVER, state.turn.seat, ended_by=ended_by),
    )


def _pass_on(state: State) -> State:
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
    if may_lay(reading, state.turn.phase, hand) or may_call(reading, hand):
        return state
    return _pass_on(state)


def open_main(reading: Reading, state: State) -> State:
    """Ask for a reveal or a take; where both are impossible, for what is left."""
    if state.deck or state.display:
        return state
    turn = state.turn
    skipped = turn_of(
        Phase.SKIPPED, turn.seat, passes=turn.passes, acted=turn.acted
    )
    return wind_up(reading, _asking(state, skipped))


def _asking(state: State, turn: Turn) -> State:
    """Return the same cards under another turn."""
    return State(
        state.deck, state.display, state.hands, state.turned, state.table, turn
    )


def _discarding(state: State, pile: int) -> State:
    """Return the state with some cards more on the discard."""
    table = state.table
    return State(
        state.deck,
        state.display,
        state.hands,
        state.turned,
        Table(table.seats, table.trios, table.discard + pile, table.doubts),
        state.turn,
    )


# ---------------------------------------------------------------- reveal and bust


def _reveal(reading: Reading, state: State, _: Move) -> State:
    deck = state.deck
    code = deck[0]
    turn = state.turn
    if turn.phase is Phase.CHAIN:
        return _run_chain(reading, state, agreed=True)
    if code >= CIRCUS_CODES:
        return _follow(reading, _turn_aside(state, code), code)
    unit = UNIT[code]
    if state.display & reading.rivals[code]:
        return _bust(reading, state, code)
    after = State(
        deck[1:],
        state.display + unit,
        state.hands,
        state.turned + unit,
        state.table,
        turn,
    )
    if reading.cut_short and not after.deck:
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
    match reading.rules.bust_loses:
        case BustLoses.NEW_CARD:
            lost = 0
        case BustLoses.CARDS_OF_THIS_TURN:
            lost = pile_of(codes_in(state.display & state.turned & CIRCUS))
        case BustLoses.WHOLE_DISPLAY:
            lost = state.display
    busted = _discarding(_turn_aside(state, code), UNIT[code] + lost)
    return _pass_on(
        State(
            busted.deck,
            busted.display - lost,
            busted.hands,
            busted.turned,
            busted.table,
            busted.turn,
        )
    )


# ---------------------------------------------------------------- take and decline


def _with_hand(hands: tuple[int, ...], seat: int, hand: int) -> tuple[int, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _take(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Take)
    turn = state.turn
    code = move.card.code
    if turn.phase is Phase.CHAIN_TAKE:
        return _take_after_chain(reading, state, code)
    unit = UNIT[code]
    seat = turn.seat
    hands = state.hands
    hand = hands[seat] + unit
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    display = state.display - unit
    # The commonest step: written out rather than by way of ``wind_up``, which
    # would build a state only to pass it on.
    if (reading.trios_after and hand + FIVES & EIGHTS) or may_call(reading, hand):
        return State(
            state.deck, display, hands, state.turned, state.table, _TAKEN[seat]
        )
    if not state.deck:
        return _over(
            State(state.deck, display, hands, state.turned, state.table, turn), "deck"
        )
    seat = seat + 1 if seat + 1 < len(hands) else 0
    return State(state.deck, display, hands, 0, state.table, _FRESH[seat])


def _decline(reading: Reading, state: State, _: Move) -> State:
    turn = state.turn
    if turn.phase is Phase.CHAIN_TAKE:
        return _settle_chain(reading, state)
    after = turn_of(Phase.AFTER, turn.seat, passes=turn.passes, acted=turn.acted)
    return wind_up(reading, _asking(state, after))


# ---------------------------------------------------------------- trio, gala and end


def _trio(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Trio)
    turn = state.turn
    seat = turn.seat
    hand = state.hands[seat]
    codes = [card.code for card in move.cards] or [
        *codes_in(hand & NUMBER_MASK[move.number])
    ]
    pile = pile_of(codes)
    table = state.table
    laid = (*table.trios[seat], pile)
    laid_state = State(
        state.deck,
        state.display,
        _with_hand(state.hands, seat, hand - pile),
        state.turned,
        Table(
            table.seats,
            (*table.trios[:seat], laid, *table.trios[seat + 1 :]),
            table.discard,
            seen(table.doubts, codes) if table.doubts else (),
        ),
        turn_of(turn.phase, seat, acted=True),
    )
    if turn.phase is Phase.MAIN:
        return laid_state
    return wind_up(reading, laid_state)


def _gala(_: Reading, state: State, __: Move) -> State:
    table = state.table
    shown = codes_in(state.hands[state.turn.seat])
    known = attrs.evolve(table, doubts=seen(table.doubts, shown))
    return _over(attrs.evolve(state, table=known), "gala")


def _end(_: Reading, state: State, __: Move) -> State:
    return _pass_on(state)


# ---------------------------------------------------------------- action cards


def _follow(reading: Reading, state: State, action: int) -> State:
    """Follow an action card that has just been turned up."""
    if reading.cut_short and not state.deck:
        return _over(state, "deck", discard=UNIT[action])
    turn = state.turn
    if action == CHAIN:
        return _run_chain(reading, state)
    phase = Phase.DEMAND if action == DEMAND else Phase.DRAW
    waiting = _asking(
        state, turn_of(phase, turn.seat, action=action, acted=turn.acted)
    )
    if not any(waiting.hands[seat] for seat in opponents(waiting)):
        return _unmet(reading, waiting)
    return waiting


def _finish(reading: Reading, state: State) -> State:
    """Discard the action card in force; what is left of the turn is asked."""
    turn = state.turn
    done = _discarding(state, UNIT[turn.action])
    if reading.action_ends_turn:
        return wind_up(
            reading, _asking(done, turn_of(Phase.AFTER, turn.seat, acted=turn.acted))
        )
    main = turn_of(Phase.MAIN, turn.seat, acted=turn.acted)
    return open_main(reading, _asking(done, main))


def _unmet(reading: Reading, state: State) -> State:
    """Finish a demand or a draw that yields nothing."""
    if state.turn.action == DEMAND and reading.unmet_ends_turn:
        return _pass_on(_discarding(state, UNIT[DEMAND]))
    return _finish(reading, state)


def _demand(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Demand)
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
    colour = reading.deck.colours.index(move.colour)
    table = state.table
    doubts = table.doubts
    for seat in asked:
        if state.hands[seat] & COLOUR_MASK[colour]:
            break
        doubts = lacks(doubts, state.hands, seat, COLOUR_MASK[colour])
    else:
        seat = asked[0]
    if doubts is not table.doubts:
        state = attrs.evolve(state, table=attrs.evolve(table, doubts=doubts))
    return _ask_giver(reading, state, seat, colour, by_chance=reading.random_pick)


def _draw(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Draw)
    giver = state.table.seats.index(move.opponent)
    return _ask_giver(reading, state, giver, -1, by_chance=True)


def _ask_giver(
    reading: Reading, state: State, giver: int, colour: int, *, by_chance: bool
) -> State:
    """Ask for the card to hand over, unless there is none or only one."""
    turn = state.turn
    waiting = _asking(
        state,
        turn_of(
            Phase.OUTCOME if by_chance else Phase.GIVE,
            turn.seat,
            action=turn.action,
            giver=giver,
            colour=colour,
            acted=turn.acted,
        ),
    )
    cards = wanted_cards(waiting)
    if not cards:
        return _unmet(reading, waiting)
    if len(cards) == 1:
        return _hand_over(reading, waiting, cards[0])
    return waiting


def _give(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Give)
    return _hand_over(reading, state, move.card.code)


def _outcome(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Outcome)
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
        doubts = passed_unseen(
            table.doubts, state.hands, code, giver, taker, possible
        )
        table = attrs.evolve(table, doubts=doubts)
    elif table.doubts:
        table = attrs.evolve(table, doubts=seen(table.doubts, (code,)))
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
                turn_of(Phase.CHAIN, turn.seat, action=CHAIN, acted=turn.acted),
            )
        agreed = False
        code = state.deck[0]
        if code >= CIRCUS_CODES:
            state = _turn_aside(state, code)
            if reading.replaces:
                return _follow(reading, _discarding(state, UNIT[CHAIN]), code)
            state = _discarding(state, UNIT[code])
        elif state.display & reading.rivals[code]:
            return _end_chain(reading, _turn_aside(state, code), code)
        else:
            state = _display(state, code)
        if reading.cut_short and not state.deck:
            return _over(state, "deck", discard=UNIT[CHAIN])
    if reading.chain_out_ends:
        return _over(state, "chain", discard=UNIT[CHAIN])
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
        return _over(state, "deck", discard=UNIT[CHAIN] + UNIT[code])
    if reading.takeable:
        return _ask_take(reading, state, code)
    return _ask_take(reading, _discarding(state, UNIT[code]), NO_CARD)


def _ask_take(reading: Reading, state: State, duplicate: int) -> State:
    """Ask for the take after a chain; with nothing to take it is skipped."""
    turn = state.turn
    waiting = _asking(
        state,
        turn_of(
            Phase.CHAIN_TAKE,
            turn.seat,
            action=CHAIN,
            duplicate=duplicate,
            acted=turn.acted,
        ),
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
        state = _discarding(state, UNIT[duplicate])
    return _finish(reading, state)


def _stop(reading: Reading, state: State, _: Move) -> State:
    return _ask_take(reading, state, NO_CARD)


_STEPS: dict[type[Move], Callable[[Reading, State, Move], State]] = {
    Reveal: _reveal,
    Take: _take,
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
