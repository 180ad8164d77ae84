"""How scenarios come out for a variant as it stands, where something builds on it."""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.errors import Problem
from flohcati_rules.report.page import (
    Plain,
    counted,
    heading,
    indented,
    stacked,
    whole_line,
)
from flohcati_rules.report.wording import plain_problem, plain_value
from flohcati_rules.scenarios import Result, Scenario
from flohcati_rules.verify import Baseline, Broken, Change


def placed(scenario: Scenario) -> str:
    """Return where a scenario is, as an editor jumps to it."""
    return f"{scenario.file}:{scenario.spot.line}:{scenario.spot.column}"


def spoken_of(base: Baseline) -> Text:
    """Return how many scenarios speak of the variant, in a sentence or two."""
    text = Text.assemble((base.variant.id, "bold cyan"), ": ")
    text.append(counted(base.speaking, "scenario speaks", "scenarios speak"))
    text.append(" of it")
    if base.failing:
        failing = counted(len(base.failing), "does", "do")
        text.append(f", and {failing} not hold", "red")
    text.append(".")
    if base.unusable:
        number = counted(len(base.unusable), "scenario")
        text.append(f" {number} of other variants cannot be played by it.", "dim")
    return text


def broken_files(problems: Iterable[Problem]) -> list[RenderableType]:
    """Return what is wrong in scenario files, a line each."""
    return [whole_line(Text(str(problem), "red")) for problem in problems]


def not_holding(base: Baseline, broken: Sequence[Broken] = ()) -> list[RenderableType]:
    """Return the scenarios that do not hold, each with what would mend it."""
    if not base.failing:
        return []
    mended = {one.result.scenario: one.mended_by for one in broken}
    note = f"What they expect is not what {base.variant.id} gives as it stands."
    return [
        heading("Scenarios that do not hold", note),
        stacked(
            (
                _not_holding(result, mended.get(result.scenario, ()))
                for result in base.failing
            ),
            gap=True,
        ),
    ]


def _not_holding(result: Result, mended_by: Sequence[Change]) -> RenderableType:
    lines: list[RenderableType] = [
        whole_line(f"{placed(result.scenario)}: {result.scenario.name}"),
        *(indented(Text(str(finding), "red")) for finding in result.findings),
    ]
    if mended_by:
        told = " or ".join(map(str, mended_by))
        lines.append(indented(Text(f"It would hold with {told}.", "yellow")))
    return stacked(lines)


def plain_scenario(scenario: Scenario) -> dict[str, Plain]:
    """Return which scenario it is, for programs."""
    return {
        "scenario": scenario.name,
        "file": scenario.file,
        "line": scenario.spot.line,
    }


def plain_baseline(
    base: Baseline, problems: Iterable[Problem], broken: Sequence[Broken] = ()
) -> dict[str, Plain]:
    """Return how the scenarios come out, for programs."""
    mended = {one.result.scenario: one.mended_by for one in broken}
    return {
        "holding": len(base.holding),
        "failing": [
            {
                **plain_scenario(result.scenario),
                "verdict": str(result.verdict),
                "findings": [*map(str, result.findings)],
                "mended_by": [
                    {
                        "rule_point": change.point.id,
                        "value": plain_value(change.value),
                    }
                    for change in mended.get(result.scenario, ())
                ],
            }
            for result in base.failing
        ],
        "unusable": [plain_scenario(result.scenario) for result in base.unusable],
        "silent": [plain_scenario(scenario) for scenario in base.silent],
        "problems": [*map(plain_problem, problems)],
    }
