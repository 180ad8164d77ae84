"""The kernel plays every game as the step engine does, move by move."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules import load_variant
from flohcati_rules.game import CHANCE, NOBODY
from flohcati_rules.games.flea_circus import bulk, kernel, metrics
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.streams import PLAY, Stream
from flohcati_rules.study.players import by_chance, player_of
from flohcati_rules.study.runner import play
from tests.strategies import flea_circus_rules

compiled = pytest.mark.skipif(
    not kernel.COMPILED, reason='needs numba: pip install -e ".[fast]"'
)


PLAYERS = (
    "uniform",
    "cautious",
    "greedy",
    "cautious(bound=0.3)",
    "cautious(bound=1)",
    "greedy(enough=5)",
    "greedy(enough=0)",
)


@attrs.frozen
class Table:
    """A game, who plays it, and which deal."""

    game: FleaCircus
    players: tuple[str, ...]
    seed: int
    index: int

    @property
    def seated(self) -> dict[str, Any]:
        return {
            f"seat-{place}": player_of(FleaCircus, name)
            for place, name in enumerate(self.players, 1)
        }


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw a table under any valid rules."""
    rules = draw(flea_circus_rules())
    seats = draw(st.integers(rules.players_least, rules.players_most))
    one = st.sampled_from(PLAYERS)
    alike = one.map(lambda name: [name] * seats)
    players = draw(alike | st.lists(one, min_size=seats, max_size=seats))
    seed, index = draw(st.integers(-1, 2**64)), draw(st.integers(0, 2**40))
    return Table(FleaCircus(rules), tuple(players), seed, index)


def moves_by_steps(table: Table) -> Iterator[tuple[int, int]]:
    """Yield the moves of a game as the step engine plays it."""
    game, choosers = table.game, {**table.seated, CHANCE: by_chance}
    stream = Stream(table.seed, table.index, PLAY)
    state = game.start([*table.seated], seed=table.seed, index=table.index)
    while (asked := game.decider(state)) != NOBODY:
        move = choosers[asked](game, state, game.legal_moves(state), stream)
        yield bulk.coded(game.reading, state, move)
        state = game.step(state, move)


def assert_same_moves(engine: ModuleType, table: Table) -> None:
    traced = engine.trace(
        table.game.reading, table.players, seed=table.seed, index=table.index
    )
    assert traced == [*moves_by_steps(table)]


def assert_same_counts(table: Table, indices: range, threads: int = 1) -> None:
    kernel_game = table.game.bulk(table.players)
    assert kernel_game is not None
    counts = kernel_game.play(seed=table.seed, indices=indices, threads=threads)
    assert len(counts.ended_by) == len(indices)
    endings, seats = [*FleaCircus.ENDINGS], [*table.seated]
    for place, index in enumerate(indices):
        played = play(table.game, table.seated, seed=table.seed, index=index)
        assert endings[counts.ended_by[place]] == played.result.ended_by
        assert tuple(counts.scores[place]) == played.result.scores
        winners = [
            seat for seat, won in zip(seats, counts.winners[place], strict=True) if won
        ]
        assert tuple(winners) == played.result.winners
        counted = {
            name: int(column[place]) for name, column in counts.quantities.items()
        }
        assert counted == played.quantities


