"""Lockstep: one position under two variants, the same moves made in both.

A line of play goes on only while nobody at the table could tell which of the two is
played. Where somebody can, the line has come to a difference.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from flohcati_rules.errors import FlohcatiError, NotationError, PositionError
from flohcati_rules.faults import is_mapping
from flohcati_rules.game import Event
from flohcati_rules.profiles import AnyGame
from flohcati_rules.scenarios.expectations import facts_of

MOST_LINES = 1000
"""How many lines of play are followed from one position at most."""

Made = tuple[str, str]
"""A step: who decides, and the move in the notation."""


@attrs.frozen
class Both:
    """The state under the first variant and the one under the second."""

    a: Any
    b: Any


@attrs.frozen(kw_only=True)
class Difference:
    """One thing that is not the same under two variants after the same moves.

    Attributes:
        key: what it is, such as ``moves`` or ``ended_by``; for a part of what a seat
            sees, the name of that part.
        seat: whose sight it is; empty for what lies open to all.
        a: what it is under the first variant.
        b: what it is under the second variant.

    """

    key: str
    a: Any
    b: Any
    seat: str = ""


def unequal(key: str, a: Any, b: Any, seat: str = "") -> Difference:  # noqa: ANN401 - facts of any sort
    """Return a difference; of two mappings, only where they are not the same."""
    if is_mapping(a) and is_mapping(b):
        names = [name for name in {**a, **b} if a.get(name) != b.get(name)]
        a, b = ({name: of.get(name) for name in names} for of in (a, b))
    return Difference(key=key, a=a, b=b, seat=seat)


@attrs.frozen
class Lockstep:
    """Two games that are played in step."""

    a: AnyGame
    b: AnyGame

    def open(self, given: Mapping[str, Any]) -> Both | None:
        """Return a position under both variants; None where one does not have it."""
        try:
            return Both(self.a.position(given), self.b.position(given))
        except (NotationError, PositionError):
            return None

    def moves(self, both: Both) -> Iterator[tuple[Any, Any]]:
        """Yield the moves that both allow, each as the one has it and the other."""
        ours = self.a.legal_moves(both.a)
        if ours == self.b.legal_moves(both.b):
            yield from zip(ours, ours, strict=True)
            return
        theirs = {str(move): move for move in self.b.legal_moves(both.b)}
        for move in ours:
            if str(move) in theirs:
                yield move, theirs[str(move)]

    def step(self, both: Both, moves: tuple[Any, Any]) -> Both:
        """Return what a move leads to."""
        return Both(self.a.step(both.a, moves[0]), self.b.step(both.b, moves[1]))

    def differ(self, both: Both) -> bool:
        """Tell whether anything that counts in play is not the same under both.

        That is who decides and between which moves, how the game has ended, with
        which scores and winners, and what any seat sees.
        """
        a, b = self.a, self.b
        if a.decider(both.a) != b.decider(both.b):
            return True
        ours, theirs = a.legal_moves(both.a), b.legal_moves(both.b)
        if ours != theirs and {*map(str, ours)} != {*map(str, theirs)}:
            return True
        if a.is_over(both.a) and (
            a.ended_by(both.a) != b.ended_by(both.b)
            or _result(a, both.a) != _result(b, both.b)
        ):
            return True
        return any(
            a.observe(both.a, seat) != b.observe(both.b, seat)
            for seat in a.seats(both.a)
        )

    def replay(
        self, given: Mapping[str, Any], steps: Sequence[Made]
    ) -> tuple[Both, Both, tuple[Made, ...]] | None:
        """Return where a line of play first comes to a difference.

        The answer is the last two positions and the moves so far; None when the line
        cannot be played under both, or when it comes to no difference.
        """
        both = self.open(given)
        if both is None or not steps:
            return None
        before = both
        for number, made in enumerate(steps, start=1):
            before = both
            try:
                found = self.follow(both, made)
            except FlohcatiError:
                return None
            if found is None:
                return None
            both = found
            if self.differ(both):
                return before, both, (*steps[:number],)
        return None

    def follow(self, both: Both, made: Made) -> Both | None:
        """Return what a written step leads to; None where one variant refuses it."""
        actor, text = made
        moves: list[Any] = []
        for game, state in ((self.a, both.a), (self.b, both.b)):
            if game.decider(state) != actor:
                return None
            move = game.parse_move(text, state)
            if game.refusal(state, move) is not None:
                return None
            moves.append(game.apply(state, move))
        return Both(*moves)

    def find(self, given: Mapping[str, Any], decisions: int) -> tuple[Made, ...] | None:
        """Return a line of exactly so many decisions that comes to a difference.

        Shorter lines are taken to have none; None where this length has none either.
        """
        both = self.open(given)
        if both is None:
            return None
        lines: list[tuple[Both, tuple[Made, ...]]] = [(both, ())]
        for _ in range(decisions):
            lines = self._longer(lines)
        return next((steps for both, steps in lines if self.differ(both)), None)

    def _longer(
        self, lines: list[tuple[Both, tuple[Made, ...]]]
    ) -> list[tuple[Both, tuple[Made, ...]]]:
        """Return lines that are a step longer, one for each position they lead to."""
        longer: dict[Both, tuple[Made, ...]] = {}
        for at, steps in lines:
            actor = self.a.decider(at.a)
            for moves in self.moves(at):
                made = (actor, str(moves[0]))
                longer.setdefault(self.step(at, moves), (*steps, made))
        return [*longer.items()][:MOST_LINES]

    def events(
        self, both: Both, made: Made
    ) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        """Return what a move makes happen under either variant."""
        told: list[tuple[Event, ...]] = []
        for game, state in ((self.a, both.a), (self.b, both.b)):
            told.append(game.events(state, game.parse_move(made[1], state)))
        return told[0], told[1]

    def differences(
        self, before: Both, made: Made, after: Both
    ) -> tuple[Difference, ...]:
        """Return all that is not the same after a move: what lies open comes first."""
        told = self.events(before, made)
        over = self.a.is_over(after.a) and self.b.is_over(after.b)
        ours, theirs = facts_of(self.a), facts_of(self.b)
        pairs: list[tuple[str, Any, Any]] = [
            ("moves", _moves(self.a, after.a), _moves(self.b, after.b))
        ]
        for key in ours:
            counts = key not in _OF_THE_TABLE and (over or key not in _OF_THE_END)
            if counts and key in theirs:
                a = ours[key].of(after.a, told[0])
                b = theirs[key].of(after.b, told[1])
                pairs.append((key, a, b))
        found = [unequal(key, a, b) for key, a, b in pairs if a != b]
        for seat in self.a.seats(after.a):
            found.extend(self._sights(after, seat))
        return tuple(found)

    def _sights(self, both: Both, seat: str) -> Iterator[Difference]:
        """Yield what one seat sees otherwise under the two variants."""
        a: object = self.a.observe(both.a, seat)
        b: object = self.b.observe(both.b, seat)
        if a == b:
            return
        sight = type(a)
        if not attrs.has(sight) or sight is not type(b):
            yield Difference(key="sight", a=str(a), b=str(b), seat=seat)
            return
        for field in attrs.fields(sight):
            one, other = getattr(a, field.name), getattr(b, field.name)
            if one != other:
                yield Difference(key=field.name, a=one, b=other, seat=seat)


_OF_THE_TABLE = ("seats_allowed",)
"""What a scenario may expect that no line of play changes."""

_OF_THE_END = ("scores", "winners")
"""What counts only when the game is over."""


def _moves(game: AnyGame, state: Any) -> tuple[str, ...]:  # noqa: ANN401 - of any game
    return tuple(sorted(map(str, game.legal_moves(state))))


def _result(game: AnyGame, state: Any) -> tuple[dict[str, int], frozenset[str]]:  # noqa: ANN401 - of any game
    sheet = game.score(state)
    return sheet.totals, frozenset(sheet.winners)
