"""Tells what is wrong with a scenario: the message, the lines around it, the place."""

from collections.abc import Iterable, Sequence
from itertools import groupby, islice

from flohcati_rules.errors import Problem
from flohcati_rules.scenarios.model import Result, Verdict

LINES_BEFORE = 2
"""How many lines of the file are shown before the one that is meant."""


def tell_result(result: Result, lines: Sequence[str]) -> str:
    """Return what is wrong with a scenario; the last line is a place in the file.

    Args:
        result: a result that is no pass.
        lines: the lines of the scenario's file.

    """
    problems = [
        Problem(result.scenario.file, *finding.spot, str(finding))
        for finding in result.findings
    ]
    in_file = result.verdict is Verdict.ERROR
    prefix = f"error in the file for {result.variant}: " if in_file else ""
    moved = result.scenario.when and result.position
    head = [f"the position after the moves: {result.position}"] if moved else ()
    return prefix + tell_problems(problems, lines, head)


def tell_problems(
    problems: Sequence[Problem], lines: Sequence[str], head: Iterable[str] = ()
) -> str:
    """Return problems, each with its message, the lines around it and its place.

    The first line says how many there are besides the first. ``head`` are lines that
    stand before the excerpts. Problems of one line share an excerpt.
    """
    told = [
        _told([*group], lines)
        for _, group in groupby(sorted(problems), key=lambda problem: problem.line)
    ]
    if len(problems) > 1:
        told[0][0] += f" (and {len(problems) - 1} more)"
    told[0][1:1] = head
    return "\n\n".join("\n".join(block) for block in told)


def _told(problems: Sequence[Problem], lines: Sequence[str]) -> list[str]:
    """Return the problems of one line."""
    first, *others = problems
    place = f"{first.file}:{first.line}:{first.column}"
    more = [f"at column {other.column}: {other.message}" for other in others]
    return [first.message, *more, "", *excerpt(lines, first.line), "", place]


def excerpt(lines: Sequence[str], line: int) -> list[str]:
    """Return a line and those before it, numbered, the line itself marked.

    >>> excerpt(["when:", "  - Ann: revael", "then:"], 2)
    ['      1 | when:', '>     2 |   - Ann: revael']
    """
    first = max(1, line - LINES_BEFORE)
    shown = islice(enumerate(lines, start=1), first - 1, line)
    return [
        f"{'>' if number == line else ' '} {number:>5} | {text}"
        for number, text in shown
    ]
