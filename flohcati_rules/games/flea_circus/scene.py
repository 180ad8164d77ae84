"""The flea circus as a scene: deck, display, discard, and what lies before seats."""

from collections.abc import Iterable

from flohcati_rules.games.flea_circus.cards import (
    ACTIONS,
    CHAIN,
    DEMAND,
    DRAW,
    codes_in,
)
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.state import NO_CARD, State
from flohcati_rules.scene import Face, FaceKind, Row, Scene

SIGNS = {DEMAND: "!", DRAW: "?", CHAIN: "»"}
"""What an action card says in large: a demand, a draw at random, a going on."""


def scene(reading: Reading, state: State) -> Scene:
    """Return the scene of a state."""

    def row(label: str, codes: Iterable[int], seat: str = "") -> Row:
        faces = tuple(_face(reading, code) for code in codes)
        return Row(label=label, faces=faces, seat=seat)

    turn, table = state.turn, state.table
    waiting = [code for code in (turn.action, turn.duplicate) if code != NO_CARD]
    rows = [
        row("deck, the next card first", state.deck),
        row("display", codes_in(state.display)),
        row("just turned up", waiting),
    ]
    for place, seat in enumerate(table.seats):
        trios = (code for trio in table.trios[place] for code in codes_in(trio))
        rows.append(row(f"hand of {seat}", codes_in(state.hands[place]), seat))
        rows.append(row(f"trios of {seat}", trios, seat))
    rows.append(row("discard", codes_in(table.discard)))
    return Scene(tuple(rows))


def _face(reading: Reading, code: int) -> Face:
    if code in ACTIONS:
        name = ACTIONS[code]
        return Face(name=name, sign=SIGNS[code], caption=name, kind=FaceKind.ACTION)
    card = reading.cards[code]
    return Face(
        name=str(card), sign=str(card.number), caption=card.colour, colour=card.colour
    )
