"""Ablation and sweep: what each rule does, and what it does not."""

import pytest

from flohcati_rules.errors import RequestError, UnknownNameError
from flohcati_rules.profiles import Variant
from flohcati_rules.registry import load_variant
from flohcati_rules.study import Ablation, Estimate, Step, ablate, study, sweep


@pytest.fixture(scope="module")
def ja() -> Variant:
    return load_variant("amigo-ja")


@pytest.fixture(scope="module")
def whole(ja: Variant) -> Ablation:
    """Return the way to the Finnish text, on few deals."""
    return ablate(ja, load_variant("kirppusirkus-fi"), games=40, seats=3, seed=5)


def step(found: Ablation, point: str) -> Step:
    return next(step for step in found.steps if step.point == point)


def test_shares_and_the_rest_add_up_to_the_whole_effect(whole: Ablation) -> None:
    for name, effect in whole.whole.items():
        shares = sum(step.parts[name].share.mean for step in whole.steps if step.parts)
        total = shares + whole.rest[name].mean
        assert total == pytest.approx(effect.difference.mean, abs=1e-9), name


def test_the_whole_effect_is_that_of_the_study(ja: Variant, whole: Ablation) -> None:
    found = study(ja, load_variant("kirppusirkus-fi"), games=40, seats=3, seed=5)
    for name, contrast in found.metrics.items():
        assert whole.whole[name].difference == contrast.difference


def test_every_differing_rule_is_a_step(ja: Variant, whole: Ablation) -> None:
    fi = load_variant("kirppusirkus-fi")
    differing = [point for point in ja.values if ja.values[point] != fi.values[point]]
    assert [step.point for step in whole.steps] == differing
    assert step(whole, "start.seat").idle
    assert not step(whole, "start.seat").parts


def test_a_share_is_the_mean_of_alone_and_last(whole: Ablation) -> None:
    part = step(whole, "chain.action").parts["turns"]
    assert part.alone is not None
    assert part.last is not None
    assert part.interaction is not None
    assert part.share.mean == pytest.approx((part.alone.mean + part.last.mean) / 2)
    assert part.interaction.mean == pytest.approx(part.last.mean - part.alone.mean)


def test_a_rule_alone_is_a_study_of_that_rule(ja: Variant, whole: Ablation) -> None:
    found = step(whole, "chain.duplicate")
    alone = ja.with_rules({"chain.duplicate": found.b})
    expected = study(ja, alone, games=40, seats=3, seed=5)
    assert found.parts["turns"].alone == expected.metrics["turns"].difference
    assert found.differing == expected.differing


def test_two_rules_that_need_each_other_interact(ja: Variant) -> None:
    """A chain that replaces others runs out oftener, but then may not end the game."""
    fi = load_variant("kirppusirkus-fi").values
    points = ("chain.action", "chain.deck_out")
    b = ja.with_rules({point: fi[point] for point in points})
    found = ablate(ja, b, games=300, seats=4)
    action = step(found, "chain.action").parts["chain_end_rate"]
    assert action.last is not None
    assert action.last.mean == 0
    assert action.interacts
    assert abs(found.rest["chain_end_rate"].mean) < 1e-9  # of two nothing is left


def test_a_variant_and_itself_have_no_steps(ja: Variant) -> None:
    found = ablate(ja, ja, games=30, seats=4)
    assert not found.steps
    assert found.whole["turns"].difference.mean == 0


def test_one_rule_has_the_whole_effect(ja: Variant) -> None:
    b = ja.with_rules({"gala.bonus": 20})
    found = ablate(ja, b, games=40, seats=4)
    (only,) = found.steps
    for name, part in only.parts.items():
        assert part.share.mean == found.whole[name].difference.mean
        assert not part.interacts


