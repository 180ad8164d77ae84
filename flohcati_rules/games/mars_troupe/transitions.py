"""What a move does: pure functions from a state to the next."""

from collections.abc import Callable

import attrs

from flohcati_rules.games.mars_troupe.components import Act, Call
from flohcati_rules.games.mars_troupe.counting import count_winner, fitting_chips
from flohcati_rules.games.mars_troupe.effects import Deed, Timing
from flohcati_rules.games.mars_troupe.knowledge import (
    followed_to_hand,
    hidden,
    played_unseen,
    seen,
    went_to_hand,
)
from flohcati_rules.games.mars_troupe.legality import (
    act_of,
    name_of_source,
    name_of_target,
    sources,
    targets,
    troubles,
)
from flohcati_rules.games.mars_troupe.moves import (
    Advance,
    Decline,
    End,
    Move,
    Outcome,
    Place,
    Play,
    Step,
    Switch,
    Take,
    Trouble,
)
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import (
    NO_COLOUR,
    Lying,
    Phase,
    State,
    Turn,
    other,
    replaced,
)
from flohcati_rules.tabletop import BY_NOBODY, NO_SEAT


def step(reading: Reading, state: State, move: Move) -> State:
    """Return the state after a move that is trusted to be legal."""
    return _STEPS[type(move)](reading, state, move)


# ---------------------------------------------------------------- asking and closing


def _asking(
    state: State, phase: Phase, asked: int, mover: int, colour: int = NO_COLOUR
) -> State:
    """Return the state in which a seat is asked something within the turn."""
    turn = attrs.evolve(
        state.turn, phase=phase, asked=asked, mover=mover, colour=colour
    )
    return attrs.evolve(state, turn=turn)


def _over(state: State, ended_by: str) -> State:
    """End the game; nothing that was still to come does."""
    turn = Turn(
        phase=Phase.OVER,
        seat=state.turn.seat,
        asked=BY_NOBODY,
        number=state.turn.number,
        ended_by=ended_by,
    )
    return attrs.evolve(state, turn=turn)


def _turn_of(seat: int, number: int) -> Turn:
    return Turn(phase=Phase.STEP, seat=seat, asked=seat, number=number)


def _pass_on(reading: Reading, state: State) -> State:
    """End the turn: the other's turn begins, or the cap ends the game."""
    turn = state.turn
    if turn.number >= reading.cap:
        return _over(state, "cap")
    return attrs.evolve(state, turn=_turn_of(other(turn.seat), turn.number + 1))


# ---------------------------------------------------------------- set-up


def _outcome(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Outcome)
    card = reading.cards[reading.codes[move.card]]
    first = 0 if card.call is Call.ME else 1
    second = other(first)
    deck = state.deck
    stages = tuple(map(Lying, deck[:3])), tuple(map(Lying, deck[3:6]))
    hands = tuple(sorted(deck[6:8])), tuple(sorted(deck[8:10]))
    return attrs.evolve(
        state,
        first=first,
        deck=(),
        stages=(stages[first], stages[second]),
        hands=(hands[first], hands[second]),
        pool=tuple(map(Lying, deck[10:])),
        ring=reading.components.ring.index(card.number),
        thoughts=(hidden(hands[second]), hidden(hands[first])),
        turn=Turn(phase=Phase.PLACE, seat=first, asked=first, number=0),
    )


def _place(_: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Place)
    asked = state.turn.asked
    ends = replaced(state.ends, asked, move.end)
    if asked == state.first:
        turn = attrs.evolve(state.turn, asked=other(asked))
    else:
        turn = _turn_of(state.first, 1)
    return attrs.evolve(state, ends=ends, turn=turn)


# ---------------------------------------------------------------- the ring


def _step(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Step)
    ring = (state.ring + move.spaces) % len(reading.ring)
    state = attrs.evolve(state, ring=ring)
    seat = state.turn.seat
    match act_of(reading, state):
        case Act.ENTRY | Act.HIDDEN_ENTRY:
            return _asking(state, Phase.TAKE, seat, seat)
        case Act.TROUBLE:
            return _ask_trouble(reading, state)
        case _:
            return _perform(reading, state)


def _ask_trouble(reading: Reading, state: State) -> State:
    """Ask where a trouble chip goes; with nowhere to go, nothing is asked."""
    seat = state.turn.seat
    if troubles(reading, state, seat):
        return _asking(state, Phase.TROUBLE, seat, seat)
    if reading.centre_if_none:
        state = attrs.evolve(state, chips=())
    return _pass_on(reading, state)


