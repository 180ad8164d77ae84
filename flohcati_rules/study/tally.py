"""The tally: what the games of a plan add up to, in whole numbers.

Tallies of parts of a plan add up to the tally of the whole, exactly and in any order.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Self

import attrs

from flohcati_rules.metrics import SHARE_OF_GAMES, Metric
from flohcati_rules.study.counting import Counted, count_in_bulk, count_stepwise
from flohcati_rules.study.plan import APART, KERNEL, Plan
from flohcati_rules.study.players import name_of
from flohcati_rules.study.statistics import Column, Figures, Sums


@attrs.frozen(kw_only=True)
class Tally:
    """Exact sums over some games of a plan, under each of its variants.

    Attributes:
        plan: the digest of the plan.
        games: how many games were played under each variant.
        sums: for each metric and way of ending, the sums of its quantity under each
            variant, then, of a rate, those of what it is counted by.
        scores: for each variant, how many seats ended with each score.
        differing: for each variant, how many games did not come out as under the
            first one.

    """

    plan: str
    games: int
    sums: Mapping[str, Sums]
    scores: tuple[Mapping[int, int], ...]
    differing: tuple[int, ...]

    def __add__(self, other: Self) -> Self:
        """Return the tally of the games of both.

        Raises:
            ValueError: they are of different plans.

        """
        if self.plan != other.plan:
            message = (
                f"a tally of the plan {self.plan} and one of the plan {other.plan} "
                "have no sum"
            )
            raise ValueError(message)
        return attrs.evolve(
            self,
            games=self.games + other.games,
            sums={name: sums + other.sums[name] for name, sums in self.sums.items()},
            scores=tuple(
                Counter(ours) + Counter(theirs)
                for ours, theirs in zip(self.scores, other.scores, strict=True)
            ),
            differing=tuple(
                map(sum, zip(self.differing, other.differing, strict=True))
            ),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the tally as plain data, all of it whole numbers."""
        return {
            "plan": self.plan,
            "games": self.games,
            "sums": {
                name: {"firsts": [*sums.firsts], "seconds": [*map(list, sums.seconds)]}
                for name, sums in self.sums.items()
            },
            "scores": [sorted(map(list, scores.items())) for scores in self.scores],
            "differing": [*self.differing],
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        """Return the tally that plain data tells.

        Raises:
            KeyError, TypeError, ValueError: it is not what ``to_json`` wrote.

        """
        return cls(
            plan=str(told["plan"]),
            games=int(told["games"]),
            sums={
                name: Sums(
                    int(told["games"]),
                    tuple(map(int, sums["firsts"])),
                    tuple(tuple(map(int, row)) for row in sums["seconds"]),
                )
                for name, sums in told["sums"].items()
            },
            scores=tuple(
                Counter({int(score): int(many) for score, many in scores})
                for scores in told["scores"]
            ),
            differing=tuple(map(int, told["differing"])),
        )

    def figures(self, plan: Plan, name: str) -> Figures:
        """Return the figures of a metric or a way of ending."""
        metric = {**plan.metrics, **plan.endings}[name]
        return Figures(
            sums=self.sums[name],
            variants=len(plan.variants),
            share=metric.share,
            bounded=metric.unit == SHARE_OF_GAMES,
            parts=metric.parts,
            matched=plan.matched,
        )


def tally_of(plan: Plan, indices: range, *, threads: int = 1) -> Tally:
    """Play the games of some indices under each variant of a plan, and add up.

    Args:
        plan: what is played.
        indices: the indices of the games, at least one.
        threads: how many games the kernel plays at a time.

    Raises:
        ValueError: there are no indices.

    """
    if not indices:
        message = "a tally takes at least one game"
        raise ValueError(message)
    if plan.guest is None:
        return _tally(plan, indices, threads)
    # The games in which the guest sits on the same seat, for each seat.
    parts = [indices[place :: plan.seats] for place in range(plan.seats)]
    first, *rest = [_tally(plan, part, threads) for part in parts if part]
    for other in rest:
        first += other
    return first


def _tally(plan: Plan, indices: range, threads: int) -> Tally:
    counted = [
        _count(plan, place, indices, threads) for place in range(len(plan.variants))
    ]
    measured = {**plan.metrics, **plan.endings}
    return Tally(
        plan=plan.digest,
        games=len(indices),
        sums={
            name: Sums.of(_columns(metric, counted))
            for name, metric in measured.items()
        },
        scores=tuple(one.scores for one in counted),
        differing=tuple(one.differing(counted[0]) for one in counted),
    )


def _count(plan: Plan, place: int, indices: range, threads: int) -> Counted:
    """Play the games of some indices under one variant."""
    game = plan.variants[place].game()
    first = indices.start  # as the plan knows it, which is what seats a guest
    if not plan.matched:
        shift = place * APART
        indices = range(first + shift, indices.stop + shift, indices.step)
    if plan.engine == KERNEL:
        table = plan.table(first)
        bulk = game.bulk([*map(name_of, table.values())])
        assert bulk is not None, "the plan was made for the kernel"
        endings = [*game.ENDINGS]
        counted = count_in_bulk(
            bulk, endings, seed=plan.seed, indices=indices, threads=threads
        )
    else:
        seated = plan.seating(first)
        counted = count_stepwise(game, seated, seed=plan.seed, indices=indices)
    if plan.guest is None:
        return counted
    won = counted.quantities[f"won_{first % plan.seats + 1}"]
    return attrs.evolve(counted, quantities={**counted.quantities, "guest_won": won})


def _columns(metric: Metric, counted: list[Counted]) -> list[Column]:
    names = [metric.of, *([metric.per] if metric.per else [])]
    return [one.quantities[name] for name in names for one in counted]
