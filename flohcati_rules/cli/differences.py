"""The commands ``diff`` and ``compare``: where two variants differ, and what of it."""

import click

from flohcati_rules.cli.arguments import (
    VARIANT,
    as_typed,
    games_option,
    json_option,
    seats_option,
    seed_option,
)
from flohcati_rules.cli.exits import Exit
from flohcati_rules.cli.output import show
from flohcati_rules.cli.running import Running, running_options
from flohcati_rules.cli.seating import seats_at
from flohcati_rules.compare import Diff, diff, partings, unplayable
from flohcati_rules.compare.lines import Limits
from flohcati_rules.compare.witness import find_witness, witnesses
from flohcati_rules.profiles import Variant
from flohcati_rules.report.apart import Apart
from flohcati_rules.report.comparison import ComparisonReport
from flohcati_rules.report.differences import DiffReport
from flohcati_rules.report.play import PlayReport
from flohcati_rules.scenarios import shipped_scenarios
from flohcati_rules.study import habits_of, study

GAMES = 2000
"""How many deals are played unless another number is asked for."""
QUICK = Limits(sweep_size=2, deals=10)
"""How far the shortest games are looked for."""


@click.command("diff")
@click.argument("a", type=VARIANT)
@click.argument("b", type=VARIANT)
@json_option
def diff_command(*, a: Variant, b: Variant, as_json: bool) -> Exit:
    """List the rule points on which the variants A and B differ.

    Each is shown with both values and what the texts say for them. The exit code is
    1 when a value differs; a difference of evidence alone is listed, but does not
    count.
    """
    found = diff(a, b)
    show(DiffReport(found), as_json=as_json)
    return Exit.NOT_SO if found.values else Exit.WELL


@click.command("compare")
@click.argument("a", type=VARIANT)
@click.argument("b", type=VARIANT)
@games_option(GAMES, "Deals to play under both variants, at least 30; 0 for none.")
@seats_option
@seed_option
@running_options
@json_option
def compare_command(
    *,
    a: Variant,
    b: Variant,
    games: int,
    seats: int | None,
    seed: int,
    running: Running,
    as_json: bool,
) -> None:
    """Show where the variants A and B differ, and what it does to play.

    First the rule points with different values, each with what the texts say; then
    the scenarios that come out differently; then the shortest games on which they
    part, and what random play shows on the same deals under both variants.
    """
    found = diff(a, b)
    is_draft = bool(a.unknown or b.unknown)
    scenarios = () if is_draft else shipped_scenarios(a.game_class.ID)
    why_not = no_play(a, b, games)
    play = None
    command = f"flohcati compare {as_typed(a)} {as_typed(b)} --games {games}"
    if not why_not:
        seats = seats_at(seats, a, b)
        command += f" --seats {seats} --seed {seed}"
        play = _play(a, b, games=games, seats=seats, seed=seed, running=running)
    show(
        ComparisonReport(
            diff=found,
            partings=partings(found, scenarios),
            not_played=unplayable(found, scenarios),
            scenarios_tried=len(scenarios),
            apart=None if is_draft else apart(found, seed),
            play=play,
            no_play=why_not,
            command=command,
            named=(as_typed(a), as_typed(b)),
        ),
        as_json=as_json,
    )


def apart(found: Diff, seed: int) -> Apart:
    """Return the shortest games that tell two variants apart."""
    pair = find_witness(found.a, found.b, limits=QUICK, seed=seed)
    return Apart(pair, tuple(witnesses(found, limits=QUICK, seed=seed)))


def no_play(a: Variant, b: Variant, games: int) -> str:
    """Return why nothing can be played, or nothing."""
    for variant in (a, b):
        if variant.unknown:
            return f"{variant.id} is a draft; {', '.join(variant.unknown)} unknown"
    if games == 0:
        return "no games were asked for"
    return "" if _shared_seats(a, b) else "no number of players fits both variants"


def _shared_seats(a: Variant, b: Variant) -> range:
    least, most = zip(a.game().seats_allowed, b.game().seats_allowed, strict=True)
    return range(max(least), min(most) + 1)


def _play(
    a: Variant, b: Variant, *, games: int, seats: int, seed: int, running: Running
) -> PlayReport:
    with running.started() as run:
        found = study(a, b, games=games, seats=seats, seed=seed, run=run)
    game = a.game_class
    return PlayReport(
        study=found,
        metrics=game.METRICS,
        endings=game.ENDINGS,
        habits=habits_of(game, found.player),
    )
