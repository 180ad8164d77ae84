"""Export: what a study found as rows of a table that any program reads."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from flohcati_rules.metrics import Metric
from flohcati_rules.report.studies import StudyReport
from flohcati_rules.rulepoints import Value, spoken
from flohcati_rules.study import Contrast, Estimate, Part
from flohcati_rules.study.plan import SKILL

Cell = str | int | float | None
"""What stands in one place of a table."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would run as a formula."""


def study_rows(report: StudyReport) -> Iterator[dict[str, Cell]]:
    """Yield a row for each figure of a study: of the whole, by rule, and by value."""
    found = report.study or report.ablation or report.sweep
    assert found is not None, "something was asked"
    a, *others = (variant.id for variant in report.variants)
    asked: dict[str, Cell] = {
        "a": a,
        "b": others[0] if others else "",
        "games": found.games,
        "seats": found.seats,
        "player": found.player,
        "guest": "",
        "seed": found.seed,
    }
    measured = report.measured
    if report.study:
        study = report.study
        for name, contrast in {**study.metrics, **study.endings}.items():
            about = _about("play", name, measured[name])
            yield {**asked, **about, **_contrast(contrast)}
        if study.skill:
            guest: dict[str, Cell] = {"guest": study.skill.guest}
            about = {"part": "play", "figure": SKILL, "unit": "share of games"}
            yield {**asked, **guest, **about, **_contrast(study.skill.wins)}
    for step in report.ablation.steps if report.ablation else ():
        for name, part in step.parts.items():
            metric = measured[name]
            about = _about("ablation", name, metric, step.point, step.a, step.b)
            yield {**asked, **about, **_part(part)}
    for name, rest in report.ablation.rest.items() if report.ablation else ():
        yield {**asked, **_about("rest", name, measured[name]), **_of("share", rest)}
    sweep = report.sweep
    for stop in sweep.stops if sweep else ():
        for name, contrast in stop.figures.items():
            assert sweep is not None
            metric = measured[name]
            about = _about("sweep", name, metric, sweep.point, sweep.base, stop.value)
            yield {**asked, **about, **_contrast(contrast)}


def _about(
    part: str, name: str, metric: Metric, point: str = "", a: Value = 0, b: Value = 0
) -> dict[str, Cell]:
    return {
        "part": part,
        "figure": name,
        "unit": metric.unit,
        "rule_point": point,
        "value_a": spoken(a) if point else "",
        "value_b": spoken(b) if point else "",
    }


def _contrast(contrast: Contrast) -> dict[str, Cell]:
    return {
        **_of("a", contrast.a),
        **_of("b", contrast.b),
        **_of("difference", contrast.difference),
        **_of("effect", contrast.effect),
        "p": contrast.p,
        "adjusted_p": contrast.adjusted,
    }


def _part(part: Part) -> dict[str, Cell]:
    return {
        **_of("share", part.share),
        "adjusted_p": part.p,
        **_of("alone", part.alone),
        **_of("last", part.last),
        **_of("interaction", part.interaction),
        "interaction_p": part.interaction_p,
    }


def _of(name: str, estimate: Estimate | None) -> dict[str, Cell]:
    if estimate is None:
        return {}
    return {
        f"{name}_mean": estimate.mean,
        f"{name}_low": estimate.low,
        f"{name}_high": estimate.high,
    }


def as_csv(rows: Sequence[Mapping[str, Cell]]) -> str:
    r"""Return rows as comma-separated values, as RFC 4180 has them.

    The first line has the names of the columns, in the order in which the rows bring
    them up. Numbers keep all their digits; what is not known is left empty. A text
    that a spreadsheet would run as a formula has an apostrophe before it.

    >>> as_csv([{"figure": "turns", "mean": 82.5}, {"figure": "trios", "low": 7}])
    'figure,mean,low\r\nturns,82.5,\r\ntrios,,7\r\n'
    """
    columns = dict.fromkeys(name for row in rows for name in row)
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, [*columns], restval="")
    writer.writeheader()
    writer.writerows(
        {name: _cell(value) for name, value in row.items()} for row in rows
    )
    return written.getvalue()


def _cell(value: Cell) -> str:
    match value:
        case None:
            return ""
        case str():
            return f"'{value}" if value.startswith(_FORMULA) else value
        case _:
            return repr(value) if value == value else ""  # noqa: PLR0124 - not a number
