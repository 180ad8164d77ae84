"""Charts: what was measured, drawn; for a page, or as a picture of its own.

Each chart is a function from plain rows to a drawing. The same rows make the same
bytes. In a page the colours are those of the page, so that it can be light or dark,
and the words stay words.
"""

# The annotations of matplotlib leave open what its functions take by keyword.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

import attrs
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

WIDTH_INCHES = 4.4
"""Narrow, so that the words can be read on a phone."""
DOTS_AN_INCH = 300
"""How fine a picture in dots is."""
ROW_INCHES = 0.38

COLOURS = {
    "#29231d": "--ink",
    "#665c51": "--soft",
    "#e3d9c7": "--line",
    "#fffdf8": "--sheet",
    "#14607c": "--a",
    "#a93319": "--b",
    "#7d5a0c": "--gold",
    "#bfd5dc": "--a-soft",
    "#e9c8bd": "--b-soft",
}
"""The colours of charts, and what a page calls them."""

_NAMED = {name: colour for colour, name in COLOURS.items()}
INK, SOFT, LINE, SHEET = (
    _NAMED[name] for name in ("--ink", "--soft", "--line", "--sheet")
)
A, B, GOLD = (_NAMED[name] for name in ("--a", "--b", "--gold"))
A_SOFT, B_SOFT = _NAMED["--a-soft"], _NAMED["--b-soft"]

_SETTINGS: Mapping[Any, Any] = {
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 9,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": SHEET,
    "axes.facecolor": "none",
    "font.family": ["DejaVu Sans"],
    "font.size": 9.5,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": LINE,
    "xtick.labelcolor": SOFT,
    "xtick.labelsize": 9,
    "ytick.color": LINE,
    "ytick.labelcolor": SOFT,
    "ytick.labelsize": 9,
}


@attrs.frozen(kw_only=True)
class Whisker:
    """A figure with its interval; ``clear`` where chance does not explain it."""

    label: str
    mean: float
    low: float
    high: float
    clear: bool = True


@attrs.frozen(kw_only=True)
class Pair:
    """A share under A and under B, each with its interval."""

    label: str
    a: Whisker
    b: Whisker


@attrs.frozen(kw_only=True)
class Curve:
    """A metric along the values of a rule point; a value without figures is a gap."""

    label: str
    points: tuple[Whisker | None, ...]


@attrs.frozen
class Chart:
    """A drawing, and what it shows in a sentence."""

    name: str
    sense: str
    figure: Figure

    def titled(self, title: str, note: str) -> Self:
        """Say in the drawing what it shows and how that was found, to stand alone."""
        with rc_context(dict(_SETTINGS)):
            self.figure.suptitle(title, x=0.01, ha="left", fontsize=10.5)
            self.figure.supxlabel(note, x=0.01, ha="left", fontsize=7.5, color=SOFT)
        return self

    def inline(self) -> str:
        """Return it as SVG to stand in a page, in the page's own colours."""
        svg = self._svg()
        svg = svg[svg.index("<svg") :]
        svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
        svg = re.sub(r"<style .*?</style>", "", svg, flags=re.DOTALL)
        svg = re.sub(r"<title>.*?</title>", "", svg, flags=re.DOTALL)
        svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
        svg = re.sub(
            r'<svg [^>]*viewBox="([^"]*)"[^>]*>',
            r'<svg class="chart" viewBox="\1" aria-hidden="true" focusable="false">',
            svg,
            count=1,
        )
        for colour, name in COLOURS.items():
            svg = svg.replace(colour, f"var({name})")
        svg = re.sub(r"'DejaVu Sans'[^;\"]*", "var(--sans)", svg)
        return _ids_apart(svg, self.name)

    def svg(self) -> str:
        """Return it as an SVG file."""
        return self._svg()

    def png(self) -> bytes:
        """Return it as a PNG file."""
        stream = io.BytesIO()
        FigureCanvasAgg(self.figure)
        with rc_context(dict(_SETTINGS)):
            self.figure.savefig(
                stream, format="png", dpi=DOTS_AN_INCH, metadata={"Software": None}
            )
        return stream.getvalue()

    def _svg(self) -> str:
        stream = io.BytesIO()
        with rc_context({**_SETTINGS, "svg.hashsalt": self.name}):
            self.figure.savefig(
                stream,
                format="svg",
                metadata={"Date": None, "Creator": None, "Title": self.sense},
            )
        return stream.getvalue().decode()


def _ids_apart(svg: str, name: str) -> str:
    """Keep only the ids that are referred to, under names of this chart's own."""
    used = {*re.findall(r'(?:url\(#|href="#)([^)"]+)', svg)}

    def kept(found: re.Match[str]) -> str:
        id = found.group(1)
        return f' id="{name}-{id}"' if id in used else ""

    svg = re.sub(r' id="([^"]*)"', kept, svg)
    return re.sub(r'(url\(#|href="#)', rf"\1{name}-", svg)


