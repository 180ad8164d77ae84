"""Positions that are stepped in batches are those of the step engine."""

import random
import sys
from collections.abc import Sequence
from types import ModuleType

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules import load_variant
from flohcati_rules.errors import PositionError, RequestError
from flohcati_rules.games.flea_circus import batch, bulk, kernel
from flohcati_rules.games.flea_circus.batch import Batch
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.flea_circus.legality import same_move
from flohcati_rules.games.flea_circus.state import CERTAIN, State
from flohcati_rules.tabletop import BY_NOBODY
from tests.strategies import flea_circus_rules
from tests.test_kernel import compiled, flea_circus, load_copy

numpy = pytest.importorskip("numpy", reason='needs numpy: pip install -e ".[fast]"')


@attrs.frozen
class Walk:
    """A game to walk through at random."""

    game: FleaCircus
    seats: tuple[str, ...]
    seed: int


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    rules = draw(flea_circus_rules())
    seats = draw(st.integers(rules.players_least, rules.players_most))
    names = tuple(f"seat-{place}" for place in range(seats))
    return Walk(FleaCircus(rules), names, draw(st.integers(0, 2**32)))


def certain(state: State) -> State:
    """Return a state in which everyone knows every hand card."""
    table = attrs.evolve(state.table, doubts=CERTAIN)
    return State(
        state.deck, state.display, state.hands, state.turned, table, state.turn
    )


def assert_one_walk(module: ModuleType, walk: Walk) -> None:
    """Walk both ways at once, and compare all there is."""
    game, chance = walk.game, random.Random(walk.seed)
    many: Batch = module.Batch(game.rules, walk.seats)
    state = game.start(walk.seats, seed=walk.seed, index=3)
    rows = many.start(walk.seed, range(3, 4))
    while True:
        assert many.unpack(rows) == [certain(state)]
        packed = many.pack([state])
        assert packed.shape == rows.shape
        assert many.unpack(packed) == [certain(state)]
        assert many.deciders(rows).tolist() == [state.turn.asked]
        totals = [*game.score(state).totals.values()]
        assert many.scores(rows).tolist() == [totals]
        assert many.scores(packed).tolist() == [totals]
        legal = game.legal_moves(state)
        numbers = [many.number(state, move) for move in legal]
        for marks in (many.legal(rows), many.legal(packed)):
            assert marks[0].nonzero()[0].tolist() == sorted(numbers)
        if not legal:
            assert state.turn.asked == BY_NOBODY
            return
        number = chance.choice(numbers)
        move = same_move(game.reading, state, many.moves[number])
        assert many.number(state, move) == number
        assert move in legal
        state, rows = game.step(state, move), many.step(rows, [number])


@compiled
@pytest.mark.heavy
@given(walk=walks())
def test_a_walk_is_that_of_the_step_engine(walk: Walk) -> None:
    assert_one_walk(batch, walk)


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """Batches as they are where there is no numba."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "numba", None)
        for module in (kernel, bulk):
            copied = load_copy(module)
            patch.setitem(sys.modules, module.__name__, copied)
            patch.setattr(module.__name__, copied)
        return load_copy(batch)


def test_without_numba_a_walk_is_that_of_the_step_engine(plain: ModuleType) -> None:
    for seed, variant in enumerate(("amigo-ja", "kirppusirkus-fi")):
        walk = Walk(flea_circus(variant), ("Ann", "Ben", "Cleo"), seed)
        assert_one_walk(plain, walk)


def four(variant: str = "amigo-ja") -> Batch:
    return Batch(flea_circus(variant).rules, ("Ann", "Ben", "Cleo", "Dora"))


@compiled
@pytest.mark.heavy
def test_many_positions_are_stepped_as_each_alone() -> None:
    many, chance = four(), numpy.random.default_rng(4)
    rows = many.start(9, range(0, 90, 3))
    for _ in range(60):
        legal = many.legal(rows)
        alive = legal.any(axis=1)
        rows, legal = rows[alive], legal[alive]
        chosen = (legal * chance.random(legal.shape)).argmax(axis=1)
        before = rows.copy()
        after = many.step(rows, chosen)
        assert (rows == before).all(), "what is given stays as it was"
        alone = [many.step(rows[[at]], chosen[[at]]) for at in range(len(rows))]
        assert (numpy.concatenate(alone) == after).all()
        rows = after


@compiled
@pytest.mark.heavy
def test_a_blind_position_hides_the_order_of_the_deck_and_nothing_else() -> None:
    many = four()
    rows = many.start(1, range(5))
    for _ in range(12):
        rows = many.step(rows, many.legal(rows).argmax(axis=1))
    blind = many.blind(rows)
    for state, hidden in zip(many.unpack(rows), many.unpack(blind), strict=True):
        assert hidden.deck == bytes(sorted(state.deck))
        assert attrs.evolve(hidden, deck=state.deck) == state


@compiled
@pytest.mark.heavy
@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([0, 1], "move 1 \\(stop\\) is not legal in position 1"),
        ([-1, 0], "move -1 is not legal in position 0"),
        ([0, 10**9], "move 1000000000 is not legal in position 1"),
        ([0], "2 positions take as many moves"),
        ([[0, 0]], "2 positions take as many moves"),
    ],
)
def test_what_is_not_legal_is_refused(moves: Sequence[object], said: str) -> None:
    many = four()
    rows = many.start(1, range(2))
    with pytest.raises(RequestError, match=said):
        many.step(rows, moves)


def test_the_table_must_be_one_that_the_rules_allow() -> None:
    with pytest.raises(PositionError):
        Batch(flea_circus("amigo-ja").rules, ("Ann",))


@compiled
@pytest.mark.heavy
def test_no_positions_are_no_trouble() -> None:
    many = four()
    none = many.start(1, range(0))
    assert many.legal(none).shape == (0, len(many.moves))
    assert many.step(none, []).shape == none.shape
    assert many.unpack(none) == []
    assert many.pack([]).shape == none.shape


def test_a_state_of_another_table_is_refused() -> None:
    game = load_variant("amigo-ja").game()
    with pytest.raises(RequestError, match="a state of 3 seats, not 4"):
        four().pack([game.start(("Ann", "Ben", "Cleo"), seed=1)])
