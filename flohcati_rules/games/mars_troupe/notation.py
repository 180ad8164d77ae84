"""The notation: moves and positions as short texts, written and read.

A position is one line of twelve fields, parted by spaces, ``-`` for an empty one:
seats, player one, deck, stages, hands, pool, entry markers, ring, performance
markers, trouble chips, thoughts and the turn.
"""

from flohcati_rules.description import doubled
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
    NO_COLOUR,
    NO_SPACE,
    Chip,
    Lying,
    Phase,
    State,
    Thought,
    Turn,
    other,
)
from flohcati_rules.notation import (
    NOTHING,
    Form,
    Moves,
    fields_of,
    is_number,
    joined,
    listing,
    one_of,
    place_of,
    split,
    turn_facts,
    turn_line,
    word_of,
)
from flohcati_rules.tabletop import BY_CHANCE, BY_NOBODY, NO_SEAT

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
    return reading.codes[one_of(text, "a member card", reading.codes)]


# ---------------------------------------------------------------- moves


def parse_move(reading: Reading, text: str, state: State) -> Move:
    """Return the move that a text names; whether it is legal is not asked here.

    A card alone is what chance draws. A place of the other stage means the card
    that lies there, where that lies face up.
    """
    return _MOVES.parse(reading, reading.names, text, state)


def _read_place(_: Reading, rest: list[str], __: State) -> Move | None:
    return Place(End(rest[0])) if len(rest) == 1 and rest[0] in [*End] else None


def _read_take(_: Reading, rest: list[str], __: State) -> Move | None:
    return Take(End(rest[0])) if len(rest) == 1 and rest[0] in [*End] else None


def _read_step(_: Reading, rest: list[str], __: State) -> Move | None:
    match rest:
        case [number] if is_number(number):
            return Step(int(number))
        case _:
            return None


def _read_play(reading: Reading, rest: list[str], _: State) -> Move | None:
    match rest:
        case [card]:
            return Play(reading.names[parse_card(reading, card)])
        case [card, "face-down"]:
            return Play(reading.names[parse_card(reading, card)], down=True)
        case _:
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
    return Trouble(target, one_of(colour, "a colour", reading.colours), source)


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


def _outcome(_: Reading, card: str) -> Move:
    return Outcome(card)


_MOVES: Moves[Reading, State, Move] = Moves(
    plain={str(move): move for move in (ADVANCE, SWITCH, DECLINE)},
    forms={
        "place": Form("'place' and an end, as in 'place left'", _read_place),
        "step": Form("'step' and a number of spaces, as in 'step 2'", _read_step),
        "take": Form("'take' and an end of the pool, as in 'take left'", _read_take),
        "play": Form(
            "'play' and a card, as in 'play comet' or 'play comet face-down'",
            _read_play,
        ),
        "trouble": Form(
            "'trouble', a card (or left, middle, right) and a colour, "
            "as in 'trouble comet red'",
            _read_trouble,
        ),
        "advance": Form("'advance' and, where the way forks, a space", _read_advance),
    },
    outcome=_outcome,
)


# ---------------------------------------------------------------- positions


def format_position(reading: Reading, state: State) -> str:
    """Return a state on one line; ``parse_position`` reads it back exactly."""
    names = reading.names
    fields = (
        joined(state.seats),
        state.seats[state.first] if state.first != NO_SEAT else NOTHING,
        joined(names[card] for card in state.deck),
        "/".join(_format_row(reading, stage) for stage in state.stages),
        "/".join(joined(names[card] for card in hand) for hand in state.hands),
        _format_row(reading, state.pool),
        "/".join(str(end or NOTHING) for end in state.ends),
        str(reading.ring_number(state) or NOTHING),
        "/".join(
            "+".join(reading.space(which, place).name for place in way)
            for which, way in enumerate(state.markers)
        ),
        joined(f"{names[c.card]}={reading.colours[c.colour]}" for c in state.chips),
        "/".join(
            joined(
                f"{names[thought.card]}={'.'.join(map(str, thought.places))}"
                for thought in thoughts
            )
            for thoughts in state.thoughts
        ),
        _format_turn(reading, state),
    )
    return " ".join(fields)


def _format_row(reading: Reading, row: tuple[Lying, ...]) -> str:
    """Return the cards of a row: one that lies face down as ``comet=down.3``."""
    words: list[str] = []
    for lying in row:
        face = "down" if lying.down else "up"
        played = f"={face}.{lying.since}" if lying.down or lying.since else ""
        words.append(f"{reading.names[lying.card]}{played}")
    return joined(words)


