"""Differences in reports: where the rules of two variants are not the same."""

from collections.abc import Sequence

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.compare import Diff, PointDiff
from flohcati_rules.report.page import (
    Labelled,
    Plain,
    counted,
    heading,
    indented,
    stacked,
)
from flohcati_rules.report.wording import (
    answered,
    introduced,
    plain_answer,
    plain_variant,
    pointed,
    sense_of,
    supported,
)


@attrs.frozen
class DiffReport:
    """Where two variants differ, rule point by rule point."""

    diff: Diff

    def text(self) -> RenderableType:
        """Return both variants, then each difference with both sides of it."""
        return stacked(
            [
                introduction(self.diff),
                *value_differences(self.diff),
                *evidence_differences(self.diff),
                Text(),
                Text(
                    f"'flohcati compare {self.diff.a.id} {self.diff.b.id}' shows what "
                    f"comes of it.",
                    "dim",
                ),
            ]
        )

    def plain(self) -> dict[str, Plain]:
        """Return the format ``diff/1``."""
        return {
            "format": "diff/1",
            "variants": [plain_variant(self.diff.a), plain_variant(self.diff.b)],
            **plain_differences(self.diff),
        }


def introduction(diff: Diff) -> RenderableType:
    """Return what the two variants are, a sentence each."""
    return stacked(
        [
            Text.assemble(
                (f"{diff.a.game_class.TITLE}: ", "bold"),
                (diff.a.id, "bold cyan"),
                (" and ", "bold"),
                (diff.b.id, "bold cyan"),
            ),
            Text(),
            Labelled(
                [
                    (Text(variant.id, "cyan"), introduced(variant))
                    for variant in (diff.a, diff.b)
                ]
            ),
        ]
    )


def value_differences(diff: Diff) -> list[RenderableType]:
    """Return the rule points with different values, in the order of a turn.

    Those that make no difference in play come last.
    """
    if not diff.values:
        return [
            heading("The rules"),
            Text("Both variants give the same value to every rule point."),
        ]
    parts: list[RenderableType] = []
    if diff.in_play:
        number = counted(len(diff.in_play), "rule point")
        parts.append(
            heading("The rules that differ", f"{number} with different values.")
        )
        parts.append(_told_apart(diff, diff.in_play))
    idle = [found for found in diff.values if found.inert is not None]
    if idle:
        number = counted(len(idle), "rule point")
        parts.append(
            heading(
                "Different words, the same play",
                f"{number} with different values that make no difference at the table.",
            )
        )
        parts.append(_told_apart(diff, idle))
    return parts


def _told_apart(diff: Diff, found: Sequence[PointDiff]) -> RenderableType:
    return stacked((_point(diff, one) for one in found), gap=True)


def _point(diff: Diff, found: PointDiff) -> RenderableType:
    sides = [
        (Text(diff.a.id), _side(found, first=True)),
        (Text(diff.b.id), _side(found, first=False)),
    ]
    parts: list[RenderableType] = [
        Text.assemble((found.point.id, "bold cyan"), f"  {found.point.question}"),
        indented(Labelled(sides)),
    ]
    if found.inert:
        parts.append(indented(Text(f"No difference in play: {found.inert}.", "italic")))
    return stacked(parts)


def _side(found: PointDiff, *, first: bool) -> RenderableType:
    value = found.a if first else found.b
    evidence = found.evidence_a if first else found.evidence_b
    parts: list[RenderableType] = [answered(found.point, value)]
    if sense := sense_of(found.point, value):
        parts.append(Text(sense))
    parts.append(supported(evidence))
    return stacked(parts)


def evidence_differences(diff: Diff) -> list[RenderableType]:
    """Return the rule points where one value is supported differently well."""
    if not diff.evidence_only:
        return []
    number = counted(len(diff.evidence_only), "rule point")
    note = f"{number} with one value that the texts do not support equally well."
    rows: list[tuple[Text, RenderableType]] = []
    for found in diff.evidence_only:
        sides = (
            (diff.a.id, found.evidence_a),
            (diff.b.id, found.evidence_b),
        )
        lines: list[RenderableType] = [answered(found.point, found.a)]
        lines.extend(pointed(evidence, id) for id, evidence in sides)
        rows.append((Text(found.point.id, "cyan"), stacked(lines)))
    return [heading("The same rules, other evidence", note), Labelled(rows)]


def plain_differences(diff: Diff) -> dict[str, Plain]:
    """Return the differences for programs; ``a`` is the first variant."""
    return {
        "differences": [plain_difference(found) for found in diff.values],
        "evidence_only": [plain_difference(found) for found in diff.evidence_only],
    }


def plain_difference(found: PointDiff) -> dict[str, Plain]:
    """Return one difference for programs."""
    return {
        "rule_point": found.point.id,
        "question": found.point.question,
        "a": plain_answer(found.point, found.a, found.evidence_a),
        "b": plain_answer(found.point, found.b, found.evidence_b),
        "inert": found.inert,
    }
