"""Positions as scenarios describe them, and the facts that scenarios expect."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from flohcati_rules.description import Description, by_key, listed, mapping
from flohcati_rules.errors import NotationError, shown
from flohcati_rules.faults import is_list, is_mapping
from flohcati_rules.game import Fact, Telling
from flohcati_rules.games.mars_troupe.components import (
    CARDS,
    COLOURS,
    EARS,
    GREEN,
    RED,
    SIDES,
    YELLOW,
    Track,
    marker,
)
from flohcati_rules.games.mars_troupe.counting import rabbits
from flohcati_rules.games.mars_troupe.knowledge import Thoughts, hidden, hides_end
from flohcati_rules.games.mars_troupe.moves import End
from flohcati_rules.games.mars_troupe.notation import (
    HAND,
    POOL,
    STAGE,
    check_cards,
    parse_card,
)
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import (
    IN_HAND,
    NO_SPACE,
    Chip,
    Lying,
    Phase,
    State,
    Turn,
    other,
)
from flohcati_rules.tabletop import BY_CHANCE, BY_NOBODY, NO_SEAT

SEATS = (2, 2)
MOST_TURNS = 999

GIVEN = {
    "seats": "the names of the two seats, the owner of the game first",
    "first": "the seat of player one; the first seat when left out",
    "turn": "whose turn begins; player one's when left out",
    "number": "the number of that turn; 1 when left out",
    "stages": "the cards of each stage, from its owner's left",
    "hands": "the two hand cards of each seat",
    "pool": "the cards of the pool, from player one's left; else what is left",
    "down": "the cards of stages and pool that lie face down",
    "woken": "the cards of stages that were played face down and turned up since",
    "ends": "where each seat's entry marker stands, left or right; right when left out",
    "ring": "the number of the space of the action marker; the ring's first otherwise",
    "red": "where the red markers of seats stand, or the spaces they came by",
    "yellow": "where the yellow marker stands, or the spaces it came by",
    "green": "where the green markers of seats stand, or the spaces they came by",
    "chips": "the trouble chips that lie on cards, each a card and a colour",
    "over": "true when a marker has entered an END, or the last turn is done",
    "deck": "all thirteen cards before the deal, the next one first; with seats alone",
    "setup": "2: the start of a game, nothing else given",
}


SHEET = {
    "stage": Telling(
        key="stages",
        sense="the stage of a seat, from its own left",
        example="Ann: comet ember halo",
    ),
    "hand": Telling(key="hands", sense="the hand of a seat", example="Ann: dust dune"),
    "red": Telling(
        key="red", sense="where the red marker of a seat stands", example="Ann: two"
    ),
    "yellow": Telling(
        key="yellow", sense="where the yellow marker stands", example="ears-one"
    ),
    "green": Telling(
        key="green",
        sense="where the green marker of a seat stands",
        example="Ann: bend",
    ),
    "chip": Telling(
        key="chips", sense="where the trouble chip lies", example="comet red"
    ),
    "first": Telling(key="first", sense="who is player one", example="Ben"),
}


class _Table(Description):
    """A description whose cards and spaces are those of one set of components."""

    def __init__(self, reading: Reading, given: Mapping[str, Any]) -> None:
        self.reading = reading
        self.named: dict[int, str] = {}
        super().__init__(given, SEATS)

    def row(self, place: str, written: object, size: int) -> list[int]:
        """Return the cards of a row of a size, each named nowhere else."""
        found: list[int] = []
        for where, card in self.known(place, written):
            if card in self.named:
                name = self.reading.names[card]
                self.fault(where, f"{name} is also in {self.named[card]}")
            else:
                self.named[card] = where
                found.append(card)
        if is_list(written) and len(written) != size:
            self.fault(place, f"{len(written)} cards; there are {size}")
        return found

    def rows(self, key: str, size: int) -> tuple[list[int], list[int]]:
        """Return a row for each seat; both have to be there."""
        found: dict[int, list[int]] = {
            seat: self.row(place, content, size)
            for seat, place, content in self.by_seat(key)
        }
        for seat, name in enumerate(self.seats):
            if seat not in found:
                self.fault(key, f"those of {name} are missing")
        return found.get(0, []), found.get(1, [])

    def known(self, place: str, written: object) -> list[tuple[str, int]]:
        """Return the cards of a list, each with its place."""
        return self.each(place, written, partial(parse_card, self.reading))


def build_position(reading: Reading, given: Mapping[str, Any]) -> State:
    """Return the position that a scenario gives.

    Stages and hands have to be given; a pool that is not has the cards that are
    left over, in the order of the components.

    Raises:
        PositionError: with every fault of the description.

    """
    table = _Table(reading, given)
    if "deck" in given:
        return _before_the_deal(table)
    stages = table.rows("stages", STAGE)
    hands = table.rows("hands", HAND)
    if "pool" in given:
        pool = table.row("pool", given["pool"], POOL)
    else:
        pool = [card for card in range(CARDS) if card not in table.named]
    laid = _faces(table, [*stages, pool])
    first = table.seat("first", 0)
    seat = table.seat("turn", first)
    state = State(
        seats=table.seats,
        first=first,
        deck=(),
        stages=(laid[0], laid[1]),
        hands=(tuple(sorted(hands[0])), tuple(sorted(hands[1]))),
        pool=laid[2],
        ends=_ends(table),
        ring=_ring(table),
        markers=_markers(table, first),
        chips=_chips(table),
        thoughts=_thoughts(laid, hands),
        turn=Turn(
            phase=Phase.STEP,
            seat=seat,
            asked=seat,
            number=table.whole("number", given.get("number", 1), 1, MOST_TURNS),
        ),
    )
    over = table.truth("over")
    at_end = _check_end(table, state, over=over)
    table.raise_faults()
    check_cards(reading, state)
    if over:
        number = state.turn.number
        turn = Turn(
            phase=Phase.OVER,
            seat=seat,
            asked=BY_NOBODY,
            number=number,
            ended_by="end" if at_end else "cap",
        )
        return attrs.evolve(state, turn=turn)
    return state


def _check_end(table: _Table, state: State, *, over: bool) -> bool:
    """Find fault with a game that is over or not, and should be; tell of an END."""
    reading, number = table.reading, state.turn.number
    at_end = any(
        reading.space(which, way[-1]).is_end for which, way in enumerate(state.markers)
    )
    if number > reading.cap:
        table.fault("number", f"the game ends after turn {reading.cap}")
    if at_end and not over:
        table.fault("over", "a marker is on an END, so that the game is over")
    if over and not at_end and number < reading.cap:
        table.fault(
            "over", f"no marker is on an END, and turn {number} is not the last"
        )
    return at_end


def before_the_deal(
    reading: Reading, seats: tuple[str, ...], deck: tuple[int, ...]
) -> State:
    """Return the state in which the owner of the game draws a card."""
    return State(
        seats=seats,
        first=NO_SEAT,
        deck=deck,
        stages=((), ()),
        hands=((), ()),
        pool=(),
        ends=(None, None),
        ring=NO_SPACE,
        markers=tuple((track.start,) for track in reading.components.tracks),
        chips=(),
        thoughts=((), ()),
        turn=Turn(phase=Phase.DRAW, seat=0, asked=BY_CHANCE, number=0),
    )


def read_deck(
    reading: Reading, seats: tuple[str, ...], deck: Sequence[str]
) -> tuple[int, ...]:
    """Return the codes of the thirteen cards before the deal.

    Raises:
        PositionError: the cards are others; every fault is listed.

    """
    table = _Table(reading, {"seats": seats})
    codes = tuple(table.row("deck", deck, CARDS))
    table.raise_faults()
    return codes


def _before_the_deal(table: _Table) -> State:
    for key in table.given:
        if key not in ("seats", "deck"):
            table.fault(key, "nothing else is given with a deck")
    deck = tuple(table.row("deck", table.given["deck"], CARDS))
    table.raise_faults()
    return before_the_deal(table.reading, table.seats, deck)


def _faces(table: _Table, rows: list[list[int]]) -> list[tuple[Lying, ...]]:
    """Return the rows with each card's face; those once face down get a number.

    The numbers are negative: no turn of this game has them.
    """
    faces: dict[int, bool] = {}
    for key, down in (("down", True), ("woken", False)):
        for where, card in table.known(key, table.given.get(key, [])):
            if not any(card in row for row in (rows if down else rows[:2])):
                name = table.reading.names[card]
                table.fault(where, f"{name} is in no row where that can be")
            elif card in faces:
                table.fault(where, f"{table.reading.names[card]} is named already")
            faces[card] = down
    numbers = {card: -1 - index for index, card in enumerate(faces)}
    return [
        tuple(
            Lying(card, down=faces.get(card, False), since=numbers.get(card, 0))
            for card in row
        )
        for row in rows
    ]


def _thoughts(
    laid: list[tuple[Lying, ...]], hands: tuple[list[int], list[int]]
) -> tuple[Thoughts, ...]:
    """Return what seats without a past know: what they see, and what is left over."""
    found: list[Thoughts] = []
    for seat in (0, 1):
        down = [lying for row in (laid[other(seat)], laid[2]) for lying in row
                if lying.down]  # fmt: skip
        cards = [*hands[other(seat)], *(lying.card for lying in down)]
        found.append(hidden(cards, (IN_HAND, *(lying.since for lying in down))))
    return tuple(found)


def _ends(table: _Table) -> tuple[End | None, ...]:
    ends: list[End | None] = [End.RIGHT, End.RIGHT]
    for seat, place, content in table.by_seat("ends"):
        if content in [*End]:
            ends[seat] = End(content)
        else:
            table.fault(place, f"expected left or right; got {shown(content)}")
    return tuple(ends)


def _ring(table: _Table) -> int:
    numbers = [space.number for space in table.reading.ring]
    number = table.given.get("ring", numbers[0])
    if number in numbers and not isinstance(number, bool):
        return numbers.index(number)
    listed_numbers = ", ".join(map(str, numbers))
    table.fault("ring", f"the ring has no {shown(number)} (numbers: {listed_numbers})")
    return 0


def _markers(table: _Table, first: int) -> tuple[tuple[int, ...], ...]:
    tracks = table.reading.components.tracks
    ways: list[tuple[int, ...]] = [(track.start,) for track in tracks]
    for colour, name in enumerate(COLOURS):
        if name not in table.given:
            continue
        if colour == YELLOW:
            which = marker(colour, EARS)
            ways[which] = _way(table, name, tracks[which], table.given[name])
            continue
        for seat, place, space in table.by_seat(name):
            which = marker(colour, (seat - first) % len(SIDES))
            ways[which] = _way(table, place, tracks[which], space)
    return tuple(ways)


def _way(table: _Table, place: str, track: Track, written: object) -> tuple[int, ...]:
    """Return the way to a space: as a list gives it, or else the shortest."""
    names = [*written] if is_list(written) else [written]
    found = [track.index(name) if isinstance(name, str) else None for name in names]
    for name, index in zip(names, found, strict=True):
        if index is None:
            known = ", ".join(space.name for space in track.spaces)
            table.fault(place, f"the track has no {shown(name)} (spaces: {known})")
    way = tuple(index for index in found if index is not None)
    if len(way) != len(names) or not way:
        return (track.start,)
    if len(way) == 1:
        return shortest_way(track, way[0])
    if way[0] != track.start:
        table.fault(place, "a way begins on START")
    return way


def shortest_way(track: Track, goal: int) -> tuple[int, ...]:
    """Return the shortest way from START to a space, or the space alone."""
    ways: list[tuple[int, ...]] = [(track.start,)]
    seen = {track.start}
    for way in ways:
        if way[-1] == goal:
            return way
        for exits in track.spaces[way[-1]].exits:
            ways.extend((*way, place) for place in exits if place not in seen)
            seen.update(exits)
    return (goal,)


def _chips(table: _Table) -> tuple[Chip, ...]:
    written = table.given.get("chips", [])
    listed_chips = [written] if isinstance(written, str) else written
    chips: list[Chip] = []
    read = partial(_chip, table.reading)
    for place, chip in table.each("chips", listed_chips, read):
        chips.append(chip)
        printed = table.reading.cards[chip.card]
        down = printed.name in (table.given.get("down") or [])
        if not down and chips.count(chip) > printed.rabbits[chip.colour]:
            colour = COLOURS[chip.colour]
            table.fault(place, f"{printed.name} has no such {colour} rabbit")
    return tuple(sorted(chips))


def _chip(reading: Reading, text: str) -> Chip:
    """Return the chip that a card and a colour tell of."""
    match text.split():
        case [name, colour] if colour in COLOURS:
            return Chip(parse_card(reading, name), COLOURS.index(colour))
        case _:
            raise NotationError(text, "a card and a colour, such as 'comet red'")


# ---------------------------------------------------------------- facts


def facts(reading: Reading) -> Mapping[str, Fact]:
    """Return what a scenario can expect of the table of a position."""
    names = reading.names

    def row(written: object) -> tuple[str, ...]:
        return tuple(names[parse_card(reading, str(name))] for name in listed(written))

    def unordered(written: object) -> tuple[str, ...]:
        return tuple(sorted(row(written)))

    def rows(written: object) -> dict[str, tuple[str, ...]]:
        return by_key(written, row)

    def piles(written: object) -> dict[str, tuple[str, ...]]:
        return by_key(written, unordered)

    def named(cards: Iterable[int]) -> tuple[str, ...]:
        return tuple(names[card] for card in cards)

    def each(
        state: State, of: Callable[[int], Iterable[int]]
    ) -> dict[str, tuple[str, ...]]:
        """Return some cards of each seat, in any order."""
        return {
            seat: tuple(sorted(named(of(index))))
            for index, seat in enumerate(state.seats)
        }

    def chips_as_texts(chips: Iterable[Chip]) -> tuple[str, ...]:
        return tuple(
            sorted(f"{names[chip.card]} {COLOURS[chip.colour]}" for chip in chips)
        )

    return {
        "stages": Fact(
            "the cards of the stages it names, from their owners' left",
            rows,
            lambda state, _: {
                seat: named(lying.card for lying in state.stages[index])
                for index, seat in enumerate(state.seats)
            },
            named_only=True,
        ),
        "hands": Fact(
            "the hand cards of the seats it names, in any order",
            piles,
            lambda state, _: each(state, lambda seat: state.hands[seat]),
            named_only=True,
        ),
        "pool": Fact(
            "the cards of the pool, from player one's left",
            row,
            lambda state, _: named(lying.card for lying in state.pool),
        ),
        "down": Fact(
            "the cards that lie face down, in any order",
            unordered,
            lambda state, _: tuple(sorted(named(_lying_down(state)))),
        ),
        "ends": Fact(
            "where the entry markers of the seats it names stand",
            mapping,
            lambda state, _: dict(zip(state.seats, map(_end, state.ends), strict=True)),
            named_only=True,
        ),
        "ring": Fact(
            "the number of the space of the action marker",
            lambda written: written,
            lambda state, _: reading.ring_number(state),
        ),
        "red": Fact(
            "the spaces of the red markers of the seats it names",
            mapping,
            lambda state, _: _standing(reading, state, RED),
            named_only=True,
        ),
        "yellow": Fact(
            "the space of the yellow marker",
            str,
            lambda state, _: _standing(reading, state, YELLOW)[state.seats[0]],
        ),
        "green": Fact(
            "the spaces of the green markers of the seats it names",
            mapping,
            lambda state, _: _standing(reading, state, GREEN),
            named_only=True,
        ),
        "chips": Fact(
            "the trouble chips on cards, each a card and a colour, in any order",
            lambda written: chips_as_texts(
                _chip(reading, str(text)) for text in listed(written)
            ),
            lambda state, _: chips_as_texts(state.chips),
        ),
        "counts": Fact(
            "the rabbits that would be counted, by colour and seat",
            _flat,
            lambda state, _: {
                f"{colour} {seat}": rabbits(reading, state, index, which)
                for which, colour in enumerate(COLOURS)
                for index, seat in enumerate(state.seats)
            },
            named_only=True,
        ),
        "first": Fact(
            "the seat of player one",
            str,
            lambda state, _: "" if state.first < 0 else state.seats[state.first],
        ),
        "number": Fact(
            "the number of the turn",
            lambda written: written,
            lambda state, _: state.turn.number,
        ),
        "unseen": Fact(
            "the cards that the seats it names do not see, in any order",
            piles,
            lambda state, _: each(
                state, lambda seat: (t.card for t in state.thoughts[seat])
            ),
            named_only=True,
        ),
        "held": Fact(
            "the cards that the seats it names know to be in the other hand",
            piles,
            lambda state, _: each(
                state,
                lambda seat: (
                    t.card for t in state.thoughts[seat] if t.places == (IN_HAND,)
                ),
            ),
            named_only=True,
        ),
        "marker_unseen": Fact(
            "the seats that do not see where the other's entry marker has been placed",
            lambda written: tuple(sorted(map(str, listed(written)))),
            lambda state, _: tuple(
                sorted(
                    seat
                    for index, seat in enumerate(state.seats)
                    if state.ends[other(index)] is not None
                    and hides_end(reading, state, other(index), index)
                )
            ),
        ),
        "told": Fact(
            "the kinds of what happened in the last step, in order",
            lambda written: tuple(map(str, listed(written))),
            lambda _, events: tuple(event.kind for event in events),
        ),
    }


def _flat(written: object) -> dict[str, object]:
    """Return a mapping by colour, and by seat where each has its own."""
    found: dict[str, object] = {}
    for colour, content in mapping(written).items():
        if is_mapping(content):
            found |= {f"{colour} {seat}": what for seat, what in content.items()}
        else:
            found[str(colour)] = content
    return found


def _end(end: End | None) -> str:
    return "" if end is None else str(end)


def _lying_down(state: State) -> list[int]:
    rows = (*state.stages, state.pool)
    return [lying.card for row in rows for lying in row if lying.down]


def _standing(reading: Reading, state: State, colour: int) -> dict[str, str]:
    """Return the space of each seat's marker of a colour."""
    found: dict[str, str] = {}
    for seat, name in enumerate(state.seats):
        which = reading.marker(state, seat, colour)
        found[name] = reading.space(which, state.markers[which][-1]).name
    return found
