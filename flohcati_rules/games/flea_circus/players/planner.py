"""The planner: weighs what a turn may bring, and what cards are worth later."""

from collections.abc import Sequence
from typing import Any

import attrs

from flohcati_rules.games.flea_circus.cards import CIRCUS, codes_in
from flohcati_rules.games.flea_circus.moves import (
    DECLINE,
    END,
    GALA,
    REVEAL,
    STOP,
    TAKE_ALL,
    Demand,
    Discard,
    Draw,
    Give,
    Move,
    Take,
    Trio,
)
from flohcati_rules.games.flea_circus.players.turn import ALL, Turn
from flohcati_rules.games.flea_circus.players.view import View
from flohcati_rules.games.flea_circus.state import Phase, State
from flohcati_rules.parameters import parameter, within_range
from flohcati_rules.streams import Stream


@attrs.frozen
class Planner:
    """Weigh what one more reveal, each take and each request may bring.

    Attributes:
        chance: how likely each card that is still out is thought to come to a given
            hand by the end of the game.
        denial: what a point for another seat costs, in points, divided by the number
            of the other seats.

    """

    chance: float = attrs.field(
        default=0.12,
        validator=within_range,
        metadata=parameter("how likely a card that is out comes to a hand", 0, 1),
    )
    denial: float = attrs.field(
        default=0.4,
        validator=within_range,
        metadata=parameter("what a point for another seat costs, in points", 0, 10),
    )

    def __call__(
        self,
        game: Any,  # noqa: ANN401 - whatever game a study hands over
        state: State,
        moves: tuple[Move, ...],
        _stream: Stream,
    ) -> Move:
        """Choose a move by what the seat has seen; no random number is needed."""
        if len(moves) == 1:
            return moves[0]
        others = len(state.hands) - 1
        view = View.of(game.reading, state)
        turn = Turn(view, self.chance, self.denial / others)
        match state.turn.phase:
            case Phase.MAIN:
                return _main(turn, moves)
            case Phase.AFTER | Phase.SKIPPED:
                return _close(turn, moves)
            case Phase.DEMAND | Phase.DRAW:
                requests = [move for move in moves if isinstance(move, Demand | Draw)]
                return max(requests, key=turn.request)
            case Phase.CHAIN:
                return _chain(turn)
            case Phase.CHAIN_TAKE:
                takes = [move for move in moves if type(move) is Take]
                return max(takes, key=lambda take: turn.gain(take.card.code))
            case _:
                return _part(turn, moves)


def _main(turn: Turn, moves: tuple[Move, ...]) -> Move:
    """Lay a trio, reveal, take or decline."""
    trio = _trio(turn, moves)
    if trio is not None:
        return trio
    takes = [move for move in moves if type(move) is Take]
    value, best = -turn.left(_display(turn)), moves[-1]
    if takes:
        value, best = _best_take(turn, takes)
    if REVEAL not in moves:
        return best
    if not takes and DECLINE not in moves:
        return REVEAL
    return REVEAL if turn.reveal(_display(turn)) > value else best


def _display(turn: Turn) -> list[int]:
    return [*codes_in(turn.view.state.display & CIRCUS)]


def _trio(turn: Turn, moves: tuple[Move, ...]) -> Trio | None:
    """Return a trio that is worth laying, unless a gala may win with its cards."""
    if type(moves[0]) is not Trio or turn.view.wins_by_gala(turn.view.hand):
        return None
    return turn.own.best_trio()


def _best_take(turn: Turn, takes: Sequence[Take]) -> tuple[float, Move]:
    value, code = turn.stop([take.card.code for take in takes])
    return value, TAKE_ALL if code == ALL else turn.view.reading.take[code]


def _close(turn: Turn, moves: tuple[Move, ...]) -> Move:
    """Call a gala that wins, else lay a trio that is worth it, else end the turn."""
    if GALA in moves and turn.view.wins_by_gala(turn.view.hand):
        return GALA
    return _trio(turn, moves) or END


def _chain(turn: Turn) -> Move:
    """Go on, unless the turn could end with the last card of the deck."""
    reading, state = turn.view.reading, turn.view.state
    last = reading.cut_short or reading.chain_out_ends
    ends = len(state.deck) == 1 and last and state.display
    return STOP if ends else REVEAL


def _part(turn: Turn, moves: tuple[Move, ...]) -> Move:
    """Part with the card that costs least."""
    turn_of = turn.view.state.turn
    taker = turn_of.seat if turn_of.phase is Phase.GIVE else None
    cards = [move for move in moves if isinstance(move, Give | Discard)]
    return min(cards, key=lambda move: turn.part(move.card.code, taker))
