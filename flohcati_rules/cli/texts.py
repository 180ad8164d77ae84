"""The command ``trace``: is the text in hand still the text of a profile?"""

from collections.abc import Sequence
from pathlib import Path

import click

from flohcati_rules.cli.arguments import VARIANT, json_option
from flohcati_rules.cli.exits import Exit, exit_for
from flohcati_rules.cli.output import show
from flohcati_rules.profiles import Variant
from flohcati_rules.report.traces import TraceReport
from flohcati_rules.verify.copies import read_copy
from flohcati_rules.verify.gathering import gather
from flohcati_rules.verify.trace import trace


@click.command("trace")
@click.argument("variant", type=VARIANT)
@click.option(
    "--text",
    "copy",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="Your own copy of the rule text, as plain text in UTF-8.",
)
@click.option(
    "--scenarios",
    "paths",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="PATH",
    help=(
        "A file of scenarios, or a folder with files *.scenario.yaml, instead of "
        "those that are shipped; may be repeated."
    ),
)
@json_option
def trace_command(
    *, variant: Variant, copy: Path, paths: Sequence[Path], as_json: bool
) -> Exit:
    """Look for each clause of VARIANT in your own copy of its rule text.

    A profile keeps no sentence of a text, only a digest by which it is found again:
    line breaks, spacing and bullets do not matter. Each clause is shown with what
    rests on it. The exit code is 1 when the copy lacks a clause, or has a sentence
    that the profile does not know: the text has been revised.
    """
    text = read_copy(copy)
    gathered = gather(paths, [variant])
    found = trace(variant, text, gathered.scenarios)
    show(
        TraceReport(file=str(copy), trace=found, problems=gathered.problems),
        as_json=as_json,
    )
    codes = [exit_for(error, judging=True) for error in gathered.errors]
    return max([*codes, Exit.WELL if found.holds else Exit.NOT_SO])
