"""Studies: the same deals under both variants, measured, and senseless ones refused."""

from collections import Counter
from random import Random
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules.errors import RequestError, RulesError
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.flea_circus.metrics import QUANTITIES
from flohcati_rules.games.flea_circus.moves import Decline, End, Gala, Move, Stop, Trio
from flohcati_rules.games.flea_circus.players import uniform
from flohcati_rules.profiles import Variant
from flohcati_rules.registry import list_variants, load_variant
from flohcati_rules.streams import PLAY, Stream
from flohcati_rules.study import LEAST_GAMES, play, simulate, study
from flohcati_rules.study.plan import metrics_at
from flohcati_rules.study.statistics import Estimate
from tests.strategies import changes_to


@pytest.fixture(scope="module")
def ja() -> Variant:
    return load_variant("amigo-ja")


@pytest.fixture(scope="module")
def fi() -> Variant:
    return load_variant("kirppusirkus-fi")


class Flat(Stream):
    """A stream that remembers below what it was asked, and always answers nought."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        super().__init__(0, 0, PLAY)
        self.asked: list[int] = []

    def below(self, bound: int) -> int:
        self.asked.append(bound)
        return 0


# -- random play is what an independent program finds

INDEPENDENT = {
    "turns": 82.65,
    "decisions": 158.46,
    "bust_rate": 0.0666,
    "trios": 13.04,
    "gala_rate": 0.0203,
    "chain_end_rate": 0.1106,
    "score_per_seat": 55.61,
    "winner_score": 63.55,
}
"""Four uniform players under amigo-ja, from the program named in issue 2."""


def standard_error(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / (2 * 1.96)


def test_random_play_is_what_an_independent_program_finds(ja: Variant) -> None:
    found = simulate(ja, games=1500, seats=4, seed=2026).metrics
    for name, expected in INDEPENDENT.items():
        away = abs(found[name].mean - expected) / standard_error(found[name])
        assert away < 4, (name, found[name], expected)


# -- the uniform player of the flea circus


def plainly(moves: tuple[Move, ...]) -> list[Move]:
    """Return among which moves the uniform player chooses, by its definition."""
    trios: list[Move] = [move for move in moves if isinstance(move, Trio)]
    galas: list[Move] = [move for move in moves if isinstance(move, Gala)]
    others: list[Move] = [
        move for move in moves if not isinstance(move, Decline | Stop | End)
    ]
    return trios[:1] or galas or others or list(moves)


@given(changes_to(FleaCircus.RULES), st.randoms(use_true_random=False))
def test_the_uniform_player_declares_and_never_forgoes(
    changes: dict[str, Any], random: Random
) -> None:
    try:
        game = load_variant("amigo-ja").with_rules(changes).game()
    except RulesError:
        game = load_variant("kirppusirkus-fi").game()
    least, _ = game.seats_allowed
    seats = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Fay"][: max(least, 2)]
    state = game.start(seats, seed=random.getrandbits(30))
    while not game.is_over(state):
        moves = game.legal_moves(state)
        if game.decider(state) != "chance":
            among, stream = plainly(moves), Flat()
            assert uniform(game, state, moves, stream) == among[0]
            assert stream.asked == ([len(among)] if len(among) > 1 else [])
        state = game.step(state, random.choice(moves))


def test_the_uniform_player_is_uniform(ja: Variant) -> None:
    game = ja.game()
    state = game.start(["Ann", "Ben", "Cleo"], seed=3)
    moves = game.legal_moves(state)
    while len(moves) < 3:
        state = game.step(state, moves[0])
        moves = game.legal_moves(state)
    stream = Stream(1, 2, PLAY)
    chosen = Counter(uniform(game, state, moves, stream) for _ in range(3000))
    assert set(chosen) == set(moves)
    assert max(chosen.values()) < 1.2 * min(chosen.values())


# -- one game


def test_a_game_is_fixed_by_its_seed_and_index(ja: Variant) -> None:
    game = ja.game()
    table = dict.fromkeys(("Ann", "Ben", "Cleo"), uniform)
    first = play(game, table, seed=5, index=7)
    play(game, table, seed=5, index=8)
    assert play(game, table, seed=5, index=7) == first
    assert play(game, table, seed=6, index=7) != first
    assert set(first.quantities) >= set(QUANTITIES)
    assert first.result.ended_by in game.ENDINGS
    assert len(first.result.scores) == 3


# -- one variant


@pytest.mark.parametrize(
    "variant",
    [variant for variant in list_variants() if not variant.unknown],
    ids=lambda variant: variant.id,
)
def test_every_shipped_variant_but_a_draft_can_be_simulated(variant: Variant) -> None:
    game = variant.game()
    seats, _ = game.seats_allowed
    player = next(iter(game.PLAYERS))
    found = simulate(variant, games=LEAST_GAMES, seats=seats, player=player)
    assert set(found.metrics) == set(metrics_at(variant.game_class, seats))
    assert sum(share.mean for share in found.endings.values()) == pytest.approx(1)
    assert (found.variant, found.digest) == (variant.id, variant.digest)
    assert (found.games, found.seats, found.player) == (LEAST_GAMES, seats, player)


def test_shares_are_what_the_endings_say(ja: Variant) -> None:
    found = simulate(ja, games=200, seats=4)
    assert found.metrics["gala_rate"] == found.endings["gala"]
    assert found.metrics["chain_end_rate"] == found.endings["chain"]


def test_busts_are_counted_by_all_turns(ja: Variant) -> None:
    found = simulate(ja, games=50, seats=4, seed=1).metrics
    game = ja.game()
    table = {f"seat-{place}": uniform for place in (1, 2, 3, 4)}
    counted = [play(game, table, seed=1, index=i).quantities for i in range(50)]
    busts = sum(one["busts"] for one in counted)
    turns = sum(one["turns"] for one in counted)
    assert found["bust_rate"].mean == pytest.approx(busts / turns)


# -- two variants


def test_a_study_has_what_each_variant_has_alone(ja: Variant, fi: Variant) -> None:
    both = study(ja, fi, games=60, seats=3, seed=4)
    alone = (
        simulate(ja, games=60, seats=3, seed=4),
        simulate(fi, games=60, seats=3, seed=4),
    )
    for name, contrast in both.metrics.items():
        assert (contrast.a, contrast.b) == tuple(one.metrics[name] for one in alone)
    for name, contrast in both.endings.items():
        assert (contrast.a, contrast.b) == tuple(one.endings[name] for one in alone)
    assert both.paired
    assert (both.a, both.b) == ("amigo-ja", "kirppusirkus-fi")


def test_a_variant_does_not_differ_from_itself(ja: Variant) -> None:
    same = study(ja, ja, games=40, seats=4)
    assert same.differing is not None
    assert same.differing.mean == 0 < same.differing.high
    for name, contrast in same.metrics.items():
        assert contrast.difference.mean == 0, name
        assert contrast.difference.low <= 0 <= contrast.difference.high


def test_a_difference_is_the_second_minus_the_first(ja: Variant) -> None:
    richer = ja.with_rules({"trio.points": 20})
    found = study(ja, richer, games=40, seats=4).metrics["score_per_seat"]
    trios = simulate(ja, games=40, seats=4).metrics["trios"].mean
    assert found.difference.mean == pytest.approx(trios * 10 / 4)
    assert found.difference.low > 0


def test_what_a_seat_sees_alone_makes_no_difference_to_random_play(ja: Variant) -> None:
    hidden = ja.with_rules({"draw.shown": "to-the-two"})
    found = study(ja, hidden, games=40, seats=4)
    assert found.differing is not None
    assert found.differing.mean == 0


def test_variants_with_other_decks_are_not_paired(ja: Variant) -> None:
    smaller = ja.with_rules({"deck.highest": 6})
    found = study(ja, smaller, games=40, seats=4)
    assert not found.paired
    assert found.differing is None
    assert found.metrics["turns"].a == simulate(ja, games=40, seats=4).metrics["turns"]
    assert found.metrics["turns"].difference.high < 0


# -- players of one's own


def last(_: object, __: object, moves: tuple[Move, ...], ___: Stream) -> Move:
    return moves[-1]


def test_a_callable_may_play(ja: Variant) -> None:
    found = simulate(ja, games=30, seats=3, player=last)
    assert found.player == "last"


def test_a_callable_is_kept_to_the_legal_moves(ja: Variant) -> None:
    def cheat(*_: object) -> Move:
        return Gala()

    with pytest.raises(
        RequestError, match=r"the player cheat chose 'gala', .* \(reveal\)"
    ):
        simulate(ja, games=30, seats=3, player=cheat)


# -- requests that make no sense


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"games": 29}, "29 games are too few; an interval takes 30"),
        ({"seats": 0}, "a game of 0 seats: nobody would play"),
        ({"seats": 6}, "6 seats; amigo-ja takes 3 to 5 players"),
        (
            {"player": "unifrom"},
            (
                "no player 'unifrom'; did you mean 'uniform'? "
                "(Flea circus has: uniform, cautious, greedy, planner, search)"
            ),
        ),
    ],
)
def test_a_senseless_request_is_refused(
    ja: Variant, fi: Variant, asked: dict[str, Any], said: str
) -> None:
    request: dict[str, Any] = {"games": 30, "seats": 4, **asked}
    with pytest.raises(RequestError) as caught:
        simulate(ja, **request)
    assert str(caught.value) == said
    with pytest.raises(RequestError):
        study(ja, fi, **request)


def test_a_draft_is_refused(ja: Variant) -> None:
    values = {k: v for k, v in ja.values.items() if k != "gala.bonus"}
    draft = attrs.evolve(ja, id="draft", values=values)
    with pytest.raises(RequestError, match=r"draft cannot be played: gala\.bonus"):
        simulate(draft, games=30, seats=4)
    with pytest.raises(RequestError, match=r"draft cannot be played: gala\.bonus"):
        study(ja, draft, games=30, seats=4)


class OtherGame(FleaCircus):
    ID: ClassVar[str] = "other-game"


def test_variants_of_different_games_are_refused(ja: Variant) -> None:
    other = attrs.evolve(ja, id="other", game_class=OtherGame)
    with pytest.raises(RequestError, match="different games, flea-circus and other-ga"):
        study(ja, other, games=30, seats=4)
