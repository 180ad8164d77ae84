"""Mutants in reports: which rule value could be wrong without being noticed."""

from collections.abc import Callable, Iterable

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.compare.witness import Witness
from flohcati_rules.errors import Problem
from flohcati_rules.faults import is_list, is_mapping
from flohcati_rules.report.baselines import (
    broken_files,
    not_holding,
    plain_baseline,
    plain_scenario,
    spoken_of,
)
from flohcati_rules.report.page import Labelled, Plain, counted, heading, stacked
from flohcati_rules.report.wording import (
    plain_evidence,
    plain_value,
    plain_variant,
    pointed,
    sense_of,
)
from flohcati_rules.rulepoints import spoken
from flohcati_rules.verify import Fate, Mutant, MutantRun

STYLES = {
    Fate.CAUGHT: "green",
    Fate.REFUSED: "dim",
    Fate.EQUIVALENT: "dim",
    Fate.MISSED: "red",
}
"""The colour of a fate, where a terminal has colours."""


SHIPPED_ONLY = (
    "this profile is not shipped, and the scenarios are. Most of them follow, through "
    "their 'for', whatever value a profile has, so they cannot find a misreading; "
    "give scenarios of your own with --scenarios."
)
"""What the shipped scenarios cannot do for a profile of one's own."""


@attrs.frozen(kw_only=True)
class MutantsReport:
    """The mutants of a variant, those first that need a scenario.

    Attributes:
        run: what became of them.
        problems: what is wrong in files that are no valid scenario files.
        note: what a reader should know of the scenarios; or empty.

    """

    run: MutantRun
    problems: tuple[Problem, ...] = ()
    note: str = ""

    def text(self) -> RenderableType:
        """Return the sum, then what is missed, then the rest."""
        run = self.run
        parts: list[RenderableType] = [
            *broken_files(self.problems),
            spoken_of(run.baseline),
            self._sum(),
            *([Text(f"Note: {self.note}", "yellow")] if self.note else ()),
            *not_holding(run.baseline, run.broken),
            *_section(
                "Missed",
                "With these values no scenario would come out differently.",
                run.of(Fate.MISSED),
                self._missed,
            ),
            *_section(
                "Caught",
                "By a scenario that holds for the variant, but not with this value.",
                run.of(Fate.CAUGHT),
                _caught,
            ),
            *_section(
                "Refused",
                "These values make no sense beside the others.",
                run.of(Fate.REFUSED),
                lambda mutant: Text(mutant.why),
            ),
            *_section(
                "Equivalent",
                "These values are played as the variant is.",
                run.of(Fate.EQUIVALENT),
                lambda mutant: Text(mutant.why),
            ),
        ]
        return stacked(parts)

    def _sum(self) -> Text:
        text = Text("One rule value changed at a time: ")
        text.append(counted(len(self.run.mutants), "mutant"))
        for fate in Fate:
            text.append(", ")
            number = len(self.run.of(fate))
            text.append(f"{number} {fate}", STYLES[fate] if number else "dim")
        return text.append(".")

    def _missed(self, mutant: Mutant) -> RenderableType:
        variant = self.run.variant
        chosen = spoken(variant.values[mutant.point.id])
        told = Text(f"instead of {chosen}, ").append_text(
            pointed(variant.evidence[mutant.point.id])
        )
        parts: list[RenderableType] = [told]
        if sense := sense_of(mutant.point, mutant.value):
            parts.append(Text(sense))
        if mutant.search is not None and mutant.search.witness is not None:
            line = _told_apart(mutant.search.witness)
            parts.append(Text(f"Told apart by {line}.", "yellow"))
        parts.extend(
            Text(f"A scenario has this value in mind: {scenario.name}", "yellow")
            for scenario in mutant.hints
        )
        return stacked(parts)

    def plain(self) -> dict[str, Plain]:
        """Return the format ``mutants/1``."""
        return {
            "format": "mutants/1",
            "variants": [plain_variant(self.run.variant)],
            "note": self.note,
            "counts": {str(fate): len(self.run.of(fate)) for fate in Fate},
            "mutants": [self._plain(mutant) for mutant in self.run.mutants],
            "scenarios": plain_baseline(
                self.run.baseline, self.problems, self.run.broken
            ),
        }

    def _plain(self, mutant: Mutant) -> dict[str, Plain]:
        variant, id = self.run.variant, mutant.point.id
        return {
            "rule_point": id,
            "value": plain_value(variant.values[id]),
            "changed_to": plain_value(mutant.value),
            "evidence": plain_evidence(variant.evidence[id]),
            **plain_fate(mutant),
        }


def plain_fate(mutant: Mutant) -> dict[str, Plain]:
    """Return what became of a mutant, for programs."""
    caught = mutant.caught_by
    return {
        "brings": {id: plain_value(value) for id, value in mutant.change.moved.items()},
        "fate": str(mutant.fate),
        "why": mutant.why,
        "caught_by": None if caught is None else plain_scenario(caught.scenario),
        "told_apart": _plain_witness(mutant),
        "hints": [*map(plain_scenario, mutant.hints)],
        "findings": [] if caught is None else [*map(str, caught.findings)],
    }


def _plain_witness(mutant: Mutant) -> Plain:
    """Return the line of play that tells a missed mutant apart; null without one."""
    witness = mutant.search.witness if mutant.search is not None else None
    if witness is None:
        return None
    return {
        "given": {key: _short(value) for key, value in witness.given.items()},
        "when": [f"{actor}: {move}" for actor, move in witness.steps],
    }


MOST_STEPS = 6
"""How many steps of a line of play are told at most."""


def _told_apart(witness: Witness) -> str:
    """Return a line of play on which a mutant comes out differently."""
    if witness.is_setup:
        return "the set-up"
    steps = [f"{actor}: {move}" for actor, move in witness.steps]
    if len(steps) > MOST_STEPS:
        return f"a game of {len(steps)} steps"
    given = ", ".join(f"{key} {_short(value)}" for key, value in witness.given.items())
    return f"{'; '.join(steps)} (given {given})"


def _short(value: object) -> str:
    """Return what is given under a key, on one line."""
    match value:
        case _ if is_mapping(value):
            return "; ".join(f"{key}: {_short(inner)}" for key, inner in value.items())
        case _ if is_list(value):
            return " ".join(map(_short, value))
        case _:
            return str(value)


def _section(
    title: str,
    note: str,
    found: Iterable[Mutant],
    told: Callable[[Mutant], RenderableType],
) -> list[RenderableType]:
    rows = [(Text(str(mutant), "cyan"), told(mutant)) for mutant in found]
    return [heading(title, note), Labelled(rows)] if rows else []


def _caught(mutant: Mutant) -> RenderableType:
    assert mutant.caught_by is not None
    text = Text(mutant.caught_by.scenario.name)
    if mutant.change.moved:
        along = ", ".join(
            f"{id}: {spoken(value)}" for id, value in mutant.change.moved.items()
        )
        text.append(f" (brings {along})", "dim")
    return text