def test_rules_that_move_one_another_along_are_one_step(ja: Variant) -> None:
    """Without a gala there is no bonus: what both do is not counted twice."""
    b = load_variant("misreading-deck-only")
    found = ablate(ja, b, games=60, seats=4)
    both = step(found, "gala.allowed")
    assert both.moved == ("gala.bonus",)
    assert step(found, "gala.bonus").idle == "changed together with gala.allowed"
    assert not step(found, "gala.bonus").parts
    for name, effect in found.whole.items():
        part = both.parts[name]
        assert part.alone == part.last
        assert part.share.mean == pytest.approx(effect.difference.mean)
        assert found.rest[name].mean == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kirppusirkus-fi", "house-sqp-engine"),
        ("amigo-ja", "house-gamblers"),
        ("amigo-ja", "house-d3-local"),
    ],
)
def test_no_two_steps_change_the_same_rule(one: str, other: str) -> None:
    a, b = load_variant(one), load_variant(other)
    seats = 3
    found = ablate(a, b, games=30, seats=seats)
    changed = [
        point for one in found.steps if one.parts for point in (one.point, *one.moved)
    ]
    differing = [point for point in changed if a.values[point] != b.values[point]]
    assert len(differing) == len({*differing})


def test_companions_are_named(ja: Variant) -> None:
    b = ja.with_rules({"gala.allowed": "no"})
    found = ablate(ja, b, games=30, seats=4)
    assert "gala.bonus" in step(found, "gala.allowed").moved


def test_ablation_of_a_smaller_deck_has_unrelated_deals(ja: Variant) -> None:
    b = ja.with_rules({"deck.highest": 6, "gala.bonus": 0})
    found = ablate(ja, b, games=40, seats=4)
    assert not found.paired
    assert all(step.differing is None for step in found.steps)
    assert step(found, "deck.highest").parts["turns"].is_clear


# -- sweeps


def test_a_sweep_compares_each_value_with_the_variants_own(ja: Variant) -> None:
    found = sweep(ja, "gala.bonus", [0, 10, 20], games=60, seats=4, seed=2)
    assert [stop.value for stop in found.stops] == [0, 10, 20]
    assert found.base == 10
    own = found.stops[1].figures["gala_points"]
    assert own.difference.mean == 0
    assert own.a == own.b
    for same in found.stops[1].figures.values():
        assert same.difference == Estimate(0, 0, 0)
        assert same.adjusted == 1
    richer = study(ja, ja.with_rules({"gala.bonus": 20}), games=60, seats=4, seed=2)
    points = found.stops[2].figures["gala_points"]
    assert points.difference == richer.metrics["gala_points"].difference


def test_a_sweep_is_adjusted_for_all_its_values_together(ja: Variant) -> None:
    few = sweep(ja, "gala.bonus", [20], games=400, seats=4, seed=2).stops[0]
    many = sweep(ja, "gala.bonus", [20, 0, 30, 40], games=400, seats=4, seed=2).stops[0]
    for name, contrast in few.figures.items():
        assert many.figures[name].p == contrast.p
        assert many.figures[name].adjusted >= contrast.adjusted
    name = min(few.figures, key=lambda name: few.figures[name].p)
    assert many.figures[name].adjusted > few.figures[name].adjusted


def test_a_sweep_takes_values_as_profiles_write_them(ja: Variant) -> None:
    found = sweep(ja, "chain.duplicate", ["takeable"], games=30, seats=4)
    (only,) = found.stops
    assert str(only.value) == "takeable"
    assert only.differing is not None


def test_a_value_that_makes_no_sense_beside_the_others_is_told(ja: Variant) -> None:
    found = sweep(ja, "players.least", [3, 6], games=30, seats=4)
    assert found.stops[1].refused
    assert not found.stops[1].figures
    with pytest.raises(RequestError, match=r"no value of players\.least can be play"):
        sweep(ja, "players.least", [6], games=30, seats=4)


@pytest.mark.parametrize(
    ("point", "values", "said"),
    [
        ("gala.bonus", [], "no values to try"),
        ("gala.bonus", [101], "101 is out of range"),
        ("gala.bonus", ["ten"], "gala.bonus: "),
        ("demand.request", ["nobody"], "unknown value 'nobody'"),
    ],
)
def test_senseless_values_are_refused(
    ja: Variant, point: str, values: list[object], said: str
) -> None:
    with pytest.raises(RequestError, match=said):
        sweep(ja, point, values, games=30, seats=4)


def test_an_unknown_rule_point_is_refused(ja: Variant) -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'gala\.bonus'"):
        sweep(ja, "gala.bons", [1], games=30, seats=4)
