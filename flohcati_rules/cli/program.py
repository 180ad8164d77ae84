"""The program: its commands by name, and the one place where errors end."""

import contextlib
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

import attrs
import click

from flohcati_rules._version import __version__
from flohcati_rules.cli.exits import Exit, exit_for
from flohcati_rules.errors import (
    DocumentError,
    FlohcatiError,
    PositionError,
    did_you_mean,
)


@attrs.frozen
class Entry:
    """A command that is not imported yet.

    Attributes:
        module: the module of this package that has it.
        help: what it does, as a line of the program's help.
        judges: whether its answer is a verdict on the files that it is given.

    """

    module: str
    help: str
    judges: bool = False


SECTIONS: Mapping[str, Mapping[str, Entry]] = {
    "Read and compare rules": {
        "list": Entry("variants", "List the variants that are shipped."),
        "show": Entry("variants", "Show the rules of a variant, or one rule point."),
        "diff": Entry("differences", "List where two variants differ."),
        "compare": Entry(
            "differences", "Show where two variants differ, and what it does to play."
        ),
        "witness": Entry("witness", "Find the shortest game that tells two apart."),
        "report": Entry("report", "Write a web page on where two variants differ."),
    },
    "Check files": {
        "check": Entry("checks", "Check profiles, scenarios and records.", judges=True),
        "test": Entry("checks", "Run scenarios under variants.", judges=True),
        "replay": Entry("records", "Replay a recorded game.", judges=True),
        "schema": Entry("schemas", "Print the JSON Schema of a kind of file."),
    },
    "Verify a translation": {
        "coverage": Entry("verification", "List what no scenario shows of a variant."),
        "mutants": Entry("verification", "Change one rule value, see what notices."),
        "matrix": Entry("verification", "Show scenarios under variants side by side."),
        "readings": Entry("verification", "List the values that a text leaves open."),
        "misreadings": Entry("misreadings", "List known misreadings of a variant."),
        "trace": Entry("texts", "Find the clauses of a variant in your own copy."),
        "fit": Entry("fits", "Which rules does a played game fit?"),
        "new": Entry("drafts", "Start a profile, a house variant or a scenario."),
        "kit": Entry("kit", "Write lines of play for another implementation."),
    },
    "Measure play": {
        "simulate": Entry("simulation", "Play many games of one variant."),
        "study": Entry("study", "Measure what rules do to play, whole or one by one."),
        "plot": Entry("plot", "Draw what rules do to play, as a picture."),
        "ladder": Entry("ladder", "Measure how strong players are."),
    },
    "At the table": {
        "score": Entry("scores", "Count the cards on the table."),
    },
}
"""The commands by name, in the order and under the headings of the help."""

ENTRIES: Mapping[str, Entry] = {
    name: entry for section in SECTIONS.values() for name, entry in section.items()
}


class Program(click.Group):
    """A group whose commands are imported when they are run.

    A command returns its exit code, or None when all is well.
    """

    def list_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click calls it
    ) -> list[str]:
        """Return the names of the commands."""
        return [*ENTRIES]

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click calls it
        cmd_name: str,
    ) -> click.Command | None:
        """Return a command by its name: ``NAME_command`` of its module."""
        entry = ENTRIES.get(cmd_name)
        if entry is None:
            return None
        module = import_module(f"flohcati_rules.cli.{entry.module}")
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for, or suggest the nearest."""
        name = args[0]
        if name in ENTRIES or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        message = f"no command {name!r}{did_you_mean(name, ENTRIES)}"
        raise click.UsageError(message, ctx)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click calls it
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the commands under their headings, without importing them."""
        width = max(map(len, ENTRIES))
        for heading, entries in SECTIONS.items():
            rows = [(name.ljust(width), entry.help) for name, entry in entries.items()]
            with formatter.section(heading):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Exit | None:
        """Run the command, and turn what goes wrong into words and an exit code."""
        try:
            code = super().invoke(ctx)
        except (FlohcatiError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                return _closed()
            if ctx.params["debug"]:
                traceback.print_exc()
            tell(error)
            entry = ENTRIES.get(ctx.invoked_subcommand or "")
            return exit_for(error, judging=entry is not None and entry.judges)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except Exception as error:  # noqa: BLE001 - no traceback reaches a user
            if ctx.params["debug"]:
                traceback.print_exc()
            name = type(error).__name__
            click.echo(f"Error: flohcati itself is at fault: {name}: {error}", err=True)
            click.echo("('flohcati --debug ...' shows where.)", err=True)
            return Exit.BROKEN
        return None if code is None else Exit(code)

    def main(  # type: ignore[override] # what is left out is never passed
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **extra: Any,  # noqa: ANN401 - as click has it
    ) -> NoReturn:
        """Run the program and leave with its exit code."""
        _prepare_streams()
        try:
            code = super().main(args, prog_name, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except click.Abort:
            code = Exit.INTERRUPTED
        except BrokenPipeError:
            code = _closed()
        except OSError as error:
            tell(error)
            code = exit_for(error, judging=False)
            _drop_output()
        sys.exit(code)


def tell(error: FlohcatiError | OSError) -> None:
    """Say on the standard error stream what is wrong.

    The problems of a file begin with its name, line and column, so that an editor
    can jump there.
    """
    match error:
        case DocumentError():
            lines = [str(problem) for problem in error.problems]
        case PositionError():
            lines = [f"Error: {fault}" for fault in error.faults]
        case OSError():
            name = f"{error.filename}: " if error.filename else ""
            lines = [f"Error: {name}{error.strerror or error}"]
        case _:
            lines = [f"Error: {error}"]
    for line in lines:
        click.echo(line, err=True)


def _prepare_streams() -> None:
    """Make output possible everywhere: what cannot be encoded becomes ``?``."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    stream: object = sys.stdout
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="replace")


def _closed() -> Exit:
    """Leave silently when whoever read the output has stopped reading."""
    _drop_output()
    return Exit.CLOSED


def _drop_output() -> None:
    """Let what is still to be written vanish, also when Python shuts down."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=(
        "A variant is named by its id or by a path to a profile. "
        "'flohcati COMMAND --help' says more of a command."
    ),
)
@click.option("--debug", is_flag=True, hidden=True, help="Show where an error arose.")
@click.version_option(__version__, prog_name="flohcati", message="%(prog)s %(version)s")
def main(*, debug: bool) -> None:
    """Read rule texts of games as rules, compare them, and see if it matters."""
    del debug  # read from the context, where errors end
