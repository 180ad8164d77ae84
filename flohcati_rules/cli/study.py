"""The command ``study``: what rules do to play, with intervals."""

import re
import shlex
from collections.abc import Iterable
from pathlib import Path

import click

from flohcati_rules.cli.arguments import (
    VARIANT,
    as_typed,
    games_option,
    json_option,
    player_option,
    seats_option,
    seed_option,
)
from flohcati_rules.cli.output import refuse_to_replace, show
from flohcati_rules.cli.running import Running, running_options
from flohcati_rules.cli.seating import seats_at
from flohcati_rules.errors import RequestError, did_you_mean
from flohcati_rules.metrics import ending_metrics
from flohcati_rules.profiles import Variant
from flohcati_rules.records.writing import write_file
from flohcati_rules.report.export import as_csv, study_rows
from flohcati_rules.report.studies import StudyReport
from flohcati_rules.rulepoints import Names, OneOf, Whole, point_of
from flohcati_rules.study import (
    Ablation,
    Study,
    Sweep,
    ablate,
    habits_of,
    study,
    sweep,
)
from flohcati_rules.study.plan import metrics_at

GAMES = 10_000
"""How many deals are played unless another number is asked for."""


@click.command("study")
@click.argument("a", type=VARIANT)
@click.argument("b", type=VARIANT, required=False)
@click.option(
    "--ablate", "rule_by_rule", is_flag=True, help="Tell what each rule contributes."
)
@click.option(
    "--sweep",
    "swept",
    metavar="POINT=VALUES",
    help="Follow one rule of A: numbers as FROM:TO:STEP, values as X,Y, or all.",
)
@click.option(
    "--guest",
    metavar="NAME",
    help="A better player: how often does it win among the others?",
)
@click.option(
    "--metric",
    "shown",
    multiple=True,
    metavar="NAME",
    help="Show this figure rule by rule, or along a rule.  [default: what is clear]",
)
@games_option(GAMES, "Deals to play under each set of rules, at least 30.")
@seats_option
@player_option
@seed_option
@running_options
@click.option(
    "--export",
    type=click.Choice(["csv"]),
    help="Print the figures as rows of a table instead; with -o, write them.",
)
@click.option(
    "-o",
    "--output",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file that --export writes.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
@json_option
def study_command(
    *,
    a: Variant,
    b: Variant | None,
    rule_by_rule: bool,
    swept: str | None,
    guest: str | None,
    shown: tuple[str, ...],
    games: int,
    seats: int | None,
    player: str,
    seed: int,
    running: Running,
    export: str | None,
    file: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Show what rules do to play: those by which A and B differ, or one rule of A.

    The same deals are played under each variant, so that what a game owes to its cards
    cancels out. Every figure comes with a 95 % interval. The number of games is fixed
    beforehand; nobody looks at the figures and goes on until they please.
    """
    if (b is None) == (swept is None):
        message = "a study takes either two variants, or one and --sweep"
        raise RequestError(message)
    if swept and (rule_by_rule or guest):
        message = "--sweep follows one rule; --ablate and --guest compare two variants"
        raise RequestError(message)
    if shown and not (rule_by_rule or swept):
        message = "--metric goes with --ablate or --sweep"
        raise RequestError(message)
    _check_export(export, file, force=force, as_json=as_json)
    running.refuse_to_overwrite(file)
    game = a.game_class
    count = seats_at(seats, a, *([b] if b else []))
    check_figures(a, count, shown)

    found_study: Study | None = None
    found_ablation: Ablation | None = None
    found_sweep: Sweep | None = None
    with running.started() as run:
        if b is not None:
            found_study = study(
                a,
                b,
                games=games,
                seats=count,
                player=player,
                guest=guest,
                seed=seed,
                run=run,
            )
            if rule_by_rule:
                found_ablation = ablate(
                    a,
                    b,
                    games=games,
                    seats=count,
                    player=player,
                    seed=seed,
                    run=run,
                )
        if swept is not None:
            point, values = swept_values(a, swept)
            found_sweep = sweep(
                a,
                point,
                values,
                games=games,
                seats=count,
                player=player,
                seed=seed,
                run=run,
            )
    words = ["flohcati study", as_typed(a)]
    words += [as_typed(b)] if b else []
    words += ["--ablate"] if rule_by_rule else []
    words += ["--sweep", shlex.quote(swept)] if swept else []
    words += ["--guest", shlex.quote(guest)] if guest else []
    words += [f"--metric {shlex.quote(name)}" for name in shown]
    words += ["--player", shlex.quote(player)] if player != "uniform" else []
    words += [f"--games {games} --seats {count} --seed {seed}"]
    report = StudyReport(
        variants=(a, b) if b else (a,),
        metrics=game.METRICS,
        endings=game.ENDINGS,
        habits=habits_of(game, player),
        study=found_study,
        ablation=found_ablation,
        sweep=found_sweep,
        shown=shown,
        command=" ".join(words),
    )
    if export:
        _export(report, file, force=force)
    else:
        show(report, as_json=as_json)


def _check_export(
    export: str | None, file: Path | None, *, force: bool, as_json: bool
) -> None:
    """Refuse before anything is played what could not be written afterwards."""
    if export and as_json:
        message = "--export and --json are two ways to print the same"
        raise RequestError(message)
    if file is not None and not export:
        message = "-o goes with --export, which says what to write"
        raise RequestError(message)
    if file is not None:
        refuse_to_replace(file, force=force)


def _export(report: StudyReport, file: Path | None, *, force: bool) -> None:
    # In bytes, since the ends of lines are the same everywhere.
    table = as_csv([*study_rows(report)]).encode()
    if file is None:
        click.echo(table, nl=False)
        return
    write_file(file, table, force=force)
    click.echo(f"The table is {file}.")


def swept_values(variant: Variant, swept: str) -> tuple[str, list[object]]:
    """Return the rule point and the values that ``POINT=VALUES`` names.

    Raises:
        RequestError: it is not written so, or the values cannot be told apart.
        UnknownNameError: the rule point is not known.

    """
    id, equals, words = swept.partition("=")
    if not equals or not id or not words:
        message = (
            f"--sweep {swept!r}: it is written POINT=VALUES, such as gala.bonus=0:20:5"
        )
        raise RequestError(message)
    point = point_of(variant.game_class.RULES, id)
    match point.answers:
        case Whole():
            return id, [*_numbers(id, words)]
        case OneOf(choices):
            every = words == "all"
            return id, [*choices] if every else [*words.split(",")]
        case Names():
            message = f"{id} is answered by a list of names, which cannot be swept"
            raise RequestError(message)
        case _:
            return id, [*words.split(",")]


MOST_VALUES = 200

_NUMBER = r"-?\d{1,9}"
"""More digits than any rule has, and fewer than Python would refuse to read."""


def _numbers(id: str, words: str) -> list[int]:
    """Return the numbers of ``FROM:TO:STEP`` or of ``X,Y,Z``."""
    bounds = re.fullmatch(f"({_NUMBER}):({_NUMBER})(?::({_NUMBER}))?", words, re.ASCII)
    if bounds:
        low, high, step = int(bounds[1]), int(bounds[2]), int(bounds[3] or 1)
        if step > 0 and 0 <= high - low <= MOST_VALUES * step:
            return [*range(low, high + 1, step)]
    elif re.fullmatch(f"{_NUMBER}(,{_NUMBER})*", words, re.ASCII):
        return [int(word) for word in words.split(",")]
    message = (
        f"{id}={words}: its values are numbers, written FROM:TO:STEP or X,Y,Z, "
        f"up to {MOST_VALUES} of them; FROM may not exceed TO, and STEP is at least 1"
    )
    raise RequestError(message)


def check_figures(variant: Variant, seats: int, names: Iterable[str]) -> None:
    """Refuse the name of a figure that no table of so many seats has."""
    game = variant.game_class
    known = [*metrics_at(game, seats), *ending_metrics(game.ENDINGS)]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known)
            message = (
                f"no figure {name!r} at a table of {seats}{hint} "
                f"({game.TITLE} has: {', '.join(known)})"
            )
            raise RequestError(message)
