"""Runs: the same tally wherever games are counted, and nothing lost in trouble."""

import functools
import itertools
import json
import os
import pkgutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, ParamSpec, TypeVar

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules._version import __version__
from flohcati_rules.errors import RequestError, StoreError, WorkerDiedError
from flohcati_rules.game import Player
from flohcati_rules.registry import load_variant
from flohcati_rules.streams import Stream
from flohcati_rules.study import runs
from flohcati_rules.study.plan import STEP, Plan, make_plan
from flohcati_rules.study.runs import (
    Workers,
    count_batch,
    count_batch_for,
    gaps_in,
    run,
)
from flohcati_rules.study.store import Store
from flohcati_rules.study.tally import Tally, tally_of
from flohcati_rules.study.workers import _check_versions, cluster, processes
from tests import odd_players
from tests.kept_run import plan_of
from tests.odd_players import Moves

P = ParamSpec("P")
AnswerT = TypeVar("AnswerT")

GAMES = 90

KILLS = hasattr(os, "killpg")
"""Whether this system has signals and groups of processes."""


def plans() -> list[Plan]:
    """Return plans of each kind: alone, paired, with a guest, of the other game."""
    ja, fi = load_variant("amigo-ja"), load_variant("kirppusirkus-fi")
    mars = load_variant("mars-troupe-ja")
    return [
        make_plan([ja], games=GAMES, seats=4),
        make_plan([ja, fi], games=GAMES, seats=3, seed=5, engine=STEP),
        make_plan([ja, fi], games=GAMES, seats=4, engine=STEP, guest="uniform"),
        make_plan([mars], games=30, seats=2),
    ]


@pytest.fixture(scope="module")
def whole() -> list[tuple[Plan, Tally]]:
    return [(plan, tally_of(plan, range(plan.games))) for plan in plans()]


@pytest.fixture
def plan() -> Plan:
    return plan_of(GAMES)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BATCH_SECONDS", 0.02)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.store"


def kept_in(path: Path, plan: Plan) -> list[range]:
    """Return what a store has of a plan."""
    with Store.open(path) as store:
        shelf = store.shelf(plan.digest, "{}", games=plan.games)
        return [kept.games for kept in shelf.batches()]


def odd(plan: Plan, player: Player) -> Plan:
    return attrs.evolve(plan, player=player)


# -- the same bits


def test_here(whole: list[tuple[Plan, Tally]]) -> None:
    for plan, tally in whole:
        assert run(plan) == tally


def test_in_threads(whole: list[tuple[Plan, Tally]]) -> None:
    with ThreadPoolExecutor(3) as threads:
        for plan, tally in whole:
            assert run(plan, executor=Workers(threads, 3)) == tally


def test_in_processes(whole: list[tuple[Plan, Tally]]) -> None:
    with processes(2) as workers:
        for plan, tally in whole:
            found = run(plan, executor=workers)
            assert found == tally
            assert json.dumps(found.to_json()) == json.dumps(tally.to_json())


def test_in_a_pool_of_ones_own(whole: list[tuple[Plan, Tally]]) -> None:
    plan, tally = whole[1]
    with ProcessPoolExecutor(1) as pool:
        assert run(plan, executor=pool) == tally


@given(
    chosen=st.integers(0, 3),
    cuts=st.sets(st.integers(1, 29), max_size=8),
    last=st.data(),
)
def test_in_any_parts(
    whole: list[tuple[Plan, Tally]], chosen: int, cuts: set[int], last: st.DataObject
) -> None:
    plan, _ = whole[chosen]
    ends = [0, *sorted(cuts), 30]
    parts = [range(*pair) for pair in itertools.pairwise(ends)]
    first, *rest = last.draw(st.permutations([tally_of(plan, part) for part in parts]))
    for other in rest:
        first += other
    assert first == tally_of(plan, range(30))


def test_as_json(whole: list[tuple[Plan, Tally]]) -> None:
    for _, tally in whole:
        assert Tally.from_json(json.loads(json.dumps(tally.to_json()))) == tally


@pytest.mark.heavy
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # what a cluster leaves open is its own affair
def test_on_a_cluster(whole: list[tuple[Plan, Tally]], path: Path) -> None:
    distributed: Any = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as made:
        with cluster(made.scheduler_address) as workers, Store.open(path) as store:
            assert workers.count == 2
            for plan, tally in whole:
                assert run(plan, executor=workers, store=store) == tally
            with pytest.raises(ZeroDivisionError, match="of my own"):
                run(odd(whole[1][0], odd_players.breaks), executor=workers)
        with (
            cluster(made.scheduler_address) as workers,
            pytest.raises(WorkerDiedError),
        ):
            run(odd(plan_of(10_000), odd_players.dies), executor=workers)


