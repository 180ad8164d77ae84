"""Counting: the quantities of many games under one variant, a column for each.

The games may be played one by one by the step engine or all at once in bulk; what is
counted is the same, number by number.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import ne
from typing import Any

import attrs

from flohcati_rules.game import Bulk, Counts, Player
from flohcati_rules.metrics import WIN, ending_metrics, result_quantities
from flohcati_rules.profiles import AnyGame
from flohcati_rules.study.runner import Result, play
from flohcati_rules.study.statistics import Column


@attrs.frozen(eq=False)
class Counted:
    """What was counted of some games under one variant.

    Attributes:
        quantities: the game's own quantities and those of the results, by name.
        results: how each game came out.
        scores: how many seats ended with each score, over all games.

    """

    quantities: Mapping[str, Column]
    results: Sequence[Result] | Counts
    scores: Mapping[int, int]

    def differing(self, other: "Counted") -> int:
        """Return how many games did not come out as another's of the same deal."""
        ours, theirs = self.results, other.results
        if isinstance(ours, Counts) and isinstance(theirs, Counts):
            apart = ours.ended_by != theirs.ended_by
            apart |= (ours.scores != theirs.scores).any(axis=1)
            apart |= (ours.winners != theirs.winners).any(axis=1)
            return int(apart.sum())
        assert not isinstance(ours, Counts)
        assert not isinstance(theirs, Counts)
        return sum(map(ne, ours, theirs))


def count_stepwise(
    game: AnyGame, table: Mapping[str, Player], *, seed: int, indices: range
) -> Counted:
    """Play the games of some indices one by one, and count."""
    rows: list[dict[str, int]] = []
    results: list[Result] = []
    scores = Counter[int]()
    absent = dict.fromkeys(
        (metric.of for metric in ending_metrics(game.ENDINGS).values()), 0
    )
    for index in indices:
        played = play(game, table, seed=seed, index=index)
        result = played.result
        winners = [place for place, seat in enumerate(table) if seat in result.winners]
        told = result_quantities(result.ended_by, result.scores, winners)
        rows.append({**absent, **told, **played.quantities})
        results.append(result)
        scores.update(result.scores)
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    return Counted(columns, results, scores)


def count_in_bulk(
    bulk: Bulk, endings: Sequence[str], *, seed: int, indices: range, threads: int
) -> Counted:
    """Play the games of some indices all at once, and count."""
    counts = bulk.play(seed=seed, indices=indices, threads=threads)
    # Sums of squares need more room than a number of one game does.
    own = {name: column.astype("int64") for name, column in counts.quantities.items()}
    quantities = {**own, **_result_columns(counts, endings)}
    return Counted(quantities, counts, Counter(counts.scores.ravel().tolist()))


def _result_columns(counts: Counts, endings: Sequence[str]) -> dict[str, Any]:
    """Return what ``result_quantities`` tells of each game, as columns."""
    scores = counts.scores.astype("int64")
    ranked = scores.copy()
    ranked.sort(axis=1)
    seats = scores.shape[1]
    best = ranked[:, -1]
    second = ranked[:, -2] if seats > 1 else best
    winners = counts.winners.astype("int64")
    shares = winners * (WIN // winners.sum(axis=1).clip(1))[:, None]
    return {
        "seats": best * 0 + seats,
        "points": scores.sum(axis=1),
        "best": best,
        "margin": best - second,
        "range": best - ranked[:, 0],
        "tied": ((best == second) & (seats > 1)).astype("int64"),
        **{
            f"ended_by_{ending}": (counts.ended_by == place).astype("int64")
            for place, ending in enumerate(endings)
        },
        **{f"won_{seat + 1}": shares[:, seat] for seat in range(seats)},
    }