def _format_turn(reading: Reading, state: State) -> str:
    turn, seats = state.turn, state.seats
    facts = {
        "asked": seats[turn.asked] if turn.asked >= 0 else "",
        "mover": seats[turn.mover] if turn.mover != NO_SEAT else "",
        "colour": reading.colours[turn.colour] if turn.colour != NO_COLOUR else "",
        "waiting": "+".join(reading.names[card] for card in turn.waiting),
        "ended-by": turn.ended_by,
    }
    words = (word_of(turn.phase), seats[turn.seat], str(turn.number))
    return turn_line(words, facts)


def parse_position(reading: Reading, text: str) -> State:
    """Return the state that a line of the notation describes."""
    fields = fields_of(text, FIELDS)
    seats = tuple(split(fields["seats"]))
    twos = {name: fields[name].split("/") for name in ("stages", "hands", "ends")}
    twos["thoughts"] = fields["thoughts"].split("/")
    if any(len(rows) != 2 for rows in (seats, *twos.values())):  # noqa: PLR2004 - a game for two
        raise NotationError(text, "a position: stages, hands and so on for two seats")
    state = State(
        seats=seats,
        first=place_of(fields["first"], "a seat", seats, absent=NO_SEAT),
        deck=tuple(_cards(reading, fields["deck"])),
        stages=tuple(_parse_row(reading, stage) for stage in twos["stages"]),
        hands=tuple(tuple(sorted(_cards(reading, hand))) for hand in twos["hands"]),
        pool=_parse_row(reading, fields["pool"]),
        ends=tuple(_parse_end(end) for end in twos["ends"]),
        ring=_parse_ring(reading, fields["ring"]),
        markers=_parse_markers(reading, fields["markers"]),
        chips=tuple(sorted(_parse_chips(reading, fields["chips"]))),
        thoughts=tuple(
            tuple(_parse_thought(reading, word) for word in split(known))
            for known in twos["thoughts"]
        ),
        turn=_parse_turn(reading, fields["turn"], seats),
    )
    check_cards(reading, state)
    return state


def _cards(reading: Reading, field: str) -> list[int]:
    return [parse_card(reading, name) for name in split(field)]


def _parse_row(reading: Reading, field: str) -> tuple[Lying, ...]:
    row: list[Lying] = []
    for word in split(field):
        name, _, played = word.partition("=")
        face, _, since = played.partition(".")
        if played and (face not in ("down", "up") or not _is_whole(since)):
            raise NotationError(word, "a card of a row, such as comet or comet=down.3")
        card = parse_card(reading, name)
        row.append(Lying(card, face == "down", int(since or 0)))
    return tuple(row)


def _is_whole(text: str) -> bool:
    """Tell whether a text is a whole number, perhaps below 0."""
    return is_number(text.removeprefix("-"))


def _parse_end(field: str) -> End | None:
    return None if field == NOTHING else End(one_of(field, "an end", End))


def _parse_ring(reading: Reading, field: str) -> int:
    numbers = [str(space.number) for space in reading.ring]
    return place_of(field, "a number of the ring", numbers, absent=NO_SPACE)


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
    for word in split(field):
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
    phases = {word_of(member): member for member in Phase}
    wanted = f"a turn: one of {listing(phases)}, a seat, a number, parted by colons"
    if phase not in phases or len(words) < 2 or not _is_whole(words[1]):  # noqa: PLR2004 - seat and number
        raise NotationError(field, wanted)
    facts = turn_facts(field, words[2:], _TURN_FACTS)
    colour, mover = facts.get("colour", ""), facts.get("mover", "")
    by = {Phase.DRAW: BY_CHANCE, Phase.OVER: BY_NOBODY}.get(phases[phase])
    if (by is None) != ("asked" in facts):
        raise NotationError(field, "a turn: asked=, where a seat is asked")
    return Turn(
        phase=phases[phase],
        seat=place_of(words[0], "a seat", seats),
        asked=place_of(facts["asked"], "a seat", seats) if by is None else by,
        number=int(words[1]),
        mover=place_of(mover, "a seat", seats, absent=NO_SEAT),
        colour=place_of(colour, "a colour", reading.colours, absent=NO_COLOUR),
        waiting=tuple(
            parse_card(reading, name)
            for name in split(facts.get("waiting", NOTHING), "+")
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
    cards = places(state)
    faults = [*doubled(cards, reading.names.__getitem__)]
    found = {card for _, card in cards}
    missing = [name for code, name in enumerate(reading.names) if code not in found]
    if missing:
        faults.append(Fault("", f"{listing(missing)} missing"))
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
