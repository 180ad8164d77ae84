"""The register of readings in reports: question, readings, choice, reason, scenario."""

from collections.abc import Iterator

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.errors import Problem
from flohcati_rules.report.baselines import broken_files, plain_scenario
from flohcati_rules.report.mutants import plain_fate
from flohcati_rules.report.page import Labelled, Plain, counted, indented, stacked
from flohcati_rules.report.wording import (
    answered,
    plain_answer,
    plain_problem,
    plain_value,
    plain_variant,
    sense_of,
    supported,
)
from flohcati_rules.verify import Alternative, Fate, Reading, Register


@attrs.frozen(kw_only=True)
class RegisterReport:
    """What a variant's text does not state, and how it is read.

    Attributes:
        register: the readings.
        problems: what is wrong in files that are no valid scenario files.

    """

    register: Register
    problems: tuple[Problem, ...] = ()

    def text(self) -> RenderableType:
        """Return each reading with all that there is to it."""
        register = self.register
        head = Text.assemble((register.variant.id, "bold cyan"), ": ")
        head.append(counted(len(register.readings), "value is", "values are"))
        head.append(f" read into it or by default, {register.stated} are stated.")
        loose = sum(reading.is_loose for reading in register.readings)
        if loose:
            told = counted(loose, "reading is", "readings are")
            head.append(f" {told} not pinned by any scenario.", "red")
        return stacked(
            [*broken_files(self.problems), head, *map(_told, register.readings)],
            gap=True,
        )

    def plain(self) -> dict[str, Plain]:
        """Return the format ``readings/1``."""
        return {
            "format": "readings/1",
            "variants": [plain_variant(self.register.variant)],
            "stated": self.register.stated,
            "readings": [*map(_plain_reading, self.register.readings)],
            "problems": [*map(plain_problem, self.problems)],
        }


def _told(reading: Reading) -> RenderableType:
    point = reading.point
    rows: list[tuple[Text, RenderableType]] = []
    chosen: list[RenderableType] = [answered(point, reading.value)]
    if sense := sense_of(point, reading.value):
        chosen.append(Text(sense))
    rows.append((Text("reading", "dim"), stacked(chosen)))
    rows.append((Text("evidence", "dim"), supported(reading.evidence)))
    for number, other in enumerate(reading.alternatives):
        label = Text("" if number else "otherwise", "dim")
        rows.append((label, stacked(_alternative(reading, other))))
    rows.append((Text("pinned by", "dim"), stacked(_pins(reading))))
    return stacked(
        [
            Text.assemble((point.id, "bold cyan"), f"  {point.question}"),
            indented(Labelled(rows)),
        ]
    )


def _alternative(reading: Reading, other: Alternative) -> Iterator[RenderableType]:
    yield answered(reading.point, other.value)
    if sense := sense_of(reading.point, other.value):
        yield Text(sense)
    if other.why:
        yield Text(other.why)
    if other.mutant is not None and other.mutant.fate is not Fate.CAUGHT:
        why = f": {other.mutant.why}" if other.mutant.why else ""
        style = "red" if other.mutant.fate is Fate.MISSED else "dim"
        yield Text(f"{other.mutant.fate}{why}", style)


def _pins(reading: Reading) -> Iterator[RenderableType]:
    for scenario in reading.pinned_by:
        yield Text(scenario.name)
    if not reading.pinned_by:
        loose = bool(reading.is_loose)
        told = "no scenario" if reading.alternatives else "nothing: no other value"
        yield Text(told, "red" if loose else "dim")


def _plain_reading(reading: Reading) -> dict[str, Plain]:
    return {
        "rule_point": reading.point.id,
        "question": reading.point.question,
        **plain_answer(reading.point, reading.value, reading.evidence),
        "alternatives": [
            {
                "value": plain_value(other.value),
                "sense": other.sense,
                "why": other.why,
                "mutant": None if other.mutant is None else plain_fate(other.mutant),
            }
            for other in reading.alternatives
        ],
        "pinned_by": [*map(plain_scenario, reading.pinned_by)],
        "loose": reading.is_loose,
    }
