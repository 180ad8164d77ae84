"""The scenarios that a translation is verified by: shipped, or of one's own folder."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from flohcati_rules.errors import DocumentError, Problem, ScenarioFileError
from flohcati_rules.profiles import Variant
from flohcati_rules.registry import GAMES
from flohcati_rules.scenarios import Scenario, load_scenarios, shipped_scenarios

PATTERN = "*.scenario.yaml"
"""Which files of a folder are scenario files."""


@attrs.frozen
class Gathered:
    """The scenarios that were found, and what is wrong with files that have none.

    Attributes:
        scenarios: the scenarios of all valid files, in order.
        errors: an error for each file or folder that gave none.

    """

    scenarios: tuple[Scenario, ...]
    errors: tuple[DocumentError, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with any file."""
        return tuple(problem for error in self.errors for problem in error.problems)


def gather(paths: Sequence[Path] = (), variants: Iterable[Variant] = ()) -> Gathered:
    """Return the scenarios of files and folders; without any, those that are shipped.

    Of a folder every file counts that is named ``….scenario.yaml``, also deeper down.
    What is wrong with a file is kept, and the rest goes on without it.

    Args:
        paths: files and folders.
        variants: variants that scenarios may name besides those that are shipped.

    """
    if not paths:
        shipped = [one for game in GAMES for one in shipped_scenarios(game)]
        return Gathered(tuple(shipped))
    variants = tuple(variants)
    scenarios: list[Scenario] = []
    errors: list[DocumentError] = []
    for path in dict.fromkeys(_files(paths)):
        try:
            if path.is_dir():
                raise _no_scenario_file(path)
            scenarios.extend(load_scenarios(path, variants=variants))
        except DocumentError as error:
            errors.append(error)
    return Gathered(tuple(scenarios), tuple(errors))


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files that are meant; a folder without any stands for itself."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob(PATTERN)) or [path]
        else:
            yield path


def _no_scenario_file(folder: Path) -> ScenarioFileError:
    message = f"there is no scenario file in this folder; they are named {PATTERN}"
    return ScenarioFileError([Problem(str(folder), 1, 1, "", message)])
