"""The witness: the shortest line of play on which two variants come out differently."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from flohcati_rules.compare.deciding import changed, deciding_points
from flohcati_rules.compare.diff import Diff, PointDiff, diff
from flohcati_rules.compare.lines import Bounds, Limits, Line, Lines
from flohcati_rules.compare.lockstep import Difference, Lockstep, Made
from flohcati_rules.compare.setup import (
    components_difference,
    setup_differences,
    setup_of,
)
from flohcati_rules.profiles import Variant


@attrs.frozen(kw_only=True)
class Told:
    """What a step makes happen under the first variant and under the second."""

    a: tuple[str, ...]
    b: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Witness:
    """A shortest line of play on which two variants come out differently.

    Attributes:
        a: the first variant.
        b: the second variant.
        given: the position from which it starts, as scenarios give it.
        size: how large that position is, in the unit of the search's bounds.
        steps: who decides and which move is made, in order; both variants allow
            them. Empty where the set-up itself is the witness.
        story: what each step makes happen.
        differences: all that is not the same after the last step; what lies open
            comes before what single seats see.
        deciding: the rule points that make the difference, with what supports
            either value; none where the components do.

    """

    a: Variant
    b: Variant
    given: Mapping[str, Any] = attrs.field(hash=False)
    size: int
    steps: tuple[Made, ...]
    story: tuple[Told, ...] = ()
    differences: tuple[Difference, ...] = attrs.field(hash=False)
    deciding: tuple[PointDiff, ...] = attrs.field(hash=False)

    @property
    def is_setup(self) -> bool:
        """Whether the set-up itself is the witness."""
        return not self.steps


@attrs.frozen(kw_only=True)
class Search:
    """What a search for a witness has found, and how far it has gone.

    Attributes:
        diff: where the rules of the two variants differ.
        witness: the shortest line found so far, or None.
        bounds: what was tried.

    """

    diff: Diff
    witness: Witness | None
    bounds: Bounds


def find_witness(
    a: Variant,
    b: Variant,
    *,
    limits: Limits | None = None,
    seconds: float | None = None,
    seed: int = 0,
) -> Search:
    """Search for the shortest line of play on which two variants differ.

    Args:
        a: the first variant.
        b: the second variant.
        limits: how far to look.
        seconds: when to stop with what is found by then; without it the answer
            depends on the seed alone.
        seed: fixes the full deals that are played where all else finds nothing.

    Raises:
        RequestError: they are variants of different games.
        DraftError: one of them leaves a rule point open.

    """
    end = None if seconds is None else time.monotonic() + seconds
    found = searches(a, b, limits=limits, seed=seed)
    last = next(found)
    for last in found:  # noqa: B007 - the last one is what counts
        if end is not None and time.monotonic() > end:
            break
    return last


def searches(
    a: Variant, b: Variant, *, limits: Limits | None = None, seed: int = 0
) -> Iterator[Search]:
    """Yield what a search for a witness has found, again and again as it goes on.

    Whoever stops listening has the best that was found by then; only in the last of
    them are the bounds complete. Where the components are not the same, that is the
    witness, and nothing is searched.
    """
    found = diff(a, b)
    lockstep = Lockstep(a.game(), b.game())
    openings = a.game_class.OPENINGS(a.rules, b.rules, a.components)
    other = components_difference(a, b)
    if other is not None:
        set_up = Witness(
            a=a,
            b=b,
            given=setup_of(lockstep.a, lockstep.b),
            size=0,
            steps=(),
            differences=(other,),
            deciding=(),
        )
        bounds = Bounds(unit=openings.UNIT, complete=True)
        yield Search(diff=found, witness=set_up, bounds=bounds)
        return
    points = [one.point.id for one in found.in_play]
    in_play = [id for id in points if id not in openings.SETUP_POINTS]
    lines = Lines(lockstep, openings, limits or Limits(), seed)
    line: Line | None = None
    witness: Witness | None = None
    for known, bounds in lines.searched(in_play):
        if known is not None and known is not line:
            line, witness = known, _in_play(found, lockstep, known)
        elif bounds.complete and witness is None and points:
            witness = _at_setup(found, lockstep)
        yield Search(diff=found, witness=witness, bounds=bounds)


def _in_play(found: Diff, lockstep: Lockstep, line: Line) -> Witness:
    """Return the witness that a line of play is."""
    reached = lockstep.replay(line.given, line.steps)
    assert reached is not None
    before, after, steps = reached

    def tells(a: Variant, b: Variant) -> bool:
        both = Lockstep(a.game(), b.game())
        return both.replay(line.given, steps) is not None

    return Witness(
        a=found.a,
        b=found.b,
        given=line.given,
        size=line.size,
        steps=steps,
        story=_story(lockstep, line.given, steps),
        differences=lockstep.differences(before, steps[-1], after),
        deciding=deciding_points(found, tells),
    )


def _story(
    lockstep: Lockstep, given: Mapping[str, Any], steps: Sequence[Made]
) -> tuple[Told, ...]:
    """Return what each step of a line makes happen."""
    both = lockstep.open(given)
    story: list[Told] = []
    for made in steps:
        assert both is not None
        ours, theirs = lockstep.events(both, made)
        story.append(
            Told(
                a=tuple(event.text for event in ours),
                b=tuple(event.text for event in theirs),
            )
        )
        both = lockstep.follow(both, made)
    return tuple(story)


def _at_setup(found: Diff, lockstep: Lockstep) -> Witness | None:
    """Return the witness that the set-up is, or None."""
    differences = setup_differences(lockstep.a, lockstep.b)
    if not differences:
        return None
    return Witness(
        a=found.a,
        b=found.b,
        given=setup_of(lockstep.a, lockstep.b),
        size=0,
        steps=(),
        differences=differences,
        deciding=deciding_points(
            found, lambda a, b: bool(setup_differences(a.game(), b.game()))
        ),
    )


def witnesses(
    found: Diff, *, limits: Limits | None = None, seed: int = 0
) -> Iterator[tuple[PointDiff, Search | None]]:
    """Yield a search for each rule point on which two variants differ in play.

    In each, the first variant is changed to the second one's value in that point
    alone, companions along, and the witness carries what the second variant's text
    says for it; None where the change makes no sense.
    """
    for one in found.in_play:
        other = changed(found.a, one.point.id, one.b)
        if other is None:
            yield one, None
        else:
            searched = find_witness(found.a, other, limits=limits, seed=seed)
            if searched.witness is not None:
                told = attrs.evolve(searched.witness, deciding=(one,))
                searched = attrs.evolve(searched, witness=told)
            yield one, searched
