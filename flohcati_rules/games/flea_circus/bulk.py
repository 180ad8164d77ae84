"""Games in bulk: what Python asks of the kernel, and gets as columns of numbers."""

import importlib
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import attrs

from flohcati_rules.game import Counts, Player
from flohcati_rules.games.flea_circus.cards import ROW
from flohcati_rules.games.flea_circus.kernel import (
    CAUTIOUS,
    COMPILED,
    DECLINE,
    DEMAND_COLOUR,
    DEMAND_FROM,
    DEMAND_WAY,
    DISCARD,
    DRAW_FROM,
    END,
    GALA,
    GIVE,
    GREEDY,
    LAY,
    MILLION,
    MOST_SEATS,
    NONE,
    OUTCOME,
    QUANTITIES,
    REVEAL,
    ROW_BITS,
    STOP,
    TAKE,
    TAKE_ALL,
    UNIFORM,
    WIDTH,
    play_games,
    rule_row,
)
from flohcati_rules.games.flea_circus.moves import (
    Decline,
    Demand,
    Direction,
    Discard,
    Draw,
    End,
    Gala,
    Give,
    Move,
    Outcome,
    Reveal,
    Stop,
    Take,
    TakeAll,
    Trio,
)
from flohcati_rules.games.flea_circus.players import PLAYERS, Cautious, Greedy
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.state import State
from flohcati_rules.parameters import parameters_of
from flohcati_rules.streams import MASK


def in_bulk(reading: Reading, players: Sequence[str]) -> "InBulk | None":
    """Return what plays many games of a table, or None where that is not possible.

    It takes numba, and players that are known here.
    """
    table = seated(players)
    if not COMPILED or table is None:
        return None
    return InBulk(as_row(rule_row(reading)), as_row(table), len(players))


def seated(players: Sequence[str]) -> list[int] | None:
    """Return players as the kernel reads them, or None where it lacks one of them."""
    row = [0] * (2 * MOST_SEATS)
    for seat, text in enumerate(players):
        player: Any = _player(text)
        kind, limit = UNIFORM, 0
        if isinstance(player, Cautious):
            kind, limit = CAUTIOUS, round(player.bound * MILLION)
        elif isinstance(player, Greedy):
            kind, limit = GREEDY, player.enough
        elif player is not PLAYERS["uniform"]:
            return None
        row[seat], row[MOST_SEATS + seat] = kind, limit
    return row


_WITH_PARAMETER = re.compile(r"([\w-]+)\((\w+)=(\S+)\)", re.ASCII)


def _player(text: str) -> Player | None:
    """Return the player that is written in the one way that studies write it."""
    given = _WITH_PARAMETER.fullmatch(text)
    if given is None:
        return PLAYERS.get(text)
    player = PLAYERS.get(given[1])
    declared = parameters_of(type(player)).get(given[2])
    value = declared.read(given[3]) if declared else None
    if player is None or value is None:
        return None
    changed: Player = attrs.evolve(cast("Any", player), **{given[2]: value})
    return changed


@attrs.frozen(eq=False)
class InBulk:
    """Plays many games of one table under one variant; see ``game.Bulk``."""

    _rule: Any
    _table: Any
    _seats: int

    def play(self, *, seed: int, indices: range, threads: int = 1) -> Counts:
        """Play the games of some indices to their ends, and count.

        Threads, each with games of its own, rather than numba's: those do not survive
        a fork of the process, nor being called from several threads at once.
        """
        np = _numpy()
        games, seats = len(indices), self._seats
        ended_by = np.empty(games, "int8")
        scores = np.empty(games * seats, "int32")
        wins = np.empty(games * seats, "int8")
        counts = np.empty(len(QUANTITIES) * games, "int32")

        def play_some(begin: int, end: int) -> None:
            play_games(
                self._rule,
                self._table,
                seats,
                as_unsigned(seed),
                as_unsigned(indices.start),
                as_unsigned(indices.step),
                begin,
                end,
                as_row([0] * WIDTH),
                None,
                ended_by,
                scores,
                wins,
                counts,
            )

        cuts = [games * part // threads for part in range(threads + 1)]
        if threads == 1:
            play_some(0, games)
        else:
            # Compiled here, where an interrupt is noticed at once; a thread of the pool
            # would first have to be done with it.
            play_some(0, 0)
            with ThreadPoolExecutor(threads) as pool:
                for _ in pool.map(play_some, cuts, cuts[1:]):
                    pass
        return Counts(
            ended_by,
            scores.reshape(games, seats),
            wins.reshape(games, seats),
            dict(zip(QUANTITIES, counts.reshape(len(QUANTITIES), games), strict=True)),
        )


MOST_MOVES = 4096
"""More than a game can have."""


def trace(
    reading: Reading, players: Sequence[str], *, seed: int, index: int
) -> list[tuple[int, int]]:
    """Return the moves of a game, each as its kind and what it says."""
    table = seated(players)
    assert table is not None
    seats = len(players)
    log = as_row([0] * MOST_MOVES)
    play_games(
        as_row(rule_row(reading)),
        as_row(table),
        seats,
        as_unsigned(seed),
        as_unsigned(index),
        as_unsigned(1),
        0,
        1,
        as_row([0] * WIDTH),
        log,
        *(as_row([0] * size) for size in (1, seats, seats, len(QUANTITIES))),
    )
    moves = [int(move) for move in log]
    return [(move >> 16, move & 0xFFFF) for move in moves[: moves.index(NONE)]]


def _numpy() -> Any:  # noqa: ANN401 - a module
    """Return numpy, which is there wherever numba is."""
    return importlib.import_module("numpy")


def as_row(numbers: Sequence[int]) -> Any:  # noqa: ANN401 - an array, or a list
    """Return numbers as the kernel reads them."""
    return _numpy().array(numbers, "int64") if COMPILED else [*numbers]


def as_unsigned(number: int) -> Any:  # noqa: ANN401 - a number of numpy's, or one of Python's
    """Return the lowest 64 bits of a number as the kernel reads them."""
    return _numpy().uint64(number & MASK) if COMPILED else number & MASK


def coded(reading: Reading, state: State, move: Move) -> tuple[int, int]:
    """Return the kind of a move and what it says, in a state in which it is legal."""
    seats = state.seats
    match move:
        case Take(card):
            return TAKE, card.code
        case Give(card):
            return GIVE, card.code
        case Discard(card):
            return DISCARD, card.code
        case Outcome(card):
            return OUTCOME, card.code
        case Trio(number, cards):
            hand = state.hands[state.turn.seat]
            colours = sum(1 << card.code % ROW for card in cards)
            return LAY, number << ROW | (colours or hand >> ROW * number & ROW_BITS)
        case Draw(opponent):
            return DRAW_FROM, seats.index(opponent)
        case Demand(opponent, ""):
            return DEMAND_FROM, seats.index(opponent)
        case Demand(opponent, colour, direction):
            place = reading.deck.colours.index(colour)
            if direction is None:
                return DEMAND_COLOUR, seats.index(opponent) * ROW + place
            return DEMAND_WAY, [*Direction].index(direction) * ROW + place
        case _:
            return _PLAIN[type(move)], 0


_PLAIN: dict[type[Move], int] = {
    Reveal: REVEAL,
    Stop: STOP,
    Decline: DECLINE,
    End: END,
    TakeAll: TAKE_ALL,
    Gala: GALA,
}
