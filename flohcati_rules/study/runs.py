"""Runs: the games of a plan, counted batch by batch wherever there is room, and summed.

A batch is as many games as take about a second, found out by measuring: a plan may be
played by a kernel that plays a hundred thousand games in that time, or by a player that
thinks for a minute. As tallies are exact sums, it does not matter how the games were
divided.
"""

import contextlib
import functools
import json
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    wait,
)
from time import perf_counter
from types import FunctionType
from typing import ParamSpec, TypeVar

import attrs

from flohcati_rules._version import __version__
from flohcati_rules.errors import RequestError, StoreError, WorkerDiedError
from flohcati_rules.game import Player
from flohcati_rules.study.plan import Plan
from flohcati_rules.study.store import Shelf, Store
from flohcati_rules.study.tally import Tally, tally_of

P = ParamSpec("P")
AnswerT = TypeVar("AnswerT")

Progress = Callable[[int], None]
"""Told how many games are done."""

BATCH_SECONDS = 1.0
"""How long a batch is to take: long beside what it costs to send and to keep one."""

_GROWTH = 4
"""By how much a batch is larger or smaller than the last one, at most: the first ones
may have waited for a compiler."""

_LOOK_UP = 0.5
"""After how many seconds of waiting an interrupt is noticed everywhere."""


@attrs.frozen
class Workers:
    """An executor, and how many batches it counts at a time, at least one."""

    executor: Executor
    count: int

    def __attrs_post_init__(self) -> None:
        """Refuse workers of whom there are none."""
        if self.count < 1:
            message = f"{self.count} workers: nobody would count"
            raise RequestError(message)


