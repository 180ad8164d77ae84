"""Known misreadings in reports: what a variant shares with them, on which grounds."""

from collections.abc import Iterator

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.evidence import Strength
from flohcati_rules.report.page import Labelled, Plain, counted, indented, stacked
from flohcati_rules.report.wording import (
    answered,
    plain_answer,
    plain_evidence,
    plain_value,
    plain_variant,
    pointed,
    sense_of,
    supported,
)
from flohcati_rules.verify.misreadings import Likeness, Misread, Shared, Slip

LIKENESS = {
    Likeness.EQUALS: ("is the same in every rule value", "red"),
    Likeness.CONTAINS: ("has it", "red"),
    Likeness.OPEN: ("may have it: the value is unknown", "yellow"),
}
"""How far a variant is like a misreading, in a sentence, and its colour."""


@attrs.frozen
class MisreadingsReport:
    """The known misreadings that a variant shares or may share."""

    found: Misread

    def text(self) -> RenderableType:
        """Return each misreading with the evidence of all three sides."""
        found = self.found
        parts: list[RenderableType] = [self._head(), *map(self._told, found.shared)]
        slips = [
            slip
            for shared in found.shared
            if shared.likeness is not Likeness.OPEN
            for slip in shared.slips
        ]
        if any(slip.is_own_rule for slip in slips):
            parts.append(
                Text("What a text states for itself is its rule, not a slip.", "dim")
            )
        return stacked(parts, gap=True)

    def _head(self) -> Text:
        found = self.found
        head = Text.assemble((found.variant.id, "bold cyan"), ": ")
        known = counted(
            len(found.known), "misreading is known", "misreadings are known"
        )
        head.append(f"{known} of {found.variant.game_class.TITLE}")
        open_ones = sum(one.likeness is Likeness.OPEN for one in found.shared)
        shared = len(found.shared) - open_ones
        if not found.known:
            return head.append(".")
        head.append(f", {shared or 'none'} of them here.")
        if open_ones:
            told = counted(open_ones, "is", "are")
            head.append(f" {told} open, as values are unknown.", "yellow")
        return head

    def _told(self, shared: Shared) -> RenderableType:
        misreading = shared.misreading
        words, colour = LIKENESS[shared.likeness]
        return stacked(
            [
                Text.assemble((misreading.id, "bold cyan"), f"  {misreading.title}"),
                indented(
                    stacked(
                        [
                            Text.assemble(
                                f"{self.found.variant.id} ", (f"{words}.", colour)
                            ),
                            *(
                                Labelled([*self._rows(shared, slip)])
                                for slip in shared.slips
                            ),
                        ]
                    )
                ),
            ]
        )

    def _rows(
        self, shared: Shared, slip: Slip
    ) -> Iterator[tuple[Text, RenderableType]]:
        point = slip.point
        yield Text(point.id, "cyan"), Text(point.question)
        here: list[RenderableType] = [answered(point, slip.value)]
        if sense := sense_of(point, slip.value):
            here.append(Text(sense))
        if slip.inert:
            here.append(Text(f"No difference in play: {slip.inert}."))
        here.append(supported(slip.evidence))
        if slip.evidence.strength is Strength.STATED and not slip.is_own_rule:
            told = f"It cites a clause of {shared.text.id}, which does not say so."
            here.append(Text(told, "red"))
        yield Text("here", "dim"), stacked(here)
        if slip.value is None:
            yield Text("misread", "dim"), answered(point, slip.misread)
        yield Text("known from", "dim"), Text(slip.because)
        text = answered(point, slip.intended)
        sense = sense_of(point, slip.intended)
        yield (
            Text(shared.text.id, "dim"),
            stacked([text, *([Text(sense)] if sense else []), pointed(slip.grounds)]),
        )

    def plain(self) -> dict[str, Plain]:
        """Return the format ``misreadings/1``."""
        found = self.found
        return {
            "format": "misreadings/1",
            "variants": [plain_variant(found.variant)],
            "known": [misreading.id for misreading in found.known],
            "misreadings": [*map(_plain_shared, found.shared)],
        }


def _plain_shared(shared: Shared) -> dict[str, Plain]:
    return {
        "misreading": plain_variant(shared.misreading),
        "text": plain_variant(shared.text),
        "likeness": str(shared.likeness),
        "points": [*map(_plain_slip, shared.slips)],
    }


def _plain_slip(slip: Slip) -> dict[str, Plain]:
    return {
        "rule_point": slip.point.id,
        "question": slip.point.question,
        **plain_answer(slip.point, slip.value, slip.evidence),
        "inert": slip.inert,
        "misread": plain_value(slip.misread),
        "because": slip.because,
        "intended": plain_value(slip.intended),
        "intended_evidence": plain_evidence(slip.grounds),
    }
