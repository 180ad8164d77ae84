"""Variants in reports: the list of all, the rules of one, the story of a point."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.profiles import Kind, Variant
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
    plain_value,
    plain_variant,
    pointed,
    sense_of,
    supported,
)
from flohcati_rules.rulepoints import RulePoint, Value, points_of, spoken

SHELVES = {
    Kind.TRANSLATION: "Rule texts",
    Kind.EDITION: "Editions, as far as they are known",
    Kind.HOUSE: "House variants",
    Kind.MISREADING: "Known misreadings",
}
"""What the variants of a kind are called together."""

MOST_LISTED = 8
"""How many changes of a variant the list of variants names; of more, the number."""


@attrs.frozen
class VariantList:
    """The variants that there are, game by game."""

    variants: tuple[Variant, ...]

    def text(self) -> RenderableType:
        """Return each variant with what it rests on or what it changes."""
        parts: list[RenderableType] = []
        for game, variants in groupby(self.variants, lambda found: found.game_class):
            parts.append(Text(game.TITLE, "bold"))
            for kind, its in groupby(variants, lambda found: found.kind):
                rows = [(Text(one.id, "cyan"), _in_the_list(one)) for one in its]
                named = stacked([Text(SHELVES[kind], "dim"), indented(Labelled(rows))])
                parts.append(indented(named))
        parts.append(Text("'flohcati show VARIANT' shows the rules of one.", "dim"))
        return stacked(parts, gap=True)

    def plain(self) -> dict[str, Plain]:
        """Return the format ``list/1``."""
        return {
            "format": "list/1",
            "variants": [plain_variant(variant) for variant in self.variants],
        }


def _in_the_list(variant: Variant) -> Text:
    text = introduced(variant)
    if variant.extends:
        if variant.notes:
            text.append(f" {variant.notes[0]}")
        few = len(variant.changed) <= MOST_LISTED
        changed = ", ".join(variant.changed)
        told = changed if few else counted(len(variant.changed), "rule point")
        text.append(f" Changes {told}.", "dim")
    return text


@attrs.frozen
class VariantPage:
    """The answers of one variant to all rule points, topic by topic.

    Attributes:
        variant: the variant.
        inert: why a point makes no difference under its rules, by rule point.

    """

    variant: Variant
    inert: Mapping[str, str]

    def text(self) -> RenderableType:
        """Return each rule point with its value, its sense and its evidence."""
        variant = self.variant
        points = points_of(variant.game_class.RULES).values()
        parts: list[RenderableType] = [
            Text(variant.id, "bold cyan"),
            introduced(variant),
            *(Text(note, "italic") for note in variant.notes),
            *(Text(remark, "yellow") for remark in variant.remarks),
        ]
        for topic, its in groupby(points, lambda point: point.id.partition(".")[0]):
            parts.append(heading(topic.replace("_", " ")))
            parts.append(
                Labelled(
                    [(Text(point.id, "cyan"), self._answer(point)) for point in its]
                )
            )
        parts.append(Text())
        parts.append(
            Text(
                f"'flohcati show {variant.id} POINT' tells all there is to a point.",
                "dim",
            )
        )
        return stacked(parts)

    def _answer(self, point: RulePoint) -> RenderableType:
        variant = self.variant
        value, evidence = variant.values.get(point.id), variant.evidence[point.id]
        lines = [answered(point, value)]
        if sense := sense_of(point, value):
            lines.append(Text(sense))
        if point.id in self.inert:
            lines.append(Text(f"No difference in play: {self.inert[point.id]}."))
        origin = "" if evidence.origin == variant.id else evidence.origin
        lines.append(pointed(evidence, origin))
        return stacked(lines)

    def plain(self) -> dict[str, Plain]:
        """Return the format ``show/1``."""
        points = points_of(self.variant.game_class.RULES).values()
        return {
            "format": "show/1",
            "variants": [plain_variant(self.variant)],
            "points": [
                plain_point(self.variant, point, self.inert.get(point.id))
                for point in points
            ],
        }


@attrs.frozen(kw_only=True)
class Alternative:
    """A value that a rule point can have, and what comes with it.

    Attributes:
        value: the value.
        held_by: the shipped variants that have it.
        brings: the values of other points that move along with it.

    """

    value: Value
    held_by: tuple[str, ...]
    brings: Mapping[str, Value]


@attrs.frozen(kw_only=True)
class PointPage:
    """Everything there is to one rule point of one variant.

    Attributes:
        variant: the variant.
        point: the rule point.
        inert: why it makes no difference under the variant's rules, or None.
        alternatives: the values it can have; of a number, those that are in use.
        clashes: what makes no sense together with it.

    """

    variant: Variant
    point: RulePoint
    inert: str | None
    alternatives: Sequence[Alternative]
    clashes: Sequence[str]

    def text(self) -> RenderableType:
        """Return the question, the answer with its evidence, and what else there is."""
        variant, point = self.variant, self.point
        value, evidence = variant.values.get(point.id), variant.evidence[point.id]
        rows: list[tuple[Text, RenderableType]] = []

        def tell(label: str, *contents: RenderableType) -> None:
            rows.append((Text(label, "dim"), stacked(contents)))

        sense = sense_of(point, value)
        tell("value", answered(point, value), *([Text(sense)] if sense else []))
        tell("evidence", supported(evidence, by_id=True))
        if evidence.origin != variant.id:
            tell("set by", Text(f"{evidence.origin}, and inherited from there"))
        elif variant.extends:
            tell("set by", Text(f"{variant.id} itself"))
        if evidence.other_readings:
            readings = evidence.other_readings.items()
            tell(
                "other readings",
                Labelled([(Text(word, "bold"), Text(why)) for word, why in readings]),
            )
        tell("answers", *self._answers())
        if self.inert:
            tell("in play", Text(f"no difference: {self.inert}"))
        if self.clashes:
            tell("not together", *map(Text, self.clashes))
        return stacked(
            [
                Text.assemble((point.id, "bold cyan"), f" in {variant.id}"),
                Text(point.question, "bold"),
                Text(),
                Labelled(rows),
            ]
        )

    def _answers(self) -> list[RenderableType]:
        chosen = self.variant.values.get(self.point.id)
        parts: list[RenderableType] = []
        if not all(sense_of(self.point, found.value) for found in self.alternatives):
            parts.append(Text(self.point.answers.describe()))
        for found in self.alternatives:
            first = answered(self.point, found.value)
            if found.value == chosen:
                first.append("  (the value here)", "not bold green")
            lines: list[RenderableType] = []
            if sense := sense_of(self.point, found.value):
                lines.append(Text(sense))
            if found.brings:
                along = ", ".join(
                    f"{id}: {spoken(value)}" for id, value in found.brings.items()
                )
                lines.append(Text(f"Brings along {along}."))
            if found.held_by:
                lines.append(Text(f"In {', '.join(found.held_by)}.", "dim"))
            parts.append(stacked([first, indented(stacked(lines))]))
        return parts

    def plain(self) -> dict[str, Plain]:
        """Return the format ``show/1``, with one point and all its answers."""
        answers: list[Plain] = [
            {
                "value": plain_value(found.value),
                "sense": self.point.answers.sense(found.value),
                "variants": [*found.held_by],
                "brings": {
                    id: plain_value(value) for id, value in found.brings.items()
                },
            }
            for found in self.alternatives
        ]
        point = plain_point(self.variant, self.point, self.inert)
        return {
            "format": "show/1",
            "variants": [plain_variant(self.variant)],
            "points": [{**point, "answers": answers, "clashes": [*self.clashes]}],
        }


def plain_point(
    variant: Variant, point: RulePoint, inert: str | None
) -> dict[str, Plain]:
    """Return a rule point as a variant answers it, for programs."""
    value, evidence = variant.values.get(point.id), variant.evidence[point.id]
    return {
        "rule_point": point.id,
        "question": point.question,
        **plain_answer(point, value, evidence),
        "inert": inert,
    }
