"""The uniform player: chance itself, but for declaring at once."""

from flohcati_rules.games.flea_circus.moves import (
    Decline,
    Gala,
    Move,
    Stop,
    Trio,
)
from flohcati_rules.streams import Stream


def uniform(
    _game: object, _state: object, moves: tuple[Move, ...], stream: Stream
) -> Move:
    """Lay trios and call a gala at once, never decline or stop, else choose uniformly.

    A trio comes before a gala, the lowest number first, and of four equal numbers
    the first three in colour order are laid. It looks at nothing but the legal
    moves, which list trios first, then the gala, and what forgoes something last; a
    choice of one costs no random number.
    """
    first = moves[0]
    if type(first) in _DECLARED:
        return first
    choices = len(moves)
    if choices > 1 and type(moves[-1]) in _FORGOING:
        choices -= 1
    return moves[stream.below(choices)] if choices > 1 else first


_DECLARED = frozenset({Trio, Gala})
_FORGOING = frozenset({Decline, Stop})
