"""A simulation in reports: what many simulated games of one variant show."""

from collections.abc import Mapping

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.metrics import Metric
from flohcati_rules.profiles import Variant
from flohcati_rules.report.page import Column, Plain, counted, grid, heading, stacked
from flohcati_rules.report.play import plain_estimate
from flohcati_rules.report.wording import introduced, plain_variant
from flohcati_rules.study import Estimate, Simulation


@attrs.frozen(kw_only=True)
class SimulationReport:
    """What simulated games of one variant show.

    Attributes:
        variant: the variant.
        simulation: what was measured.
        metrics: the game's metrics by name.
        endings: the ways the game ends, each with its sense.
        habits: what the players do, in a sentence.

    """

    variant: Variant
    simulation: Simulation
    metrics: Mapping[str, Metric]
    endings: Mapping[str, str]
    habits: str = ""

    def text(self) -> RenderableType:
        """Return each metric with its interval, then how the games ended."""
        told = self.simulation
        games = counted(told.games, "game")
        note = f"{games}, {counted(told.seats, 'player')} of the sort {told.player!r}"
        table = grid(Column(), Column(right=True), Column(right=True))
        table.add_row(Text(), Text("mean", "dim"), Text("95 % interval", "dim"))
        for name, estimate in told.metrics.items():
            metric = self.metrics[name]
            table.add_row(metric.sense, *_figures(estimate, metric.unit))
        endings = grid(Column(), Column(right=True), Column(right=True))
        for ending, estimate in told.endings.items():
            figures = _figures(estimate, "share of games")
            endings.add_row(self.endings[ending], *figures)
        return stacked(
            [
                Text(self.variant.id, "bold cyan"),
                introduced(self.variant),
                heading("In play", f"{note}, from seed {told.seed}."),
                *([Text(f"They {self.habits[:1].lower()}{self.habits[1:]}.")]),
                Text(),
                table,
                Text(),
                Text("The game ends because", "dim"),
                endings,
            ]
        )

    def plain(self) -> dict[str, Plain]:
        """Return the format ``simulate/1``."""
        told = self.simulation
        return {
            "format": "simulate/1",
            "variants": [plain_variant(self.variant)],
            "games": told.games,
            "seats": told.seats,
            "player": told.player,
            "seed": told.seed,
            "engine": told.engine,
            "metrics": {
                name: plain_estimate(estimate)
                for name, estimate in told.metrics.items()
            },
            "endings": {
                name: plain_estimate(estimate)
                for name, estimate in told.endings.items()
            },
        }


def _figures(estimate: Estimate, unit: str) -> tuple[str, str]:
    """Return a mean and its interval; of a share, in per cent."""
    scale, sign = (100, " %") if unit.startswith("share") else (1, "")
    mean, low, high = (
        f"{number * scale:.2f}"
        for number in (estimate.mean, estimate.low, estimate.high)
    )
    return f"{mean}{sign}", f"{low} to {high}"