def _drawing(height: float) -> tuple[Figure, Axes]:
    """Return an empty drawing of some height in inches."""
    figure = Figure(figsize=(WIDTH_INCHES, height), layout="constrained")
    axes = figure.add_subplot()
    return figure, axes


# ---------------------------------------------------------------- the charts


def effects_chart(rows: Sequence[Whisker], name: str = "effects") -> Chart:
    """Draw how far figures are from one variant to another, each in its own spread."""
    with rc_context(dict(_SETTINGS)):
        figure, axes = _drawing(0.75 + ROW_INCHES * len(rows))
        _whiskers(axes, rows)
        axes.set_xlabel("difference, in standard deviations of one game")
        _sides(axes, "less under B", "more under B")
    sense = "Differences between the two, B minus A, with 95 % intervals"
    return Chart(name, sense, figure)


def shares_chart(
    rows: Sequence[Whisker], label: str, unit: str, name: str = "ablation"
) -> Chart:
    """Draw the share that each rule has in the effect on one metric."""
    with rc_context(dict(_SETTINGS)):
        figure, axes = _drawing(0.75 + ROW_INCHES * len(rows))
        _whiskers(axes, rows)
        axes.set_xlabel(unit)
    sense = f"{label}: the share of each rule in the difference"
    return Chart(name, sense, figure)


def _whiskers(axes: Axes, rows: Sequence[Whisker]) -> None:
    """Draw rows of a dot and an interval each, with the words above them."""
    axes.axvline(0, color=SOFT, linewidth=0.9)
    ends = [end for row in rows for end in (row.low, row.high)]
    span = max(ends, default=0) - min(ends, default=0) or 1
    least, most = min(*ends, -span / 8), max(*ends, span / 8)
    for place, row in enumerate(rows):
        colour = SOFT if not row.clear else B if row.mean > 0 else A
        axes.plot(
            (row.low, row.high),
            (place, place),
            color=colour,
            linewidth=2.2,
            solid_capstyle="round",
        )
        axes.plot(
            row.mean,
            place,
            marker="o",
            markersize=6,
            color=colour,
            markerfacecolor=colour if row.clear else SHEET,
            markeredgewidth=1.4,
        )
        axes.annotate(
            row.label,
            (0, place),
            xycoords=("axes fraction", "data"),
            xytext=(0, 7),
            textcoords="offset points",
            color=INK if row.clear else SOFT,
            ha="left",
            va="bottom",
            bbox={"facecolor": SHEET, "edgecolor": "none", "alpha": 0.85, "pad": 0.8},
        )
    axes.set_xlim(least - span * 0.06, most + span * 0.06)
    axes.set_ylim(len(rows) - 0.5, -0.95)
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(_signed))
    axes.grid(axis="x", color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)


def _sides(axes: Axes, left: str, right: str) -> None:
    for words, x, side in ((f"← {left}", 0, "left"), (f"{right} →", 1, "right")):
        axes.annotate(
            words,
            (x, 1),
            xycoords="axes fraction",
            xytext=(0, 6),
            textcoords="offset points",
            ha=side,
            va="bottom",
            color=SOFT,
            fontsize=9,
        )


