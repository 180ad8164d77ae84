"""What was measured, as charts: for a page, and for pictures of their own."""

import math

from flohcati_rules.metrics import Metric
from flohcati_rules.report.charts import (
    Chart,
    Curve,
    Pair,
    Whisker,
    effects_chart,
    endings_chart,
    scores_chart,
    seats_chart,
    shares_chart,
    sweep_chart,
)
from flohcati_rules.report.measured import Line, Measured, Share, TakenApart
from flohcati_rules.rulepoints import spoken
from flohcati_rules.study import Estimate, Sweep


def draw_effects(found: Measured) -> Chart:
    """Draw the difference of every figure, in standard deviations of one game."""
    return effects_chart(
        [_standardised(line) for line in found.lines if _has_spread(line)]
    )


def _has_spread(line: Line) -> bool:
    return math.isfinite(line.contrast.effect.mean)


def _standardised(line: Line) -> Whisker:
    """Return a difference and its interval in standard deviations of one game."""
    effect = line.contrast.effect
    return Whisker(
        label=line.sense,
        mean=effect.mean,
        low=effect.low,
        high=effect.high,
        clear=line.is_clear,
    )


def draw_scores(found: Measured) -> Chart:
    """Draw how the scores of seats are spread."""
    return scores_chart(*found.study.scores)


def draw_endings(found: Measured) -> Chart:
    """Draw how games end."""
    return endings_chart(
        {
            line.metric.sense: (line.contrast.a.mean, line.contrast.b.mean)
            for line in found.ends
        }
    )


def draw_seats(found: Measured) -> Chart:
    """Draw how often each seat wins."""
    return seats_chart(
        [
            Pair(
                label=f"seat {line.metric.seat}",
                a=_whisker(line.contrast.a),
                b=_whisker(line.contrast.b),
            )
            for line in found.seats
        ]
    )


def draw_shares(one: TakenApart) -> Chart:
    """Draw what each rule contributes to one figure."""
    metric = one.line.metric
    whole = _whisker(
        one.line.contrast.difference,
        "all rules together",
        metric,
        clear=one.line.is_clear,
    )
    shares = [*one.shares, *([one.rest] if one.rest.is_clear else [])]
    unit = "percentage points" if _is_share(metric) else metric.unit
    name = f"ablation-{one.line.name.replace('_', '-')}"
    rows = [whole, *map(_share, shares)]
    return shares_chart(rows, one.line.title, f"difference in {unit}", name)


def _share(share: Share) -> Whisker:
    label = share.point or "the rest"
    return _whisker(share.share, label, share.metric, clear=share.is_clear)


def _whisker(
    found: Estimate,
    label: str = "",
    metric: Metric | None = None,
    *,
    clear: bool = True,
) -> Whisker:
    factor = 100 if metric and _is_share(metric) else 1
    return Whisker(
        label=label,
        mean=found.mean * factor,
        low=found.low * factor,
        high=found.high * factor,
        clear=clear,
    )


def _is_share(metric: Metric) -> bool:
    return metric.unit.startswith("share")


def draw_sweep(found: Sweep, name: str, metric: Metric) -> Chart:
    """Draw one figure along the values of a rule point."""
    points = tuple(
        _whisker(stop.figures[name].b, metric=metric) if name in stop.figures else None
        for stop in found.stops
    )
    unit = "%" if _is_share(metric) else metric.unit
    label = f"{metric.sense[:1].upper()}{metric.sense[1:]} ({unit})"
    return sweep_chart(
        Curve(label=label, points=points),
        [spoken(stop.value) for stop in found.stops],
        found.point,
        spoken(found.base),
    )
