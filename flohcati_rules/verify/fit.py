"""The fit of a played game: which variants permit it, and which rule values.

A record is replayed under rules that it was not made for. What rules permit a game,
its players may have followed; a rule value that excludes it, they have not.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

import attrs

from flohcati_rules.errors import (
    IllegalMoveError,
    NotationError,
    PositionError,
    RulesError,
)
from flohcati_rules.game import CHANCE, NOBODY
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.records import Record, Result, Step
from flohcati_rules.records.record import result_of
from flohcati_rules.rulepoints import OneOf, RulePoint, Value, Whole, points_of
from flohcati_rules.verify.changes import others
from flohcati_rules.verify.sheets import PartialRecord

Played = Record | PartialRecord
"""What is known of a played game."""


class Verdict(StrEnum):
    """Whether a variant permits a played game."""

    PERMITTED = "permitted"
    """Every move is legal, and the result is the same."""
    NOT_EXCLUDED = "not excluded"
    """Nothing speaks against a score sheet, which tells no more."""
    EXCLUDED = "excluded"
    """A move is not legal, the result is another, or the sheet cannot be."""
    UNDECIDED = "undecided"
    """The variant is a draft, or asks for a decision that the record does not hold."""

    @property
    def permits(self) -> bool:
        """Whether the game may have been played so."""
        return self in {Verdict.PERMITTED, Verdict.NOT_EXCLUDED}


@attrs.frozen(kw_only=True)
class Reason:
    """Why a played game cannot have been played by some rules, or is undecided.

    Attributes:
        text: what speaks against it, or leaves it undecided.
        points: the rule points that say so, as far as that is known.
        places: the places of the clauses that say so.
        step: the step that is not legal, counted from 1; 0 for the start of the game,
            None for what is no matter of a step.
        is_open: whether it leaves the game undecided rather than speaking against it.

    """

    text: str
    points: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    step: int | None = None
    is_open: bool = False


@attrs.frozen(kw_only=True)
class Trial:
    """What came of holding a played game against a variant.

    Attributes:
        variant: the variant.
        verdict: whether it permits the game.
        reasons: why it does not, or why that is undecided.
        steps: how many steps could be replayed; of a score sheet, 0.

    """

    variant: Variant
    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    steps: int = 0


@attrs.frozen(kw_only=True)
class ValueTrial:
    """One value of a rule point, held against a played game.

    Attributes:
        value: the value.
        trial: what came of it; None when the value is refused.
        refused: why it makes no sense beside the others; else empty.

    """

    value: Value
    trial: Trial | None
    refused: str = ""

    @property
    def is_permitted(self) -> bool:
        """Whether the game may have been played with this value."""
        return self.trial is not None and self.trial.verdict.permits

    @property
    def is_excluded(self) -> bool:
        """Whether the game cannot have been played with this value."""
        return self.trial is not None and self.trial.verdict is Verdict.EXCLUDED

    @property
    def is_undecided(self) -> bool:
        """Whether the game does not tell if it was played with this value."""
        return self.trial is not None and self.trial.verdict is Verdict.UNDECIDED


@attrs.frozen(kw_only=True)
class PointFit:
    """Which values of one rule point permit a game, all else being as in the base.

    Attributes:
        point: the rule point.
        chosen: its value in the base.
        values: the values tried, that of the base included.

    """

    point: RulePoint
    chosen: Value
    values: tuple[ValueTrial, ...]

    @property
    def permitted(self) -> tuple[Value, ...]:
        """The values that permit the game."""
        return tuple(one.value for one in self.values if one.is_permitted)

    @property
    def excluded(self) -> tuple[ValueTrial, ...]:
        """The values that exclude it."""
        return tuple(one for one in self.values if one.is_excluded)

    @property
    def undecided(self) -> tuple[ValueTrial, ...]:
        """The values that ask for a decision that the record does not hold."""
        return tuple(one for one in self.values if one.is_undecided)

    @property
    def is_told(self) -> bool:
        """Whether the game tells some of the values from others."""
        return bool(self.permitted and self.excluded)


@attrs.frozen(kw_only=True)
class Fit:
    """Which variants permit a played game, and which values of each rule point.

    Attributes:
        played: what is known of the game.
        trials: a trial for each variant, in the order in which they were given.
        base: the variant whose rule points are changed one at a time: the first
            that permits the game, or else the one that comes nearest.
        points: the values of each rule point; empty without a base.

    """

    played: Played
    trials: tuple[Trial, ...]
    base: Trial | None
    points: tuple[PointFit, ...]

    @property
    def permitting(self) -> tuple[Variant, ...]:
        """The variants that permit the game."""
        return tuple(trial.variant for trial in self.trials if trial.verdict.permits)

    @property
    def told(self) -> tuple[PointFit, ...]:
        """The rule points of which the game tells something."""
        return tuple(point for point in self.points if point.is_told)


def fit(
    played: Played,
    variants: Sequence[Variant],
    progress: Callable[[int], None] = lambda _: None,
) -> Fit:
    """Hold a played game against variants, and against each value of each rule point.

    Args:
        played: a record, or what is known of a score sheet.
        variants: the variants; those of other games are left out.
        progress: told how many rule points are done.

    Raises:
        RecordError: a score sheet makes no sense whatever the rules.

    """
    trials = tuple(
        trial(played, variant)
        for variant in variants
        if played.game == variant.game_class.ID
    )
    base = _nearest(played, trials)
    points: list[PointFit] = []
    if base is not None:
        for number, point in enumerate(points_of(base.variant.rules).values(), 1):
            points.append(_point_fit(played, base, point))
            progress(number)
    return Fit(played=played, trials=trials, base=base, points=tuple(points))


def trial(played: Played, variant: Variant) -> Trial:
    """Hold a played game against one variant."""
    if variant.unknown:
        reason = Reason(text="the variant is a draft", points=variant.unknown)
        return Trial(variant=variant, verdict=Verdict.UNDECIDED, reasons=(reason,))
    if isinstance(played, PartialRecord):
        verdict = Verdict.NOT_EXCLUDED
        steps, reasons = 0, _sheet_reasons(played, variant)
    else:
        verdict = Verdict.PERMITTED
        steps, reasons = _Replay(played, variant.game()).run()
    if reasons:
        is_open = all(reason.is_open for reason in reasons)
        verdict = Verdict.UNDECIDED if is_open else Verdict.EXCLUDED
    return Trial(variant=variant, verdict=verdict, reasons=reasons, steps=steps)


def _sheet_reasons(played: PartialRecord, variant: Variant) -> tuple[Reason, ...]:
    return tuple(
        Reason(
            text=found.reason,
            points=found.points,
            places=_places(variant.game(), found.points),
        )
        for found in played.objections(variant)
    )


def _places(game: AnyGame, points: Sequence[str]) -> tuple[str, ...]:
    """Return the clauses that rule values rest on, each once."""
    found = (game.evidence[id].places for id in points if id in game.evidence)
    return tuple(dict.fromkeys(place for places in found for place in places))


class _Replay:
    """A record being replayed under rules that it was perhaps not made for."""

    def __init__(self, record: Record, game: AnyGame) -> None:
        self.record = record
        self.game = game

    def run(self) -> tuple[int, tuple[Reason, ...]]:
        """Return how many steps are legal, and what speaks against the game."""
        if (self.record.components or "") != self.game.components_digest:
            return 0, (Reason(text="it was played with other components", step=0),)
        try:
            state: object = self.game.start(self.record.seats, deck=self.record.deck)
        except PositionError as error:
            first, *more = map(str, error.faults)
            told = f"{first} (and {len(more)} more)" if more else first
            return 0, (Reason(text=told, step=0),)
        except NotationError as error:
            return 0, (Reason(text=str(error), step=0),)
        for number, step in enumerate(self.record.moves, start=1):
            found = self._after(state, step, number)
            if isinstance(found, Reason):
                return number - 1, (found,)
            state = found
        return len(self.record.moves), tuple(
            self._result_reasons(result_of(self.game, state))
        )

    def _after(self, state: object, step: Step, number: int) -> object:
        """Return the state after a step, or the reason why there is none."""
        asked = self.game.decider(state)
        if asked != step.actor:
            told = {NOBODY: "the game is over", CHANCE: "a random event is due"}
            if asked in told:
                text = f"{told[asked]}, not {step.actor}: {step.move!r}"
                return Reason(text=text, step=number)
            text = f"asks {asked} for a decision that the record does not hold"
            return Reason(text=text, step=number, is_open=True)
        try:
            return self.game.apply(state, self.game.parse_move(step.move, state))
        except NotationError as error:
            return Reason(text=str(error), step=number)
        except IllegalMoveError as error:
            return Reason(
                text=f"{step.actor}'s {error.move!r} is refused: {error.reason}",
                points=(error.rule_point,),
                places=error.clauses,
                step=number,
            )

    def _result_reasons(self, found: Result | None) -> Iterator[Reason]:
        given = self.record.result
        if given == found:
            return
        if found is None or given is None:
            told = "is not over" if found is None else "is over"
            yield Reason(text=f"after the last step the game {told}")
            return
        if given.ended_by != found.ended_by:
            yield Reason(text=f"the game is ended by {found.ended_by!r}")
        for seat, points in found.scores.items():
            if given.scores.get(seat) != points:
                told = f"{seat} scores {points}, not {given.scores.get(seat)}"
                yield Reason(text=told)
        if {*given.winners} != {*found.winners}:
            yield Reason(text=f"{' and '.join(found.winners) or 'nobody'} wins")


MOST_NUMBERS = 100
"""Of a wider range only the ends, the chosen number and those near it are tried."""


def _nearest(played: Played, trials: Sequence[Trial]) -> Trial | None:
    """Return the trial that permits the game, or comes nearest to it."""
    own = played.variant if isinstance(played, Record) else ""
    playable = [one for one in trials if not one.variant.unknown]
    return max(
        playable,
        key=lambda one: (
            one.verdict.permits,
            one.steps,
            -len(one.reasons),
            one.variant.id == own,
        ),
        default=None,
    )


def _point_fit(played: Played, base: Trial, point: RulePoint) -> PointFit:
    chosen = base.variant.values[point.id]
    values = [
        ValueTrial(value=chosen, trial=base)
        if value == chosen
        else _value_trial(played, base.variant, point, value)
        for value in _values(base.variant, point)
    ]
    return PointFit(point=point, chosen=chosen, values=tuple(values))


def _values(base: Variant, point: RulePoint) -> Sequence[Value]:
    """Return the values to try: all words and numbers; of many, those near."""
    match point.answers:
        case Whole(least, most) if most - least <= MOST_NUMBERS:
            return range(least, most + 1)
        case Whole(least, most):
            near = others(base, point)
            found = {least, most, base.values[point.id], *near}
            return sorted(number for number in found if isinstance(number, int))
        case OneOf(words):
            return [*words]
        case _:
            return (base.values[point.id], *others(base, point))


def _value_trial(
    played: Played, base: Variant, point: RulePoint, value: Value
) -> ValueTrial:
    try:
        changed = base.with_rules({point.id: value})
    except RulesError as error:
        why = "; ".join(objection.reason for objection in error.objections)
        return ValueTrial(value=value, trial=None, refused=why)
    return ValueTrial(value=value, trial=trial(played, changed))
