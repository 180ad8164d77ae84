"""A run with a store, as a program that tests can kill.

python -m tests.kept_run STORE GAMES JOBS
"""

import contextlib
import json
import sys

from flohcati_rules.registry import load_variant
from flohcati_rules.study import runs
from flohcati_rules.study.plan import Plan, make_plan
from flohcati_rules.study.runs import run
from flohcati_rules.study.store import Store
from flohcati_rules.study.workers import processes


def plan_of(games: int) -> Plan:
    """Return the plan that the program runs."""
    variants = [load_variant("amigo-ja"), load_variant("kirppusirkus-fi")]
    return make_plan(variants, games=games, seats=3, seed=5, engine="step")


def tell(done: int) -> None:
    """Write how far the run is, a line for each batch."""
    sys.stderr.write(f"{done}\n")
    sys.stderr.flush()


def main(path: str, games: int, jobs: int) -> None:
    """Run, and print the tally."""
    runs.BATCH_SECONDS = 0.1  # for many moments between two batches
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(Store.open(path))
        workers = stack.enter_context(processes(jobs)) if jobs > 1 else None
        tally = run(plan_of(games), executor=workers, store=store, progress=tell)
    sys.stdout.write(json.dumps(tally.to_json()))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
