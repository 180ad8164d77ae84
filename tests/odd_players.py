"""Players with whom a run does not go well, where other processes find them."""

import os
import time

from flohcati_rules.streams import Stream

Moves = tuple[object, ...]


class OddError(Exception):
    """An error that can be sent to another process, but not read there."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


def breaks(_game: object, _state: object, moves: Moves, stream: Stream) -> object:
    """Raise what no library would."""
    raise ZeroDivisionError("of my own")


def breaks_oddly(_game: object, _state: object, moves: Moves, stream: Stream) -> object:
    """Raise what gets lost between processes."""
    raise OddError("of", "my own")


def cheats(_game: object, _state: object, moves: Moves, stream: Stream) -> object:
    """Choose what is no move."""
    return "cheat"


def dies(_game: object, _state: object, moves: Moves, stream: Stream) -> object:
    """Take the whole process along, sooner or later."""
    if stream.below(20_000) == 0:
        os._exit(3)
    return moves[0]


def thinks(_game: object, _state: object, moves: Moves, stream: Stream) -> object:
    """Take a long time for a choice."""
    time.sleep(60)
    return moves[0]
