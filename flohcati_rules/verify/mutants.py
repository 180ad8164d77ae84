"""Mutants: which rule value could be wrong without any scenario noticing?

One rule value is changed at a time, and the scenarios are run again. What they expect
is still read for the unchanged variant; only the rules that are played are changed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum

import attrs

from flohcati_rules.compare.lines import Bounds
from flohcati_rules.compare.witness import Search, searches
from flohcati_rules.profiles import Variant
from flohcati_rules.rulepoints import RulePoint, Value, points_of
from flohcati_rules.scenarios import Result, Scenario, Verdict, run
from flohcati_rules.verify.baseline import Baseline, baseline
from flohcati_rules.verify.changes import Change, changes


class Fate(StrEnum):
    """What became of a mutant."""

    CAUGHT = "caught"
    """A scenario that holds for the variant does not hold for the mutant."""
    REFUSED = "refused"
    """Its values make no sense together."""
    EQUIVALENT = "equivalent"
    """It is played as the variant is, so nothing could tell them apart."""
    MISSED = "missed"
    """No scenario notices it."""


Searching = Callable[[Variant, Variant], Search]
"""Searches for a game on which two variants come out differently."""


@attrs.frozen(kw_only=True)
class Mutant:
    """A variant with one rule value changed, and what became of it.

    Attributes:
        change: what is changed.
        fate: what became of it.
        caught_by: what came of the scenario that catches it; None when it is not.
        why: why it is refused or equivalent; else empty.
        search: where no scenario notices it, the search for a game that tells it
            apart, if there was one.
        hints: where it is missed, scenarios that speak of its value, but not of the
            variant's: somebody thought of that reading.

    """

    change: Change
    fate: Fate
    caught_by: Result | None = None
    why: str = ""
    search: Search | None = None
    hints: tuple[Scenario, ...] = ()

    @property
    def point(self) -> RulePoint:
        """The rule point that is changed."""
        return self.change.point

    @property
    def value(self) -> Value:
        """The value that it is changed to."""
        return self.change.value

    def __str__(self) -> str:
        """Return the changed value, as a profile has it."""
        return str(self.change)


@attrs.frozen(kw_only=True)
class Broken:
    """A scenario that does not hold for the variant as it stands.

    Attributes:
        result: how it came out.
        mended_by: the changes under which it would hold, which shows where the
            profile may be wrong.

    """

    result: Result
    mended_by: tuple[Change, ...]


@attrs.frozen(kw_only=True)
class MutantRun:
    """Every mutant of a variant, with what the scenarios make of it.

    Attributes:
        baseline: how the scenarios come out for the unchanged variant.
        broken: those that do not hold for it.
        mutants: the mutants, in the order of the rule points.

    """

    baseline: Baseline
    broken: tuple[Broken, ...]
    mutants: tuple[Mutant, ...]

    @property
    def variant(self) -> Variant:
        """The unchanged variant."""
        return self.baseline.variant

    def of(self, fate: Fate) -> tuple[Mutant, ...]:
        """Return the mutants of one fate."""
        return tuple(mutant for mutant in self.mutants if mutant.fate is fate)

    def by_point(self) -> Mapping[str, tuple[Mutant, ...]]:
        """Return the mutants of each rule point; a point without any has none."""
        found: dict[str, tuple[Mutant, ...]] = {}
        for mutant in self.mutants:
            found[mutant.point.id] = (*found.get(mutant.point.id, ()), mutant)
        return found

    @property
    def holds(self) -> bool:
        """Whether every scenario holds and none of the mutants is missed."""
        return not self.broken and not self.of(Fate.MISSED)


def mutants(
    variant: Variant,
    scenarios: Iterable[Scenario],
    *,
    points: Sequence[str] | None = None,
    searching: Searching | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> MutantRun:
    """Change one rule value of a variant at a time, and see which scenario notices.

    Args:
        variant: the variant.
        scenarios: the scenarios, of whatever game and variant.
        points: the rule points to change; by default all of them.
        searching: searches for a difference where no scenario notices any; not asked
            where none holds to begin with.
        progress: is told how many rule points are done.

    Raises:
        DraftError: some rule value of the variant is unknown.

    """
    base = baseline(variant, scenarios)
    if not base.holding:
        searching = None
    found: list[Mutant] = []
    declared = points_of(variant.game_class.RULES)
    for number, id in enumerate(declared if points is None else points, start=1):
        point = declared[id]
        near = [*base.nearest(point)]
        for change in changes(variant, point):
            mutant = _judged(change, variant, near, searching)
            if mutant.fate is Fate.MISSED:
                mutant = attrs.evolve(mutant, hints=_hints(change, base.silent))
            found.append(mutant)
            culprit = mutant.caught_by
            if culprit is not None:  # what caught one often catches the next
                near.remove(culprit.scenario)
                near.insert(0, culprit.scenario)
        progress(number)
    return MutantRun(
        baseline=base,
        broken=tuple(_broken(result, variant, found) for result in base.failing),
        mutants=tuple(found),
    )


def _judged(
    change: Change,
    variant: Variant,
    scenarios: Sequence[Scenario],
    searching: Searching | None,
) -> Mutant:
    """Return what becomes of one change."""
    changed = change.variant
    if changed is None:
        return Mutant(change=change, fate=Fate.REFUSED, why=change.refused)
    if change.idle:
        return Mutant(change=change, fate=Fate.EQUIVALENT, why=change.idle)
    for scenario in scenarios:
        result = run(scenario, changed, reading_as=variant)
        if result.verdict is not Verdict.PASSED:
            return Mutant(change=change, fate=Fate.CAUGHT, caught_by=result)
    search = searching(variant, changed) if searching is not None else None
    if search is None or search.witness is not None or not _is_thorough(search.bounds):
        return Mutant(change=change, fate=Fate.MISSED, search=search)
    bounds = search.bounds
    why = (
        f"no difference was found in {bounds.aimed + bounds.positions} positions and "
        f"{bounds.deals} full deals"
    )
    return Mutant(change=change, fate=Fate.EQUIVALENT, why=why, search=search)


def _is_thorough(bounds: Bounds) -> bool:
    """Tell whether a search that found nothing says much: deals alone do not."""
    return bounds.complete and bounds.aimed + bounds.positions > 0


def any_difference(a: Variant, b: Variant) -> Search:
    """Return a search that stops at the first difference in play, short or not."""
    search = None
    for search in searches(a, b):
        if search.witness is not None:
            break
    assert search is not None
    return search


def _hints(change: Change, silent: Iterable[Scenario]) -> tuple[Scenario, ...]:
    """Return the scenarios that hold with a changed value and name it."""
    assert change.variant is not None
    results = [run(scenario, change.variant) for scenario in silent]
    return tuple(
        result.scenario
        for result in results
        if result.verdict is Verdict.PASSED
        and result.entry is not None
        and change.point.id in result.entry.condition.values
    )


def _broken(result: Result, variant: Variant, found: Iterable[Mutant]) -> Broken:
    """Return a scenario that does not hold, with the changes that would mend it."""
    mended_by = tuple(
        mutant.change
        for mutant in found
        if mutant.change.variant is not None
        and not mutant.change.idle
        and run(result.scenario, mutant.change.variant, reading_as=variant).verdict
        is Verdict.PASSED
    )
    return Broken(result=result, mended_by=mended_by)
