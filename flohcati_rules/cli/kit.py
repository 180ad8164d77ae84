"""The command ``kit``: lines of play for an implementation in another language."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from flohcati_rules.cli.arguments import VariantType, json_option
from flohcati_rules.cli.exits import Exit, exit_for
from flohcati_rules.cli.output import show
from flohcati_rules.cli.program import tell
from flohcati_rules.cli.verification import scenarios_option
from flohcati_rules.records import write_file
from flohcati_rules.registry import load_variant
from flohcati_rules.report.kit import KitReport, KitResultReport, format_kit
from flohcati_rules.verify.gathering import gather
from flohcati_rules.verify.kit import make_kit
from flohcati_rules.verify.kit_result import read_kit_result

FILE = click.Path(path_type=Path)


class _Subject(VariantType):
    """A variant; together with ``--check`` the kit that a result is held against."""

    def convert(  # type: ignore[override] # which of the two it is, is known later
        self,
        value: str,
        param: click.Parameter | None,  # noqa: ARG002 - as click calls it
        ctx: click.Context | None,  # noqa: ARG002
    ) -> str:
        """Return what was typed."""
        return value


@click.command("kit")
@click.argument("subject", type=_Subject(), metavar="VARIANT|KIT.json")
@click.option("-o", "output", type=FILE, help="Write the kit to this file.")
@click.option("--force", is_flag=True, help="Replace the file if it is there already.")
@click.option(
    "--games",
    type=click.IntRange(0, 1000),
    default=3,
    show_default=True,
    help="How many whole games are played besides the scenarios.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Fixes the whole games."
)
@scenarios_option
@click.option(
    "--check",
    "result",
    type=FILE,
    metavar="RESULT.json",
    help="Sum up what an implementation says of the kit KIT.json.",
)
@json_option
def kit_command(
    *,
    subject: str,
    output: Path | None,
    force: bool,
    games: int,
    seed: int,
    paths: Sequence[Path],
    result: Path | None,
    as_json: bool,
) -> Exit:
    """Write lines of play, state by state, for an implementation in another language.

    The lines are those of the scenarios, and some whole games; each state tells who
    decides, the legal moves, the cards and the scores under the rules of VARIANT.
    What an implementation makes of them it writes to a file, which --check sums up.
    """
    if result is not None:
        if output is not None or paths:
            message = "--check takes a result and a kit, and nothing else"
            raise click.UsageError(message)
        found = read_kit_result(result, Path(subject))
        show(KitResultReport(found), as_json=as_json)
        return Exit.WELL if found.holds else Exit.NOT_SO
    variant = load_variant(subject)
    gathered = gather(paths, [variant])
    kit = make_kit(variant, games=games, seed=seed, scenarios=gathered.scenarios)
    if output is None:
        sys.stdout.write(format_kit(kit))
    else:
        write_file(output, format_kit(kit), force=force)
        show(KitReport(kit, str(output)), as_json=as_json)
    for error in gathered.errors:
        tell(error)
    codes = [exit_for(error, judging=True) for error in gathered.errors]
    return max(codes, default=Exit.WELL)
