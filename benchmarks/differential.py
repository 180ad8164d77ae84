"""Plays the same games with both engines, and looks for the first difference.

Rules are drawn at random, from the rules of any shipped variant with any number of
answers changed; so are the number of seats, the players and the seed. Both engines
play, and every move, the result and everything that is counted must be the same.

    python benchmarks/differential.py [--games 10000] [--first 0] [--seed 1]

Games are numbered, and each block of ten has rules of its own. Of a difference it says
all that it takes to see it again, and the exit code is 1. It needs the extra ``fast``.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from functools import cache

from flohcati_rules import list_variants
from flohcati_rules.errors import RulesError
from flohcati_rules.game import CHANCE, NOBODY, Bulk
from flohcati_rules.games.flea_circus import kernel
from flohcati_rules.games.flea_circus.bulk import coded, trace
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.flea_circus.rules import FleaCircusRules
from flohcati_rules.rulepoints import (
    Names,
    OneOf,
    RulePoint,
    Value,
    Whole,
    points_of,
    with_changes,
)
from flohcati_rules.streams import PLAY, Stream
from flohcati_rules.study.players import by_chance, player_of
from flohcati_rules.study.runner import play

PLAYERS = ("uniform", "cautious", "greedy", "cautious(bound=0.3)", "greedy(enough=5)")
BLOCK = 10
"""How many games are played by the same rules."""
COLOURS = (
    "red",
    "blue",
    "green",
    "pink",
    "grey",
    "gold",
    "teal",
    "lime",
    "rust",
    "plum",
)


def drawn(point: RulePoint, chance: random.Random) -> Value:
    """Return any value that may answer a rule point."""
    match point.answers:
        case OneOf(words):
            return chance.choice([*words])
        case Whole(least, most):
            return chance.randint(least, most)
        case Names(least, most):
            return COLOURS[: chance.randint(least, most)]
        case other:
            raise TypeError(other)


@cache
def shipped() -> list[FleaCircusRules]:
    """Return the rules of all shipped variants that can be played."""
    complete = [variant for variant in list_variants() if not variant.unknown]
    found = [variant.rules for variant in complete]
    return [rules for rules in found if isinstance(rules, FleaCircusRules)]


def drawn_rules(chance: random.Random) -> FleaCircusRules:
    """Return rules of a variant with some answers changed, or many."""
    rules = chance.choice(shipped())
    points = [*points_of(FleaCircusRules).values()]
    for point in chance.sample(points, chance.randint(0, len(points))):
        try:
            rules = with_changes(rules, {point.id: drawn(point, chance)})
        except RulesError:
            continue  # it would contradict the others
    return rules


def played_by_steps(
    game: FleaCircus, players: list[str], seed: int, index: int
) -> Iterator[tuple[int, int]]:
    """Yield the moves of a game as the step engine plays it."""
    seated = {name: player_of(FleaCircus, name) for name in players}
    seats = [f"seat-{place}" for place in range(len(players))]
    choosers = {seat: seated[name] for seat, name in zip(seats, players, strict=True)}
    choosers[CHANCE] = by_chance
    stream = Stream(seed, index, PLAY)
    state = game.start(seats, seed=seed, index=index)
    while (asked := game.decider(state)) != NOBODY:
        move = choosers[asked](game, state, game.legal_moves(state), stream)
        yield coded(game.reading, state, move)
        state = game.step(state, move)


def difference(
    game: FleaCircus, bulk: Bulk, players: list[str], seed: int, index: int
) -> str:
    """Return where the engines part in a game, or nothing."""
    moves = [*played_by_steps(game, players, seed, index)]
    kernel_moves = trace(game.reading, players, seed=seed, index=index)
    if moves != kernel_moves:
        pairs = enumerate(zip([*moves, None], [*kernel_moves, None], strict=False))
        return next(
            f"move {place}: {ours} by steps, {theirs} by the kernel"
            for place, (ours, theirs) in pairs
            if ours != theirs
        )
    counts = bulk.play(seed=seed, indices=range(index, index + 1))
    table = {
        f"seat-{place}": player_of(FleaCircus, name)
        for place, name in enumerate(players)
    }
    by_steps = play(game, table, seed=seed, index=index)
    result = by_steps.result
    wanted = {
        "ended_by": [*FleaCircus.ENDINGS].index(result.ended_by),
        "scores": [*result.scores],
        "winners": [int(seat in result.winners) for seat in table],
        **by_steps.quantities,
    }
    found = {
        "ended_by": int(counts.ended_by[0]),
        "scores": counts.scores[0].tolist(),
        "winners": counts.winners[0].tolist(),
        **{name: int(column[0]) for name, column in counts.quantities.items()},
    }
    return "; ".join(
        f"{name}: {wanted[name]} by steps, {found[name]} by the kernel"
        for name in wanted
        if wanted[name] != found[name]
    )


def main() -> int:
    """Play until the games are done, or the engines differ."""
    parser = argparse.ArgumentParser(description="Hold the engines together.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--seed", type=int, default=1, help="of the rules and deals")
    options = parser.parse_args()
    if not kernel.COMPILED:
        print("numba is not installed: pip install -e '.[fast]'", file=sys.stderr)
        return 2
    end = options.first + options.games
    begin = told = time.monotonic()
    for number in range(options.first - options.first % BLOCK, end, BLOCK):
        chance = random.Random(f"{options.seed}/{number}")
        game = FleaCircus(drawn_rules(chance))
        seats = chance.randint(*game.seats_allowed)
        mixed = chance.random() < 0.5
        one = [chance.choice(PLAYERS)] * seats
        players = [chance.choice(PLAYERS) for _ in range(seats)] if mixed else one
        bulk = game.bulk(players)
        assert bulk is not None
        for index in range(max(number, options.first), min(number + BLOCK, end)):
            found = difference(game, bulk, players, options.seed, index)
            if found:
                print(f"game {index}, {', '.join(players)}: {found}\n{game.rules}")
                print(
                    "again: python benchmarks/differential.py "
                    f"--seed {options.seed} --first {index} --games 1"
                )
                return 1
        if time.monotonic() - told > 5:
            told = time.monotonic()
            done = number + BLOCK - options.first
            print(f"{done} games in {told - begin:.0f} s", file=sys.stderr, flush=True)
    print(f"{options.games} games, the same move by move, and all that is counted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
