"""A strong player by search: Monte Carlo tree search over imagined states.

It is single-observer information-set Monte Carlo tree search (Cowling, Powley and
Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games 4, 2012): every iteration imagines a state
that the seat cannot tell from the real one, goes down one tree by upper confidence
bounds among the moves that are legal there, adds a node, and plays on at random.
"""

import math

import attrs

from flohcati_rules.game import CHANCE, NOBODY, Player
from flohcati_rules.parameters import parameter, within_range
from flohcati_rules.profiles import AnyGame
from flohcati_rules.streams import Stream


@attrs.define(eq=False)
class _Node:
    """What is known of the play after some moves."""

    visits: int = 0
    available: int = 0
    """How often it could have been chosen."""
    reward: float = 0.0
    """The sum of what it brought to the seat that chose it, each from 0 to 1."""
    children: dict[object, "_Node"] = attrs.field(factory=dict["object", "_Node"])


@attrs.frozen
class Search:
    """Look for the move that wins most often in imagined play.

    Attributes:
        iterations: how many imagined plays a decision takes.
        exploration: how much a rarely tried move is favoured.

    """

    iterations: int = attrs.field(
        default=100,
        validator=within_range,
        metadata=parameter("how many imagined plays a decision takes", 1, 1_000_000),
    )
    exploration: float = attrs.field(
        default=0.7,
        validator=within_range,
        metadata=parameter("how much a rarely tried move is favoured", 0, 100),
    )

    def __call__(
        self, game: AnyGame, state: object, moves: tuple[object, ...], stream: Stream
    ) -> object:
        """Choose a move, looking only at what the deciding seat knows."""
        if len(moves) == 1:
            return moves[0]
        seat = game.decider(state)
        root = _Node()
        for _ in range(self.iterations):
            self._iterate(game, game.imagine(state, seat, stream), root, stream)
        return max(moves, key=lambda move: _visits(root, move))

    def _iterate(
        self, game: AnyGame, state: object, root: _Node, stream: Stream
    ) -> None:
        """Go down the tree once, add a node, play on, and give the reward."""
        node, path = root, list[tuple[_Node, str]]()
        while (decider := game.decider(state)) != NOBODY:
            moves = game.legal_moves(state)
            if decider == CHANCE:
                state = game.step(state, moves[stream.below(len(moves))])
                continue
            new = [move for move in moves if move not in node.children]
            move = self._choose(node, moves, new, stream)
            child = node.children.setdefault(move, _Node())
            for other in moves:
                if other in node.children:
                    node.children[other].available += 1
            path.append((child, decider))
            state, node = game.step(state, move), child
            if new:
                break
        winners = _winners(game, state, stream)
        for reached, chooser in path:
            reached.visits += 1
            if chooser in winners:
                reached.reward += 1 / len(winners)

    def _choose(
        self,
        node: _Node,
        moves: tuple[object, ...],
        new: list[object],
        stream: Stream,
    ) -> object:
        """Choose an untried move, or the one with the highest confidence bound."""
        if new:
            return new[stream.below(len(new))]

        def bound(move: object) -> float:
            child = node.children[move]
            spread = math.sqrt(math.log(child.available) / child.visits)
            return child.reward / child.visits + self.exploration * spread

        return max(moves, key=bound)


def _visits(root: _Node, move: object) -> int:
    child = root.children.get(move)
    return child.visits if child else 0


def _winners(game: AnyGame, state: object, stream: Stream) -> tuple[str, ...]:
    """Play on with the game's uniform player, and return who wins."""
    uniform = game.PLAYERS["uniform"]
    while (decider := game.decider(state)) != NOBODY:
        moves = game.legal_moves(state)
        if decider == CHANCE:
            move = moves[stream.below(len(moves))]
        else:
            move = uniform(game, state, moves, stream)
        state = game.step(state, move)
    return game.score(state).winners


SEARCH: Player = Search()
"""The search player with its default parameters."""