# -- batches


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), max_size=6),
    st.integers(0, 40),
)
def test_gaps_are_what_is_not_kept(pairs: list[tuple[int, int]], more: int) -> None:
    kept, end = list[range](), 0
    for gap, count in pairs:
        kept.append(range(end + gap, end + gap + count))
        end = kept[-1].stop
    games = end + more
    gaps = [*gaps_in(kept, games)]
    covered = sorted(index for part in (*kept, *gaps) for index in part)
    assert covered == [*range(games)]
    assert all(gaps)
    assert len(gaps) <= len(kept) + 1


class Counted(Executor):
    """An executor that is slow, and watches how much it is given."""

    def __init__(self) -> None:
        self.given: dict[Future[Any], range] = {}
        self.most = 0
        self.threads = ThreadPoolExecutor(2)

    def submit(
        self, fn: Callable[P, AnswerT], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[AnswerT]:
        future = self.threads.submit(fn, *args, **kwargs)
        (batch,) = (one for one in args if isinstance(one, range))
        self.given[future] = batch
        self.most = max(self.most, sum(not one.done() for one in self.given))
        return future


def test_an_executor_is_given_a_few_batches_at_a_time(plan: Plan) -> None:
    executor = Counted()
    with executor.threads:
        run(plan, executor=Workers(executor, 2))
    assert len(executor.given) > 4
    assert executor.most <= 4
    assert sorted(i for batch in executor.given.values() for i in batch) == [
        *range(GAMES)
    ]


def test_batches_grow_to_the_time_they_are_to_take(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "BATCH_SECONDS", 1000)
    told = list[int]()
    run(plan, progress=told.append)
    assert told == [0, 1, 5, 21, 85, GAMES]
    monkeypatch.setattr(runs, "BATCH_SECONDS", 1e-9)
    told.clear()
    run(attrs.evolve(plan, games=30), progress=told.append)
    assert told == [*range(31)]


def test_an_executor_ends_with_small_batches(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "BATCH_SECONDS", 1000)
    executor = Counted()
    with executor.threads:
        run(attrs.evolve(plan, games=300), executor=Workers(executor, 2))
    sizes = [len(batch) for batch in executor.given.values()]
    assert max(sizes) <= 75


# -- with a store


def test_what_is_kept_is_not_played_again(plan: Plan, path: Path) -> None:
    with Store.open(path) as store:
        tally = run(plan, store=store)
    broken = attrs.evolve(plan)
    told = list[int]()
    with Store.open(path) as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "tally_of", odd_players.breaks)
        assert run(broken, store=store, progress=told.append) == tally
    assert told == [GAMES]


def test_any_batches_in_the_store_are_used(plan: Plan, path: Path) -> None:
    tally, random = tally_of(plan, range(GAMES)), Random(1)
    for trial in range(5):
        name = path.with_name(f"{trial}.store")
        ends = sorted(random.sample(range(GAMES + 1), 8))
        with Store.open(name) as store:
            shelf = store.shelf(plan.digest, "{}", games=GAMES)
            for first, end in zip(ends[::2], ends[1::2], strict=True):
                part = tally_of(plan, range(first, end))
                shelf.keep(range(first, end), json.dumps(part.to_json()))
            assert run(plan, store=store) == tally


def test_a_study_can_be_made_longer_and_be_read_shorter(plan: Plan, path: Path) -> None:
    longer = attrs.evolve(plan, games=GAMES + 77)
    shorter = attrs.evolve(plan, games=47)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "BATCH_SECONDS", 1000)
        for asked in (plan, longer, shorter, longer, plan):
            with Store.open(path) as store:
                assert run(asked, store=store) == tally_of(asked, range(asked.games))
    kept = kept_in(path, longer)
    assert sum(map(len, kept)) == longer.games
    with Store.open(path) as store:
        assert store.asked(plan.digest) == (GAMES, GAMES + 77, 47)


def test_a_store_with_something_else_than_tallies(plan: Plan, path: Path) -> None:
    for place, tally in enumerate(("", "[]", "{}", '{"games": "x"}', '"text"')):
        name = path.with_name(f"{place}.store")
        with Store.open(name) as store:
            shelf = store.shelf(plan.digest, "{}", games=GAMES)
            shelf.keep(range(10), tally)
            with pytest.raises(StoreError, match="no tally"):
                run(plan, store=store)


