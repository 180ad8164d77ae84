"""Simulated play in reports: what a difference of rules does to the game."""

from collections.abc import Mapping, Sequence

import attrs
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from flohcati_rules.metrics import Metric, ending_metrics
from flohcati_rules.report.page import (
    Column,
    Labelled,
    Plain,
    counted,
    grid,
    heading,
    stacked,
)
from flohcati_rules.study import Contrast, Estimate, Study

MARK = "*"
"""Stands at a difference that chance does not explain, all figures considered."""


@attrs.frozen(kw_only=True)
class Row:
    """One figure of a study: what it is, and what it is under both variants."""

    metric: Metric
    contrast: Contrast

    @property
    def sense(self) -> str:
        """What is measured."""
        return self.metric.sense

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """The two figures, the difference, its interval, and the mark."""
        contrast, metric = self.contrast, self.metric
        return (
            figure(metric, contrast.a.mean),
            figure(metric, contrast.b.mean),
            figure(metric, contrast.difference.mean, sign=True),
            ranged(metric, contrast.difference),
            MARK if contrast.is_clear else "",
        )


def figure(metric: Metric, number: float, *, sign: bool = False) -> str:
    """Return a figure as people read it: a share in per cent, else with two decimals.

    A signed one is a difference, of shares in percentage points.
    """
    is_share = metric.unit.startswith("share")
    number *= 100 if is_share else 1
    if not sign:
        return f"{number:.2f} %" if is_share else f"{number:.2f}"
    tiny = number != 0 and round(number, 2) == 0
    return f"{number:+.1g}" if tiny else f"{number:+.2f}"


def ranged(metric: Metric, estimate: Estimate, *, sign: bool = True) -> str:
    """Return the interval of a figure as people read it."""
    low, high = (
        figure(metric, number, sign=sign) for number in (estimate.low, estimate.high)
    )
    return f"{low.removesuffix(' %')} to {high}"


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


@attrs.frozen(kw_only=True)
class PlayReport:
    """What simulated play shows of two variants.

    Attributes:
        study: what was measured; its differences are the second minus the first.
        metrics: the game's metrics by name.
        endings: the ways the game ends, each with its sense.
        habits: what the players do, in a sentence.

    """

    study: Study
    metrics: Mapping[str, Metric]
    endings: Mapping[str, str]
    habits: str = ""

    @property
    def clear(self) -> int:
        """How many metrics differ by more than chance would explain."""
        return sum(one.is_clear for one in self.study.metrics.values())

    def text(self) -> RenderableType:
        """Return the metrics under both variants, then how the games ended.

        Of single seats only what clearly differs is shown.
        """
        study = self.study
        endings = [
            Row(metric=metric, contrast=contrast)
            for metric, contrast in zip(
                ending_metrics(self.endings).values(),
                study.endings.values(),
                strict=True,
            )
            if contrast.a.mean or contrast.b.mean
        ]
        rows = [*self._metrics(), *endings]
        marked = any(row.contrast.is_clear for row in rows)
        legend = f"{MARK} Chance does not explain it, all figures considered."
        return stacked(
            [
                heading("In play", self._note()),
                *([Text(f"They {_lowered(self.habits)}.")] if self.habits else []),
                Text(f"A is {study.a}, B is {study.b}.", "dim"),
                Text(),
                Figures([*self._metrics()]),
                Text(),
                Text("The game ends because", "dim"),
                Figures(endings, header=False),
                *([Text(), Text(legend, "dim")] if marked else []),
            ]
        )

    def _note(self) -> str:
        study = self.study
        deals = counted(study.games, "deal")
        how = "who play at random"
        if study.player != "uniform":
            how = f"of the sort {study.player!r}"
        note = f"{deals}, {counted(study.seats, 'player')} {how}"
        if not study.paired:
            return f"{note}; the decks differ, so each variant has deals of its own."
        note += ", the same cards under both variants."
        if study.differing is not None:
            share = study.differing.mean * 100
            note += f" {share:.1f} % of the games come out differently."
        return note

    def _metrics(self) -> list[Row]:
        return [
            Row(metric=self.metrics[name], contrast=contrast)
            for name, contrast in self.study.metrics.items()
            if not self.metrics[name].seat or contrast.is_clear
        ]

    def plain(self) -> dict[str, Plain]:
        """Return the study as a part of ``compare/1``."""
        study = self.study
        differing = study.differing
        metrics: list[Plain] = [
            {
                "metric": name,
                "sense": self.metrics[name].sense,
                "unit": self.metrics[name].unit,
                **plain_contrast(contrast),
            }
            for name, contrast in study.metrics.items()
        ]
        endings: list[Plain] = [
            {
                "ending": ending,
                "sense": self.endings[ending],
                **plain_contrast(contrast),
            }
            for ending, contrast in study.endings.items()
        ]
        return {
            "games": study.games,
            "seats": study.seats,
            "player": study.player,
            "seed": study.seed,
            "engine": study.engine,
            "digests": [*study.digests],
            "paired": study.paired,
            "differing": None if differing is None else plain_estimate(differing),
            "metrics": metrics,
            "endings": endings,
        }


def plain_contrast(contrast: Contrast) -> dict[str, Plain]:
    """Return a figure under two variants with its difference, for programs."""
    return {
        "a": plain_estimate(contrast.a),
        "b": plain_estimate(contrast.b),
        "difference": plain_estimate(contrast.difference),
        "effect": plain_number(contrast.effect.mean),
        "p": contrast.p,
        "adjusted": contrast.adjusted,
    }


def plain_estimate(estimate: Estimate) -> dict[str, Plain]:
    """Return a mean and its interval, for programs."""
    return {
        "mean": plain_number(estimate.mean),
        "low": plain_number(estimate.low),
        "high": plain_number(estimate.high),
    }


def plain_number(number: float) -> Plain:
    """Return a number, or null where there is none: JSON knows no NaN."""
    return number if number == number else None  # noqa: PLR0124


@attrs.frozen
class Figures:
    """Figures under two variants, a line each; in blocks where the page is narrow."""

    rows: Sequence[Row]
    header: bool = True
    least: int = 76

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        """Choose between a table and blocks."""
        if options.max_width < self.least:
            yield Labelled([(Text(row.sense), _block(row)) for row in self.rows])
            return
        names = ("", "A", "B", "B - A", "95 % interval", "")
        widths = (options.max_width - 55, 8, 8, 8, 18, 1)
        table = grid(
            *(
                Column(name if self.header else "", width=width, right=place > 0)
                for place, (name, width) in enumerate(zip(names, widths, strict=True))
            )
        )
        for row in self.rows:
            style = "bold" if row.cells[-1] else ""
            table.add_row(Text(row.sense), *(Text(cell, style) for cell in row.cells))
        yield table


def _block(row: Row) -> RenderableType:
    a, b, change, interval, mark = row.cells
    return Text(f"A {a}, B {b}\nB - A {change} ({interval}) {mark}")