def scores_chart(
    a: Mapping[int, int], b: Mapping[int, int], name: str = "scores"
) -> Chart:
    """Draw which share of seats ended with each score, under A and under B."""
    width = _bin_width((*a, *b))
    with rc_context(dict(_SETTINGS)):
        figure, axes = _drawing(2.6)
        for scores, colour, soft, label, style in (
            (a, A, A_SOFT, "A", "-"),
            (b, B, B_SOFT, "B", "--"),
        ):
            edges, shares = _histogram(scores, (*a, *b), width)
            axes.stairs(shares, edges, fill=True, color=soft, alpha=0.55)
            axes.stairs(
                shares, edges, color=colour, linewidth=1.8, linestyle=style, label=label
            )
        axes.set_xlabel("points of a seat at the end")
        axes.set_ylabel("share of seats")
        axes.yaxis.set_major_formatter(FuncFormatter(_percent))
        axes.yaxis.set_major_locator(MaxNLocator(4))
        axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
        axes.grid(axis="y", color=LINE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.legend(frameon=False, ncols=2, loc="upper right")
    return Chart(name, "How the scores of seats are spread under A and B", figure)


def _bin_width(scores: Sequence[int]) -> int:
    """Return a round width that makes some thirty bins at most."""
    span = max(scores) - min(scores) + 1
    return next(
        width * power
        for power in (1, 10, 100, 1000, 10**6)
        for width in (1, 2, 5)
        if span / (width * power) <= 36  # noqa: PLR2004 - some thirty
    )


def _histogram(
    scores: Mapping[int, int], both: Sequence[int], width: int
) -> tuple[list[float], list[float]]:
    first, last = min(both) // width, max(both) // width
    counts = [0] * (last - first + 1)
    for score, count in scores.items():
        counts[score // width - first] += count
    total = sum(counts) or 1
    edges = [(place * width) - 0.5 for place in range(first, last + 2)]
    return edges, [count / total for count in counts]


def endings_chart(
    endings: Mapping[str, tuple[float, float]], name: str = "endings"
) -> Chart:
    """Draw in which share of games each way of ending ended them."""
    with rc_context(dict(_SETTINGS)):
        figure, axes = _drawing(0.65 + 0.42 * len(endings))
        height = 0.34
        for place, shares in enumerate(endings.values()):
            for offset, share, colour, side in (
                (-height / 2, shares[0], A, "A"),
                (height / 2, shares[1], B, "B"),
            ):
                axes.barh(place + offset, share, height * 0.9, color=colour)
                axes.annotate(
                    f"{side}  {share:.1%}".replace("%", " %"),
                    (share, place + offset),
                    xytext=(4, 0),
                    textcoords="offset points",
                    va="center",
                    fontsize=8.5,
                    color=SOFT,
                )
        axes.set_yticks(range(len(endings)), [*endings])
        axes.set_ylim(len(endings) - 0.4, -0.6)
        axes.set_xlim(0, 1.18)
        axes.xaxis.set_major_formatter(FuncFormatter(_percent))
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("share of games")
    return Chart(name, "How games end under A and B", figure)


def seats_chart(rows: Sequence[Pair], name: str = "seats") -> Chart:
    """Draw the share of games that each seat wins, under A and under B."""
    with rc_context(dict(_SETTINGS)):
        figure, axes = _drawing(2.4)
        for places, sides, colour, marker, label in (
            ([p - 0.12 for p in range(len(rows))], [r.a for r in rows], A, "o", "A"),
            ([p + 0.12 for p in range(len(rows))], [r.b for r in rows], B, "D", "B"),
        ):
            means = [one.mean for one in sides]
            below = [one.mean - one.low for one in sides]
            above = [one.high - one.mean for one in sides]
            axes.errorbar(
                places,
                means,
                yerr=(below, above),
                fmt=marker,
                color=colour,
                markersize=6,
                elinewidth=1.8,
                label=label,
            )
        axes.axhline(
            1 / len(rows),
            color=SOFT,
            linewidth=0.9,
            linestyle=(0, (3, 3)),
            label="an even share",
        )
        axes.set_xticks(range(len(rows)), [row.label for row in rows])
        axes.set_xlim(-0.5, len(rows) - 0.5)
        axes.margins(y=0.25)
        axes.yaxis.set_major_formatter(FuncFormatter(_percent_fine))
        axes.yaxis.set_major_locator(MaxNLocator(5))
        axes.grid(axis="y", color=LINE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.tick_params(axis="x", length=0)
        axes.set_ylabel("share of games won")
        axes.legend(frameon=False, ncols=3, loc="upper left")
    return Chart(name, "Which share of games each seat wins under A and B", figure)


def sweep_chart(
    curve: Curve, values: Sequence[str], point: str, base: str, name: str = "sweep"
) -> Chart:
    """Draw a metric along the values of a rule point, with a band for its interval."""
    with rc_context(dict(_SETTINGS)):
        figure, axes = _drawing(2.8)
        numbers = [_number(value) for value in values]
        known = [number for number in numbers if number is not None]
        in_line = len(known) == len(values)
        at = known if in_line else [*range(len(values))]
        found = [
            (x, one) for x, one in zip(at, curve.points, strict=True) if one is not None
        ]
        xs = [x for x, _ in found]
        means = [one.mean for _, one in found]
        lows, highs = [one.low for _, one in found], [one.high for _, one in found]
        if in_line:
            axes.fill_between(xs, lows, highs, color=A_SOFT, linewidth=0)
            axes.plot(xs, means, color=A, linewidth=1.8, marker="o", markersize=4.5)
        else:
            reach = (
                [mean - low for mean, low in zip(means, lows, strict=True)],
                [high - mean for mean, high in zip(means, highs, strict=True)],
            )
            axes.errorbar(xs, means, yerr=reach, fmt="o", color=A, elinewidth=1.8)
            axes.set_xticks(at, [*values])
        if base in values:
            axes.axvline(
                at[[*values].index(base)], color=GOLD, linewidth=0.9, linestyle="--"
            )
        axes.set_xlabel(f"{point}  (dashed: {base}, as the variant has it)")
        axes.set_title(curve.label, loc="left", fontsize=10, color=INK)
        axes.grid(axis="y", color=LINE, linewidth=0.6)
        axes.set_axisbelow(True)
    return Chart(name, f"{curve.label}, by {point}", figure)


def _number(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None


def _signed(number: float, _: object) -> str:
    return f"{number:+g}".replace("-", "−") if number else "0"  # noqa: RUF001 - a minus


def _percent(number: float, _: object) -> str:
    return f"{number * 100:g} %"


def _percent_fine(number: float, _: object) -> str:
    return f"{number * 100:.3g} %"
