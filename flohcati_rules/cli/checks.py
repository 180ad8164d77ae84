"""The commands ``check`` and ``test``: are files valid, and do scenarios hold?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs
import click

from flohcati_rules.cli.arguments import VARIANT, json_option
from flohcati_rules.cli.exits import Exit, exit_for
from flohcati_rules.cli.output import show
from flohcati_rules.documents import Node, read_document
from flohcati_rules.errors import DocumentError
from flohcati_rules.profiles import Variant, check_profile, load_components
from flohcati_rules.records import read_record, replay
from flohcati_rules.registry import GAMES, catalogue
from flohcati_rules.report.files import Checked, CheckReport
from flohcati_rules.report.scenarios import ResultsReport
from flohcati_rules.report.wording import opened
from flohcati_rules.scenarios import (
    Result,
    Verdict,
    load_scenarios,
    run,
    variants_for,
)
from flohcati_rules.verify import gather, read_partial_record

FILE = click.Path(path_type=Path)


@click.command("check")
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE...")
@json_option
def check_command(*, files: Sequence[Path], as_json: bool) -> Exit:
    """Check profiles, scenario files and records, and list all that is wrong.

    Of a folder every YAML file is checked.

    What a file is, it says under 'format:'. Scenarios may name a variant whose
    profile is checked along with them.
    """
    paths = [*_with_folders(files)]
    first = [_checked(path, ()) for path in paths]
    variants = [checked.variant for checked in first if checked.variant]
    found = [
        _checked(path, variants) if variants and not checked.variant else checked
        for path, checked in zip(paths, first, strict=True)
    ]
    show(CheckReport(tuple(found)), as_json=as_json)
    return max(map(_verdict_on, found))


def _with_folders(files: Sequence[Path]) -> Iterator[Path]:
    """Yield the files that are meant: of a folder, every YAML file below it."""
    for path in files:
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml")) or [path]
        else:
            yield path


def _verdict_on(checked: Checked) -> Exit:
    if not checked.readable:
        return Exit.UNREADABLE
    return Exit.NOT_SO if checked.problems else Exit.WELL


def _checked(path: Path, variants: Sequence[Variant]) -> Checked:
    """Return what is found in one file; nothing that is wrong with it is raised."""
    name = str(path)
    try:
        root = read_document(path)
        declared = _format_of(root)
        if declared is None:
            return Checked(file=name, problems=root.problems.found)
        found = _CHECKS[declared](path, variants)
    except DocumentError as error:
        readable = exit_for(error, judging=True) is not Exit.UNREADABLE
        return Checked(file=name, problems=error.problems, readable=readable)
    return attrs.evolve(found, format=declared)


def _format_of(root: Node) -> str | None:
    """Return the format that a file declares; what is wrong with it is reported."""
    declared = root.entries().get("format")
    if declared is None:
        if root.is_mapping:
            known = ", ".join(_CHECKS)
            root.refuse(f"missing key 'format'; expected one of {known} first")
        return None
    return declared.one_of(_CHECKS)


def _check_profile(path: Path, _: Sequence[Variant]) -> Checked:
    found = check_profile(path, GAMES, catalogue())
    variant = found.variant
    about = ""
    if variant:
        about = f"{variant.id}, of kind {variant.kind}"
        if found.open_points:
            about += f", a draft: {opened(found.open_points)}"
    return Checked(
        file=str(path),
        about=about,
        variant=variant,
        problems=found.problems,
        open_points=found.open_points,
    )


def _check_scenarios(path: Path, variants: Sequence[Variant]) -> Checked:
    scenarios = load_scenarios(path, variants=variants)
    number = len(scenarios)
    about = f"{number} scenario{'s' * (number != 1)} of {scenarios[0].game}"
    return Checked(file=str(path), about=about)


def _check_record(path: Path, variants: Sequence[Variant]) -> Checked:
    """Check a record, and replay it where the rules it was played by are known."""
    record = read_record(path)
    about = f"a record of {record.variant}, {len(record.moves)} steps"
    own = [variant for variant in variants if variant.id == record.variant]
    if own or record.variant in catalogue().ids():
        replay(record, *own[:1])
    else:
        about += ", not replayed: its variant is not shipped"
    return Checked(file=str(path), about=about)


def _check_partial_record(path: Path, _: Sequence[Variant]) -> Checked:
    record = read_partial_record(path)
    about = f"a partial record of {record.game}"
    return Checked(file=str(path), about=about)


def _check_components(path: Path, _: Sequence[Variant]) -> Checked:
    declared = _format_of(read_document(path))
    game_class = next(game for game in GAMES.values() if declared == game.COMPONENTS)
    pieces = load_components(path, game_class)
    about = f"{pieces.title}, components of {game_class.ID}, {pieces.standing}"
    return Checked(file=str(path), about=about)


_CHECKS: Mapping[str, Callable[[Path, Sequence[Variant]], Checked]] = {
    "variant/1": _check_profile,
    "scenario/1": _check_scenarios,
    "record/1": _check_record,
    "partial-record/1": _check_partial_record,
    **{
        game.COMPONENTS: _check_components for game in GAMES.values() if game.COMPONENTS
    },
}


@click.command("test")
@click.argument("files", type=FILE, nargs=-1, metavar="[FILE...]")
@click.option(
    "--variant",
    "variants",
    type=VARIANT,
    multiple=True,
    help="Run for this variant, not for those that a scenario names; may be repeated.",
)
@json_option
def test_command(
    *, files: Sequence[Path], variants: Sequence[Variant], as_json: bool
) -> Exit:
    """Run the scenarios of files and folders; without any, those that are shipped.

    A scenario runs for the variants that it names, or else for every shipped
    translation of its game. Where it says nothing for a variant, that is counted,
    but does not fail.
    """
    gathered = gather(files, variants)
    chosen = variants or None
    results: list[Result] = []
    played: dict[str, Variant] = {}
    for scenario in gathered.scenarios:
        for variant in variants_for(scenario, chosen):
            results.append(run(scenario, variant))
            played[variant.id] = variant
    report = ResultsReport(
        results=tuple(results),
        variants=tuple(played.values()),
        problems=gathered.problems,
    )
    show(report, as_json=as_json)
    codes = [exit_for(error, judging=True) for error in gathered.errors]
    if not results and not gathered.errors:
        click.echo("Error: no scenario was run", err=True)
        codes.append(Exit.NOT_SO)
    if any(result.verdict in {Verdict.FAILED, Verdict.ERROR} for result in results):
        codes.append(Exit.NOT_SO)
    return max(codes, default=Exit.WELL)