class Bold:
    """A player of which there may be many, each as bold as its maker wants."""

    def __call__(
        self, _game: object, _state: object, moves: Moves, _stream: Stream
    ) -> object:
        return moves[0]


def makes_a_player() -> Player:
    def made(_game: object, _state: object, moves: Moves, _stream: Stream) -> object:
        return moves[0]

    return made


@pytest.mark.parametrize(
    "player",
    [
        lambda _game, _state, moves, _stream: moves[0],
        makes_a_player(),
        functools.partial(odd_players.cheats),
        Bold(),
        Bold().__call__,
    ],
    ids=["lambda", "made", "partial", "instance", "method"],
)
def test_a_store_takes_no_player_that_it_would_mix_up(
    plan: Plan, path: Path, player: Player
) -> None:
    with Store.open(path) as store:
        for asked in (odd(plan, player), attrs.evolve(plan, guest=player)):
            with pytest.raises(RequestError, match="a function of a module"):
                run(asked, store=store)
            assert store.asked(asked.digest) == ()


def first_move(_game: object, _state: object, moves: Moves, _stream: Stream) -> object:
    return moves[0]


def test_a_store_takes_a_function_of_a_module(plan: Plan, path: Path) -> None:
    own = odd(plan, first_move)
    with Store.open(path) as store:
        assert run(own, store=store) == tally_of(own, range(own.games))
        assert store.asked(own.digest) == (GAMES,)


# -- when it goes wrong


@pytest.mark.parametrize("count", [0, -1])
def test_workers_of_whom_there_are_none(count: int) -> None:
    with ThreadPoolExecutor(1) as threads, pytest.raises(RequestError, match="nobody"):
        Workers(threads, count)


