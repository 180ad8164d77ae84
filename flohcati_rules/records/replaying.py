"""Replays a record: every state of the game again, or what is wrong and where."""

from collections.abc import Mapping, Sequence

import attrs

from flohcati_rules.documents import Node, parse_document
from flohcati_rules.errors import (
    DraftError,
    Fault,
    IllegalMoveError,
    NotationError,
    PositionError,
    Problem,
    RecordError,
    did_you_mean,
)
from flohcati_rules.game import CHANCE, NOBODY
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.records.record import Record, Result, Step, result_of
from flohcati_rules.records.writing import format_record
from flohcati_rules.registry import catalogue


def replay(record: Record, variant: Variant | None = None) -> tuple[object, ...]:
    """Return every state of a recorded game, from its start to where it stops.

    A record of a game that was not finished has no result; a finished one has it,
    and it must be the one that its moves lead to.

    Args:
        record: the record.
        variant: the variant it was played by; by default the shipped one that it
            names. What counts is that the rules have the same digest.

    Raises:
        RecordError: the record is of other rules, or does not replay: its problems
            name the place, and of an illegal move the rule point and the clauses
            that refuse it. The error that refused it is the cause.

    """
    return _Replay(record).states(variant)


@attrs.frozen
class _Replay:
    """One record being replayed, with its places in the file."""

    record: Record
    document: Node = attrs.Factory(lambda self: _written(self.record), takes_self=True)

    def states(self, variant: Variant | None) -> tuple[object, ...]:
        """Return the states, or raise a ``RecordError``."""
        game = self._game(variant or self._shipped())
        states = [self._start(game)]
        for place, step in enumerate(self.record.moves):
            states.append(self._after(game, states[-1], place, step))
        self._check_result(game, result_of(game, states[-1]))
        return tuple(states)

    def _problem(self, place: Sequence[str | int], message: str) -> Problem:
        """Return a problem of a place, or of the nearest thing around it."""
        node = self.document
        for key in place:
            content = node.content
            if isinstance(content, Mapping) and key in content:
                node = content[str(key)]
            elif isinstance(content, tuple) and key in range(len(content)):
                node = content[int(key)]
        return Problem(self.document.problems.file, *node.spot, message)

    def _error(self, place: Sequence[str | int], message: str) -> RecordError:
        return RecordError([self._problem(place, message)])

    def _shipped(self) -> Variant:
        id = self.record.variant
        shipped = catalogue()
        if id not in shipped.ids():
            hint = did_you_mean(id, shipped.ids())
            own = "; a variant of your own has to be given"
            message = f"no variant {id!r} is shipped{hint or own}"
            raise self._error(["variant"], message)
        return shipped.load(id)

    def _game(self, variant: Variant) -> AnyGame:
        record = self.record
        if record.game != variant.game_class.ID:
            message = f"{variant.id} is a variant of {variant.game_class.ID}"
            raise self._error(["game"], message)
        try:
            game, digest = variant.game(), variant.digest
        except DraftError as error:
            raise self._error(["variant"], str(error)) from error
        components = game.components_digest
        problems: list[Problem] = []
        if digest != record.digest:
            message = f"not the rules of {variant.id}; their digest is {digest}"
            problems.append(self._problem(["digest"], message))
        if components != (record.components or ""):
            message = f"not the components of {variant.id}; "
            message += f"their digest is {components}" if components else "it has none"
            problems.append(self._problem(["components"], message))
        if problems:
            raise RecordError(problems)
        return game

    def _start(self, game: AnyGame) -> object:
        deck = self.record.deck
        try:
            return game.start(self.record.seats, deck=deck)
        except PositionError as error:
            problems = [self._problem(*_placed(fault)) for fault in error.faults]
            raise RecordError(problems) from error
        except NotationError as error:
            at = [deck.index(error.text)] if error.text in deck else []
            raise self._error(["deck", *at], str(error)) from error

    def _after(self, game: AnyGame, state: object, place: int, step: Step) -> object:
        """Return the state after a step, or refuse the step."""
        spot = ("moves", place, step.actor)
        asked = game.decider(state)
        if asked == NOBODY:
            ending = game.ENDINGS[game.ended_by(state) or ""]
            raise self._error(spot, f"the game is over ({ending}): no step follows")
        if asked != step.actor:
            who = "a random event is due" if asked == CHANCE else f"{asked} decides"
            raise self._error(spot, f"{step.actor} is not asked here: {who}")
        try:
            return game.apply(state, game.parse_move(step.move, state))
        except (NotationError, IllegalMoveError) as error:
            raise self._error(spot, str(error)) from error

    def _check_result(self, game: AnyGame, found: Result | None) -> None:
        given = self.record.result
        if found is None:
            if given is not None:
                message = "the game is not over after the last step"
                raise self._error(["result"], message)
            return
        if given is None:
            message = f"the game is over, but its result is missing: {_told(found)}"
            raise self._error([], message)
        problems: list[Problem] = []
        if given.ended_by != found.ended_by:
            ending = game.ENDINGS[found.ended_by]
            message = f"the game is ended by {found.ended_by!r}: {ending}"
            problems.append(self._problem(["result", "ended_by"], message))
        problems.extend(
            self._problem(["result", "scores", seat], f"{seat} scores {points}")
            for seat, points in found.scores.items()
            if given.scores.get(seat) != points
        )
        if {*given.winners} != {*found.winners}:
            message = f"the game is won by {' and '.join(found.winners) or 'nobody'}"
            problems.append(self._problem(["result", "winners"], message))
        if problems:
            raise RecordError(problems)


def _written(record: Record) -> Node:
    """Return the file of the record, or what its file would be."""
    return record.document or parse_document(format_record(record), "record")


def _placed(fault: Fault) -> tuple[list[str | int], str]:
    """Return where a fault of the start is in the record, and what it is."""
    key, _, item = fault.place.partition(".")
    place: list[str | int] = [key]
    if item.isdecimal():
        place.append(int(item))
    return place, fault.reason


def _told(result: Result) -> str:
    scores = ", ".join(f"{seat} {points}" for seat, points in result.scores.items())
    winners = ", ".join(result.winners)
    return f"ended_by {result.ended_by}, scores {scores}, winners [{winners}]"