# ---------------------------------------------------------------- performances


def _perform(reading: Reading, state: State) -> State:
    """Turn every card of the stages up; then count, after what that sets off."""
    turn = state.turn
    turned = [
        lying.card
        for seat in (turn.seat, other(turn.seat))
        for lying in state.stages[seat]
        if lying.down
    ]
    if turned:
        state = _turned_up(reading, state)
        if reading.joining_fires:
            waiting = tuple(card for card in turned if _joins(reading, card))
            turn = attrs.evolve(state.turn, waiting=waiting)
            state = attrs.evolve(state, turn=turn)
    return _go_on(reading, state)


def _turned_up(reading: Reading, state: State) -> State:
    thoughts = [*state.thoughts]
    for seat, stage in enumerate(state.stages):
        for lying in stage:
            if lying.down:
                watcher = other(seat)
                thoughts[watcher] = seen(thoughts[watcher], lying.card, lying.since)
    stages = tuple(
        tuple(attrs.evolve(lying, down=False) for lying in stage)
        for stage in state.stages
    )
    return attrs.evolve(
        state,
        stages=stages,
        thoughts=tuple(thoughts),
        chips=fitting_chips(reading, state.chips),
    )


def _joins(reading: Reading, card: int) -> bool:
    effect = reading.cards[card].effect
    return effect is not None and effect.timing is Timing.JOINING


def _count(reading: Reading, state: State) -> State:
    """Compare the rabbits and move the marker on, or ask what there is to ask."""
    colour = act_of(reading, state).colour
    winner = count_winner(reading, state, colour)
    if winner == NO_SEAT:
        if reading.switch_after_tie:
            return _ask_switch(state)
        return _pass_on(reading, state)
    if not reading.exits(state, winner, colour):
        return _ask_switch(state)
    if reading.may_stay:
        return _asking(state, Phase.AGREE, winner, winner, colour)
    return _advance_or_ask(reading, state, winner, colour)


def _ask_switch(state: State) -> State:
    seat = state.turn.seat
    return _asking(state, Phase.SWITCH, seat, seat)


def _advance_or_ask(reading: Reading, state: State, mover: int, colour: int) -> State:
    """Move a marker on, or ask for the way where it forks; it has somewhere to go."""
    exits = reading.exits(state, mover, colour)
    if len(exits) == 1:
        return _advanced(reading, state, mover, colour, exits[0])
    asked = state.turn.seat if reading.active_picks else mover
    return _asking(state, Phase.ADVANCE, asked, mover, colour)


def _advanced(
    reading: Reading, state: State, mover: int, colour: int, space: int
) -> State:
    """Move a marker to a space; an END there ends the game at once."""
    which = reading.marker(state, mover, colour)
    way = state.markers[which]
    way = way[: way.index(space) + 1] if space in way else (*way, space)
    markers = (*state.markers[:which], way, *state.markers[which + 1 :])
    state = attrs.evolve(state, markers=markers)
    if reading.space(which, space).is_end:
        return _over(state, "end")
    if state.turn.waiting:
        return _next_effect(reading, state)
    return _ask_switch(state)


def _advance(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Advance)
    turn = state.turn
    if turn.phase is Phase.AGREE:
        return _advance_or_ask(reading, state, turn.mover, turn.colour)
    which = reading.marker(state, turn.mover, turn.colour)
    space = reading.components.tracks[which].index(move.space)
    assert space is not None
    return _advanced(reading, state, turn.mover, turn.colour, space)


# ---------------------------------------------------------------- entries


def _take(_: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Take)
    taker = state.turn.seat
    watcher = other(taker)
    taken = state.pool[0 if move.end is End.LEFT else -1]
    pool = state.pool[1:] if move.end is End.LEFT else state.pool[:-1]
    thoughts = state.thoughts
    unseen = [{thought.card for thought in known} for known in thoughts]
    if taken.card in unseen[taker]:
        known = seen(thoughts[taker], taken.card, taken.since)
        thoughts = replaced(thoughts, taker, known)
    if taken.card in unseen[watcher]:
        known = followed_to_hand(thoughts[watcher], taken.since)
    else:
        known = went_to_hand(thoughts[watcher], taken.card)
    taking = attrs.evolve(
        state,
        pool=pool,
        hands=replaced(
            state.hands, taker, tuple(sorted((*state.hands[taker], taken.card)))
        ),
        thoughts=replaced(thoughts, watcher, known),
    )
    return _asking(taking, Phase.PLAY, taker, taker)


