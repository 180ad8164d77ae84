"""The notation: moves and positions as short texts, written and read.

A position is one line of twelve fields, parted by spaces, ``-`` for an empty one:
seats, player one, deck, stages, hands, pool, entry markers, ring, performance
markers, trouble chips, thoughts and the turn.
"""

from collections.abc import Callable, Iterable

from flohcati_rules.errors import Fault, NotationError, PositionError, did_you_mean
from flohcati_rules.games.mars_troupe.components import MARKERS
from flohcati_rules.games.mars_troupe.moves import (
    ADVANCE,
    DECLINE,
    PLACES,
    SWITCH,
    Advance,
    End,
    Move,
    Outcome,
    Place,
    Play,
    Step,
    Take,
    Trouble,
)
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import (
    BY_CHANCE,
    BY_NOBODY,
    NO_COLOUR,
    NO_SEAT,
    NO_SPACE,
    Chip,
    Lying,
    Phase,
    State,
    Thought,
    Turn,
    other,
)

NOTHING = "-"
FIELDS = (
    "seats",
    "first",
    "deck",
    "stages",
    "hands",
    "pool",
    "ends",
    "ring",
    "markers",
    "chips",
    "thoughts",
    "turn",
)


def parse_card(reading: Reading, text: str) -> int:
    """Return the code of the member card that a text names."""
    code = reading.codes.get(text)
    if code is None:
        hint = did_you_mean(text, reading.names)
        raise NotationError(
            text, f"a member card{hint} (one of: {_list(reading.names)})"
        )
    return code


def _list(names: Iterable[object]) -> str:
    return ", ".join(map(str, names))


# ---------------------------------------------------------------- moves

_PLAIN: dict[str, Move] = {str(move): move for move in (ADVANCE, SWITCH, DECLINE)}
_FORMS = {
    "place": "'place' and an end, as in 'place left'",
    "step": "'step' and a number of spaces, as in 'step 2'",
    "take": "'take' and an end of the pool, as in 'take left'",
    "play": "'play' and a card, as in 'play comet' or 'play comet face-down'",
    "trouble": (
        "'trouble', a card (or left, middle, right) and a colour, "
        "as in 'trouble comet red'"
    ),
    "advance": "'advance' and, where the way forks, a space",
}


def parse_move(reading: Reading, text: str, state: State) -> Move:
    """Return the move that a text names; whether it is legal is not asked here.

    A card alone is what chance draws. A place of the other stage means the card
    that lies there, where that lies face up.
    """
    word, *rest = text.split() or [""]
    if word in _PLAIN and not rest:
        return _PLAIN[word]
    if word in _READ:
        move = _READ[word](reading, rest, state)
        if move is None:
            raise NotationError(text, _FORMS[word])
        return move
    if word in reading.codes and not rest:
        return Outcome(word)
    known = [*_PLAIN, *(word for word in _READ if word not in _PLAIN)]
    hint = did_you_mean(word, [*known, *reading.names])
    raise NotationError(text, f"a move{hint} (one of: {_list(known)})")


def _read_place(_: Reading, rest: list[str], __: State) -> Move | None:
    return Place(End(rest[0])) if len(rest) == 1 and rest[0] in [*End] else None


def _read_take(_: Reading, rest: list[str], __: State) -> Move | None:
    return Take(End(rest[0])) if len(rest) == 1 and rest[0] in [*End] else None


def _read_step(_: Reading, rest: list[str], __: State) -> Move | None:
    match rest:
        case [number] if number.isascii() and number.isdigit():
            return Step(int(number))
    return None


def _read_play(reading: Reading, rest: list[str], _: State) -> Move | None:
    match rest:
        case [card]:
            return Play(reading.names[parse_card(reading, card)])
        case [card, "face-down"]:
            return Play(reading.names[parse_card(reading, card)], down=True)
    return None


