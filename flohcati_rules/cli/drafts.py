"""The commands ``new``: start a profile, a house variant or a scenario file."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from flohcati_rules.cli.arguments import VARIANT, as_typed
from flohcati_rules.errors import RequestError
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.records import write_file
from flohcati_rules.registry import GAMES, catalogue, game_named, list_variants
from flohcati_rules.scenarios import EXPECTED, expectable
from flohcati_rules.verify.copies import read_copy
from flohcati_rules.verify.drafts import (
    draft_house,
    draft_profile,
    draft_scenario,
    slug,
)

FILE = click.Path(path_type=Path)
CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def _output_options(command: CommandT) -> CommandT:
    """Let a command write to a file instead of the standard output."""
    for option in (
        click.option(
            "--force", is_flag=True, help="Replace the file if it is there already."
        ),
        click.option(
            "-o",
            "output",
            type=FILE,
            metavar="FILE",
            help="Write to this file.  [default: the standard output]",
        ),
    ):
        command = option(command)
    return command


@click.group("new")
def new_command() -> None:
    """Start a profile, a house variant or a scenario file.

    Each is a draft for an editor; 'flohcati check FILE' says what is still wrong.
    """


@new_command.command("profile")
@click.option(
    "--text",
    "copy",
    type=FILE,
    required=True,
    metavar="FILE",
    help="The rule text, as plain text in UTF-8.",
)
@click.option(
    "--game",
    "game_id",
    required=True,
    metavar="GAME",
    help=f"The game whose rules they are: {' or '.join(GAMES)}.",
)
@click.option("--id", "name", metavar="ID", help="The id.  [default: as the text]")
@click.option("--title", metavar="TEXT", help="The title.  [default: as the text]")
@click.option("--language", metavar="CODE", help="The language, such as fi.")
@click.option(
    "--components", metavar="FILE", help="The component file, of a game that has one."
)
@_output_options
def profile_command(
    *,
    copy: Path,
    game_id: str,
    name: str | None,
    title: str | None,
    language: str | None,
    components: str | None,
    output: Path | None,
    force: bool,
) -> None:
    """Start the profile of a rule text.

    Every sentence of the text becomes a clause, with its place and its digest; the
    sentence itself is not kept. Gists are left empty and rule points unknown, and
    kinds are guessed.
    """
    game = game_named(game_id)
    draft = draft_profile(
        read_copy(copy),
        game,
        id=name or _free_id(copy.stem, game),
        title=title or copy.stem,
        language=language,
        components=_beside(components, output) if components else None,
    )
    _give(draft, output, force=force)


def _free_id(stem: str, game: type[AnyGame]) -> str:
    """Return an id after the name of a file that no shipped variant has."""
    id = slug(stem) or game.ID
    taken = id in catalogue().ids() or not id[0].isalpha()
    return f"my-{id}" if taken else id


@new_command.command("house")
@click.option(
    "--extends",
    "parent",
    type=VARIANT,
    required=True,
    metavar="VARIANT",
    help="The variant that it changes.",
)
@click.option(
    "--change",
    "changes",
    multiple=True,
    metavar="POINT=VALUE",
    help="A rule point and its new value; may be repeated.",
)
@click.option("--id", "name", metavar="ID", help="The id.  [default: after its parent]")
@click.option("--title", metavar="TEXT", help="The title.  [default: after its parent]")
@_output_options
def house_command(
    *,
    parent: Variant,
    changes: Sequence[str],
    name: str | None,
    title: str | None,
    output: Path | None,
    force: bool,
) -> None:
    """Start a house variant: another variant with changes.

    Without --change every rule point stands in a comment, and the file becomes valid
    once one of them is changed.
    """
    if name in catalogue().ids():
        message = f"{name} is the id of a shipped variant; --id takes another one"
        raise RequestError(message)
    pairs: dict[str, str] = {}
    for change in changes:
        point, equals, value = change.partition("=")
        if not equals:
            message = f"{change!r} is not a rule point, =, and its value"
            raise click.BadParameter(message, param_hint="--change")
        pairs[point.strip()] = value.strip()
    id = name or f"house-{parent.id.removeprefix('house-')}"
    if name is None and id in catalogue().ids():
        id = f"my-{id}"
    draft = draft_house(
        parent,
        pairs,
        id=id,
        title=title or f"{parent.title}, as we play it",
        extends=_extended(parent, output),
    )
    _give(draft, output, force=force)


def _extended(parent: Variant, output: Path | None) -> str:
    """Return how a file names the variant that it extends: an id, or a path."""
    if as_typed(parent) == parent.id:
        return parent.id
    return _beside(parent.file, output)


def _beside(file: str, output: Path | None) -> str:
    """Return the path of a file as another one that is written names it."""
    folder = output.parent if output else Path()
    return Path(os.path.relpath(file, folder)).as_posix()


@new_command.command("scenario")
@click.option(
    "--game",
    "game_id",
    metavar="GAME",
    help=f"The game: {' or '.join(GAMES)}.  [default: that of the variant]",
)
@click.option(
    "--variant", type=VARIANT, help="The variant whose clauses are to be checked."
)
@click.option(
    "--clause",
    "clauses",
    multiple=True,
    metavar="ID",
    help="A clause of it, for which there will be a scenario; may be repeated.",
)
@_output_options
def scenario_command(
    *,
    game_id: str | None,
    variant: Variant | None,
    clauses: Sequence[str],
    output: Path | None,
    force: bool,
) -> None:
    """Start a file of scenarios.

    It holds as it is, but checks next to nothing: say what is given, which moves are
    made, and what then is so.
    """
    if variant is None:
        if clauses:
            message = "--clause needs the --variant whose clause it is"
            raise click.UsageError(message)
        if game_id is None:
            message = "either --game or --variant is wanted"
            raise click.UsageError(message)
    game = game_named(game_id) if game_id else variant.game_class if variant else None
    assert game is not None
    if variant is not None and variant.game_class is not game:
        message = f"{variant.id} is a variant of {variant.game_class.ID}, not {game.ID}"
        raise RequestError(message)
    playable = _playable(game, variant)
    draft = draft_scenario(
        game,
        expectable(playable.game()) if playable else EXPECTED,
        seats=playable.game().seats_allowed[0] if playable else 2,
        variant=variant,
        clauses=clauses,
    )
    _give(draft, output, force=force)


def _playable(game: type[AnyGame], variant: Variant | None) -> Variant | None:
    """Return the variant, or else the first of the game that is no draft."""
    candidates = [*([variant] if variant else []), *list_variants()]
    return next(
        (one for one in candidates if one.game_class is game and not one.unknown),
        None,
    )


def _give(draft: str, output: Path | None, *, force: bool) -> None:
    """Write a draft to a file, or print it."""
    if output is None:
        sys.stdout.write(draft)
        return
    write_file(output, draft, force=force)
    click.echo(f"{output} is written; 'flohcati check {output}' checks it.", err=True)