def run(
    plan: Plan,
    *,
    executor: Executor | Workers | None = None,
    store: Store | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Count all games of a plan, and return their tally.

    The tally is the same, bit by bit, whoever counts the games. What is finished is in
    the store even if the run is not: the same run with the same store goes on there.

    Args:
        plan: what is played.
        executor: who counts batches, such as a process pool or a cluster's; by default
            they are counted here, one after the other. It is given twice as many at
            once as it has workers, so that none of them waits. With an executor alone
            that is taken to be the number of processors here.
        store: has what earlier runs of the plan counted, and keeps what this one does.
        progress: told how many games are counted: first what the store has, then the
            rest from time to time.

    Raises:
        StoreError: the store is damaged, or cannot be written to.
        WorkerDiedError: a process of the executor ended before its batch did.
        RequestError: the plan cannot be sent to other processes, or a store could
            not tell one of its players from another.

    What a player raises reaches the caller as it is, wherever it was raised; only what
    cannot be sent between processes arrives as a ``RuntimeError`` with its name and
    text.

    """
    shelf = None if store is None else _shelf_of(plan, store)
    counting = _Counting(plan, shelf, progress)
    counting.take_kept()
    processors = os.cpu_count() or 1
    if executor is None:
        _count(counting, _Here(), count_batch, underway=1, threads=processors)
    else:
        if not isinstance(executor, Workers):
            executor = Workers(executor, processors)
        count = functools.partial(count_batch_for, __version__)
        underway = 2 * executor.count
        _count(counting, executor.executor, count, underway=underway, threads=1)
    assert counting.total is not None, "a plan has games"
    return counting.total


def gaps_in(kept: Iterable[range], games: int) -> Iterator[range]:
    """Yield the stretches of some games that none of the ranges covers, in order."""
    end = 0
    for batch in (*kept, range(games, games)):
        if end < batch.start:
            yield range(end, batch.start)
        end = batch.stop


def count_batch(plan: Plan, batch: range, threads: int) -> tuple[Tally, float]:
    """Return the tally of a batch, and the seconds it took to count."""
    began = perf_counter()
    tally = tally_of(plan, batch, threads=threads)
    return tally, perf_counter() - began


def count_batch_for(
    version: str, plan: Plan, batch: range, threads: int
) -> tuple[Tally, float]:
    """Count a batch for a run elsewhere; this is what workers do.

    Raises:
        RequestError: the run has another version of this library.

    """
    if version != __version__:
        message = (
            f"a worker has version {__version__} of flohcati-rules, and {version} is "
            f"needed; install the same version everywhere"
        )
        raise RequestError(message)
    try:
        return count_batch(plan, batch, threads)
    except Exception as error:
        if _can_travel(error):
            raise
        message = f"{type(error).__name__}: {error}"
        raise RuntimeError(message) from None


def _shelf_of(plan: Plan, store: Store) -> Shelf:
    for player in (plan.player, plan.guest):
        if player is not None and not _has_a_name(player):
            message = (
                f"a store cannot tell the player {player!r} from another of its kind; "
                f"it takes one that is named, such as 'cautious', or a function of a "
                f"module"
            )
            raise RequestError(message)
    description = json.dumps(plan.describe(), ensure_ascii=False)
    return store.shelf(plan.digest, description, games=plan.games)


def _has_a_name(player: str | Player) -> bool:
    """Tell whether two players that go by the name of this one are the same.

    All lambdas of a module share one, as do all functions that one function makes, and
    all instances of a class.
    """
    if isinstance(player, str):
        return True
    return isinstance(player, FunctionType) and "<" not in player.__qualname__


def _can_travel(error: Exception) -> bool:
    """Tell whether another process can read an error.

    One that it cannot would break the pool, and take the blame for it along.
    """
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - written on this very line
    except Exception:  # noqa: BLE001 - whatever a stranger's class does
        return False
    return True


class _Here(Executor):
    """An executor that does everything at once, in this very thread."""

    def submit(
        self, fn: Callable[P, AnswerT], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[AnswerT]:
        """Return the answer of a call as a future that is done."""
        future = Future[AnswerT]()
        future.set_result(fn(*args, **kwargs))
        return future


@attrs.define
class _Counting:
    """How far a run is: what is counted, and what is to be."""

    plan: Plan
    shelf: Shelf | None
    progress: Progress | None
    total: Tally | None = None
    gaps: list[range] = attrs.Factory(list[range])
    """What nobody has begun to count, the last first."""
    too_many: range = range(0)
    """A kept batch that goes beyond the games of the plan, and so is of no use."""
    size: int = 1
    """How many games make a batch now."""

    def take_kept(self) -> None:
        """Add up what the store has, and see what is missing."""
        taken, games = list[range](), self.plan.games
        for kept in self.shelf.batches() if self.shelf else ():
            if kept.games.stop > games:
                self.too_many = kept.games
                break
            self._add(_read(self.shelf, kept.tally, len(kept.games)))
            taken.append(kept.games)
        self.gaps = [*gaps_in(taken, games)][::-1]
        self._tell()

    def next_batch(self, workers: int) -> range | None:
        """Return the next batch to count, or None when all are begun.

        Towards the end batches get smaller, so that all workers finish together.
        """
        if not self.gaps:
            return None
        gap = self.gaps.pop()
        size = self.size
        if workers > 1:
            left = len(gap) + sum(map(len, self.gaps))
            size = max(min(size, left // workers), size // _GROWTH, 1)
        if size < len(gap):
            self.gaps.append(gap[size:])
        return gap[:size]

    def finish(self, batch: range, tally: Tally, seconds: float) -> None:
        """Add a batch and keep it, and choose the size of the next ones."""
        self.keep(batch, tally)
        self._add(tally)
        self._tell()
        fitting = BATCH_SECONDS / max(seconds, 1e-6)
        wanted = len(batch) * min(max(fitting, 1 / _GROWTH), _GROWTH)
        self.size = max(int(wanted), 1)

    def keep(self, batch: range, tally: Tally) -> None:
        """Write a batch to the store, unless a kept one has some of its games."""
        apart = batch.stop <= self.too_many.start or not self.too_many
        if self.shelf and apart:
            self.shelf.keep(batch, json.dumps(tally.to_json(), separators=(",", ":")))

    def _add(self, tally: Tally) -> None:
        self.total = tally if self.total is None else self.total + tally

    def _tell(self) -> None:
        if self.progress:
            self.progress(self.total.games if self.total else 0)


def _count(
    counting: _Counting,
    executor: Executor,
    count: Callable[[Plan, range, int], tuple[Tally, float]],
    *,
    underway: int,
    threads: int,
) -> None:
    """Count all that is missing, some batches at a time.

    However it ends, what is not begun is called off and what is finished is kept.
    """
    begun = dict[Future[tuple[Tally, float]], range]()
    plan = counting.plan
    try:
        while True:
            while len(begun) < underway and (batch := counting.next_batch(underway)):
                begun[executor.submit(count, plan, batch, threads)] = batch
            if not begun:
                return
            done, _ = wait(begun, timeout=_LOOK_UP, return_when=FIRST_COMPLETED)
            for future in done:
                # It stays among those begun until it is known to be well.
                tally, seconds = future.result()
                counting.finish(begun.pop(future), tally, seconds)
    except BaseException as error:
        _call_off(counting, begun)
        if _is_death(error):
            raise WorkerDiedError(_name_of(counting.shelf)) from error
        _refuse_what_cannot_travel(plan, executor, error)
        raise


def _call_off(
    counting: _Counting, begun: dict[Future[tuple[Tally, float]], range]
) -> None:
    """Cancel what is not begun, and keep what is finished."""
    for future in begun:
        future.cancel()
    for future, batch in begun.items():
        if future.done() and not future.cancelled() and not future.exception():
            with contextlib.suppress(StoreError):  # the first error is told
                counting.keep(batch, future.result()[0])


def _is_death(error: BaseException) -> bool:
    """Tell whether an error says that a worker died; each executor has its own."""
    distributed = sys.modules.get("distributed")
    deaths = (BrokenExecutor, *([distributed.KilledWorker] if distributed else []))
    return isinstance(error, deaths)


def _refuse_what_cannot_travel(
    plan: Plan, executor: Executor, error: BaseException
) -> None:
    """Say so if an error arose because a plan cannot be sent to other processes."""
    if isinstance(executor, _Here) or not isinstance(error, Exception):
        return
    try:
        pickle.dumps(plan)
    except Exception as reason:  # noqa: BLE001 - pickle has no one error of its own
        if (type(reason), str(reason)) != (type(error), str(error)):
            return  # the executor has its own way to send a plan
        message = (
            f"the plan cannot be sent to another process ({reason}); a player must be "
            f"a function of a module, or an instance of one of its classes"
        )
        raise RequestError(message) from error


def _name_of(shelf: Shelf | None) -> str:
    return "" if shelf is None else str(shelf.path)


def _read(shelf: Shelf | None, told: str, games: int) -> Tally:
    """Return a tally that was kept."""
    try:
        tally = Tally.from_json(json.loads(told))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = (
            "the file holds a batch that is no tally; remove the file to start over"
        )
        raise StoreError(_name_of(shelf), reason) from error
    assert tally.games == games, "it is sealed together with its number of games"
    return tally