# ---------------------------------------------------------------- without numba


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """Games in bulk as they are where there is no numba."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "numba", None)
        copied = load_copy(kernel)
        assert not copied.COMPILED
        patch.setitem(sys.modules, kernel.__name__, copied)
        return load_copy(bulk)


def load_copy(module: ModuleType) -> ModuleType:
    assert module.__file__
    spec = importlib.util.spec_from_file_location("a_copy", module.__file__)
    assert spec
    assert spec.loader
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    return copy


def flea_circus(variant: str) -> FleaCircus:
    game = load_variant(variant).game()
    assert isinstance(game, FleaCircus)
    return game


def test_the_names_of_what_is_counted_are_those_of_the_step_engine() -> None:
    assert kernel.QUANTITIES == metrics.QUANTITIES
    assert tuple(FleaCircus.ENDINGS) == kernel.ENDED


def test_without_numba_nothing_plays_in_bulk(plain: ModuleType) -> None:
    reading = flea_circus("amigo-ja").reading
    assert plain.in_bulk(reading, ["uniform", "uniform"]) is None


@given(table=tables())
def test_without_numba_the_moves_are_those_of_the_step_engine(
    plain: ModuleType, table: Table
) -> None:
    assert_same_moves(plain, table)


# ---------------------------------------------------------------- with numba


@compiled
def test_a_player_that_is_not_known_does_not_play_in_bulk() -> None:
    game = flea_circus("amigo-ja")
    assert game.bulk(["uniform", "uniform"]) is not None
    for other in ("search", "planner", "nobody", "greedy(enough=x)", "greedy(few=1)"):
        assert game.bulk(["uniform", other]) is None


@compiled
@pytest.mark.heavy
@given(table=tables())
def test_the_moves_are_those_of_the_step_engine(table: Table) -> None:
    assert_same_moves(bulk, table)


@compiled
@pytest.mark.heavy
@given(table=tables(), stride=st.integers(1, 2**20))
def test_all_that_is_counted_is_what_the_step_engine_counts(
    table: Table, stride: int
) -> None:
    assert_same_counts(table, range(table.index, table.index + 3 * stride, stride))


@compiled
@pytest.mark.heavy
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("variant", ["amigo-ja", "kirppusirkus-fi"])
def test_many_games_of_the_two_texts(variant: str, seats: int) -> None:
    game = flea_circus(variant)
    table = Table(game, ("uniform",) * seats, seed=2, index=0)
    assert_same_counts(table, range(200), threads=2)


@compiled
@pytest.mark.heavy
@pytest.mark.parametrize("games", [0, 1, 2, 7, 1000])
def test_what_is_counted_does_not_depend_on_the_threads(games: int) -> None:
    four = flea_circus("amigo-ja").bulk(["uniform"] * 4)
    assert four is not None
    alone = four.play(seed=5, indices=range(9, 9 + games))
    for threads in (2, 3, 16):
        shared = four.play(seed=5, indices=range(9, 9 + games), threads=threads)
        assert (shared.ended_by == alone.ended_by).all()
        assert (shared.scores == alone.scores).all()
        assert (shared.winners == alone.winners).all()
        for name, column in alone.quantities.items():
            assert (shared.quantities[name] == column).all()


# ---------------------------------------------------------------- compiled code is kept

PLAY_ONE = """\
from flohcati_rules import load_variant
bulk = load_variant("amigo-ja").game().bulk(["uniform"] * 2)
print(bulk.play(seed=1, indices=range(3)).scores.sum())
"""


def play_in_a_process(folder: str) -> str:
    env = {"FLOHCATI_NUMBA_CACHE": folder, "PYTHONPATH": str(Path.cwd())}
    run = subprocess.run(
        [sys.executable, "-c", PLAY_ONE],
        capture_output=True,
        text=True,
        check=False,
        env=env,
        cwd=Path(__file__).parent.parent,
    )
    assert run.stderr == ""
    assert run.returncode == 0
    return run.stdout


@compiled
@pytest.mark.heavy
@pytest.mark.slow
def test_compiled_code_is_kept_and_found_again(tmp_path: Path) -> None:
    first = play_in_a_process(str(tmp_path / "kept"))
    kept = {
        path: path.stat().st_mtime_ns for path in (tmp_path / "kept").rglob("*.nb?")
    }
    assert kept
    assert play_in_a_process(str(tmp_path / "kept")) == first
    for path in kept:
        path.write_bytes(path.read_bytes()[:100])
    assert play_in_a_process(str(tmp_path / "kept")) == first, "damage does no harm"


@compiled
@pytest.mark.heavy
@pytest.mark.slow
@pytest.mark.parametrize("folder", ["0", "/dev/null/nowhere"])
def test_without_a_place_to_keep_it_the_code_is_compiled_each_time(folder: str) -> None:
    assert int(play_in_a_process(folder)) > 0