def _read_trouble(reading: Reading, rest: list[str], state: State) -> Move | None:
    match rest:
        case [target, colour]:
            source = ""
        case [target, colour, "from", *words] if words:
            source = " ".join(words)
        case _:
            return None
    if target in PLACES:
        target = _at_place(reading, state, target)
    else:
        parse_card(reading, target)
    if colour not in reading.colours:
        hint = did_you_mean(colour, reading.colours)
        raise NotationError(
            colour, f"a colour{hint} (one of: {_list(reading.colours)})"
        )
    return Trouble(target, colour, source)


def _at_place(reading: Reading, state: State, place: str) -> str:
    """Return the card that lies face up at a place of the other stage, or the place."""
    stage = state.stages[other(max(state.turn.mover, 0))]
    if not stage:
        return place
    lying = stage[PLACES.index(place)]
    return place if lying.down else reading.names[lying.card]


def _read_advance(reading: Reading, rest: list[str], _: State) -> Move | None:
    if len(rest) != 1:
        return None
    names = {
        space.name for track in reading.components.tracks for space in track.spaces
    }
    if rest[0] not in names:
        hint = did_you_mean(rest[0], names)
        raise NotationError(rest[0], f"a space of a track{hint}")
    return Advance(rest[0])


_READ: dict[str, Callable[[Reading, list[str], State], Move | None]] = {
    "place": _read_place,
    "step": _read_step,
    "take": _read_take,
    "play": _read_play,
    "trouble": _read_trouble,
    "advance": _read_advance,
}


# ---------------------------------------------------------------- positions


def format_position(reading: Reading, state: State) -> str:
    """Return a state on one line; ``parse_position`` reads it back exactly."""
    names = reading.names
    fields = (
        _joined(state.seats),
        state.seats[state.first] if state.first != NO_SEAT else NOTHING,
        _joined(names[card] for card in state.deck),
        "/".join(_format_row(reading, stage) for stage in state.stages),
        "/".join(_joined(names[card] for card in hand) for hand in state.hands),
        _format_row(reading, state.pool),
        "/".join(str(end or NOTHING) for end in state.ends),
        NOTHING if state.ring == NO_SPACE else str(reading.ring[state.ring].number),
        "/".join(
            "+".join(reading.space(which, place).name for place in way)
            for which, way in enumerate(state.markers)
        ),
        _joined(f"{names[c.card]}={reading.colours[c.colour]}" for c in state.chips),
        "/".join(
            _joined(
                f"{names[thought.card]}={'.'.join(map(str, thought.places))}"
                for thought in thoughts
            )
            for thoughts in state.thoughts
        ),
        _format_turn(reading, state),
    )
    return " ".join(fields)


def _joined(names: Iterable[str]) -> str:
    return ",".join(names) or NOTHING


def _format_row(reading: Reading, row: tuple[Lying, ...]) -> str:
    """Return the cards of a row: one that lies face down as ``comet=down.3``."""
    words: list[str] = []
    for lying in row:
        face = "down" if lying.down else "up"
        played = f"={face}.{lying.since}" if lying.down or lying.since else ""
        words.append(f"{reading.names[lying.card]}{played}")
    return _joined(words)


def _format_turn(reading: Reading, state: State) -> str:
    turn = state.turn
    words = [turn.phase.name.lower(), state.seats[turn.seat], str(turn.number)]
    if turn.asked >= 0:
        words.append(f"asked={state.seats[turn.asked]}")
    if turn.mover != NO_SEAT:
        words.append(f"mover={state.seats[turn.mover]}")
    if turn.colour != NO_COLOUR:
        words.append(f"colour={reading.colours[turn.colour]}")
    if turn.waiting:
        waiting = "+".join(reading.names[card] for card in turn.waiting)
        words.append(f"waiting={waiting}")
    if turn.ended_by:
        words.append(f"ended-by={turn.ended_by}")
    return ":".join(words)


