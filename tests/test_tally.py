"""Tallies: parts add up to the whole, and tell nothing else than the games."""

import json
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flohcati_rules.errors import RequestError
from flohcati_rules.game import Bulk, Counts
from flohcati_rules.metrics import WIN
from flohcati_rules.profiles import Variant
from flohcati_rules.registry import load_variant
from flohcati_rules.study import Tally, make_plan, play, simulate, tally_of
from flohcati_rules.study.counting import count_in_bulk
from flohcati_rules.study.plan import Plan
from flohcati_rules.study.statistics import Sums

GAMES = 36


def planned(*ids: str, guest: str | None = None, seats: int = 4) -> Plan:
    variants = [load_variant(id) for id in ids]
    return make_plan(
        variants, games=GAMES, seats=seats, seed=11, guest=guest, engine="step"
    )


PLANS = {
    "one": planned("amigo-ja"),
    "two": planned("amigo-ja", "kirppusirkus-fi"),
    "guest": planned("amigo-ja", "kirppusirkus-fi", guest="uniform", seats=3),
    "mars": planned("mars-troupe-ja", seats=2),
}
WHOLE = {name: tally_of(plan, range(GAMES)) for name, plan in PLANS.items()}

each_plan = pytest.mark.parametrize("name", PLANS)


@each_plan
@settings(max_examples=8)
@given(st.sets(st.integers(1, GAMES - 1), max_size=4), st.randoms())
def test_any_division_gives_the_same_tally(
    name: str, cuts: set[int], random: Random
) -> None:
    bounds = [0, *sorted(cuts), GAMES]
    parts = [
        tally_of(PLANS[name], range(first, last)) for first, last in pairwise(bounds)
    ]
    random.shuffle(parts)
    total, *rest = parts
    for part in rest:
        total += part
    assert total == WHOLE[name]


@each_plan
def test_a_tally_survives_being_written_down(name: str) -> None:
    whole = WHOLE[name]
    assert Tally.from_json(json.loads(json.dumps(whole.to_json()))) == whole


def test_a_tally_is_what_the_games_were() -> None:
    plan, whole = PLANS["two"], WHOLE["two"]
    games = [variant.game() for variant in plan.variants]
    rounds = [
        [play(game, plan.seating(i), seed=plan.seed, index=i) for game in games]
        for i in range(GAMES)
    ]
    for place in (0, 1):
        played = [both[place] for both in rounds]
        turns = whole.sums["turns"]
        assert turns.firsts[place] == sum(one.quantities["turns"] for one in played)
        assert turns.second(place, place) == sum(
            one.quantities["turns"] ** 2 for one in played
        )
        scores = Counter(score for one in played for score in one.result.scores)
        assert whole.scores[place] == scores
        galas = sum(one.result.ended_by == "gala" for one in played)
        assert whole.sums["gala"].firsts[place] == galas
    assert whole.differing == (0, sum(a.result != b.result for a, b in rounds))


def test_a_guest_sits_on_each_seat_in_turn() -> None:
    plan = PLANS["guest"]
    variants: tuple[Variant, ...] = plan.variants
    won = 0
    for index in range(GAMES):
        table = plan.seating(index)
        result = play(variants[0].game(), table, seed=plan.seed, index=index).result
        guest = [*table][index % 3]
        won += WIN // len(result.winners) if guest in result.winners else 0
    assert WHOLE["guest"].sums["skill"].firsts[0] == won


def test_what_fixes_the_games_fixes_the_digest() -> None:
    digests = {name: plan.digest for name, plan in PLANS.items()}
    assert len({*digests.values()}) == len(digests)
    again = planned("amigo-ja", "kirppusirkus-fi")
    assert again.digest == digests["two"]


def first_move(_: object, __: object, moves: tuple[Any, ...], ___: object) -> object:
    return moves[0]


