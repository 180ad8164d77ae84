"""The command ``witness``: the shortest game on which two variants differ."""

import time
from collections.abc import Iterator
from pathlib import Path

import click

from flohcati_rules.cli.arguments import VARIANT, as_typed, json_option
from flohcati_rules.cli.exits import Exit
from flohcati_rules.cli.output import show
from flohcati_rules.compare.every_value import (
    Pairing,
    dead_values,
    not_tried,
    pairings,
)
from flohcati_rules.compare.lines import Limits
from flohcati_rules.compare.witness import Search, searches
from flohcati_rules.compare.writing import format_scenario
from flohcati_rules.errors import RequestError
from flohcati_rules.profiles import Variant
from flohcati_rules.records.writing import write_file
from flohcati_rules.registry import game_named
from flohcati_rules.report.values import ValuesReport
from flohcati_rules.report.witness import WitnessReport

_LIMITS = Limits()


@click.command("witness")
@click.argument("a", type=VARIANT, required=False)
@click.argument("b", type=VARIANT, required=False)
@click.option(
    "--all-values",
    "game",
    metavar="GAME",
    help="Try every two values of each rule point of a game instead.",
)
@click.option(
    "--scenario",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the witness to FILE as a scenario that passes for both.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
@click.option(
    "--size",
    type=click.IntRange(min=0),
    default=_LIMITS.sweep_size,
    show_default=True,
    metavar="N",
    help="Try all positions of up to so many cards.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    metavar="S",
    help="Stop after so long with what is found by then.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="S",
    help="Fixes the full deals that are played when all else finds nothing.",
)
@json_option
def witness_command(
    *,
    a: Variant | None,
    b: Variant | None,
    game: str | None,
    scenario: Path | None,
    force: bool,
    size: int,
    seconds: float | None,
    seed: int,
    as_json: bool,
) -> Exit:
    """Find the shortest game on which the variants A and B come out differently.

    It starts from a position that real play could reach, and ends with the first
    decision after which the two differ: in the legal moves, in what a seat sees, in
    how the game ends, in the scores or the winners. The exit code is 1 when none is
    found; what was tried is told.
    """
    if game is not None:
        if a is not None or scenario is not None:
            message = "--all-values takes neither variants nor --scenario"
            raise click.UsageError(message)
        return _every_value(game, seed=seed, seconds=seconds, as_json=as_json)
    if a is None or b is None:
        message = "two variants are wanted, or --all-values GAME"
        raise click.UsageError(message)
    if scenario is not None and scenario.exists() and not force:
        message = f"{scenario} is there already; it is replaced only by --force"
        raise RequestError(message)
    limits = Limits(sweep_size=size)
    found, stopped = _searched(searches(a, b, limits=limits, seed=seed), seconds)
    if scenario is not None and found.witness is not None:
        write_file(scenario, format_scenario(found.witness), force=force)
    written = scenario is not None and found.witness is not None
    report = WitnessReport(
        search=found,
        stopped=stopped,
        file=str(scenario) if written else "",
        command=f"flohcati witness {as_typed(a)} {as_typed(b)}",
    )
    show(report, as_json=as_json)
    return Exit.NOT_SO if found.witness is None else Exit.WELL


def _searched(found: Iterator[Search], seconds: float | None) -> tuple[Search, str]:
    """Return the last of some searches, and why it is not the last of all."""
    end = None if seconds is None else time.monotonic() + seconds
    last = next(found)
    try:
        for last in found:
            if end is not None and time.monotonic() > end and not last.bounds.complete:
                return last, f"The search was stopped after {seconds:g} seconds."
    except KeyboardInterrupt:
        return last, "The search was stopped from the keyboard."
    return last, ""


def _every_value(name: str, *, seed: int, seconds: float | None, as_json: bool) -> Exit:
    """Show whether play tells every value of a game's rule points from the others.

    Of a search that was stopped only the rule points that were tried to the end are
    judged; the rest is named, and the exit code is 1.
    """
    game = game_named(name)
    end = None if seconds is None else time.monotonic() + seconds
    found: list[Pairing] = []
    stopped = ""
    try:
        for pairing in pairings(game, seed=seed):
            found.append(pairing)
            if end is not None and time.monotonic() > end:
                stopped = f"Stopped after {seconds:g} seconds."
                break
    except KeyboardInterrupt:
        stopped = "Stopped from the keyboard."
    left = not_tried(game, found) if stopped else ()
    dead = dead_values([one for one in found if one.point.id not in left])
    report = ValuesReport(
        game=game,
        pairings=tuple(found),
        dead=dead,
        stopped=stopped if left else "",
        not_tried=left,
    )
    show(report, as_json=as_json)
    well = not left and all(one.reason for one in dead)
    return Exit.WELL if well else Exit.NOT_SO