def parse_position(reading: Reading, text: str) -> State:
    """Return the state that a line of the notation describes."""
    words = text.split()
    if len(words) != len(FIELDS):
        raise NotationError(text, f"a position: {len(FIELDS)} fields {_list(FIELDS)}")
    fields = dict(zip(FIELDS, words, strict=True))
    seats = tuple(_split(fields["seats"], ","))
    twos = {name: fields[name].split("/") for name in ("stages", "hands", "ends")}
    twos["thoughts"] = fields["thoughts"].split("/")
    if any(len(rows) != 2 for rows in (seats, *twos.values())):  # noqa: PLR2004 - a game for two
        raise NotationError(text, "a position: stages, hands and so on for two seats")
    state = State(
        seats=seats,
        first=_seat(seats, fields["first"]),
        deck=tuple(_cards(reading, fields["deck"])),
        stages=tuple(_parse_row(reading, stage) for stage in twos["stages"]),
        hands=tuple(tuple(sorted(_cards(reading, hand))) for hand in twos["hands"]),
        pool=_parse_row(reading, fields["pool"]),
        ends=tuple(_parse_end(end) for end in twos["ends"]),
        ring=_parse_ring(reading, fields["ring"]),
        markers=_parse_markers(reading, fields["markers"]),
        chips=tuple(sorted(_parse_chips(reading, fields["chips"]))),
        thoughts=tuple(
            tuple(_parse_thought(reading, word) for word in _split(known, ","))
            for known in twos["thoughts"]
        ),
        turn=_parse_turn(reading, fields["turn"], seats),
    )
    check_cards(reading, state)
    return state


def _split(field: str, by: str) -> list[str]:
    return [] if field == NOTHING else field.split(by)


def _cards(reading: Reading, field: str) -> list[int]:
    return [parse_card(reading, name) for name in _split(field, ",")]


def _seat(seats: tuple[str, ...], name: str) -> int:
    if name == NOTHING:
        return NO_SEAT
    if name not in seats:
        raise NotationError(name, f"a seat (one of: {_list(seats)})")
    return seats.index(name)


def _parse_row(reading: Reading, field: str) -> tuple[Lying, ...]:
    row: list[Lying] = []
    for word in _split(field, ","):
        name, _, played = word.partition("=")
        face, _, since = played.partition(".")
        if played and (face not in ("down", "up") or not _is_whole(since)):
            raise NotationError(word, "a card of a row, such as comet or comet=down.3")
        card = parse_card(reading, name)
        row.append(Lying(card, face == "down", int(since or 0)))
    return tuple(row)


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit()


def _parse_end(field: str) -> End | None:
    if field == NOTHING:
        return None
    if field not in [*End]:
        raise NotationError(field, f"an end (one of: {_list(End)})")
    return End(field)


def _parse_ring(reading: Reading, field: str) -> int:
    if field == NOTHING:
        return NO_SPACE
    numbers = [str(space.number) for space in reading.ring]
    if field not in numbers:
        raise NotationError(field, f"a number of the ring (one of: {_list(numbers)})")
    return numbers.index(field)


def _parse_markers(reading: Reading, field: str) -> tuple[tuple[int, ...], ...]:
    ways = field.split("/")
    if len(ways) != len(MARKERS):
        raise NotationError(field, f"the ways of {len(MARKERS)} performance markers")
    found: list[tuple[int, ...]] = []
    for track, way in zip(reading.components.tracks, ways, strict=True):
        places: list[int] = []
        for name in way.split("+"):
            place = track.index(name)
            if place is None:
                raise NotationError(name, f"a space of the {field} track")
            places.append(place)
        found.append(tuple(places))
    return tuple(found)


def _parse_chips(reading: Reading, field: str) -> list[Chip]:
    chips: list[Chip] = []
    for word in _split(field, ","):
        name, _, colour = word.partition("=")
        if colour not in reading.colours:
            raise NotationError(word, "a chip: a card, '=' and a colour")
        chip = Chip(parse_card(reading, name), reading.colours.index(colour))
        chips.append(chip)
    return chips


def _parse_thought(reading: Reading, word: str) -> Thought:
    name, _, places = word.partition("=")
    if not all(_is_whole(place) for place in places.split(".")):
        raise NotationError(word, "a thought: a card, '=' and numbers with dots")
    return Thought(parse_card(reading, name), tuple(map(int, places.split("."))))


