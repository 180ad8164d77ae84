"""What a seat knows of a state, and no more."""

import attrs

from flohcati_rules.games.mars_troupe.components import MARKERS, SIDES
from flohcati_rules.games.mars_troupe.knowledge import hides_end
from flohcati_rules.games.mars_troupe.moves import PLACES
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import (
    IN_HAND,
    Lying,
    State,
)
from flohcati_rules.notation import word_of
from flohcati_rules.tabletop import NO_SEAT

UNSEEN = "?"
"""A card that the seat does not see."""


@attrs.frozen(kw_only=True)
class Seen:
    """A card in a row as a seat sees it; ``card`` is ``?`` where it does not.

    ``since`` is the turn in which it was played face down, 0 if it was not.
    """

    card: str
    down: bool
    since: int


@attrs.frozen(kw_only=True)
class Observation:
    """What one seat knows: all that lies open, the own cards, and what it follows.

    Attributes:
        seat: whose knowledge this is.
        seats: both seats, the owner of the game first.
        first: the seat of player one; empty before it is drawn.
        turn: whose turn it is; empty before the first.
        number: the number of the turn.
        asks: what is being asked, a phase in lower case.
        asked: who is asked; empty for chance and when the game is over.
        mover: the seat whose marker, chip or effect is in question, or empty.
        colour: the colour of the marker that moves on, or empty.
        waiting: the cards whose joining effects are yet to come.
        stages: the cards of each stage, in seat order.
        hand: the own hand.
        sizes: how many hand cards each seat has, in seat order.
        known: the cards that the other is known to hold.
        doubtful: other cards that are not seen, each with where it may be:
            ``hand``, or ``turn 3`` for the card played face down in that turn.
        pool: the cards of the pool.
        ends: where each entry marker stands; empty where that is not known.
        ring: the number of the space of the action marker; 0 before it is placed.
        markers: of each performance marker the spaces it has come by.
        chips: the trouble chips on cards, each with its colour; a face-down card
            goes by seat and place.
        ended_by: how the game ended; empty while it goes on.

    """

    seat: str
    seats: tuple[str, ...]
    first: str
    turn: str
    number: int
    asks: str
    asked: str
    mover: str
    colour: str
    waiting: tuple[str, ...]
    stages: tuple[tuple[Seen, ...], ...]
    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    known: tuple[str, ...]
    doubtful: tuple[tuple[str, tuple[str, ...]], ...]
    pool: tuple[Seen, ...]
    ends: tuple[str, ...]
    ring: int
    markers: tuple[tuple[str, tuple[str, ...]], ...]
    chips: tuple[tuple[str, str], ...]
    ended_by: str


def observe(reading: Reading, state: State, seat: int) -> Observation:
    """Return what a seat, 0 or 1, knows of a state."""
    turn, seats = state.turn, state.seats
    thoughts = state.thoughts[seat]
    unseen = {thought.card for thought in thoughts}

    def row(cards: tuple[Lying, ...]) -> tuple[Seen, ...]:
        return tuple(
            Seen(
                card=UNSEEN if lying.card in unseen else reading.names[lying.card],
                down=lying.down,
                since=lying.since,
            )
            for lying in cards
        )

    return Observation(
        seat=seats[seat],
        seats=seats,
        first=seats[state.first] if state.first != NO_SEAT else "",
        turn=seats[turn.seat] if turn.number else "",
        number=turn.number,
        asks=word_of(turn.phase),
        asked=seats[turn.asked] if turn.asked >= 0 else "",
        mover=seats[turn.mover] if turn.mover != NO_SEAT else "",
        colour=reading.colours[turn.colour] if turn.colour >= 0 else "",
        waiting=tuple(reading.names[card] for card in turn.waiting),
        stages=tuple(row(stage) for stage in state.stages),
        hand=tuple(reading.names[card] for card in state.hands[seat]),
        sizes=tuple(map(len, state.hands)),
        known=tuple(
            reading.names[thought.card]
            for thought in thoughts
            if thought.places == (IN_HAND,)
        ),
        doubtful=tuple(
            (reading.names[thought.card], tuple(map(_place_name, thought.places)))
            for thought in thoughts
            if thought.places != (IN_HAND,)
        ),
        pool=row(state.pool),
        ends=tuple(
            "" if end is None or hides_end(reading, state, whose, seat) else str(end)
            for whose, end in enumerate(state.ends)
        ),
        ring=reading.ring_number(state),
        markers=tuple(
            (
                f"{colour} {SIDES[side]}" if side >= 0 else colour,
                tuple(reading.space(which, place).name for place in way),
            )
            for which, ((colour, side), way) in enumerate(
                zip(MARKERS, state.markers, strict=True)
            )
        ),
        chips=_chips(reading, state),
        ended_by=turn.ended_by,
    )


def _place_name(place: int) -> str:
    return "hand" if place == IN_HAND else f"turn {place}"


def _chips(reading: Reading, state: State) -> tuple[tuple[str, str], ...]:
    """Return where the chips lie, by place for a face-down card, in stage order."""
    found: list[tuple[str, str]] = []
    for seat, stage in enumerate(state.stages):
        for place, lying in enumerate(stage):
            name = reading.names[lying.card]
            where = f"{state.seats[seat]}:{PLACES[place]}" if lying.down else name
            found.extend(
                (where, reading.colours[chip.colour])
                for chip in state.chips
                if chip.card == lying.card
            )
    return tuple(found)
