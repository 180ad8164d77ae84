"""The pytest plugin: every scenario of a ``*.scenario.yaml`` file is a test.

There is one test for each variant that a scenario runs for, named
``amigo-ja: the chain stops at a colour on display``. A file that is not valid is one
failing test; a scenario that says nothing for a variant is skipped, never passed.
"""

# pyright: reportUnknownMemberType=false
# The constructors of pytest's own classes are typed in part only.

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr, TracebackStyle

    from flohcati_rules.profiles import Variant
    from flohcati_rules.scenarios import Scenario

_VARIANTS: "pytest.StashKey[tuple[Variant, ...] | None]" = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options: which files are scenarios, which variants they run for."""
    group = parser.getgroup("flohcati", "scenarios of games")
    group.addoption(
        "--flohcati-variant",
        action="append",
        metavar="VARIANT",
        help="run scenarios for this variant (an id, or a path to a profile) instead "
        "of those that they name; may be given several times",
    )
    parser.addini(
        "flohcati_scenarios",
        "patterns of the names of scenario files",
        type="args",
        default=["*.scenario.yaml"],
    )
    parser.addini(
        "flohcati_variants",
        "variants to run scenarios for, instead of those that they name: ids, or "
        "paths to profiles, from the folder of the configuration file",
        type="args",
        default=[],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker that all scenarios bear."""
    config.addinivalue_line("markers", "flohcati: a scenario of a game")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Load the variants that are given, so that a wrong name ends the run at once."""
    config = session.config
    folder = config.invocation_params.dir
    names = config.getoption("--flohcati-variant")
    if not names:
        folder = config.rootpath if config.inipath is None else config.inipath.parent
        names = config.getini("flohcati_variants")
    config.stash[_VARIANTS] = _load_variants(names, folder) if names else None


def _load_variants(names: Iterable[str], folder: Path) -> "tuple[Variant, ...]":
    from flohcati_rules.errors import FlohcatiError
    from flohcati_rules.registry import catalogue, load_variant, names_file

    variants: dict[str, Variant] = {}
    for name in names:
        is_file = name not in catalogue().ids() and names_file(name)
        try:
            variant = load_variant(folder / name if is_file else name)
        except FlohcatiError as error:
            raise pytest.UsageError(str(error)) from error
        if variant.id in variants:
            message = f"the variant {variant.id} is given twice"
            raise pytest.UsageError(message)
        variants[variant.id] = variant
    return tuple(variants.values())


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> "ScenarioFile | None":
    """Collect the files whose names match one of the patterns."""
    patterns = parent.config.getini("flohcati_scenarios")
    if not any(file_path.match(pattern) for pattern in patterns):
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


class ScenarioFile(pytest.File):
    """A scenario file, which holds a test for each scenario and variant."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the tests; of a file that is not valid, one that fails."""
        from flohcati_rules.errors import DocumentError
        from flohcati_rules.scenarios import load_scenarios, tell_problems

        given = self.config.stash.get(_VARIANTS, None)
        try:
            scenarios = load_scenarios(
                self.path, file=self.shown_name(), variants=given or ()
            )
            items = [*self._items(scenarios, given)]
        except DocumentError as error:
            line = error.problems[0].line
            text = tell_problems(error.problems, self.lines())
            yield Invalid.from_parent(self, line=line, text=text)
        except Exception as error:  # noqa: BLE001 - an abort would hide all other tests
            yield Invalid.from_parent(
                self, line=1, text=_told(error, self.shown_name())
            )
        else:
            yield from items

    def _items(
        self,
        scenarios: "Iterable[Scenario]",
        given: "Sequence[Variant] | None",
    ) -> Iterator[pytest.Item]:
        from flohcati_rules.scenarios import variants_for

        for scenario in scenarios:
            variants = variants_for(scenario, given)
            for variant in variants:
                yield ScenarioItem.from_parent(self, scenario=scenario, variant=variant)
            if not variants:
                item = ScenarioItem.from_parent(self, scenario=scenario, variant=None)
                reason = f"no variant of {scenario.game} is given"
                item.add_marker(pytest.mark.skip(reason=reason))
                yield item

    def shown_name(self) -> str:
        """Return the name of the file for messages: the path from where pytest is run.

        A file elsewhere has its whole path.
        """
        here = self.config.invocation_params.dir
        inside = self.path.is_relative_to(here)
        return os.path.relpath(self.path, here) if inside else str(self.path)

    def lines(self) -> list[str]:
        """Return the lines of the file, as far as they can be shown."""
        return self.path.read_text(encoding="utf-8", errors="replace").splitlines()


class _NotSoError(Exception):
    """A scenario does not hold; its text says all that a reader needs."""


class _Item(pytest.Item):
    """A test whose failure is told in the words of the scenario file."""

    def __init__(self, *, parent: ScenarioFile, name: str, line: int) -> None:
        super().__init__(name, parent)
        self.file = parent
        self.line = line
        self.add_marker("flohcati")

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: "TracebackStyle | None" = None,
    ) -> "str | TerminalRepr":
        """Return the text of a failure; a plain text, which xdist keeps as it is."""
        if isinstance(excinfo.value, _NotSoError) and not self.config.option.fulltrace:
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the file, the line (from 0) and the name."""
        return self.path, self.line - 1, self.name


class Invalid(_Item):
    """The one test of a file that is not valid: it fails and says why."""

    def __init__(self, *, parent: ScenarioFile, line: int, text: str) -> None:
        """Take what is wrong with the file."""
        super().__init__(parent=parent, name="is a valid scenario file", line=line)
        self.text = text

    def runtest(self) -> None:
        """Fail."""
        raise _NotSoError(self.text)


class ScenarioItem(_Item):
    """A scenario for a variant; for none, it is there to be skipped."""

    def __init__(
        self,
        *,
        parent: ScenarioFile,
        scenario: "Scenario",
        variant: "Variant | None",
    ) -> None:
        """Skip what says nothing for the variant."""
        name = f"{variant.id}: {scenario.name}" if variant else scenario.name
        super().__init__(parent=parent, name=name, line=scenario.spot.line)
        self.scenario = scenario
        self.variant = variant
        if variant and not scenario.entries_for(variant):
            self.add_marker(pytest.mark.skip(reason=f"says nothing for {variant.id}"))

    def runtest(self) -> None:
        """Run the scenario; fail unless everything is as expected."""
        from flohcati_rules.scenarios import Verdict, run, tell_result

        assert self.variant is not None
        try:
            result = run(self.scenario, self.variant)
        except Exception as error:
            place = f"{self.scenario.file}:{self.line}"
            raise _NotSoError(_told(error, place)) from error
        if result.verdict is not Verdict.PASSED:
            raise _NotSoError(tell_result(result, self.file.lines()))


def _told(error: Exception, place: str) -> str:
    """Return an error of the library itself, with the place where it was raised."""
    trace = error.__traceback__
    assert trace is not None
    while trace.tb_next:
        trace = trace.tb_next
    raised = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return (
        f"engine error: {type(error).__name__}: {error}\n\n"
        f"raised at {raised}; --full-trace shows all of it\n{place}"
    )
