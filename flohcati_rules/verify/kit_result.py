"""The result of a kit: what another implementation wrote, held against the kit.

Both are JSON files. A kit is too long to be read as YAML, so they are read here, as
strictly as their few keys need.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import attrs

from flohcati_rules.documents import Plain
from flohcati_rules.errors import (
    DocumentError,
    Problem,
    UnreadableFileError,
    did_you_mean,
)

KIT_FORMAT = "kit/1"
"""What a kit declares itself to be."""
RESULT_FORMAT = "kit-result/1"
"""What a result declares itself to be."""
PASSED = "passed"
"""What a result says of a step in which nothing differs."""
REFUSED = "refused"
"""What differs when a step is allowed that should be refused."""


@attrs.frozen(kw_only=True)
class Difference:
    """One thing in which an implementation differs from a kit.

    Attributes:
        what: the thing, such as ``scores``.
        expected: what the kit has.
        found: what the implementation has.

    """

    what: str
    expected: Plain = attrs.field(hash=False)
    found: Plain = attrs.field(hash=False)


@attrs.frozen(kw_only=True)
class StepResult:
    """What came of one step of a line.

    Attributes:
        number: the number of the step; 0 is the start.
        move: who decides and what, such as ``Ann: reveal``; empty for the start.
        differences: everything that differs; empty when the step passed.

    """

    number: int
    move: str
    differences: tuple[Difference, ...] = ()


@attrs.frozen(kw_only=True)
class LineResult:
    """What came of one line: the steps that were run, and how many were not."""

    name: str
    steps: tuple[StepResult, ...]
    not_run: int

    @property
    def differing(self) -> tuple[StepResult, ...]:
        """The steps in which anything differs, in order."""
        return tuple(step for step in self.steps if step.differences)


@attrs.frozen(kw_only=True)
class KitResult:
    """What came of playing a kit with another implementation.

    Attributes:
        implementation: what that calls itself.
        kit: the name of the kit, a digest of all that is in it.
        game: the id of the game.
        variant: the id of the variant.
        digest: the digest of its rules.
        lines: what came of each line of the kit, in its order.

    """

    implementation: str
    kit: str
    game: str
    variant: str
    digest: str
    lines: tuple[LineResult, ...]

    @property
    def holds(self) -> bool:
        """Whether every step of every line was run and passed."""
        return not any(line.not_run or line.differing for line in self.lines)


Mapped = Mapping[str, Plain]
"""A mapping in a JSON file."""


class _Document:
    """A JSON file that is being read, with the faults that are found in it."""

    def __init__(self, path: Path) -> None:
        self.file = str(path)
        self.problems: list[Problem] = []
        self.content: Mapped = self._read(path)

    def _read(self, path: Path) -> Mapped:
        content: Plain = None
        try:
            text = path.read_text(encoding="utf-8")
            content = json.loads(
                text, object_pairs_hook=self._mapping, parse_constant=_no_number
            )
        except json.JSONDecodeError as error:
            self._unreadable(error.lineno, error.colno, f"not JSON: {error.msg}")
        except UnicodeDecodeError:
            self._unreadable(1, 1, "not UTF-8")
        except OSError as error:
            self._unreadable(1, 1, f"cannot be read: {error.strerror}")
        except (ValueError, RecursionError) as error:
            self._unreadable(1, 1, f"not JSON: {error}")
        if not isinstance(content, dict):
            self._unreadable(1, 1, "expected a mapping")
        return content

    def _mapping(self, pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
        content = dict(pairs)
        if len(content) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            self.fault("", f"{twice!r} is there twice in one mapping")
        return content

    def _unreadable(self, line: int, column: int, message: str) -> NoReturn:
        problem = Problem(self.file, line, column, "", message)
        raise UnreadableFileError([problem]) from None

    def fault(self, place: str, message: str) -> None:
        """Find fault with a place."""
        self.problems.append(Problem(self.file, 1, 1, place, message))

    def text(self, key: str) -> str:
        """Return the text of a key of the file."""
        found = self.content.get(key)
        if isinstance(found, str) and found:
            return found
        self.fault(key, "expected text")
        return ""

    def declares(self, wanted: str) -> None:
        """Raise unless the file declares a format."""
        if self.content.get("format") != wanted:
            self.fault("format", f"expected {wanted!r}")
            self.close()

    def close(self) -> None:
        """Raise everything that was found, if anything was."""
        if self.problems:
            raise DocumentError(self.problems)


def _no_number(text: str) -> NoReturn:
    message = f"{text} is no number"
    raise ValueError(message)


def read_kit_result(result: Path, kit: Path) -> KitResult:
    """Return what a result says of a kit.

    Raises:
        UnreadableFileError: a file cannot be read, or is not JSON.
        DocumentError: a file is not a kit, or not a result of this kit.

    """
    lines = _Document(kit)
    lines.declares(KIT_FORMAT)
    name, game, variant, digest = map(lines.text, ("kit", "game", "variant", "digest"))
    asked = [*_lines_of(lines)]
    lines.close()
    answers = _Document(result)
    answers.declares(RESULT_FORMAT)
    for key in answers.content:
        if key not in _KEYS:
            answers.fault(key, f"unknown key{did_you_mean(key, _KEYS)}")
    implementation, answered = answers.text("implementation"), answers.text("kit")
    if answered and answered != name:
        answers.fault("kit", f"a result of {answered}; {lines.file} is {name}")
    answers.close()
    found = [*_line_results(answers, asked)]
    answers.close()
    return KitResult(
        implementation=implementation,
        kit=name,
        game=game,
        variant=variant,
        digest=digest,
        lines=tuple(found),
    )


_KEYS = ("format", "kit", "implementation", "lines")


@attrs.frozen
class _Asked:
    """A line of a kit: each step as it is written, with all that is told of it."""

    name: str
    steps: tuple[tuple[str, Mapped], ...]


class _NotALineError(Exception):
    """Something in a kit is not what a line has there."""


def _lines_of(kit: _Document) -> Iterator[_Asked]:
    """Yield the lines of a kit; of one that was tampered with, say where."""
    written = kit.content.get("lines")
    if not isinstance(written, list) or not written:
        kit.fault("lines", "expected a list of lines")
        return
    for index, line in enumerate(written):
        try:
            yield _asked(_mapping(line))
        except _NotALineError:
            kit.fault(f"lines.{index}", "not a line of a kit")


def _asked(line: Mapped) -> _Asked:
    name, steps, refused = (line.get(key) for key in ("name", "steps", "refused"))
    if not isinstance(name, str) or not isinstance(steps, list):
        raise _NotALineError
    asked = [("", _mapping(line.get("start")))]
    asked.extend(
        (_made(step), _mapping(step.get("after"))) for step in map(_mapping, steps)
    )
    if refused is not None:
        asked.append((_made(_mapping(refused)), {REFUSED: True}))
    return _Asked(name, tuple(asked))


def _mapping(written: Plain) -> Mapped:
    if not isinstance(written, dict):
        raise _NotALineError
    return written


def _made(step: Mapped) -> str:
    return f"{step.get('actor')}: {step.get('move')}"


def _line_results(answers: _Document, asked: Sequence[_Asked]) -> Iterator[LineResult]:
    """Yield what came of each line; one that is not answered was not run."""
    written = answers.content.get("lines")
    if not isinstance(written, dict):
        answers.fault("lines", "expected a mapping from lines to lists of steps")
        return
    known = [line.name for line in asked]
    for name in written:
        if name not in known:
            hint = did_you_mean(name, known)
            answers.fault(f"lines.{name}", f"the kit has no such line{hint}")
    for line in asked:
        yield _line_result(answers, line, written.get(line.name, []))


def _line_result(answers: _Document, line: _Asked, given: Plain) -> LineResult:
    place = f"lines.{line.name}"
    if not isinstance(given, list):
        answers.fault(place, "expected a list of steps")
        given = []
    if len(given) > len(line.steps):
        many = f"{len(given)} steps; the start and what follows are {len(line.steps)}"
        answers.fault(place, many)
    steps = [
        StepResult(
            number=number,
            move=move,
            differences=tuple(_differences(answers, f"{place}.{number}", told, answer)),
        )
        for number, ((move, told), answer) in enumerate(
            zip(line.steps, given, strict=False)
        )
    ]
    return LineResult(
        name=line.name, steps=tuple(steps), not_run=len(line.steps) - len(steps)
    )


def _differences(
    answers: _Document, place: str, told: Mapped, answer: Plain
) -> Iterator[Difference]:
    """Yield what differs in a step, by its answer."""
    if answer == PASSED:
        return
    if not isinstance(answer, dict) or not answer:
        answers.fault(place, f"expected {PASSED!r}, or a mapping of what differs")
        return
    for what, found in answer.items():
        if what not in told:
            hint = did_you_mean(what, told)
            answers.fault(f"{place}.{what}", f"the kit tells no {what!r} here{hint}")
        elif found == told[what]:
            answers.fault(f"{place}.{what}", "this is what the kit has: no difference")
        else:
            yield Difference(what=what, expected=told[what], found=found)