@pytest.fixture(params=["here", "threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor | None]:
    match request.param:
        case "here":
            yield None
        case "threads":
            with ThreadPoolExecutor(2) as threads:
                yield threads
        case _:
            with processes(2) as workers:
                yield workers.executor


def test_a_player_that_cannot_travel_need_not(plan: Plan) -> None:
    def breaks(
        _game: object, _state: object, _moves: tuple[object, ...], _stream: Stream
    ) -> object:
        raise ZeroDivisionError

    with ThreadPoolExecutor(2) as threads, pytest.raises(ZeroDivisionError):
        run(odd(plan, breaks), executor=threads)


def test_what_a_player_raises_reaches_the_caller(
    plan: Plan, executor: Executor | None
) -> None:
    with pytest.raises(ZeroDivisionError, match="of my own"):
        run(odd(plan, odd_players.breaks), executor=executor)
    with pytest.raises(RequestError, match="the player cheats chose 'cheat'"):
        run(odd(plan, odd_players.cheats), executor=executor)
    # Dask, once it is imported, makes more errors fit to travel.
    error = (odd_players.OddError, *([RuntimeError] if executor else []))
    with pytest.raises(error, match="of my own"):
        run(odd(plan, odd_players.breaks_oddly), executor=executor)
    assert run(plan, executor=executor) == tally_of(plan, range(GAMES))


def test_a_player_that_cannot_travel(plan: Plan) -> None:
    def mine(
        _game: object, _state: object, moves: tuple[object, ...], _stream: Stream
    ) -> object:
        return moves[0]

    with ThreadPoolExecutor(2) as threads:
        found = run(odd(plan, mine), executor=threads)
    assert found == run(odd(plan, mine))
    with (
        processes(2) as workers,
        pytest.raises(RequestError, match="function of a mod"),
    ):
        run(odd(plan, mine), executor=workers)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_worker_that_dies(path: Path) -> None:
    plan = odd(plan_of(10_000), odd_players.dies)
    with Store.open(path) as store, processes(2) as workers:
        executor = workers.executor
        with pytest.raises(
            WorkerDiedError, match=r"is kept in .*games\.store"
        ) as caught:
            run(plan, executor=Workers(executor, 2), store=store)
        assert caught.value.kept == str(path)
    assert kept_in(path, plan)
    with (
        processes(1) as workers,
        pytest.raises(WorkerDiedError, match="has no store"),
    ):
        run(plan, executor=workers)


def test_another_version_is_refused(plan: Plan) -> None:
    with pytest.raises(RequestError, match=f"version {__version__}.* 0.0.7 is needed"):
        count_batch_for("0.0.7", plan, range(3), 1)


@attrs.frozen
class FakeClient:
    """Answers as the workers of a cluster would."""

    answers: dict[str, object]

    def run(self, function: object, name: str, *, on_error: str) -> dict[str, object]:
        assert (function, on_error) == (pkgutil.resolve_name, "return")
        assert pkgutil.resolve_name(name) == __version__
        return self.answers


def test_a_cluster_has_workers_of_the_same_version() -> None:
    _check_versions(FakeClient({"w1": __version__}), "tcp://a:1")
    with pytest.raises(RequestError, match="tcp://a:1 has no workers"):
        _check_versions(FakeClient({}), "tcp://a:1")
    with pytest.raises(
        RequestError, match=r"worker w2 has version 0\.0\.7 of flohcati"
    ):
        _check_versions(FakeClient({"w1": __version__, "w2": "0.0.7"}), "tcp://a:1")
    missing = ModuleNotFoundError("No module named 'flohcati_rules'")
    with pytest.raises(RequestError, match="worker w1 has no flohcati-rules"):
        _check_versions(FakeClient({"w1": missing}), "tcp://a:1")


class Scripted(Executor):
    """An executor whose second batch fails, the third is done, and others are not."""

    def __init__(self) -> None:
        self.given: list[tuple[Future[Any], range]] = []

    def submit(
        self, fn: Callable[P, AnswerT], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[AnswerT]:
        future = Future[AnswerT]()
        (batch,) = (one for one in args if isinstance(one, range))
        self.given.append((future, batch))
        if len(self.given) in {1, 3}:
            future.set_result(fn(*args, **kwargs))
        elif len(self.given) == 4:
            self.given[1][0].set_exception(KeyboardInterrupt())
        return future


def test_an_interrupt_keeps_what_is_done_and_calls_the_rest_off(
    plan: Plan, path: Path
) -> None:
    executor = Scripted()
    with Store.open(path) as store, pytest.raises(KeyboardInterrupt):
        run(plan, executor=Workers(executor, 2), store=store)
    (one, _), _, (three, _), *rest = executor.given
    assert one.done()
    assert three.done()
    assert rest
    assert all(future.cancelled() for future, _ in rest)
    assert [*kept_in(path, plan)] == [executor.given[0][1], executor.given[2][1]]


# -- processes


def test_no_processes_are_refused() -> None:
    with pytest.raises(RequestError, match="0 processes"), processes(0):
        pass


def test_workers_in_the_middle_of_a_thought_are_not_waited_for(plan: Plan) -> None:
    # The first batch takes an hour; the error of the second comes at once.
    def run_both() -> None:
        with processes(2) as workers:
            slow = odd(plan, odd_players.thinks)
            workers.executor.submit(count_batch, slow, range(9), 1)
            run(odd(plan, odd_players.breaks), executor=workers)

    with pytest.raises(ZeroDivisionError):
        run_both()


def start(path: Path, games: int, jobs: int) -> "subprocess.Popen[str]":
    """Start a run in a group of processes of its own."""
    words = [sys.executable, "-m", "tests.kept_run", str(path), str(games), str(jobs)]
    return subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=Path(__file__).parent.parent,
    )


def vanished(group: int, patience: float = 30) -> bool:
    """Tell whether all processes of a group are gone, after a while."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    os.killpg(group, signal.SIGKILL)
    return False


@pytest.mark.skipif(not KILLS, reason="this system has no signals")
def test_no_worker_outlives_a_killed_run(path: Path) -> None:
    process = start(path, 100_000, 2)
    assert process.stderr is not None
    assert all(process.stderr.readline() for _ in range(5))
    process.kill()
    process.communicate()
    assert vanished(process.pid)


@pytest.mark.skipif(not KILLS, reason="this system has no signals")
@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_at_any_moment_a_run_goes_on(path: Path, jobs: int) -> None:
    games, random, kills, out = 240 // jobs, Random(jobs), 0, ""
    while not out:
        process = start(path, games, jobs)
        assert process.stderr is not None
        # A moment after some batches, or while nothing is counted yet.
        batches = random.randrange(10)
        told = [process.stderr.readline() for _ in range(batches)]
        time.sleep(random.uniform(0, 0.03 if batches else 0.3))
        if all(told) and told[-1:] != [f"{games}\n"]:
            process.kill()  # the parent alone
            process.communicate()
            kills += 1
        else:
            out, err = process.communicate()
            assert process.returncode == 0, err
    assert kills > 2
    plan = plan_of(games)
    assert Tally.from_json(json.loads(out)) == tally_of(plan, range(games))
    assert sum(map(len, kept_in(path, plan))) == games
