"""Players: who chooses in simulated games, by name or as a callable of one's own.

What a player is stands with the ``Game`` protocol, and every game declares its own;
here they are found, and a callable of the user's is kept to the legal moves.
"""

import inspect
from collections.abc import Mapping
from typing import TypeVar

from flohcati_rules.errors import RequestError, did_you_mean
from flohcati_rules.game import Player
from flohcati_rules.profiles import AnyGame
from flohcati_rules.streams import Stream
from flohcati_rules.study.search import SEARCH

__all__ = ["Player", "by_chance", "habits_of", "name_of", "player_of", "players_of"]


MoveT = TypeVar("MoveT")


def by_chance(
    _game: object, _state: object, moves: tuple[MoveT, ...], stream: Stream
) -> MoveT:
    """Pick one of equally likely outcomes; a single one costs no random number."""
    return moves[stream.below(len(moves)) if len(moves) > 1 else 0]


def player_of(game_class: type[AnyGame], player: str | Player) -> Player:
    """Return the player of a name that a game declares, or a callable as a player.

    Raises:
        RequestError: the game declares no player of that name.

    """
    if not isinstance(player, str):
        return _kept_to_the_rules(player)
    declared = players_of(game_class)
    if player not in declared:
        hint = did_you_mean(player, declared)
        listed = ", ".join(declared)
        message = f"no player {player!r}{hint} ({game_class.TITLE} has: {listed})"
        raise RequestError(message)
    return declared[player]


def players_of(game_class: type[AnyGame]) -> Mapping[str, Player]:
    """Return the players of a game by name: its own, and the search player."""
    return {**game_class.PLAYERS, "search": SEARCH}


def name_of(player: str | Player) -> str:
    """Return what a player is called in results."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", type(player).__name__))


def habits_of(game_class: type[AnyGame], player: str | Player) -> str:
    """Return what a player does, as the first sentence of its docstring has it."""
    chosen = player_of(game_class, player) if isinstance(player, str) else player
    return (
        (inspect.getdoc(chosen) or "")
        .partition("\n\n")[0]
        .replace("\n", " ")
        .rstrip(".")
    )


def _kept_to_the_rules(player: Player) -> Player:
    """Return a player whose every choice is checked to be among the moves.

    Simulated games are stepped on trust, which a stranger's callable has to earn.
    """

    def checked(
        game: AnyGame, state: object, moves: tuple[object, ...], stream: Stream
    ) -> object:
        move = player(game, state, moves, stream)
        if move not in moves:
            listed = ", ".join(map(str, moves))
            message = (
                f"the player {name_of(player)} chose {str(move)!r}, which is not "
                f"among the legal moves ({listed})"
            )
            raise RequestError(message)
        return move

    return checked
