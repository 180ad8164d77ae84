"""The command ``ladder``: how strong players are under a variant."""

import shlex

import click

from flohcati_rules.cli.arguments import (
    VARIANT,
    as_typed,
    games_option,
    json_option,
    seats_option,
    seed_option,
)
from flohcati_rules.cli.output import show
from flohcati_rules.cli.running import Running, running_options
from flohcati_rules.cli.seating import seats_at
from flohcati_rules.profiles import Variant
from flohcati_rules.report.ladders import LadderReport
from flohcati_rules.study import ladder, split_players

GAMES = 400
"""How many games each guest and host play unless another number is asked for."""


@click.command("ladder")
@click.argument("variant", type=VARIANT)
@click.option(
    "--players",
    metavar="NAMES",
    help="Who is compared, separated by commas.  [default: all but search]",
)
@games_option(GAMES, "Games for each player among each of the others.")
@seats_option
@seed_option
@running_options
@json_option
def ladder_command(
    *,
    variant: Variant,
    players: str | None,
    games: int,
    seats: int | None,
    seed: int,
    running: Running,
    as_json: bool,
) -> None:
    """Show how strong players are under VARIANT.

    Each player sits among others of each other kind, on every seat in turn, and the
    share of games that it wins is measured. The player 'search' takes seconds a game,
    so it plays only if it is named.
    """
    count = seats_at(seats, variant)
    named = None if players is None else split_players(players)
    with running.started() as run:
        found = ladder(variant, named, games=games, seats=count, seed=seed, run=run)
    words = ["flohcati ladder", as_typed(variant)]
    words += [f"--players {shlex.quote(players)}"] if players else []
    words += [f"--games {games} --seats {count} --seed {seed}"]
    report = LadderReport(variant=variant, ladder=found, command=" ".join(words))
    show(report, as_json=as_json)
