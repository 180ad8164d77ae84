"""The command ``plot``: one chart of what rules do to play, as a picture."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from flohcati_rules.cli.arguments import VARIANT
from flohcati_rules.cli.measuring import (
    Asked,
    need_extra,
    play_options,
)
from flohcati_rules.cli.output import refuse_to_replace
from flohcati_rules.cli.running import Running, running_options
from flohcati_rules.cli.seating import seats_at
from flohcati_rules.cli.study import check_figures, swept_values
from flohcati_rules.compare import diff
from flohcati_rules.errors import RequestError
from flohcati_rules.metrics import Metric, ending_metrics
from flohcati_rules.profiles import Variant
from flohcati_rules.records.writing import write_file
from flohcati_rules.report.measured import Measured, TakenApart
from flohcati_rules.study import Sweep, sweep

if TYPE_CHECKING:
    from flohcati_rules.report.charts import Chart

CHARTS = ("effects", "scores", "endings", "seats", "ablation")
"""What of two variants can be drawn."""
KINDS = (".png", ".svg")
"""The kinds of files that can be written."""


@click.command("plot")
@click.argument("a", type=VARIANT)
@click.argument("b", type=VARIANT, required=False)
@click.option(
    "--what",
    type=click.Choice(CHARTS),
    help="What of A and B to draw.  [default: effects]",
)
@click.option(
    "--sweep",
    "swept",
    metavar="POINT=VALUES",
    help="Draw along one rule of A: numbers as FROM:TO:STEP, values as X,Y, or all.",
)
@click.option(
    "--metric",
    metavar="NAME",
    help="The figure of an ablation or a sweep.  [default: what changes most]",
)
@click.option(
    "-o",
    "--output",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    required=True,
    help="The picture: a .png or an .svg.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
@play_options
@running_options
def plot_command(
    *,
    a: Variant,
    b: Variant | None,
    what: str | None,
    swept: str | None,
    metric: str | None,
    file: Path,
    force: bool,
    games: int,
    seats: int | None,
    player: str,
    seed: int,
    running: Running,
) -> None:
    """Draw what rules do to play: those by which A and B differ, or one rule of A.

    The picture is light and fine enough to be printed. The numbers are those of
    'flohcati study'.
    """
    if (b is None) == (swept is None):
        message = "a picture takes either two variants, or one and --sweep"
        raise RequestError(message)
    if swept is not None and what is not None:
        message = "--sweep is a picture of its own and goes without --what"
        raise RequestError(message)
    what = what or "effects"
    if metric is not None and swept is None and what != "ablation":
        message = f"--metric is for --what ablation and --sweep; {what} shows all"
        raise RequestError(message)
    if file.suffix not in KINDS:
        message = f"{file}: a picture is a {' or a '.join(KINDS)}"
        raise RequestError(message)
    refuse_to_replace(file, force=force)
    running.refuse_to_overwrite(file)
    both = (a,) if b is None else (a, b)
    asked = Asked(games=games, seats=seats_at(seats, *both), player=player, seed=seed)
    check_figures(a, asked.seats, [metric] if metric is not None else [])
    need_extra("drawn")
    if b is None:
        assert swept is not None
        chart = _swept(a, swept, metric, asked, running).titled(a.id, asked.note)
    else:
        with running.started() as run:
            apart = what == "ablation"
            measured = asked.measure(diff(a, b), run, rule_by_rule=apart)
        title = f"A: {a.id}    B: {b.id}"
        chart = _drawn(what, measured, metric).titled(title, asked.note)
    write_file(file, chart.png() if file.suffix == ".png" else chart.svg(), force=force)
    click.echo(f"The picture is {file}.")


def _measured(variant: Variant) -> dict[str, Metric]:
    game = variant.game_class
    return {**game.METRICS, **ending_metrics(game.ENDINGS)}


def _drawn(what: str, found: Measured, metric: str | None) -> "Chart":
    from flohcati_rules.report import drawn  # noqa: PLC0415 - an extra

    match what:
        case "scores":
            return drawn.draw_scores(found)
        case "endings":
            return drawn.draw_endings(found)
        case "seats":
            return drawn.draw_seats(found)
        case "ablation":
            return drawn.draw_shares(_taken_apart(found, metric))
        case _:
            return drawn.draw_effects(found)


def _taken_apart(found: Measured, metric: str | None) -> TakenApart:
    """Return the figure that is asked for, or that changes most, rule by rule."""
    if metric is not None:
        return found.taken_apart(metric)
    if not found.apart:
        message = "no figure clearly differs; --metric names one to draw all the same"
        raise RequestError(message)
    return found.apart[0]


def _swept(
    variant: Variant, swept: str, metric: str | None, asked: Asked, running: Running
) -> "Chart":
    from flohcati_rules.report.drawn import draw_sweep  # noqa: PLC0415 - an extra

    point, values = swept_values(variant, swept)
    with running.started() as run:
        found = sweep(
            variant,
            point,
            values,
            games=asked.games,
            seats=asked.seats,
            player=asked.player,
            seed=asked.seed,
            run=run,
        )
    name = _most_changed(found) if metric is None else metric
    return draw_sweep(found, name, _measured(variant)[name])


def _most_changed(found: Sweep) -> str:
    """Return the figure that the values of a rule point change most."""
    sizes: dict[str, float] = {}
    for stop in found.stops:
        for name, contrast in stop.figures.items():
            size = abs(contrast.effect.mean)
            if math.isfinite(size):
                sizes[name] = max(size, sizes.get(name, 0.0))
    return max(sizes, key=lambda name: sizes[name])