def _play(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Play)
    seat = state.turn.seat
    watcher = other(seat)
    code = reading.codes[move.card]
    hand = tuple(card for card in state.hands[seat] if card != code)
    stage, known = state.stages[seat], state.thoughts[watcher]
    if move.down:
        played = Lying(code, down=True, since=state.turn.number)
        known = played_unseen(known, played.since)
    else:
        played = Lying(code)
        known = seen(known, code)
    if state.ends[seat] is End.LEFT:
        stage, leaving = (played, *stage[:-1]), stage[-1]
    else:
        stage, leaving = (*stage[1:], played), stage[0]
    if leaving.down and reading.leaves_turned_up:
        known = seen(known, leaving.card, leaving.since)
    if not leaving.down or reading.leaves_turned_up:
        leaving = Lying(leaving.card)
    left, right = state.pool
    waiting = (code,) if not move.down and _joins(reading, code) else ()
    return _go_on(
        reading,
        attrs.evolve(
            state,
            stages=replaced(state.stages, seat, stage),
            hands=replaced(state.hands, seat, hand),
            pool=(left, leaving, right),
            chips=tuple(chip for chip in state.chips if chip.card != leaving.card),
            thoughts=replaced(state.thoughts, watcher, known),
            turn=attrs.evolve(state.turn, waiting=waiting),
        ),
    )


# ---------------------------------------------------------------- effects of joining


def _go_on(reading: Reading, state: State) -> State:
    """Resolve the effects that wait; then count rabbits, or pass the turn on."""
    turn = state.turn
    if not turn.waiting:
        if act_of(reading, state).colour == NO_COLOUR:
            return _pass_on(reading, state)
        return _count(reading, state)
    card = turn.waiting[0]
    owner = next(
        seat
        for seat, stage in enumerate(state.stages)
        if card in [lying.card for lying in stage]
    )
    effect = reading.cards[card].effect
    assert effect is not None
    match effect.deed:
        case Deed.ADVANCE if reading.exits(state, owner, effect.colour):
            return _advance_or_ask(reading, state, owner, effect.colour)
        case Deed.TROUBLE if troubles(reading, state, owner):
            return _asking(state, Phase.TROUBLE, owner, owner)
        case Deed.SWITCH:
            return _asking(state, Phase.SWITCH, owner, owner)
        case _:
            return _next_effect(reading, state)


def _next_effect(reading: Reading, state: State) -> State:
    """Go on after the effect at work."""
    turn = attrs.evolve(state.turn, waiting=state.turn.waiting[1:])
    return _go_on(reading, attrs.evolve(state, turn=turn))


# ---------------------------------------------------------------- trouble and answers


def _answered(reading: Reading, state: State) -> State:
    """Go on after the answer to an effect, a trouble space or a performance."""
    if state.turn.waiting:
        return _next_effect(reading, state)
    return _pass_on(reading, state)


def _trouble(reading: Reading, state: State, move: Move) -> State:
    assert isinstance(move, Trouble)
    mover = state.turn.mover
    places = sources(reading, state)
    source = next(
        place
        for place in places
        if len(places) == 1 or name_of_source(reading, state, place) == move.source
    )
    target = next(
        chip
        for chip in targets(reading, state, source, mover)
        if name_of_target(reading, state, chip.card) == move.target
        and reading.colours[chip.colour] == move.colour
    )
    chips = [*state.chips, target]
    if source is not None:
        chips.remove(source)
    return _answered(reading, attrs.evolve(state, chips=tuple(sorted(chips))))


def _switch(reading: Reading, state: State, _: Move) -> State:
    mover = state.turn.mover
    end = state.ends[mover]
    assert end is not None
    ends = replaced(state.ends, mover, end.other)
    return _answered(reading, attrs.evolve(state, ends=ends))


def _decline(reading: Reading, state: State, _: Move) -> State:
    if state.turn.phase is Phase.AGREE:
        return _ask_switch(state)
    return _answered(reading, state)


_STEPS: dict[type[Move], Callable[[Reading, State, Move], State]] = {
    Outcome: _outcome,
    Place: _place,
    Step: _step,
    Take: _take,
    Play: _play,
    Trouble: _trouble,
    Advance: _advance,
    Switch: _switch,
    Decline: _decline,
}
"""What each kind of move does."""
