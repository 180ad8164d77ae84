"""The search for the shortest line of play on which two variants differ.

Positions that are made to bring out the differing rule points come first, and give
a line soon; it is made as small as it goes. Then all small positions are tried, in
the order of decisions, size and seats, for anything shorter. Where neither finds
anything, full deals are played at random.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from flohcati_rules.compare.lockstep import Lockstep, Made
from flohcati_rules.description import SETUP_NAMES
from flohcati_rules.game import Given, Openings
from flohcati_rules.streams import PLAY, Stream

SHORT = 3
"""Lines of so many decisions are looked for anew when a position is made smaller."""
LONGEST = 400
"""How many decisions of a full deal are played at most."""


@attrs.frozen(kw_only=True)
class Limits:
    """How far a search looks.

    Attributes:
        decisions: how many decisions are followed from a position that is made for
            the differing rule points.
        sweep_size: up to which size all positions are tried.
        sweep_decisions: how many decisions are followed from those.
        deals: how many full deals are played where all else finds nothing.

    """

    decisions: int = 4
    sweep_size: int = 3
    sweep_decisions: int = 2
    deals: int = 40


@attrs.frozen(kw_only=True)
class Bounds:
    """How far a search has gone.

    Attributes:
        unit: what the size of a position is counted in, such as ``card``.
        aimed: how many positions made for the differing rule points were tried.
        swept: for each number of decisions, up to which size all positions with the
            fewest seats were tried.
        positions: how many positions those were.
        deals: how many full deals were played at random.
        complete: whether the search went as far as it was meant to.

    """

    unit: str
    aimed: int = 0
    swept: tuple[tuple[int, int], ...] = ()
    positions: int = 0
    deals: int = 0
    complete: bool = False


@attrs.frozen(kw_only=True)
class Line:
    """A line of play that comes to a difference with its last step."""

    given: Mapping[str, Any] = attrs.field(hash=False)
    steps: tuple[Made, ...]
    size: int

    @property
    def measure(self) -> tuple[int, int, int]:
        """What is to be least: decisions, then size, then seats."""
        return len(self.steps), self.size, len(self.given["seats"])


Told = tuple[Line | None, Bounds]
"""The shortest line so far, and how far the search has gone."""

Telling = Generator[Told, None, Told]
"""A part of a search: tells how it goes, and returns how it ends."""


@attrs.frozen
class Lines:
    """The search for lines between two games, from the positions of their openings."""

    lockstep: Lockstep
    openings: Openings
    limits: Limits
    seed: int

    def searched(self, points: Sequence[str]) -> Iterator[Told]:
        """Yield the shortest line so far, again and again as the search goes on.

        Args:
            points: the differing rule points that play can bring out.

        """
        line, bounds = None, Bounds(unit=self.openings.UNIT)
        if points:
            line, bounds = yield from self._aimed(points, bounds)
            line, bounds = yield from self._swept(line, bounds)
            if line is None:
                line, bounds = yield from self._dealt(bounds)
        yield line, attrs.evolve(bounds, complete=True)

    def _line(self, given: Given, steps: tuple[Made, ...]) -> Line:
        return Line(given=given, steps=steps, size=self.openings.size(given))

    # ------------------------------------------------------------ aimed positions

    def _aimed(self, points: Sequence[str], bounds: Bounds) -> Telling:
        line = None
        for starts in (self.openings.aimed(points), self.openings.all_aimed()):
            line, bounds = yield from self._first(self._in_order(starts), bounds)
            if line is not None:
                line = yield from self._shrunk(line, bounds)
                break
        return line, bounds

    def _in_order(self, starts: Iterable[Given]) -> list[Given]:
        """Return positions without repetition, the smallest first."""
        distinct = {str(given): given for given in starts}
        return sorted(
            distinct.values(),
            key=lambda given: (self.openings.size(given), len(given["seats"])),
        )

    def _first(self, starts: Sequence[Given], bounds: Bounds) -> Telling:
        """Look for a line of few decisions first, then for one of more."""
        tried = 0
        for decisions in range(1, self.limits.decisions + 1):
            for number, given in enumerate(starts, start=1):
                yield None, bounds
                steps = self.lockstep.find(given, decisions)
                tried = max(tried, number)
                bounds = attrs.evolve(bounds, aimed=tried)
                if steps is not None:
                    return self._line(given, steps), bounds
        return None, bounds

    def _shrunk(self, line: Line, bounds: Bounds) -> Generator[Told, None, Line]:
        """Return the line made so small that no step of that is left."""
        changed = True
        while changed:
            changed = False
            for smaller in self._attempts(line):
                yield line, bounds
                if smaller is not None and smaller.measure < line.measure:
                    line = smaller
                    changed = True
                    break
        return line

    def _attempts(self, line: Line) -> Iterator[Line | None]:
        """Yield the lines from smaller positions, and those with a step less."""
        for given in self.openings.smaller(line.given):
            if len(line.steps) <= SHORT:
                yield self._anew(given, len(line.steps))
            else:
                yield self._again(given, line.steps)
        if len(line.steps) > SHORT:
            for index in range(len(line.steps)):
                steps = line.steps[:index] + line.steps[index + 1 :]
                yield self._again(line.given, steps)

    def _anew(self, given: Given, decisions: int) -> Line | None:
        """Return the shortest line from a position."""
        for number in range(1, decisions + 1):
            steps = self.lockstep.find(given, number)
            if steps is not None:
                return self._line(given, steps)
        return None

    def _again(self, given: Given, steps: tuple[Made, ...]) -> Line | None:
        """Return what is left of a line from another position, or None."""
        found = self.lockstep.replay(given, steps)
        return None if found is None else self._line(given, found[2])

    # ------------------------------------------------------------ all positions

    def _swept(self, line: Line | None, bounds: Bounds) -> Telling:
        """Try all small positions that may have a shorter line."""
        swept: dict[int, int] = {}
        for decisions in range(1, self.limits.sweep_decisions + 1):
            for size in range(1, self.limits.sweep_size + 1):
                number = 0
                for given in self.openings.of_size(size):
                    if line and (decisions, size, len(given["seats"])) >= line.measure:
                        return line, bounds
                    yield line, bounds
                    steps = self.lockstep.find(given, decisions)
                    if steps is not None:
                        return self._line(given, steps), bounds
                    number += 1
                if number:
                    swept[decisions] = size
                    bounds = attrs.evolve(
                        bounds,
                        swept=tuple(swept.items()),
                        positions=bounds.positions + number,
                    )
        return line, bounds

    # ------------------------------------------------------------ full deals

    def _dealt(self, bounds: Bounds) -> Telling:
        """Play full deals at random, and make the shortest line that differs small."""
        line: Line | None = None
        for index, given in enumerate(self._deals()):
            yield line, bounds
            most = LONGEST if line is None else len(line.steps) - 1
            steps = self._played(given, index, most)
            if steps is not None:
                line = self._line(given, steps)
            bounds = attrs.evolve(bounds, deals=index + 1)
        if line is not None:
            line = yield from self._shrunk(line, bounds)
        return line, bounds

    def _deals(self) -> Iterator[Given]:
        """Yield full deals that both games have, as scenarios give them."""
        a, b = self.lockstep.a, self.lockstep.b
        least = max(a.seats_allowed[0], b.seats_allowed[0])
        if least > min(a.seats_allowed[1], b.seats_allowed[1]):
            return
        seats = SETUP_NAMES[:least]
        for index in range(self.limits.deals):
            ours, theirs = (
                game.deal(game.start(seats, seed=self.seed, index=index))
                for game in (a, b)
            )
            if ours == theirs:
                yield {"seats": [*seats], "deck": [*ours]}

    def _played(self, given: Given, index: int, most: int) -> tuple[Made, ...] | None:
        """Return a random line up to its first difference, or None."""
        lockstep = self.lockstep
        stream = Stream(self.seed, index, PLAY)
        both = lockstep.open(given)
        steps: list[Made] = []
        while both is not None and len(steps) < most:
            moves = [*lockstep.moves(both)]
            if not moves:
                return None
            chosen = moves[stream.below(len(moves))]
            steps.append((lockstep.a.decider(both.a), str(chosen[0])))
            both = lockstep.step(both, chosen)
            if lockstep.differ(both):
                return tuple(steps)
        return None
