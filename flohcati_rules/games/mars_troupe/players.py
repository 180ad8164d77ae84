"""The players of Mars troupe: who may be asked to play simulated games.

A player is told the legal moves and may look at what its own seat knows.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flohcati_rules.game import Player
from flohcati_rules.games.mars_troupe.moves import Move
from flohcati_rules.games.mars_troupe.state import State
from flohcati_rules.streams import Stream


def uniform(
    _game: object, _state: object, moves: tuple[Move, ...], stream: Stream
) -> Move:
    """Choose uniformly; a choice of one costs no random number."""
    return moves[0] if len(moves) == 1 else moves[stream.below(len(moves))]


WON, LEAD = 50.0, 0.4
"""What a won game is worth, and a lead in a colour's count, in points."""


def greedy(game: Any, state: State, moves: tuple[Move, ...], stream: Stream) -> Move:  # noqa: ANN401 - whatever game a study hands over
    """Choose what is best at the end of the own turn, and look no further.

    Worth is the lead in points, and a little for each colour in which more own
    rabbits would be counted. Cards that the seat does not see are imagined, once a
    decision, within what it knows of them.
    """
    if len(moves) == 1:
        return moves[0]
    seat = game.decider(state)
    seen = game.imagine(state, seat, stream)
    worths = [
        _best(game, game.step(seen, move), seat, state.turn.number) for move in moves
    ]
    best = [
        move for move, worth in zip(moves, worths, strict=True) if worth == max(worths)
    ]
    return best[stream.below(len(best))] if len(best) > 1 else best[0]


def _best(game: Any, state: State, seat: str, number: int) -> float:  # noqa: ANN401 - as above
    """Return the worth of the best end of the turn that a seat can reach."""
    if game.decider(state) != seat or state.turn.number != number:
        return _worth(game, state, seat)
    return max(
        _best(game, game.step(state, move), seat, number)
        for move in game.legal_moves(state)
    )


def _worth(game: Any, state: State, seat: str) -> float:  # noqa: ANN401 - as above
    """Return what a state is worth to a seat, in points."""
    sheet = game.score(state)
    mine: float = sheet.totals[seat]
    theirs: float = sum(sheet.totals.values()) - mine
    if game.is_over(state):
        won = seat in sheet.winners
        return mine - theirs + (WON if won else -WON if sheet.winners else 0)
    leads: Mapping[str, int] = game.leads(state, seat)
    return mine - theirs + LEAD * sum(leads.values())


PLAYERS: Mapping[str, Player] = MappingProxyType({"uniform": uniform, "greedy": greedy})
"""The players by name."""
