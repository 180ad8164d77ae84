"""Where two variants part: the scenarios that come out differently under them.

A scenario that one of the two cannot even set up, for want of a card or a seat, says
nothing of how they play: it is told apart from those that come out differently.
"""

from collections.abc import Sequence

import attrs

from flohcati_rules.compare.diff import Diff
from flohcati_rules.scenarios import Outcomes, Scenario, outcomes


@attrs.frozen(kw_only=True)
class Parting:
    """A scenario that comes out differently under two variants.

    Attributes:
        scenario: the scenario.
        a: what it comes to under the first variant.
        b: what it comes to under the second.
        keys: what differs.
        points: the differing rule points that the scenario speaks of.

    """

    scenario: Scenario
    a: Outcomes
    b: Outcomes
    keys: tuple[str, ...]
    points: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Unplayable:
    """A scenario whose position a variant cannot set up.

    Attributes:
        scenario: the scenario.
        variant: the id of the variant.
        why: what is wrong with the position there.

    """

    scenario: Scenario
    variant: str
    why: str


def unplayable(found: Diff, scenarios: Sequence[Scenario]) -> tuple[Unplayable, ...]:
    """Return the scenarios that a variant cannot set up, by variant."""
    return tuple(
        Unplayable(scenario=scenario, variant=variant.id, why=reached.stopped)
        for variant in (found.a, found.b)
        for scenario in scenarios
        if (reached := outcomes(scenario, variant)).stopped_at == 0
    )


def partings(found: Diff, scenarios: Sequence[Scenario]) -> tuple[Parting, ...]:
    """Return the scenarios that come out differently, in the order of rule points.

    Those that a variant cannot set up are none of them: see ``unplayable``.
    """
    order = [one.point.id for one in found.values]
    parted: list[Parting] = []
    for scenario in scenarios:
        a, b = outcomes(scenario, found.a), outcomes(scenario, found.b)
        if 0 in (a.stopped_at, b.stopped_at):
            continue
        keys = a.differs_from(b)
        if keys:
            spoken_of = {id for entry in scenario.then for id in entry.condition.values}
            points = tuple(id for id in order if id in spoken_of)
            parted.append(
                Parting(scenario=scenario, a=a, b=b, keys=keys, points=points)
            )
    return tuple(
        sorted(parted, key=lambda one: [*map(order.index, one.points)] or [len(order)])
    )
