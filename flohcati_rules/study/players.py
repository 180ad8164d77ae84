"""Players: who chooses in simulated games, by name or as a callable of one's own.

What a player is stands with the ``Game`` protocol, and every game declares its own;
here they are found, and a callable of the user's is kept to the legal moves.
"""

import inspect
import re
from collections.abc import Mapping
from typing import Any, TypeVar, cast

import attrs

from flohcati_rules.errors import RequestError, did_you_mean
from flohcati_rules.game import Player
from flohcati_rules.parameters import (
    out_of_range,
    parameters_of,
    player_name,
    unknown_parameter,
)
from flohcati_rules.profiles import AnyGame
from flohcati_rules.streams import Stream
from flohcati_rules.study.search import SEARCH

__all__ = [
    "Player",
    "by_chance",
    "canonical",
    "habits_of",
    "name_of",
    "player_of",
    "players_of",
    "split_players",
]


MoveT = TypeVar("MoveT")


def by_chance(
    _game: object, _state: object, moves: tuple[MoveT, ...], stream: Stream
) -> MoveT:
    """Pick one of equally likely outcomes; a single one costs no random number."""
    return moves[stream.below(len(moves)) if len(moves) > 1 else 0]


def player_of(game_class: type[AnyGame], player: str | Player) -> Player:
    """Return the player that a text names, or a callable as a player.

    Args:
        game_class: the game, which declares its players.
        player: a name, such as ``cautious``, perhaps with parameters, such as
            ``cautious(bound=0.1)``; or a callable.

    Raises:
        RequestError: the game declares no such player, or it is not written so.

    """
    declared = players_of(game_class)
    _check_kind(player)
    if not isinstance(player, str):
        known = {type(one) for one in declared.values() if attrs.has(type(one))}
        return player if type(player) in known else _kept_to_the_rules(player)
    name, given = _taken_apart(player)
    if name not in declared:
        hint = did_you_mean(name, declared)
        listed = ", ".join(declared)
        message = f"no player {name!r}{hint} ({game_class.TITLE} has: {listed})"
        raise RequestError(message)
    return _with(name, declared[name], given) if given else declared[name]


def _check_kind(player: object) -> None:
    if not isinstance(player, str) and not callable(player):
        message = f"a player is a name or a callable, not {player!r}"
        raise RequestError(message)


def players_of(game_class: type[AnyGame]) -> Mapping[str, Player]:
    """Return the players of a game by name: its own, and the search player."""
    return {**game_class.PLAYERS, "search": SEARCH}


def split_players(text: str) -> list[str]:
    """Return the players of a list with commas, those within parentheses apart."""
    return re.split(r",(?![^(]*\))", text)


_WRITTEN = re.compile(r"\s*([\w-]+)\s*(?:\((.*)\)\s*)?", re.ASCII | re.DOTALL)
_GIVEN = re.compile(r"\s*(\w+)\s*=\s*([^\s=]+)\s*", re.ASCII)


def _taken_apart(text: str) -> tuple[str, Mapping[str, str]]:
    """Return the name that a text begins with, and the parameters as they are given."""
    written = _WRITTEN.fullmatch(text)
    given: dict[str, str] = {}
    inside = written[2] if written else None
    for part in inside.split(",") if inside and inside.strip() else ():
        pair = _GIVEN.fullmatch(part)
        if pair is None:
            written = None
            break
        if pair[1] in given:
            message = f"{pair[1]} is given twice in {text!r}"
            raise RequestError(message)
        given[pair[1]] = pair[2]
    if written is None:
        message = (
            f"{text!r} is not written as a player: a name, or a name with "
            f"parameters, such as search(iterations=400)"
        )
        raise RequestError(message)
    return written[1], given


def _with(name: str, player: Player, given: Mapping[str, str]) -> Player:
    """Return a player with some parameters as they are given."""
    declared = parameters_of(type(player))
    values: dict[str, Any] = {}
    for key, text in given.items():
        if key not in declared:
            raise unknown_parameter(name, key, declared)
        values[key] = declared[key].read(text)
        if values[key] is None:
            raise out_of_range(name, declared[key], repr(text))
    changed: Player = attrs.evolve(cast("Any", player), **values)
    return changed


def canonical(game_class: type[AnyGame], player: str | Player) -> str | Player:
    """Return the one way to write a player of a game, or a callable as it is.

    Only the parameters that are not the usual ones are written, in their order.

    Raises:
        RequestError: the game declares no such player, or it is not written so.

    """
    found = player_of(game_class, player)
    named = isinstance(player, str) or parameters_of(type(found))
    return name_of(found) if named else player


def name_of(player: str | Player) -> str:
    """Return what a player is called in results, with parameters of its own."""
    if isinstance(player, str):
        return player
    declared = parameters_of(type(player))
    if not declared:
        return str(getattr(player, "__name__", type(player).__name__))
    own = [
        f"{name}={parameter.written(getattr(player, name))}"
        for name, parameter in declared.items()
        if getattr(player, name) != parameter.default
    ]
    listed = f"({', '.join(own)})" if own else ""
    return player_name(type(player)) + listed


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
