"""Kits in reports: the file for another implementation, and what came of it."""

import hashlib
import json
from collections.abc import Iterator

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.profiles import Variant
from flohcati_rules.report.page import Plain, counted, indented, stacked
from flohcati_rules.report.wording import plain_value, plain_variant
from flohcati_rules.verify.kit import Kit, KitLine
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
        "components": game.components_digest or None,
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
    refused = line.refused
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
        "refused": refused
        and {
            "actor": refused.actor,
            "move": refused.move,
            "reason": refused.reason,
            "rule_point": refused.rule_point or None,
        },
    }


def format_kit(kit: Kit) -> str:
    """Return a kit as JSON in which every step is a line, so that kits can be diffed."""
    return "".join(_formatted(plain_kit(kit), "\n", 0)) + "\n"


_BROKEN = {"rules", "endings", "given", "facts", "left_out", "lines", "steps"}
"""The keys whose content is broken over lines."""


def _formatted(content: Plain, newline: str, depth: int) -> Iterator[str]:
    """Yield a content in pieces: outer mappings and lists broken, the rest in a line."""
    inner = newline + "  "
    match content:
        case dict() if content and depth % 2 == 0:
            entries = [(json.dumps(key) + ": ", key, of) for key, of in content.items()]
            yield from _bracketed("{}", entries, newline, inner, depth)
        case list() if content:
            yield from _bracketed(
                "[]", [("", "", of) for of in content], newline, inner, depth
            )
        case _:
            yield json.dumps(content, ensure_ascii=False)


def _bracketed(
    brackets: str,
    entries: list[tuple[str, str, Plain]],
    newline: str,
    inner: str,
    depth: int,
) -> Iterator[str]:
    separator = brackets[0]
    for label, key, of in entries:
        yield separator + inner + label
        separator = ","
        if key in _BROKEN or (not key and depth == 1):
            yield from _formatted(of, inner, depth + (key in {"lines", "steps"}) or 1)
        else:
            yield json.dumps(of, ensure_ascii=False)
    yield newline + brackets[1]
