"""Where two variants part: the scenarios that come out differently under them."""

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


def partings(found: Diff, scenarios: Sequence[Scenario]) -> tuple[Parting, ...]:
    """Return the scenarios that come out differently, in the order of rule points."""
    order = [one.point.id for one in found.values]
    parted: list[Parting] = []
    for scenario in scenarios:
        a, b = outcomes(scenario, found.a), outcomes(scenario, found.b)
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
