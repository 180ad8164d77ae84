"""Witnesses in a comparison: the shortest games that tell two variants apart."""

from collections.abc import Sequence

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.compare import PointDiff
from flohcati_rules.compare.witness import Search
from flohcati_rules.report.page import (
    Labelled,
    Plain,
    counted,
    heading,
    indented,
    stacked,
)
from flohcati_rules.report.witness import (
    bounds_told,
    label_of,
    plain_witness,
    short_value,
    sides_of,
    spoken_content,
)

SEATS = "seats"
"""The key of a position that names who sits there."""
MOST_TOLD = 2
"""How many differences a brief story tells at most."""


@attrs.frozen
class Apart:
    """The searches of a comparison: for the whole pair, and for each rule point.

    Attributes:
        pair: the search between the two variants as they are.
        single: for each differing rule point the search with that point alone
            changed; None where the change makes no sense.

    """

    pair: Search
    single: tuple[tuple[PointDiff, Search | None], ...]

    def text(self) -> list[RenderableType]:
        """Return the shortest game for the whole pair, then one for each point."""
        if not self.pair.diff.in_play:
            return []
        found, a = self.pair.diff, self.pair.diff.a.id
        note = "The shortest game for the pair as it is"
        if len(self.single) > 1:
            note += f", then for {a} with one rule point of {found.b.id}"
        blocks = [_brief(self.pair)]
        if len(self.single) > 1:
            blocks.extend(_brief_point(one, search) for one, search in self.single)
        return [heading("Told apart in play", f"{note}."), stacked(blocks, gap=True)]


def plain_apart(apart: Apart | None) -> dict[str, Plain]:
    """Return the searches of a comparison for programs; nothing for a draft."""
    if apart is None:
        return {"witness": None, "witnesses": []}
    return {
        "witness": _plain_found(apart.pair),
        "witnesses": [
            {
                "rule_point": one.point.id,
                "refused": search is None,
                "witness": None if search is None else _plain_found(search),
            }
            for one, search in apart.single
        ],
    }


def _plain_found(search: Search) -> Plain:
    return None if search.witness is None else plain_witness(search.witness)


def _brief_point(one: PointDiff, search: Search | None) -> RenderableType:
    head = Text(one.point.id, "bold cyan")
    if search is None:
        refused = "By itself this value makes no sense beside the others."
        return stacked([head, indented(Text(refused))])
    values = [
        "unknown" if value is None else short_value(one.point, value)
        for value in (one.a, one.b)
    ]
    return stacked([head, indented(_brief(search, values))])


def _brief(search: Search, sides: Sequence[str] = ()) -> RenderableType:
    """Return a witness in a few lines: the position, the moves, what comes of it.

    Args:
        search: the search that found it.
        sides: what the two sides are called; by default, by their ids.

    """
    witness = search.witness
    if witness is None:
        return Text(f"No game was found. {bounds_told(search)}")
    rows: list[tuple[Text, RenderableType]] = []
    if witness.is_setup:
        set_up = counted(witness.given["setup"], "player")
        rows.append((Text("set-up", "dim"), Text(f"for {set_up}")))
    else:
        places = (
            f"{key}: {spoken_content(of)}"
            for key, of in witness.given.items()
            if key != SEATS
        )
        moves = ", then ".join(f"{actor}: {move}" for actor, move in witness.steps)
        rows.append((Text("given", "dim"), Text("; ".join(places))))
        rows.append((Text("when", "dim"), Text(moves)))
    told = [one for one in witness.differences if not one.seat]
    told = (told or [*witness.differences])[:MOST_TOLD]
    for side, name in enumerate(sides or (witness.a.id, witness.b.id)):
        words = [f"{label_of(one)}: {sides_of(one)[side]}" for one in told]
        rows.append((Text(name, "cyan"), Text("; ".join(words))))
    return Labelled(rows)
