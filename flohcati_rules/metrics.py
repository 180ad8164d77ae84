"""Metrics: what is measured of played games, and the whole numbers behind it.

Everything that is counted of one game, a *quantity*, is a whole number, so that sums
over many games are exact and come out the same however the games are divided among
machines. A game's meter counts quantities of its own; what its result tells, the
quantities below, is the same for every game.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import attrs

WIN = 2520
"""The parts of one win, so that up to ten winners can share it exactly."""

SHARE_OF_GAMES = "share of games"
"""The unit of what a game has, or has not, or has a part of."""

MOST_SEATS = 10
"""For how many seats a metric of its own is declared."""


@attrs.frozen(kw_only=True)
class Metric:
    """Something that is measured of played games, with its sense and unit.

    A metric is a quantity per game, or per something else that is counted.

    Attributes:
        sense: what is measured.
        unit: what it is counted in.
        of: the quantity that is added up over the games.
        per: the quantity by whose sum it is divided, such as turns; empty for games.
        share: whether the quantity is 0 or 1, so that many games have a share of it.
        parts: how many of the quantity make one of the unit.
        seat: the place of the seat that it tells of, from 1; 0 when of no seat.

    """

    sense: str = attrs.field(kw_only=False)
    unit: str = attrs.field(kw_only=False)
    of: str
    per: str = ""
    share: bool = False
    parts: int = 1
    seat: int = 0


RESULT_METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        "score_per_seat": Metric("score of a seat", "points", of="points", per="seats"),
        "winner_score": Metric("highest score", "points", of="best"),
        "margin": Metric("lead over the second score", "points", of="margin"),
        "score_range": Metric("lead over the last score", "points", of="range"),
        "tie_rate": Metric(
            "games with a tie for first",
            SHARE_OF_GAMES,
            of="tied",
            share=True,
        ),
    }
    | {
        f"wins_of_seat_{seat}": Metric(
            f"games won by seat {seat}, a shared win divided",
            SHARE_OF_GAMES,
            of=f"won_{seat}",
            parts=WIN,
            seat=seat,
        )
        for seat in range(1, MOST_SEATS + 1)
    }
)
"""The metrics that any game has, as they follow from the result alone."""


def ending_metrics(endings: Mapping[str, str]) -> dict[str, Metric]:
    """Return, for each way a game may end, the share of games that it ended."""
    return {
        ending: Metric(sense, SHARE_OF_GAMES, of=f"ended_by_{ending}", share=True)
        for ending, sense in endings.items()
    }


def result_quantities(
    ended_by: str, scores: Sequence[int], winners: Sequence[int]
) -> dict[str, int]:
    """Return the quantities that the result of one game tells.

    Args:
        ended_by: how the game ended.
        scores: the score of each seat, in points.
        winners: the places of the winning seats, from 0.

    """
    best, *rest = sorted(scores, reverse=True)
    share = WIN // len(winners) if winners else 0
    return {
        "seats": len(scores),
        "points": sum(scores),
        "best": best,
        "margin": best - rest[0] if rest else 0,
        "range": best - rest[-1] if rest else 0,
        "tied": int(bool(rest) and rest[0] == best),
        f"ended_by_{ended_by}": 1,
    } | {
        f"won_{seat}": share if seat - 1 in winners else 0
        for seat in range(1, len(scores) + 1)
    }
