"""A record: a played game as its deal, its moves and its result. It knows no rules."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import attrs

from flohcati_rules.documents import Node
from flohcati_rules.errors import PositionError, RequestError
from flohcati_rules.profiles import AnyGame, Variant

FORMAT = "record/1"
"""What a record declares itself to be."""


class Step(NamedTuple):
    """One step of a game: who decides (a seat or ``chance``), and what."""

    actor: str
    move: str


@attrs.frozen(kw_only=True)
class Result:
    """How a game came out: its ending, the scores by seat, and who won."""

    ended_by: str
    scores: Mapping[str, int] = attrs.field(hash=False)
    winners: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Record:
    """A played game, from its deal to its last step.

    Attributes:
        game: the id of the game.
        variant: the id of the variant it was played by.
        digest: the digest of that variant's rules.
        components: the digest of the game's components; None where it has none.
        seats: the seats, in turn order.
        deck: the deck that it was dealt from, in order.
        moves: the steps, moves in the notation; forced answers are never asked.
        result: how it came out; None of a game that was not finished.
        document: the file it was read from, by which a replay finds the place of
            what is wrong; None of a record made in play.

    """

    game: str
    variant: str
    digest: str
    components: str | None = None
    seats: tuple[str, ...]
    deck: tuple[str, ...]
    moves: tuple[Step, ...]
    result: Result | None
    document: Node | None = attrs.field(default=None, eq=False, repr=False)


def record_game(variant: Variant, start: object, moves: Iterable[object]) -> Record:
    """Return the record of a game that was played from its start.

    Args:
        variant: the variant it was played by.
        start: the state that the game's ``start`` returned.
        moves: the moves in order, those of chance too, to the end or not so far.

    Raises:
        RequestError: the state is not the start of a game.
        IllegalMoveError: a move is not legal.

    """
    game = variant.game()
    seats, deck = game.seats(start), game.deal(start)
    if not _begins(game, start):
        message = "a record begins at the start of a game, not in the middle of one"
        raise RequestError(message)
    steps: list[Step] = []
    state = start
    for move in moves:
        steps.append(Step(game.decider(state), str(move)))
        state = game.apply(state, move)
    return Record(
        game=variant.game_class.ID,
        variant=variant.id,
        digest=variant.digest,
        components=game.components_digest or None,
        seats=seats,
        deck=deck,
        moves=tuple(steps),
        result=result_of(game, state),
    )


def _begins(game: AnyGame, state: object) -> bool:
    """Tell whether a state is one that the game's ``start`` returns."""
    try:
        started: object = game.start(game.seats(state), deck=game.deal(state))
    except PositionError:
        return False
    return started == state


def result_of(game: AnyGame, state: object) -> Result | None:
    """Return how a game came out, or None while it goes on."""
    ended_by = game.ended_by(state)
    if ended_by is None:
        return None
    sheet = game.score(state)
    return Result(ended_by=ended_by, scores=sheet.totals, winners=sheet.winners)
