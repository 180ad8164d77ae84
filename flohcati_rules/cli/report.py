"""The command ``report``: a web page on where two variants differ."""

from pathlib import Path

import click

from flohcati_rules.cli.arguments import VARIANT, as_typed
from flohcati_rules.cli.differences import apart, no_play
from flohcati_rules.cli.measuring import (
    Asked,
    need_extra,
    play_options,
)
from flohcati_rules.cli.output import refuse_to_replace
from flohcati_rules.cli.running import Running, running_options
from flohcati_rules.cli.seating import seats_at
from flohcati_rules.compare import Diff, diff
from flohcati_rules.profiles import Variant
from flohcati_rules.records.writing import write_file
from flohcati_rules.report.markdown import MarkdownPage
from flohcati_rules.report.measured import Measured

GUEST = "greedy"
"""The better player, where the game has one of that name."""


@click.command("report")
@click.argument("a", type=VARIANT)
@click.argument("b", type=VARIANT)
@click.option(
    "-o",
    "--output",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The page.  [default: A-and-B.html]",
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
@click.option(
    "--markdown",
    is_flag=True,
    help="Print tables for a forum post instead; with -o, write them.",
)
@play_options
@click.option(
    "--guest",
    metavar="NAME",
    help=f"A better player, to see how much skill tells.  [default: {GUEST}]",
)
@running_options
def report_command(
    *,
    a: Variant,
    b: Variant,
    file: Path | None,
    force: bool,
    markdown: bool,
    games: int,
    seats: int | None,
    player: str,
    guest: str | None,
    seed: int,
    running: Running,
) -> None:
    """Write a web page on where the variants A and B differ, and what of it.

    One file that any browser shows, without a network: the rules with what the texts
    say on them, the shortest games that tell the two apart, as pictures, what
    simulated play shows, and which rule does what. It can be printed. With --games 0
    nothing is played.
    """
    found = diff(a, b)
    page = file or (None if markdown else Path(f"{a.id}-and-{b.id}.html"))
    if page is not None:
        refuse_to_replace(page, force=force)
        running.refuse_to_overwrite(page)
    if not markdown:
        need_extra("webpage")
    command = f"flohcati report {as_typed(a)} {as_typed(b)}"
    why_not = no_play(a, b, games)
    measured = None
    if why_not:
        command += f" --games {games} --seed {seed}"
    else:
        asked = Asked(
            games=games,
            seats=seats_at(seats, a, b),
            player=player,
            guest=_guest(a, player) if guest is None else guest,
            seed=seed,
        )
        with running.started() as run:
            one_by_one = len(found.in_play) > 1
            measured = asked.measure(found, run, rule_by_rule=one_by_one)
        command += f" {asked.words}"
    if markdown:
        command += " --markdown"
        tables = MarkdownPage(
            diff=found, measured=measured, no_play=why_not, command=command
        )
        text = tables.text()
    else:
        text = _html(found, measured, why_not, command, seed)
    if page is None:
        click.echo(text, nl=False)
        return
    write_file(page, text, force=force)
    how = "" if markdown else " Open it in a browser."
    click.echo(f"The page is {page}.{how}")


def _guest(variant: Variant, player: str) -> str | None:
    """Return the better player that is asked unless another is named."""
    is_better = GUEST in variant.game_class.PLAYERS and player != GUEST
    return GUEST if is_better else None


def _html(
    found: Diff, measured: Measured | None, why_not: str, command: str, seed: int
) -> str:
    from flohcati_rules.report.webpage import WebPage  # noqa: PLC0415 - an extra

    is_draft = bool(found.a.unknown or found.b.unknown)
    return WebPage(
        diff=found,
        apart=None if is_draft else apart(found, seed),
        measured=measured,
        no_play=why_not,
        command=command,
    ).html()
