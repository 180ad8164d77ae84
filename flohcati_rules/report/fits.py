"""Fits in reports: which rules a played game may have been played by."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.profiles import Variant
from flohcati_rules.report.page import (
    Labelled,
    Plain,
    counted,
    heading,
    stacked,
)
from flohcati_rules.report.wording import plain_value, plain_variant
from flohcati_rules.rulepoints import Value, spoken
from flohcati_rules.verify.fit import (
    Fit,
    PointFit,
    Reason,
    Trial,
    ValueTrial,
    Verdict,
)
from flohcati_rules.verify.sheets import PartialRecord

_COLOURS = {
    Verdict.PERMITTED: "green",
    Verdict.NOT_EXCLUDED: "green",
    Verdict.EXCLUDED: "red",
    Verdict.UNDECIDED: "yellow",
}
_RUN = 2
"""From how many numbers in a row on only the ends are told."""


@attrs.frozen
class Fitted:
    """A file that tells of a played game, and what it fits."""

    file: str
    fit: Fit


@attrs.frozen(kw_only=True)
class FitReport:
    """Which rules played games may have been played by.

    Attributes:
        games: the games, in the order in which they were given.
        permitting: the variants that permit all games of theirs.

    """

    games: Sequence[Fitted]
    permitting: tuple[Variant, ...]

    def text(self) -> RenderableType:
        """Return for each game the variants, then what it tells of the rules."""
        parts = [stacked(_game(one)) for one in self.games]
        if len(self.games) > 1:
            ids = ", ".join(variant.id for variant in self.permitting)
            told = (
                f"Permitted all together: {ids}." if ids else "No variant permits all."
            )
            parts.append(Text(told, "bold"))
        return stacked(parts, gap=True)

    def plain(self) -> dict[str, Plain]:
        """Return the format ``fit/1``."""
        variants = {
            trial.variant.id: trial.variant
            for one in self.games
            for trial in one.fit.trials
        }
        return {
            "format": "fit/1",
            "variants": [*map(plain_variant, variants.values())],
            "permitting": [variant.id for variant in self.permitting],
            "records": [*map(_plain_game, self.games)],
        }


def _game(one: Fitted) -> Iterator[RenderableType]:
    fit = one.fit
    yield Text.assemble((one.file, "bold"), f": {_introduced(fit)}")
    yield heading("Variants", _sum(fit))
    yield Labelled([(_label(trial), _told(trial)) for trial in fit.trials])
    if fit.base is not None:
        yield from _points(fit, fit.base)


def _introduced(fit: Fit) -> str:
    played = fit.played
    if isinstance(played, PartialRecord):
        seats = ", ".join(played.sheet["seats"])
        source = f", from {played.source}" if played.source else ""
        return f"a score sheet of {seats}{source}"
    steps = counted(len(played.moves), "step")
    return f"a game of {', '.join(played.seats)}, {steps}, recorded as {played.variant}"


def _sum(fit: Fit) -> str:
    tried = counted(len(fit.trials), "variant")
    if isinstance(fit.played, PartialRecord):
        return f"{len(fit.permitting)} of {tried} are not excluded."
    return f"{len(fit.permitting)} of {tried} permit every move and the result."


def _label(trial: Trial) -> Text:
    return Text.assemble((trial.variant.id, "cyan"))


def _told(trial: Trial) -> RenderableType:
    verdict = Text(str(trial.verdict), _COLOURS[trial.verdict])
    if trial.variant.unknown:
        points = trial.reasons[0].points
        return verdict.append(f": a draft, {len(points)} unknown", "default")
    reasons = [*map(_reason, trial.reasons)]
    if not reasons:
        return verdict
    first = verdict.append(": ", "default").append(reasons[0])
    return stacked([first, *reasons[1:]])


def _reason(reason: Reason) -> Text:
    text = Text(_step(reason) + reason.text, "default")
    by = ", ".join(reason.points)
    return text.append(f" [{by}]", "dim") if by else text


def _step(reason: Reason) -> str:
    if reason.step is None:
        return ""
    return f"step {reason.step}: " if reason.step else "at the start: "


def _points(fit: Fit, base: Trial) -> Iterator[RenderableType]:
    """Yield what the game tells of single rule points."""
    told = fit.told
    id = base.variant.id
    if base.verdict.permits:
        note = f"Of {id}, one rule value changed at a time."
        yield heading("What it tells of the rules", note)
        if told:
            yield Labelled([(_point(one), _values(one)) for one in told])
        rest = len(fit.points) - len(told)
        if rest:
            number = counted(rest, "other rule point" if told else "rule point")
            yield Text(f"Nothing is told of {number}.", "dim")
        return
    note = f"{id} comes nearest; one rule value is changed at a time."
    yield heading("What would make it fit", note)
    if told:
        yield Labelled([(_point(one), _values(one)) for one in told])
    else:
        yield Text(f"No single rule value of {id} would.")


def _point(one: PointFit) -> Text:
    return Text(one.point.id, "cyan")


def _values(one: PointFit) -> RenderableType:
    """Return the values that permit the game, then the others with a reason."""
    permitted = " or ".join(_runs(one.permitted, one.chosen))
    lines: list[RenderableType] = [Text(permitted, "bold")]
    if isinstance(one.chosen, int):
        lines.append(_other_numbers(one))
    else:
        lines.extend(_others("not", "red", one.excluded, one.chosen))
    lines.extend(_others("undecided", "yellow", one.undecided, one.chosen))
    return stacked(lines)


def _others(
    word: str, colour: str, others: Iterable[ValueTrial], chosen: Value
) -> Iterator[Text]:
    """Yield the values that do not permit the game, those with one reason together."""
    for reason, found in groupby(others, key=_first_reason):
        values = " or ".join(_runs((each.value for each in found), chosen))
        yield Text.assemble((f"{word} {values}: ", colour), reason)


def _other_numbers(one: PointFit) -> Text:
    """Return the numbers that exclude the game, and why the nearest does."""
    permitted = [value for value in one.permitted if isinstance(value, int)]

    def distance(other: ValueTrial) -> int:
        assert isinstance(other.value, int)
        return min(abs(other.value - value) for value in permitted)

    nearest = min(one.excluded, key=distance)
    values = " or ".join(_runs((each.value for each in one.excluded), one.chosen))
    told = f"not {values}, as with {nearest.value}: "
    return Text.assemble((told, "red"), _first_reason(nearest))


def _first_reason(one: ValueTrial) -> str:
    assert one.trial is not None
    reason = one.trial.reasons[0]
    return _step(reason) + reason.text


def _runs(values: Iterable[Value], chosen: Value) -> Iterator[str]:
    """Yield values as people read them.

    Numbers in a row are told by their ends, and of a list that is not the chosen one
    only what makes the difference.
    """
    run: list[int] = []
    for value in values:
        if not isinstance(value, int):
            yield _unlike(value, chosen)
            continue
        if run and value != run[-1] + 1:
            yield from _run(run)
            run = []
        run.append(value)
    yield from _run(run)


def _unlike(value: Value, chosen: Value) -> str:
    match value, chosen:
        case tuple() as names, tuple() as own if names != own:
            less = [f"without {name}" for name in own if name not in names]
            more = [f"with {name}" for name in names if name not in own]
            return ", ".join([*less, *more]) or "in another order"
        case _:
            return spoken(value)


def _run(run: Sequence[int]) -> Iterator[str]:
    if len(run) > _RUN:
        yield f"{run[0]} to {run[-1]}"
    else:
        yield from map(str, run)


def _plain_game(one: Fitted) -> dict[str, Plain]:
    fit, played = one.fit, one.fit.played
    is_sheet = isinstance(played, PartialRecord)
    seats = played.sheet["seats"] if isinstance(played, PartialRecord) else played.seats
    return {
        "file": one.file,
        "format": "partial-record/1" if is_sheet else "record/1",
        "game": played.game,
        "seats": [*seats],
        "variants": [
            {
                "variant": trial.variant.id,
                "verdict": str(trial.verdict),
                "steps": trial.steps,
                "reasons": [*map(_plain_reason, trial.reasons)],
            }
            for trial in fit.trials
        ],
        "base": None if fit.base is None else fit.base.variant.id,
        "rule_points": [*map(_plain_point, fit.points)],
    }


def _plain_point(one: PointFit) -> dict[str, Plain]:
    return {
        "rule_point": one.point.id,
        "question": one.point.question,
        "base": plain_value(one.chosen),
        "permitted": [*map(plain_value, one.permitted)],
        "excluded": [
            {
                "value": plain_value(found.value),
                "reasons": [*map(_plain_reason, found.trial.reasons)],
            }
            for found in one.excluded
            if found.trial is not None
        ],
        "undecided": [
            {
                "value": plain_value(found.value),
                "reasons": [*map(_plain_reason, found.trial.reasons)],
            }
            for found in one.undecided
            if found.trial is not None
        ],
        "refused": [
            {"value": plain_value(found.value), "reason": found.refused}
            for found in one.values
            if found.refused
        ],
    }


def _plain_reason(reason: Reason) -> dict[str, Plain]:
    return {
        "reason": reason.text,
        "rule_points": [*reason.points],
        "places": [*reason.places],
        "step": reason.step,
    }
