"""How fast the kernel plays, against the same games written out in C for one variant.

``flea_limit.c`` beside this file plays `amigo-ja` at random and knows nothing else: the
most that the machine has to give. It is built with the machine's compiler. Then the two
play in short slices, in turn and on the same core, so that a machine whose speed drifts
drifts for both; so do the step engine, and the kernel with two threads on two cores.
Deals and counts are inside the time, what happens once a process is not; the time to
compile is told. On one core the time is the processor's, since a core that is shared
with something else is not slower. One thread and two are compared by the clock on the
wall, which takes two cores that are free.

    python benchmarks/kernel.py [--rounds 15] [--slice 0.3]

prints medians of the ratios within a round, with quartiles. It needs the extra ``fast``
and a C compiler.
"""

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from flohcati_rules import load_variant
from flohcati_rules.study.players import player_of
from flohcati_rules.study.runner import play

SEATS = 4
BATCH = 4096
"""How many games the kernel plays between two looks at the clock."""

NO_COMPILER = """\
No C compiler was found (gcc, clang or cc), so there is nothing to measure against.
  Debian, Ubuntu:  sudo apt install gcc"""
NO_NUMBA = """\
The kernel takes numba, which is not installed: pip install -e '.[fast]'"""


def build(folder: str) -> Path | None:
    """Build the yardstick; return where it is, or None without a compiler."""
    source = Path(__file__).with_name("flea_limit.c")
    compiler = next(filter(None, map(shutil.which, ("gcc", "clang", "cc"))), None)
    if compiler is None:
        return None
    target = Path(folder, "flea_limit")
    command = [compiler, "-O3", "-march=native", "-o", str(target), str(source)]
    # `-DPORTABLE` does without an instruction that only some processors have.
    for options in ([], ["-DPORTABLE"]):
        run = subprocess.run([*command, *options], check=False, capture_output=True)
        if run.returncode == 0:
            return target
    sys.exit(run.stderr.decode(errors="replace"))


@contextlib.contextmanager
def on_cores(count: int) -> Iterator[None]:
    """Keep this process to some cores, where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    usual = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(usual)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, usual)


def limit_speed(program: Path, seconds: float) -> float:
    """Return the games a second of the program in C."""
    games = max(1000, int(400_000 * seconds))
    command = [str(program), str(SEATS), str(games), "7"]
    run = subprocess.run(command, check=True, capture_output=True)
    told = json.loads(run.stdout)
    return told["games"] / told["cpu_s"]


def speed(
    play_some: Callable[[range], object],
    batch: int,
    seconds: float,
    clock: Callable[[], float] = time.process_time,
) -> float:
    """Return the games a second of something that plays ranges of games."""
    done = 0
    begin = now = clock()
    while now - begin < seconds:
        play_some(range(done, done + batch))
        done += batch
        now = clock()
    return done / (now - begin)


def told(name: str, ratios: list[float]) -> str:
    """Return a line with the median of some ratios and their quartiles."""
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f"{name:44} {middle:8.2f}   ({low:.2f} to {high:.2f})"


def main() -> int:
    """Run the rounds and print the ratios."""
    parser = argparse.ArgumentParser(description="Time the kernel.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--slice", type=float, default=0.3, dest="seconds")
    options = parser.parse_args()
    game = load_variant("amigo-ja").game()
    before = time.process_time()
    bulk = game.bulk(["uniform"] * SEATS)
    if bulk is None:
        print(NO_NUMBA, file=sys.stderr)
        return 2
    bulk.play(seed=7, indices=range(1))
    ready = time.process_time() - before
    uniform = player_of(type(game), "uniform")
    table = dict.fromkeys("abcd"[:SEATS], uniform)

    def step_engine(indices: range) -> None:
        for index in indices:
            play(game, table, seed=7, index=index)

    def kernel(indices: range) -> None:
        bulk.play(seed=7, indices=indices)

    def kernel_on_two(indices: range) -> None:
        bulk.play(seed=7, indices=indices, threads=2)

    names = ("C", "kernel", "step", "one", "two")
    speeds: dict[str, list[float]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        if program is None:
            print(NO_COMPILER, file=sys.stderr)
            return 2
        for _ in range(options.rounds):
            with on_cores(1):
                speeds["C"].append(limit_speed(program, options.seconds))
                speeds["kernel"].append(speed(kernel, BATCH, options.seconds))
                speeds["step"].append(speed(step_engine, 4, options.seconds))
            with on_cores(2):
                wall = time.perf_counter
                one = speed(kernel, 8 * BATCH, options.seconds, wall)
                two = speed(kernel_on_two, 8 * BATCH, options.seconds, wall)
                speeds["one"].append(one)
                speeds["two"].append(two)

    def ratios(name: str, other: str) -> list[float]:
        return [a / b for a, b in zip(speeds[name], speeds[other], strict=True)]

    print(f"amigo-ja, {SEATS} seats, uniform; {options.rounds} rounds; games a second:")
    for name, label in (
        ("C", "C, one core"),
        ("kernel", "kernel, one core"),
        ("step", "step engine, one core"),
        ("one", "kernel, one thread, by the wall clock"),
        ("two", "kernel, two threads, by the wall clock"),
    ):
        print(f"{label:44} {statistics.median(speeds[name]):8.0f}")
    print("ratios, median (quartiles):")
    print(told("kernel / C, one core", ratios("kernel", "C")))
    print(told("kernel, two threads / one", ratios("two", "one")))
    print(told("kernel / step engine, one core", ratios("kernel", "step")))
    print(f"{'to load and compile, seconds of processor':44} {ready:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
