"""A ladder in reports: how strong players are, as a table of guests and hosts."""

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.profiles import Variant
from flohcati_rules.report.page import Column, Plain, counted, grid, heading, stacked
from flohcati_rules.report.play import plain_estimate
from flohcati_rules.report.wording import introduced, plain_variant
from flohcati_rules.study import Estimate, Ladder


@attrs.frozen(kw_only=True)
class LadderReport:
    """How strong some players are under one variant.

    Attributes:
        variant: the variant.
        ladder: what was measured.
        command: what repeats it.

    """

    variant: Variant
    ladder: Ladder
    command: str = ""

    def text(self) -> RenderableType:
        """Return a row for each guest and a column for each kind of hosts."""
        told = self.ladder
        games = counted(told.games, "game")
        note = (
            f"One player among {counted(told.seats - 1, 'other')} of another kind: the "
            f"share of games that it won, with its 95 % interval. A player among its "
            f"equals wins {100 * told.even:.1f} %. Each figure is from {games}, the "
            f"same deals for all, from seed {told.seed}; the guest sits on each seat "
            f"in turn. The strongest player comes first."
        )
        table = grid(Column(), *(Column(right=True) for _ in told.players))
        among = (Text(f"among {name}", "dim") for name in told.players)
        table.add_row(Text(), *among)
        for guest in told.players:
            cells = (self._figures(guest, host) for host in told.players)
            table.add_row(Text(guest), *cells)
        return stacked(
            [
                Text(self.variant.id, "bold cyan"),
                introduced(self.variant),
                heading("How strong players are", note),
                table,
                *(
                    [Text(), Text(f"Again: {self.command}", "dim")]
                    if self.command
                    else []
                ),
            ]
        )

    def _figures(self, guest: str, host: str) -> Text:
        cell = self.ladder.cells.get((guest, host))
        return Text("-", "dim") if cell is None else _share(cell.wins)

    def plain(self) -> dict[str, Plain]:
        """Return the format ``ladder/1``."""
        told = self.ladder
        return {
            "format": "ladder/1",
            "variants": [plain_variant(self.variant)],
            "games": told.games,
            "seats": told.seats,
            "seed": told.seed,
            "even": told.even,
            "players": [*told.players],
            "cells": [
                {
                    "guest": cell.guest,
                    "host": cell.host,
                    "engine": cell.engine,
                    "wins": plain_estimate(cell.wins),
                }
                for cell in told.cells.values()
            ],
        }


def _share(wins: Estimate) -> Text:
    """Return a share of wins in per cent, its interval below it."""
    mean, low, high = (100 * number for number in (wins.mean, wins.low, wins.high))
    return Text.assemble(f"{mean:.1f} %\n", (f"{low:.1f} to {high:.1f}", "dim"))
