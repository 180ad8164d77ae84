"""The commands that verify a translation: is each sentence and each value pinned?"""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from flohcati_rules.cli.arguments import VARIANT, as_typed, json_option
from flohcati_rules.cli.exits import Exit, exit_for
from flohcati_rules.cli.output import show
from flohcati_rules.cli.progress import progress
from flohcati_rules.profiles import Kind, Variant
from flohcati_rules.registry import list_variants
from flohcati_rules.report.coverage import CoverageReport
from flohcati_rules.report.matrix import MatrixReport
from flohcati_rules.report.mutants import SHIPPED_ONLY, MutantsReport
from flohcati_rules.report.readings import RegisterReport
from flohcati_rules.rulepoints import points_of
from flohcati_rules.verify import (
    Gathered,
    Matrix,
    any_difference,
    coverage,
    gather,
    matrix,
    mutants,
    readings,
)

scenarios_option = click.option(
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


@click.command("mutants")
@click.argument("variant", type=VARIANT)
@scenarios_option
@click.option(
    "--no-search",
    is_flag=True,
    help="Do not search for a game that tells a missed value apart.",
)
@json_option
def mutants_command(
    *, variant: Variant, paths: Sequence[Path], no_search: bool, as_json: bool
) -> Exit:
    """Change one rule value of VARIANT at a time, and see which scenario notices.

    What the scenarios expect is still read for VARIANT as it stands. The exit code
    is 1 when a changed value is missed by all of them, or when a scenario does not
    hold to begin with. Where a search finds no game that comes out differently, the
    value is taken to be played in the same way.
    """
    gathered = gather(paths, [variant])
    points = points_of(variant.game_class.RULES)
    with progress(f"changing {variant.id}", len(points)) as told:
        run = mutants(
            variant,
            gathered.scenarios,
            searching=None if no_search else any_difference,
            progress=told,
        )
    own = as_typed(variant) != variant.id
    note = SHIPPED_ONLY if own and not paths else ""
    report = MutantsReport(run=run, problems=gathered.problems, note=note)
    show(report, as_json=as_json)
    return _verdict(gathered, holds=run.holds)


@click.command("coverage")
@click.argument("variant", type=VARIANT)
@scenarios_option
@json_option
def coverage_command(*, variant: Variant, paths: Sequence[Path], as_json: bool) -> Exit:
    """List what of VARIANT no scenario shows: clauses, rule values, endings.

    A clause is covered when a rule value or a scenario cites it; a value, when with
    another one some scenario would go otherwise; an ending, when a scenario comes to
    it. The exit code is 1 when something is open that gives no reason.
    """
    gathered = gather(paths, [variant])
    found = coverage(variant, gathered.scenarios)
    show(CoverageReport(coverage=found, problems=gathered.problems), as_json=as_json)
    return _verdict(gathered, holds=found.holds)


@click.command("matrix")
@scenarios_option
@click.option(
    "--variant",
    "variants",
    type=VARIANT,
    multiple=True,
    help="A column; may be repeated.  [default: the shipped translations]",
)
@click.option("--markdown", is_flag=True, help="Print Markdown tables instead of text.")
@json_option
def matrix_command(
    *,
    paths: Sequence[Path],
    variants: Sequence[Variant],
    markdown: bool,
    as_json: bool,
) -> Exit:
    """Show how scenarios come out under several variants, side by side.

    Where outcomes differ, the rule values that decide it are told, with what each
    text says for its value: a difference may rest on silence.
    """
    if markdown and as_json:
        message = "--markdown and --json exclude each other"
        raise click.UsageError(message)
    gathered = gather(paths, variants)
    found = tuple(_matrices(gathered, variants))
    report = MatrixReport(matrices=found, problems=gathered.problems)
    if markdown:
        sys.stdout.write(report.markdown() + "\n")
        for problem in gathered.problems:
            click.echo(str(problem), err=True)
    else:
        show(report, as_json=as_json)
    return _verdict(gathered, holds=True)


def _matrices(gathered: Gathered, given: Sequence[Variant]) -> list[Matrix]:
    """Return a matrix for each game that has both scenarios and variants."""
    variants = given or [
        variant for variant in list_variants() if variant.kind is Kind.TRANSLATION
    ]
    games = {scenario.game for scenario in gathered.scenarios}
    by_game: dict[str, list[Variant]] = {}
    for variant in variants:
        if variant.game_class.ID in games:
            by_game.setdefault(variant.game_class.ID, []).append(variant)
    return [matrix(gathered.scenarios, columns) for columns in by_game.values()]


@click.command("readings")
@click.argument("variant", type=VARIANT)
@scenarios_option
@json_option
def readings_command(*, variant: Variant, paths: Sequence[Path], as_json: bool) -> Exit:
    """List every value of VARIANT that its text does not state.

    Each comes with the question, the chosen reading and what speaks for it, the
    other readings, and the scenarios that would not hold with any of those.
    """
    gathered = gather(paths, [variant])
    found = readings(variant, gathered.scenarios)
    show(RegisterReport(register=found, problems=gathered.problems), as_json=as_json)
    return _verdict(gathered, holds=True)


def _verdict(gathered: Gathered, *, holds: bool) -> Exit:
    """Return the exit code; what is wrong with a file counts in any case."""
    codes = [exit_for(error, judging=True) for error in gathered.errors]
    return max([*codes, Exit.WELL if holds else Exit.NOT_SO])