_TURN_FACTS = frozenset({"asked", "mover", "colour", "waiting", "ended-by"})


def _parse_turn(reading: Reading, field: str, seats: tuple[str, ...]) -> Turn:
    phase, *words = field.split(":")
    phases = {member.name.lower(): member for member in Phase}
    wanted = f"a turn: one of {_list(phases)}, a seat, a number, parted by colons"
    if phase not in phases or len(words) < 2 or not _is_whole(words[1]):  # noqa: PLR2004 - seat and number
        raise NotationError(field, wanted)
    parted = (word.partition("=") for word in words[2:])
    facts = {name: fact for name, _, fact in parted}
    unknown = facts.keys() - _TURN_FACTS
    if unknown:
        raise NotationError(field, f"a turn: unknown {_list(sorted(unknown))}")
    colour = facts.get("colour", "")
    if colour and colour not in reading.colours:
        raise NotationError(
            field, f"a turn: a colour is one of {_list(reading.colours)}"
        )
    by = {Phase.DRAW: BY_CHANCE, Phase.OVER: BY_NOBODY}.get(phases[phase])
    if (by is None) != ("asked" in facts):
        raise NotationError(field, "a turn: asked=, where a seat is asked")
    return Turn(
        phase=phases[phase],
        seat=_seat(seats, words[0]),
        asked=_seat(seats, facts["asked"]) if by is None else by,
        number=int(words[1]),
        mover=_seat(seats, facts.get("mover", NOTHING)),
        colour=reading.colours.index(colour) if colour else NO_COLOUR,
        waiting=tuple(
            parse_card(reading, name)
            for name in _split(facts.get("waiting", NOTHING), "+")
        ),
        ended_by=facts.get("ended-by", ""),
    )


def places(state: State) -> list[tuple[str, int]]:
    """Return every card with the place that it is in; a card has one place."""
    seats = state.seats
    return [
        *((f"deck.{index}", card) for index, card in enumerate(state.deck)),
        *(
            (f"stages.{seats[seat]}.{place}", lying.card)
            for seat, stage in enumerate(state.stages)
            for place, lying in enumerate(stage)
        ),
        *(
            (f"hands.{seats[seat]}.{index}", card)
            for seat, hand in enumerate(state.hands)
            for index, card in enumerate(hand)
        ),
        *((f"pool.{index}", lying.card) for index, lying in enumerate(state.pool)),
    ]


STAGE, HAND, POOL = 3, 2, 3
"""How many cards a row has between turns; in an entry one more or one less."""


def check_cards(reading: Reading, state: State) -> None:
    """Raise a ``PositionError`` unless each card and each chip has its one place."""
    faults: list[Fault] = []
    found: dict[int, str] = {}
    for place, card in places(state):
        if card in found:
            name = reading.names[card]
            faults.append(Fault(place, f"{name} is also in {found[card]}"))
        found.setdefault(card, place)
    missing = [name for code, name in enumerate(reading.names) if code not in found]
    if missing:
        faults.append(Fault("", f"{_list(missing)} missing"))
    faults.extend(
        Fault(place, f"{len(row)} cards")
        for place, row, sizes in (
            *(("stages", stage, (STAGE,)) for stage in state.stages),
            *(("hands", hand, (HAND, HAND + 1)) for hand in state.hands),
            ("pool", state.pool, (POOL, POOL - 1)),
        )
        if len(row) not in ((0,) if state.deck else sizes)
    )
    if len(state.chips) > reading.components.chips:
        has = reading.components.chips
        faults.append(Fault("chips", f"there are {has} trouble chips"))
    on_stage = {lying.card for stage in state.stages for lying in stage}
    faults.extend(
        Fault("chips", f"{reading.names[chip.card]} is on no stage")
        for chip in state.chips
        if chip.card not in on_stage
    )
    if faults:
        raise PositionError(faults)
