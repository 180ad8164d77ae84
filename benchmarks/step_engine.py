"""How fast the step engine plays, against a peer stepped from Python as well.

Random games of four are played in short slices, in turn: OpenSpiel's C++ hearts,
then each of ours, round after round in the same process, so that a machine whose
speed drifts drifts for all alike. A decision is a question put to a seat; chance
is applied by the caller and counted on neither side. Shuffle, start and end of
the games are inside the time.

    python benchmarks/step_engine.py [--rounds 40] [--slice 0.06]

prints, for each of ours, the median of the ratios to the hearts slice of the same
round, with quartiles. It needs the extra ``bench``.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from flohcati_rules import load_variant
from flohcati_rules.games.flea_circus.state import BY_CHANCE

SEATS = ("Ann", "Ben", "Cleo", "Dora")
_BATCH = 20
"""How many decisions are made between two looks at the clock."""


def hearts() -> Iterator[int]:
    """Play hearts for ever, yielding after each decision."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    uniform = random.Random(1).random
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(uniform() * len(outcomes))][0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(uniform() * len(actions))])
            yield 1


def flea_circus(variant: str, *, checked: bool) -> Iterator[int]:
    """Play the flea circus for ever, yielding after each decision."""
    game = load_variant(variant).game()
    uniform = random.Random(1).random
    legal_moves = game.legal_moves
    step = game.apply if checked else game.step
    seed = 0
    while True:
        seed += 1
        state = game.start(SEATS, seed=seed)
        while moves := legal_moves(state):
            by_chance = state.turn.asked == BY_CHANCE
            state = step(state, moves[int(uniform() * len(moves))])
            if not by_chance:
                yield 1


def speed(play: Iterator[int], seconds: float) -> float:
    """Return the decisions a second of one slice."""
    count = 0
    start = time.perf_counter()
    end = start + seconds
    while (now := time.perf_counter()) < end:
        for _ in range(_BATCH):
            count += next(play)
    return count / (now - start)


def main() -> int:
    """Run the rounds and print the ratios."""
    parser = argparse.ArgumentParser(description="Time the step engine.")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--slice", type=float, default=0.06, dest="seconds")
    options = parser.parse_args()
    try:
        peer = hearts()
        next(peer)
    except ImportError:
        print("OpenSpiel is not installed: pip install -e '.[bench]'", file=sys.stderr)
        return 2
    ours: dict[str, Callable[[], Iterator[int]]] = {
        "amigo-ja, step": lambda: flea_circus("amigo-ja", checked=False),
        "amigo-ja, apply": lambda: flea_circus("amigo-ja", checked=True),
        "kirppusirkus-fi, step": lambda: flea_circus("kirppusirkus-fi", checked=False),
        "kirppusirkus-fi, apply": lambda: flea_circus("kirppusirkus-fi", checked=True),
    }
    plays = {name: make() for name, make in ours.items()}
    ratios: dict[str, list[float]] = {name: [] for name in plays}
    speeds: list[float] = []
    for _ in range(options.rounds):
        base = speed(peer, options.seconds)
        speeds.append(base)
        for name, play in plays.items():
            ratios[name].append(speed(play, options.seconds) / base)
    median = statistics.median(speeds)
    print(f"hearts: {median / 1000:.0f} thousand decisions a second (median)")
    for name, found in ratios.items():
        low, middle, high = statistics.quantiles(found, n=4)
        print(f"{name:24} {middle:.2f} of hearts ({low:.2f} to {high:.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
