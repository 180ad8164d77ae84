"""The runner: plays whole games from (seed, index), and counts what happens in each.

The cards of a game come from its deal stream, every choice of players and of chance
from its play stream, so that a game is the same on every machine and whatever was
played before it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from flohcati_rules.game import CHANCE, NOBODY, Player
from flohcati_rules.profiles import AnyGame
from flohcati_rules.streams import PLAY, Stream
from flohcati_rules.study.players import by_chance


@attrs.frozen
class Result:
    """How a game came out; two games with equal results came out the same."""

    ended_by: str
    scores: tuple[int, ...]
    winners: tuple[str, ...]


@attrs.frozen
class Played:
    """One played game: how it came out, and what was counted of it."""

    result: Result
    quantities: Mapping[str, int]


def play(
    game: AnyGame, players: Mapping[str, Player], *, seed: int, index: int = 0
) -> Played:
    """Play one game to its end.

    Args:
        game: the game under one variant.
        players: who chooses, by seat, in turn order.
        seed: fixes the deal and all choices together with ``index``.
        index: the index of the game within a run.

    """
    stream = Stream(seed, index, PLAY)
    state = game.start((*players,), seed=seed, index=index)
    choosers = {**players, CHANCE: by_chance}
    meter = game.meter()
    # Looked up once: this loop is where a study spends its time.
    decider, legal_moves, step, note = (
        game.decider,
        game.legal_moves,
        game.step,
        meter.note,
    )
    while (asked := decider(state)) != NOBODY:
        move = choosers[asked](game, state, legal_moves(state), stream)
        after = step(state, move)
        note(state, move, after)
        state = after
    ended_by = game.ended_by(state)
    assert ended_by is not None, "a game that is over says how"
    sheet = game.score(state)
    result = Result(ended_by, (*sheet.totals.values(),), sheet.winners)
    return Played(result, meter.reading(state, sheet))


def share_deals(games: Sequence[AnyGame], seats: Sequence[str], *, seed: int) -> bool:
    """Tell whether a seed deals the same cards under all the given games."""
    deals: list[Any] = [game.deal(game.start(seats, seed=seed)) for game in games]
    return all(deal == deals[0] for deal in deals)
