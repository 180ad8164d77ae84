"""Runs a scenario under the rules of a variant."""

from collections.abc import Iterable

import attrs

from flohcati_rules.documents import Spot
from flohcati_rules.errors import (
    DraftError,
    NotationError,
    PositionError,
    RequestError,
)
from flohcati_rules.game import CHANCE, NOBODY, Event, illegal
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.scenarios.expectations import (
    Reached,
    UnusableError,
    as_text,
    mismatches,
)
from flohcati_rules.scenarios.model import (
    Entry,
    Finding,
    Result,
    Scenario,
    Step,
    Verdict,
)


@attrs.frozen
class Stopped:
    """Why the moves of a scenario could not all be made.

    ``step`` counts from 1; 0 is the position itself.
    """

    step: int
    verdict: Verdict
    findings: tuple[Finding, ...]


def run(
    scenario: Scenario, variant: Variant, *, reading_as: Variant | None = None
) -> Result:
    """Run a scenario under the rules of a variant.

    Args:
        scenario: the scenario.
        variant: the variant whose rules are played.
        reading_as: the variant that chooses the entry of ``then``, where that is
            another one: does what is expected of it hold under other rules?

    Raises:
        RequestError: the scenario and a variant are of different games.

    """
    reader = reading_as or variant
    for other in (variant, reader):
        check_same_game(scenario, other)
    entries = scenario.entries_for(reader)
    entry = entries[0] if len(entries) == 1 else None

    def result(
        verdict: Verdict, findings: Iterable[Finding] = (), position: str = ""
    ) -> Result:
        return Result(
            scenario=scenario,
            variant=variant.id,
            reading_as=reader.id,
            verdict=verdict,
            entry=entry,
            findings=tuple(sorted(findings, key=lambda finding: finding.spot)),
            position=position,
        )

    if entry is None:
        if not entries:
            return result(Verdict.SAYS_NOTHING)
        return result(Verdict.ERROR, [_two_match(entries, reader)])
    reached = play(scenario, variant)
    if isinstance(reached, Stopped):
        return result(reached.verdict, reached.findings)
    position = reached.game.format_position(reached.state)
    failed: list[Finding] = []
    unusable: list[Finding] = []
    for expectation in entry.expectations:
        try:
            failed.extend(mismatches(expectation, reached))
        except UnusableError as error:
            unusable.extend(error.findings)
    if unusable:
        return result(Verdict.ERROR, unusable, position)
    return result(Verdict.FAILED if failed else Verdict.PASSED, failed, position)


def check_same_game(scenario: Scenario, variant: Variant) -> None:
    """Raise a ``RequestError`` unless both are of the same game."""
    if scenario.game != variant.game_class.ID:
        message = (
            f"{scenario.name!r} is a scenario of {scenario.game}, and {variant.id} a "
            f"variant of {variant.game_class.ID}"
        )
        raise RequestError(message)


def _two_match(entries: tuple[Entry, ...], variant: Variant) -> Finding:
    first, *_, last = entries
    message = (
        f"{len(entries)} entries speak of {variant.id}, this one ({last.condition}) "
        f"and the one at line {first.spot.line} ({first.condition}); exactly one may"
    )
    return Finding(what="then", message=message, spot=last.spot)


def play(scenario: Scenario, variant: Variant) -> Reached | Stopped:
    """Return the position after the moves, or why they could not all be made."""
    try:
        game = variant.game()
    except DraftError as error:
        finding = Finding(what="", message=str(error), spot=scenario.spot)
        return Stopped(0, Verdict.ERROR, (finding,))
    given = scenario.given
    assert isinstance(given.value, dict)
    try:
        state = game.position(given.value)
    except PositionError as error:
        findings = tuple(
            Finding(
                what=f"given.{fault.place}".rstrip("."),
                message=fault.reason,
                spot=given.spot_of(fault.place),
            )
            for fault in error.faults
        )
        return Stopped(0, Verdict.ERROR, findings)
    except NotationError as error:
        spot = given.texts.get(error.text, given.spot)
        finding = Finding(what="given", message=str(error), spot=spot)
        return Stopped(0, Verdict.ERROR, (finding,))
    events: tuple[Event, ...] = ()
    for number, step in enumerate(scenario.when, start=1):
        reached = _after(Reached(game, state, events), step, number)
        if isinstance(reached, Stopped):
            return reached
        _, state, events = reached
    return Reached(game, state, events)


def _after(before: Reached, step: Step, number: int) -> Reached | Stopped:
    """Return what one step leads to, or why it cannot be made."""
    game, state, _ = before

    def stopped(verdict: Verdict, message: str, spot: Spot = step.move_spot) -> Stopped:
        finding = Finding(what=f"step {number}", message=message, spot=spot)
        return Stopped(number, verdict, (finding,))

    if game.decider(state) != step.actor:
        message = _not_asked(game, before, step.actor)
        return stopped(Verdict.FAILED, message, step.spot)
    try:
        move = game.parse_move(step.text, state)
    except (NotationError, PositionError) as error:
        return stopped(Verdict.ERROR, str(error))
    refusal = game.refusal(state, move)
    if refusal is not None:
        return stopped(Verdict.FAILED, str(illegal(move, refusal, game.evidence)))
    return Reached(game, game.apply(state, move), game.events(state, move))


def _not_asked(game: AnyGame, reached: Reached, actor: str) -> str:
    """Return the message for a step by one who does not decide."""
    decider = game.decider(reached.state)
    if decider == NOBODY:
        ending = game.ended_by(reached.state)
        return f"the game is over (ended by {ending}); {actor} has no move"
    moves = as_text(tuple(map(str, game.legal_moves(reached.state))))
    if actor == CHANCE:
        return f"nothing is left to chance here; {decider} decides ({moves})"
    return f"{actor} does not decide here; {decider} does ({moves})"
