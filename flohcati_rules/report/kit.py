"""Kits in reports: the file for another implementation, and what came of it."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from textwrap import shorten

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.report.page import Plain, counted, indented, stacked
from flohcati_rules.report.wording import plain_components, plain_value
from flohcati_rules.verify.kit import Kit, KitLine, RefusedStep
from flohcati_rules.verify.kit_result import (
    KIT_FORMAT,
    KitResult,
    LineResult,
    StepResult,
)


def plain_kit(kit: Kit) -> dict[str, Plain]:
    """Return the format ``kit/1``."""
    variant = kit.variant
    game = variant.game()
    content: dict[str, Plain] = {
        "game": variant.game_class.ID,
        "variant": variant.id,
        "title": variant.title,
        "digest": variant.digest,
        "components": plain_components(variant),
        "rules": {id: plain_value(value) for id, value in variant.values.items()},
        "seats_allowed": [*game.seats_allowed],
        "endings": dict(variant.game_class.ENDINGS),
        "given": dict(variant.game_class.GIVEN),
        "facts": dict(kit.facts),
        "left_out": dict(kit.left_out),
        "lines": [*map(_plain_line, kit.lines)],
    }
    return {"format": KIT_FORMAT, "kit": _digest(content), **content}


def _digest(content: dict[str, Plain]) -> str:
    """Return the name of a kit: ``k-`` and 16 hexadecimal digits of all it holds."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return "k-" + hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _plain_line(line: KitLine) -> Plain:
    return {
        "name": line.name,
        "clauses": [*line.clauses],
        "seats": [*line.seats],
        "given": dict(line.given),
        "start": dict(line.start),
        "steps": [
            {"actor": step.actor, "move": step.move, "after": dict(step.after)}
            for step in line.steps
        ],
        "refused": _plain_refused(line.refused) if line.refused else None,
    }


def _plain_refused(step: RefusedStep) -> Plain:
    return {
        "actor": step.actor,
        "move": step.move,
        "reason": step.reason,
        "rule_point": step.rule_point or None,
    }


BROKEN_LEVELS = 4
"""How deep a kit is broken over lines: every step of a line is one line of text."""


def format_kit(kit: Kit) -> str:
    """Return a kit as JSON with a step in each line, so that kits can be compared."""
    return _broken(plain_kit(kit), BROKEN_LEVELS, "\n") + "\n"


def _broken(content: Plain, levels: int, newline: str) -> str:
    """Return JSON that is broken over lines down to a level; lists of words never."""
    inner = newline + "  "
    if levels and isinstance(content, dict) and content:
        brackets = "{}"
        parts = [
            f"{json.dumps(key)}: {_broken(value, levels - 1, inner)}"
            for key, value in content.items()
        ]
    elif levels and isinstance(content, list) and _nests(content):
        brackets = "[]"
        parts = [_broken(value, levels - 1, inner) for value in content]
    else:
        return json.dumps(content)
    return brackets[0] + inner + f",{inner}".join(parts) + newline + brackets[1]


def _nests(content: list[Plain]) -> bool:
    return any(isinstance(item, dict | list) for item in content)


MOST_REASONS = 3
"""How many reasons for leaving a line out are told at most."""
REASON_WIDTH = 100
"""How many characters of each are told at most."""


def _left_out(reasons: Iterable[str]) -> str:
    """Return how many lines are left out, and the most frequent reasons.

    A reason counts as the same wherever in a position the fault lies.
    """
    found = Counter(
        shorten(reason.partition(": ")[2] or reason, REASON_WIDTH, placeholder=" ...")
        for reason in reasons
    )
    rows = [f"Left out: {counted(found.total(), 'line')}"]
    for why, number in found.most_common(MOST_REASONS):
        rows.append(f"  {counted(number, 'line')}: {why}")
    if len(found) > MOST_REASONS:
        rows.append(f"  and {counted(len(found) - MOST_REASONS, 'other reason')}")
    return "\n".join(rows)


@attrs.frozen
class KitReport:
    """A kit that was written to a file."""

    kit: Kit
    file: str

    def text(self) -> RenderableType:
        """Return what the file holds, in a few lines."""
        lines = self.kit.lines
        steps = sum(len(line.steps) for line in lines)
        told = f"{counted(len(lines), 'line')} of play, {counted(steps, 'step')}"
        parts = [Text(f"{self.file}: {told}, by the rules of {self.kit.variant.id}.")]
        if self.kit.left_out:
            parts.append(Text(_left_out(self.kit.left_out.values()), "dim"))
        return stacked(parts)

    def plain(self) -> dict[str, Plain]:
        """Return the kit itself, the format ``kit/1``."""
        return plain_kit(self.kit)


@attrs.frozen
class KitResultReport:
    """What came of playing a kit with another implementation."""

    result: KitResult

    def text(self) -> RenderableType:
        """Return how many steps passed, then where each line first differs."""
        result = self.result
        head = Text.assemble(
            (result.implementation, "bold"),
            f" plays the kit of {result.variant} (rules {result.digest}).",
        )
        told = [_told(line) for line in result.lines if line.differing or line.not_run]
        return stacked([head, Text(self._counted()), *told])

    def _counted(self) -> str:
        lines = self.result.lines
        run = sum(len(line.steps) for line in lines)
        differing = sum(len(line.differing) for line in lines)
        not_run = sum(line.not_run for line in lines)
        parts = [f"{counted(run - differing, 'state')} as in the kit"]
        if differing:
            parts.append(f"{differing:,} different")
        if not_run:
            parts.append(f"{not_run:,} not reached")
        return f"{counted(len(lines), 'line')}: {', '.join(parts)}."

    def plain(self) -> dict[str, Plain]:
        """Return the format ``kit-check/1``."""
        result = self.result
        return {
            "format": "kit-check/1",
            "variants": [
                {"id": result.variant, "game": result.game, "digest": result.digest}
            ],
            "kit": result.kit,
            "implementation": result.implementation,
            "holds": result.holds,
            "lines": [
                {
                    "name": line.name,
                    "steps": len(line.steps) + line.not_run,
                    "not_run": line.not_run,
                    "differing": [*map(_plain_step, line.differing)],
                }
                for line in result.lines
            ],
        }


def _plain_step(step: StepResult) -> Plain:
    return {
        "step": step.number,
        "move": step.move or None,
        "differences": [
            {"what": one.what, "expected": one.expected, "found": one.found}
            for one in step.differences
        ],
    }


def _told(line: LineResult) -> RenderableType:
    """Return the first step of a line that differs, and how many were not reached."""
    rows: list[RenderableType] = []
    if line.differing:
        first, *others = line.differing
        place = f"step {first.number}, {first.move}" if first.number else "the start"
        more = f" (and {counted(len(others), 'later step')})" if others else ""
        rows.append(Text(f"{place}{more}", "yellow"))
        rows.extend(
            indented(
                Text(
                    f"{one.what}: expected {_shown(one.expected)}; "
                    f"found {_shown(one.found)}"
                )
            )
            for one in first.differences
        )
    if line.not_run:
        rows.append(Text(f"{counted(line.not_run, 'step')} not reached", "yellow"))
    return stacked([Text(), Text(line.name, "bold"), indented(stacked(rows))])


def _shown(value: Plain) -> str:
    """Return a value as it stands in the files."""
    return json.dumps(value, ensure_ascii=False)
