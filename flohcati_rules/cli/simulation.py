"""The command ``simulate``: what many simulated games of one variant show."""

import click

from flohcati_rules.cli.arguments import (
    VARIANT,
    games_option,
    json_option,
    player_option,
    seats_option,
    seed_option,
)
from flohcati_rules.cli.output import show
from flohcati_rules.cli.running import Running, running_options
from flohcati_rules.cli.seating import seats_at
from flohcati_rules.profiles import Variant
from flohcati_rules.report.simulations import SimulationReport
from flohcati_rules.study import habits_of, simulate

GAMES = 1000
"""How many games are played unless another number is asked for."""


@click.command("simulate")
@click.argument("variant", type=VARIANT)
@games_option(GAMES, "Games to play, at least 30.")
@seats_option
@player_option
@seed_option
@running_options
@json_option
def simulate_command(
    *,
    variant: Variant,
    games: int,
    seats: int | None,
    player: str,
    seed: int,
    running: Running,
    as_json: bool,
) -> None:
    """Play many games of VARIANT, and show what they have in common.

    Every figure comes with a 95 % interval.
    """
    count = seats_at(seats, variant)
    with running.started() as run:
        found = simulate(
            variant, games=games, seats=count, player=player, seed=seed, run=run
        )
    game = variant.game_class
    report = SimulationReport(
        variant=variant,
        simulation=found,
        metrics=game.METRICS,
        endings=game.ENDINGS,
        habits=habits_of(game, player),
    )
    show(report, as_json=as_json)
