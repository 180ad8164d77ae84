"""Mars troupe as a scene: stages, hands, pool, and where markers and chips are."""

from collections.abc import Iterable
from itertools import chain

from flohcati_rules.games.mars_troupe.components import (
    COLOURS,
    MARKERS,
    NO_SIDE,
    SIDES,
)
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import Lying, State
from flohcati_rules.scene import Face, FaceKind, Row, Scene
from flohcati_rules.tabletop import NO_SEAT


def scene(reading: Reading, state: State) -> Scene:
    """Return the scene of a state."""
    dealt = any(state.stages)
    rows = [
        Row(
            label="deck, the next card first",
            faces=() if dealt else tuple(_card(reading, card) for card in state.deck),
        ),
        Row(label="pool, from player one's left", faces=_lying(reading, state.pool)),
    ]
    for place, seat in enumerate(state.seats):
        stage = _lying(reading, state.stages[place])
        hand = tuple(_card(reading, card) for card in state.hands[place])
        end = state.ends[place]
        entry = _markers([end.value] if end else [])
        rows.extend(
            (
                Row(label=f"stage of {seat}", faces=stage, seat=seat),
                Row(label=f"hand of {seat}", faces=hand, seat=seat),
                Row(label=f"entry marker of {seat}", faces=entry, seat=seat),
            )
        )
    first = _markers([state.seats[state.first]] if state.first != NO_SEAT else [])
    rows.append(Row(label="player one", faces=first))
    number = reading.ring_number(state)
    act = f"{number}: {reading.ring[state.ring].act}" if number else ""
    rows.append(Row(label="ring", faces=_markers([act] if act else [])))
    for which, (colour, side) in enumerate(MARKERS):
        name = reading.space(which, state.markers[which][-1]).name
        label = f"{colour} marker"
        if side != NO_SIDE:
            label += f" of the {SIDES[side]}"
        rows.append(Row(label=label, faces=_markers([name], colour)))
    chips = (
        _markers([f"on {reading.names[chip.card]}"], COLOURS[chip.colour])
        for chip in state.chips
    )
    rows.append(Row(label="trouble chips", faces=tuple(chain.from_iterable(chips))))
    return Scene(tuple(rows))


def _lying(reading: Reading, row: tuple[Lying, ...]) -> tuple[Face, ...]:
    return tuple(_card(reading, lying.card, down=lying.down) for lying in row)


def _card(reading: Reading, code: int, *, down: bool = False) -> Face:
    card = reading.cards[code]
    rabbits = zip(COLOURS, card.rabbits, strict=True)
    return Face(
        name=f"{card.name}, face down" if down else card.name,
        sign=f"★{card.stars}" if card.stars else "",
        caption=card.name,
        dots=(
            *(colour for colour, many in rabbits for _ in range(many)),
            *("white",) * card.white,
        ),
        kind=FaceKind.HIDDEN if down else FaceKind.CARD,
    )


def _markers(names: Iterable[str], colour: str = "") -> tuple[Face, ...]:
    return tuple(
        Face(name=name, caption=name, colour=colour, kind=FaceKind.MARKER)
        for name in names
    )
