"""Runs: the games of a plan, played batch by batch and added up."""

from collections.abc import Callable

from flohcati_rules.study.plan import Plan
from flohcati_rules.study.tally import Tally, tally_of

Progress = Callable[[int], None]
"""Told how many games are done."""

BATCH = 50


def run(plan: Plan, *, progress: Progress | None = None) -> Tally:
    """Play the games of a plan one after the other, and add up what they come to."""
    total: Tally | None = None
    for first in range(0, plan.games, BATCH):
        part = tally_of(plan, range(first, min(first + BATCH, plan.games)))
        total = part if total is None else total + part
        if progress:
            progress(total.games)
    assert total is not None, "a plan has games"
    return total
