"""Which moves are legal: the one source for play, refusals and checks.

A move is legal exactly when ``legal_moves`` lists it. ``refusal`` only explains
why it does not, so that the two can never disagree.
"""

from collections.abc import Callable

from flohcati_rules.errors import NotationError
from flohcati_rules.game import Refusal
from flohcati_rules.games.mars_troupe.components import YELLOW, Act
from flohcati_rules.games.mars_troupe.counting import has_effect
from flohcati_rules.games.mars_troupe.effects import Deed
from flohcati_rules.games.mars_troupe.moves import (
    ADVANCE,
    CENTRE,
    DECLINE,
    KINDS,
    PLACES,
    SWITCH,
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
from flohcati_rules.games.mars_troupe.state import Chip, Phase, State, other


def legal_moves(reading: Reading, state: State) -> tuple[Move, ...]:
    """Return every legal move in a state; at a chance node, every outcome."""
    return _MOVES[state.turn.phase](reading, state)


def _draw(reading: Reading, _: State) -> tuple[Move, ...]:
    return tuple(Outcome(name) for name in reading.names)


def _place(_: Reading, __: State) -> tuple[Move, ...]:
    return tuple(Place(end) for end in End)


def _step(reading: Reading, _: State) -> tuple[Move, ...]:
    return tuple(Step(spaces) for spaces in range(1, reading.rules.ring_steps + 1))


def _take(_: Reading, __: State) -> tuple[Move, ...]:
    return tuple(Take(end) for end in End)


def act_of(reading: Reading, state: State) -> Act:
    """Return what the space under the action marker has its visitor do."""
    return reading.ring[state.ring].act


def _play(reading: Reading, state: State) -> tuple[Move, ...]:
    hidden = act_of(reading, state) is Act.HIDDEN_ENTRY
    faces = [
        *([False] if reading.may_show or not hidden else []),
        *([True] if reading.may_hide and hidden else []),
    ]
    return tuple(
        Play(reading.names[card], down)
        for card in state.hands[state.turn.asked]
        for down in faces
    )


def sources(reading: Reading, state: State) -> tuple[Chip | None, ...]:
    """Return the places that a trouble chip may be taken from; None is the centre."""
    centre = (None,) if len(state.chips) < reading.components.chips else ()
    return (*centre, *sorted(set(state.chips)))


def targets(
    reading: Reading, state: State, source: Chip | None, mover: int
) -> list[Chip]:
    """Return where a chip from a source may go when a seat moves it."""
    if has_effect(reading, state, other(mover), Deed.GUARD):
        return []
    left = [*state.chips]
    if source is not None:
        left.remove(source)
    found: list[Chip] = []
    for lying in state.stages[other(mover)]:
        for colour, many in enumerate(reading.cards[lying.card].rabbits):
            chip = Chip(lying.card, colour)
            free = reading.trouble_unseen if lying.down else many > left.count(chip)
            if free and not (reading.elsewhere and chip == source):
                found.append(chip)
    return found


def troubles(reading: Reading, state: State, mover: int) -> tuple[Trouble, ...]:
    """Return every way in which a seat may move a trouble chip."""
    places = sources(reading, state)
    return tuple(
        Trouble(
            name_of_target(reading, state, target.card),
            reading.colours[target.colour],
            name_of_source(reading, state, source) if len(places) > 1 else "",
        )
        for source in places
        for target in targets(reading, state, source, mover)
    )


def name_of_target(reading: Reading, state: State, card: int) -> str:
    """Return the name of a card on a stage; of one that lies face down, its place."""
    for stage in state.stages:
        for place, lying in zip(PLACES, stage, strict=True):
            if lying.card == card and lying.down:
                return place
    return reading.names[card]


def name_of_source(reading: Reading, state: State, source: Chip | None) -> str:
    """Return where a chip is taken from; a face-down card goes by seat and place."""
    if source is None:
        return CENTRE
    colour = reading.colours[source.colour]
    for seat, stage in enumerate(state.stages):
        for place, lying in zip(PLACES, stage, strict=True):
            if lying.card == source.card and lying.down:
                return f"{state.seats[seat]}:{place} {colour}"
    return f"{reading.names[source.card]} {colour}"


def _trouble(reading: Reading, state: State) -> tuple[Move, ...]:
    moves = troubles(reading, state, state.turn.mover)
    may_leave = bool(state.turn.waiting) or reading.may_leave_chip
    return (*moves, DECLINE) if may_leave else moves


def _agree(_: Reading, __: State) -> tuple[Move, ...]:
    return (ADVANCE, DECLINE)


def _advance(reading: Reading, state: State) -> tuple[Move, ...]:
    turn = state.turn
    which = reading.marker(state, turn.mover, turn.colour)
    return tuple(
        Advance(reading.space(which, place).name)
        for place in reading.exits(state, turn.mover, turn.colour)
    )


def _switch(_: Reading, __: State) -> tuple[Move, ...]:
    return (SWITCH, DECLINE)


def _over(_: Reading, __: State) -> tuple[Move, ...]:
    return ()


_MOVES: dict[Phase, Callable[[Reading, State], tuple[Move, ...]]] = {
    Phase.DRAW: _draw,
    Phase.PLACE: _place,
    Phase.STEP: _step,
    Phase.TAKE: _take,
    Phase.PLAY: _play,
    Phase.TROUBLE: _trouble,
    Phase.AGREE: _agree,
    Phase.ADVANCE: _advance,
    Phase.SWITCH: _switch,
    Phase.OVER: _over,
}
"""What lists the moves of each phase."""


# ---------------------------------------------------------------- refusals


def refusal(reading: Reading, state: State, move: Move) -> Refusal | None:
    """Return why a move is not legal here, or None when it is."""
    if type(move) not in KINDS:
        raise NotationError(str(move), "a move; parse_move makes one of a text")
    if move in legal_moves(reading, state):
        return None
    phase = state.turn.phase
    if phase is Phase.OVER:
        capped = state.turn.ended_by == "cap"
        point = "length.cap" if capped else "end.when"
        return Refusal(point, "the game is over")
    if type(move) not in _ANSWERS[phase]:
        return _out_of_turn(reading, state, move)
    return _REFUSALS[type(move)](reading, state, move)


_ANSWERS: dict[Phase, tuple[type[Move], ...]] = {
    Phase.DRAW: (Outcome,),
    Phase.PLACE: (Place,),
    Phase.STEP: (Step,),
    Phase.TAKE: (Take,),
    Phase.PLAY: (Play,),
    Phase.TROUBLE: (Trouble, Decline),
    Phase.AGREE: (Advance, Decline),
    Phase.ADVANCE: (Advance, Decline),
    Phase.SWITCH: (Switch, Decline),
}
"""The moves that answer each question."""


def _out_of_turn(reading: Reading, state: State, move: Move) -> Refusal:
    """Refuse a move that answers another question than the one asked."""
    match state.turn.phase:
        case Phase.DRAW:
            point, asked = (
                "setup.owner_draw",
                "a card is drawn first of all",
            )
        case Phase.PLACE:
            point, asked = "setup.entry_markers", "the entry marker is to be placed"
        case Phase.STEP:
            point, asked = "ring.steps", "the action marker is to be moved on"
        case Phase.TAKE:
            point, asked = "entry.take", "a card of the pool is to be taken"
        case Phase.PLAY:
            point, asked = "entry.play", "a card is to be played"
        case Phase.TROUBLE:
            point, asked = "trouble.target", "a trouble chip is to be moved"
        case Phase.AGREE:
            point, asked = "advance.duty", "it is to be said whether the marker moves"
        case Phase.ADVANCE:
            point, asked = "advance.choice", "the marker's way is to be picked"
        case _:
            point, asked = "switch.who", "the entry marker may be switched now"
    if isinstance(move, Switch) and not reading.switch_after_tie:
        return Refusal("switch.after_tie", asked)
    return Refusal(point, asked)


def _refuse_outcome(_: Reading, __: State, ___: Move) -> Refusal:
    return Refusal("setup.owner_draw", "there is no such card")


def _refuse_step(reading: Reading, _: State, __: Move) -> Refusal:
    most = reading.rules.ring_steps
    spaces = "one space" if most == 1 else f"one to {most} spaces"
    return Refusal("ring.steps", f"the action marker is moved on by {spaces}")


def _refuse_end(_: Reading, __: State, ___: Move) -> Refusal:
    return Refusal("entry.take", "a row has two ends")


def _refuse_play(reading: Reading, state: State, move: Move) -> Refusal:
    assert isinstance(move, Play)
    code = reading.codes.get(move.card)
    if code not in state.hands[state.turn.asked]:
        return Refusal("entry.play", f"{move.card} is not in the hand")
    if act_of(reading, state) is Act.ENTRY:
        return Refusal("entry.effect", "an entry plays its card face up")
    return Refusal("hidden.face", reading.rules.hidden_face.sense.rstrip("."))


def _refuse_trouble(reading: Reading, state: State, move: Move) -> Refusal:
    assert isinstance(move, Trouble)
    mover = state.turn.mover
    stage = state.stages[other(mover)]
    down = [place for place, lying in zip(PLACES, stage, strict=True) if lying.down]
    names = [reading.names[lying.card] for lying in stage if not lying.down]
    if move.target in down:
        return Refusal("trouble.face_down", "a rabbit has to be seen")
    if move.target not in names:
        reason = f"{move.target} does not lie face up on the other stage"
        return Refusal("trouble.target", reason)
    card = reading.cards[reading.codes[move.target]]
    if card.white:
        return Refusal("white.card", f"{move.target} has no rabbits of a colour")
    colour = reading.colours.index(move.colour)
    if not card.rabbits[colour]:
        return Refusal("trouble.target", f"{move.target} has no {move.colour} rabbit")
    chosen = [
        name_of_source(reading, state, source) for source in sources(reading, state)
    ]
    if move.source not in (chosen if len(chosen) > 1 else [""]):
        reason = f"say where the chip comes from: {', '.join(chosen)}"
        return Refusal("trouble.takes", reason)
    if reading.elsewhere:
        return Refusal("trouble.again", "the chip does not go back where it was")
    return Refusal("chip.rests", f"the {move.colour} rabbits of {move.target} rest")


def _refuse_advance(reading: Reading, state: State, move: Move) -> Refusal:
    assert isinstance(move, Advance)
    turn = state.turn
    if turn.phase is Phase.AGREE:
        return Refusal("advance.choice", "the way is picked after that")
    which = reading.marker(state, turn.mover, turn.colour)
    here = reading.space(which, state.markers[which][-1])
    if here.arrow >= 0 and reading.arrows_bind and turn.colour != YELLOW:
        return Refusal("advance.arrows", "the arrow points elsewhere")
    if not move.space:
        return Refusal("advance.choice", "the way forks: name the space")
    return Refusal("advance.marker", f"the way from {here.name} is not to {move.space}")


def _refuse_decline(_: Reading, state: State, __: Move) -> Refusal:
    if state.turn.phase is Phase.TROUBLE:
        return Refusal("trouble.duty", "the trouble chip must be moved")
    return Refusal("advance.duty", "the marker must be moved")


_REFUSALS: dict[type[Move], Callable[[Reading, State, Move], Refusal]] = {
    Outcome: _refuse_outcome,
    Place: _refuse_end,
    Step: _refuse_step,
    Take: _refuse_end,
    Play: _refuse_play,
    Trouble: _refuse_trouble,
    Advance: _refuse_advance,
    Decline: _refuse_decline,
}