def test_players_of_one_name_are_told_apart_by_where_they_are_defined() -> None:
    def elsewhere(_: object, __: object, moves: tuple[Any, ...], ___: object) -> object:
        return moves[-1]

    elsewhere.__name__ = "first_move"
    variants = [load_variant("amigo-ja")]
    plans = [
        make_plan(variants, games=GAMES, seats=4, player=player)
        for player in (first_move, elsewhere)
    ]
    assert plans[0].digest != plans[1].digest
    assert plans[0].describe()["player"] == f"{__name__}.first_move"


def test_tallies_of_different_plans_have_no_sum() -> None:
    with pytest.raises(ValueError, match="have no sum"):
        WHOLE["one"] + WHOLE["two"]


def test_a_run_that_is_not_of_the_whole_plan_is_refused() -> None:
    ja = load_variant("amigo-ja")

    def some(plan: Plan) -> Tally:
        return tally_of(plan, range(5))

    with pytest.raises(RequestError, match=r"is of 5 games .* not of 30 games"):
        simulate(ja, games=30, seats=4, run=some)
    with pytest.raises(RequestError, match=r"is of 36 games of the plan"):
        simulate(ja, games=36, seats=4, run=lambda _: WHOLE["two"])


def test_a_tally_of_nothing_is_refused() -> None:
    for plan in PLANS.values():
        with pytest.raises(ValueError, match="at least one game"):
            tally_of(plan, range(0))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"games": 30.0}, "games takes a whole number, not 30.0"),
        ({"games": "30"}, "games takes a whole number, not '30'"),
        ({"games": True}, "games takes a whole number, not True"),
        ({"games": 10**13}, "are too many"),
        ({"seats": None}, "seats takes a whole number"),
        ({"seed": "a"}, "seed takes a whole number"),
        ({"player": None}, "a player is a name or a callable, not None"),
        ({"player": ["uniform"]}, "a player is a name or a callable"),
        ({"variants": []}, "there is no variant to play by"),
        ({"variants": ["amigo-ja"]}, "'amigo-ja' is no variant"),
        ({"engine": "steam"}, "no engine 'steam'"),
        ({"engine": "kernel", "player": "search"}, "the engine kernel cannot play"),
    ],
)
def test_what_is_no_plan_is_refused(asked: dict[str, Any], said: str) -> None:
    request: dict[str, Any] = {"games": 30, "seats": 4, **asked}
    variants = request.pop("variants", [load_variant("amigo-ja")])
    with pytest.raises(RequestError, match=said):
        make_plan(variants, **request)


# -- the kernel


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["one", "two", "guest"])
def test_the_kernel_comes_to_the_same_tally(name: str) -> None:
    pytest.importorskip("numba", reason="the kernel needs it")
    plan = attrs.evolve(PLANS[name], engine="kernel")
    assert tally_of(plan, range(GAMES)) == WHOLE[name]
    first, second = (tally_of(plan, part) for part in (range(7), range(7, GAMES)))
    assert first + second == WHOLE[name]


@pytest.mark.heavy
def test_sums_of_many_games_do_not_run_over() -> None:
    """Whoever adds up squares in 32 bits is wrong from some hundred thousand on."""
    np = pytest.importorskip("numpy", reason="the kernel needs it")

    class Longest(Bulk):
        def play(self, *, seed: int, indices: range, threads: int = 1) -> Counts:
            many = len(indices)
            return Counts(
                np.zeros(many, "int8"),
                np.full((many, 2), 1000, "int32"),
                np.ones((many, 2), "int8"),
                {"turns": np.full(many, 2000, "int32")},
            )

    counted = count_in_bulk(
        Longest(), ["deck"], seed=0, indices=range(10_000), threads=1
    )
    for name, value in (("turns", 2000), ("points", 2000), ("won_1", WIN // 2)):
        sums = Sums.of([counted.quantities[name]])
        assert sums.firsts == (10_000 * value,)
        assert sums.seconds == ((10_000 * value**2,),)
    assert counted.scores == {1000: 20_000}
