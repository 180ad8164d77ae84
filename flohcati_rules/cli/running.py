"""Running: where the games of a command are played, and where the results are kept."""

import contextlib
import functools
from collections.abc import Callable, Generator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import click

from flohcati_rules.cli.interrupts import heard
from flohcati_rules.cli.progress import progress
from flohcati_rules.errors import RequestError
from flohcati_rules.study.plan import STEP, WORTH, Plan
from flohcati_rules.study.runs import Workers, run
from flohcati_rules.study.store import Store
from flohcati_rules.study.studies import Run
from flohcati_rules.study.tally import Tally
from flohcati_rules.study.workers import cluster, processes

MOST_JOBS = 512
"""More processes than that are a slip of the finger on any machine."""


@attrs.frozen(kw_only=True)
class Running:
    """What the options say of how games are to be played.

    Attributes:
        jobs: in how many processes.
        dask: the address of a Dask scheduler to leave them to instead; or None.
        store: the file of results to go on from and to add to; or None.

    """

    jobs: int
    dask: str | None
    store: Path | None

    def refuse_to_overwrite(self, file: Path | None) -> None:
        """Refuse to write what comes out of a run where its results are kept."""
        if self.store and file and self.store.resolve() == file.resolve():
            message = f"{file} cannot be both the store and what is written"
            raise RequestError(message)

    @contextlib.contextmanager
    def started(self) -> Generator[Run]:
        """Yield what plays the games of a plan, and show how far it is.

        Processes start and the store opens with the first plan, so that a request that
        makes no sense leaves nothing behind.
        """
        with contextlib.ExitStack() as stack:

            @functools.cache
            def workers() -> Workers | None:
                if self.dask is not None:
                    return stack.enter_context(cluster(self.dask))
                if self.jobs > 1:
                    return stack.enter_context(processes(self.jobs))
                return None

            @functools.cache
            def store() -> Store | None:
                if self.store is None:
                    return None
                return stack.enter_context(Store.open(self.store))

            def play(plan: Plan) -> Tally:
                kept = store()
                return _play(plan, workers(), kept)

            try:
                yield _telling_of_numba(play)
            except KeyboardInterrupt:
                if self.store is not None and self.store.exists():
                    message = (
                        f"What is done is kept in {self.store}; the same command goes "
                        f"on from there."
                    )
                    click.echo(message, err=True)
                raise


def _play(plan: Plan, workers: Workers | None, kept: Store | None) -> Tally:
    """Play the games of a plan, and show how far it is."""
    if kept is not None:
        _tell_of_more(kept, plan)
    bar = progress(_task(plan), plan.games, unit="games")
    with heard() as check, bar as told:

        def count(done: int) -> None:
            check()
            told(done)

        return run(plan, executor=workers, store=kept, progress=count)


NUMBA_MISSING = (
    "Note: games are played one by one. With numba those of most players are played in "
    'bulk, and many times faster: pip install "flohcati-rules[fast]"'
)


def _telling_of_numba(play: Run) -> Run:
    """Return what plays a plan, but says once that it could be much faster."""

    @functools.cache
    def tell() -> None:
        click.echo(NUMBA_MISSING, err=True)

    def told(plan: Plan) -> Tally:
        if _lacks_numba(plan):
            tell()
        return play(plan)

    return told


def _lacks_numba(plan: Plan) -> bool:
    """Tell whether many games are played one by one only because numba is missing."""
    return (
        plan.engine == STEP
        and plan.games * len(plan.variants) > WORTH
        and "bulk" in vars(plan.game_class)  # a game that can, says so itself
        and find_spec("numba") is None
    )


def _task(plan: Plan) -> str:
    a, *others = dict.fromkeys(variant.id for variant in plan.variants)
    if not others:
        return f"playing {a}"
    more = f" and {len(others) - 1} more" if others[1:] else ""
    return f"playing {a} and {others[0]}{more}"


def _tell_of_more(store: Store, plan: Plan) -> None:
    """Say that a run goes beyond the games that were to be all."""
    asked = store.asked(plan.digest)
    if asked and plan.games > max(asked):
        message = (
            f"Note: {max(asked):,} of these games were to be all before. Intervals "
            f"hold for a number of games that was not chosen after a look at results."
        )
        click.echo(message, err=True)


def running_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of how games are played; the command gets them as ``running``."""

    @click.option(
        "--jobs",
        type=click.IntRange(min=1, max=MOST_JOBS),
        default=1,
        show_default=True,
        metavar="N",
        help="Play in N processes of this machine.",
    )
    @click.option(
        "--dask",
        metavar="ADDRESS",
        help="Play on the Dask cluster whose scheduler has this address.",
    )
    @click.option(
        "--store",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Keep results in FILE, and go on from what it has.",
    )
    @functools.wraps(command)
    def with_running(
        *, jobs: int, dask: str | None, store: Path | None, **others: object
    ) -> object:
        if dask is not None and jobs > 1:
            message = "--jobs and --dask exclude each other"
            raise click.UsageError(message)
        running = Running(jobs=jobs, dask=dask, store=store)
        return command(running=running, **others)

    return with_running
