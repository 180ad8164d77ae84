"""Runs the examples of the README, of docs/ and of the package's docstrings.

What a fenced block of a page must do:

``python``
    It runs without an error. Blocks of a page share their names.
``pycon``
    A Python session whose output is as shown; ``...`` stands for anything.
``console``
    Each line ``$ flohcati ...`` is run, and prints what is below it; ``...`` stands
    for anything, spaces at line ends do not count. A last line ``(exit 1)`` is the
    exit code where it is not 0. A command may go on after a backslash.
``yaml``
    A document, that is a block with a line ``format: ...``, passes
    ``flohcati check``; a fragment has only to be well-formed. A first line
    ``# file: NAME`` also keeps the block as that file, and with
    ``# file: NAME (wrong on purpose)`` it must fail the check.

A page has a folder of its own, in which its examples run one after the other, so a
command can use the file that an earlier block kept. Blocks in other languages are
not run: ``sh`` is for commands of the reader's own system. ``<!-- skip: next -->``
before a block leaves it out.
"""

import contextlib
import doctest
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs
import yaml
from click.testing import CliRunner
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser
from sybil.typing import Parser

ROOT = Path(__file__).resolve().parent.parent
ELLIPSIS = doctest.ELLIPSIS
AT_END = "__at_end__"
"""The name under which a page's namespace holds what undoes its set-up."""

EXIT_LINE = re.compile(r"\n?\(exit (\d+)\)\n*\Z")
FILE_LINE = re.compile(r"# file: (?P<name>\S+)(?P<wrong> \(wrong on purpose\))?\n")


class ExampleError(Exception):
    """An example is not written as this module can run it."""


@attrs.frozen
class Command:
    """A command line of a ``console`` block and what it is to print."""

    line: str
    output: str
    exit_code: int = 0


def read_console(block: str) -> Iterator[Command]:
    """Cut a ``console`` block into its commands; what precedes the first is wrong."""
    before, *parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    if before.strip() or not parts:
        raise ExampleError("A console block begins with a line '$ flohcati ...'.")
    for part in parts:
        line, _, output = part.partition("\n")
        while line.endswith("\\"):
            more, _, output = output.partition("\n")
            line = line[:-1] + more
        ending = EXIT_LINE.search(output)
        code = int(ending[1]) if ending else 0
        yield Command(line, EXIT_LINE.sub("", output), code)


def tidy(text: str) -> str:
    """Return the text without spaces at line ends and empty lines at its ends."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


def difference(wanted: str, got: str) -> str:
    """Return how the output differs from the wanted one, or nothing."""
    wanted, got = tidy(wanted), tidy(got)
    checker = doctest.OutputChecker()
    if wanted == got or checker.check_output(wanted, got, ELLIPSIS):
        return ""
    return checker.output_difference(doctest.Example("", wanted), got, ELLIPSIS)


def flohcati(line: str) -> tuple[int, str]:
    """Run a command line in this process; return its exit code and output."""
    from flohcati_rules.cli import main  # noqa: PLC0415 - not to load it for others

    program, *arguments = shlex.split(line)
    if program != "flohcati" or {"|", ">", "<", "&&", ";"} & {*arguments}:
        raise ExampleError(f"Only plain flohcati commands are run, not {line!r}.")
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(main, arguments, prog_name="flohcati")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def run_console(example: Example) -> str:
    """Run the commands of a block; return what went otherwise than it says."""
    complaints: list[str] = []
    for command in read_console(example.parsed):
        code, output = flohcati(command.line)
        complaint = difference(command.output, output)
        if code != command.exit_code:
            complaint += f"Exit code {code} instead of {command.exit_code}.\n"
            complaint += "" if complaint.startswith("Expected") else output
        if complaint:
            complaints.append(f"$ {command.line}\n{complaint}")
    return "\n".join(complaints)


def run_pycon(example: Example) -> str:
    """Run a Python session; return what it printed otherwise than shown."""
    parser, name = doctest.DocTestParser(), example.path
    session = parser.get_doctest(
        example.parsed, example.namespace, name, name, example.line
    )
    complaints: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=ELLIPSIS)
    runner.run(session, out=complaints.append, clear_globs=False)
    example.namespace.update(session.globs)
    return "".join(complaints)


def run_yaml(example: Example) -> str:
    """Check a YAML block, keeping it as a file where it has a name."""
    text = str(example.parsed)
    named = FILE_LINE.match(text)
    document = re.search(r"^format: ", text, re.MULTILINE)
    path = Path(named["name"] if named else "example.yaml")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    wrong = bool(named and named["wrong"])
    if not document:
        try:
            yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.YAMLError as error:
            return str(error)
        return ""
    code, output = flohcati(f"flohcati check {shlex.quote(str(path))}")
    if wrong == bool(code):
        return ""
    return f"{path} passes the check, though it is marked wrong." if wrong else output


def set_up(namespace: dict[str, object]) -> None:
    """Give a page an empty folder of its own to work in."""
    at_end = contextlib.ExitStack()
    folder = at_end.enter_context(tempfile.TemporaryDirectory())
    at_end.enter_context(contextlib.chdir(folder))
    namespace[AT_END] = at_end


def tear_down(namespace: dict[str, object]) -> None:
    """Leave the page's folder and remove it."""
    at_end = namespace.pop(AT_END)
    assert isinstance(at_end, contextlib.ExitStack)
    at_end.close()


PARSERS: list[Parser] = [
    CodeBlockParser("console", run_console),
    CodeBlockParser("pycon", run_pycon),
    CodeBlockParser("yaml", run_yaml),
    PythonCodeBlockParser(),
    SkipParser(),
]


def pages(folder: Path, pattern: str) -> Sybil:
    """Find pages below a folder; the pattern is that of ``PurePath.match``."""
    return Sybil(
        path=str(folder),
        pattern=pattern,
        parsers=PARSERS,
        setup=set_up,
        teardown=tear_down,
    )


readme = pages(ROOT, "README.md")
docs = pages(ROOT / "docs", "*.md")
docstrings = Sybil(
    path=str(ROOT / "flohcati_rules"),
    pattern="*.py",
    parsers=[DocTestParser(ELLIPSIS)],
)
