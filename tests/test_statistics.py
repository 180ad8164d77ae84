"""Statistics: the formulas agree with scipy, with published examples, and hold."""

import math
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules.study.statistics import (
    Estimate,
    Figures,
    Sums,
    holm,
    share_of,
    t_probability,
    t_quantile,
)

VALUES = st.lists(
    st.tuples(st.integers(-1000, 1000), st.integers(-1000, 1000)),
    min_size=30,
    max_size=60,
)
HITS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=30, max_size=60)


def means(*columns: Sequence[int], matched: bool = True) -> Figures:
    """Return the means of a number a game under each variant."""
    return Figures(sums=Sums.of(columns), variants=len(columns), matched=matched)


def rates(totals: Sequence[Sequence[int]], units: Sequence[Sequence[int]]) -> Figures:
    return Figures(sums=Sums.of([*totals, *units]), variants=len(totals))


def shares(*columns: Sequence[bool], matched: bool = True) -> Figures:
    whole = [[*map(int, column)] for column in columns]
    return Figures(
        sums=Sums.of(whole), variants=len(columns), share=True, matched=matched
    )


def four(both: int, first: int, second: int, neither: int) -> Figures:
    """Return two shares of the same games, from the table of the four cases."""
    counts = (both, first, second, neither)
    cases = ((True, True), (True, False), (False, True), (False, False))
    games = [
        case for case, many in zip(cases, counts, strict=True) for _ in range(many)
    ]
    return shares([one for one, _ in games], [two for _, two in games])


def scattered(random: Random, games: int, mean: int = 0) -> list[int]:
    return [round(random.gauss(mean, 300)) for _ in range(games)]


# Published: Newcombe 1998 (873-890, table II), method 10, where the sizes are equal.


def test_a_difference_of_shares_is_as_published() -> None:
    ours = [True] * 9 + [False]
    theirs = [True] * 3 + [False] * 7
    found = shares(ours, theirs, matched=False).difference(0, 1)
    assert (round(found.low, 4), round(found.high, 4)) == (0.1705, 0.8090)


# Published: Newcombe 1998 (2635-2650, table II), method 10.
def test_a_matched_difference_of_shares_is_as_published() -> None:
    found = four(36, 12, 2, 0).difference(0, 1)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0569, 0.3404)


def test_the_quantile_of_t_is_as_printed_in_tables() -> None:
    printed = {29: 2.04523, 60: 2.00030, 120: 1.97993, math.inf: 1.95996}
    for degrees, value in printed.items():
        assert t_quantile(degrees) == pytest.approx(value, abs=6e-6)


# Published: Holm's method on five probabilities, worked by hand.
def test_probabilities_are_adjusted_stepwise() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005, 0.5]) == pytest.approx(
        [0.04, 0.09, 0.09, 0.025, 0.5]
    )
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=20))
def test_an_adjusted_probability_is_no_smaller_and_keeps_the_order(
    probabilities: list[float],
) -> None:
    adjusted = holm(probabilities)
    assert all(p <= new <= 1 for p, new in zip(probabilities, adjusted, strict=True))
    ranked = sorted(zip(probabilities, adjusted, strict=True))
    assert [new for _, new in ranked] == sorted(adjusted)


def test_what_is_not_a_number_does_not_spoil_the_others() -> None:
    found = holm([math.nan, 0.01, 0.04])
    assert math.isnan(found[0])
    assert found[1:] == pytest.approx([0.02, 0.04])


def parts_of_wins(*columns: Sequence[int]) -> Figures:
    return Figures(sums=Sums.of(columns), variants=len(columns), bounded=True, parts=60)


def test_a_share_of_wins_is_never_beyond_all_or_nothing() -> None:
    never, seldom = [0] * 30, [60, 30, *[0] * 28]
    found = parts_of_wins(never, seldom)
    for estimate in (found.estimate(0), found.estimate(1)):
        assert 0 <= estimate.low < estimate.high <= 1
    assert found.estimate(0) == share_of(0, 30)
    gap = found.difference(1, 0)
    assert gap.mean == pytest.approx(0.05)
    assert -1 <= gap.low < gap.mean < gap.high <= 1


def test_intervals_of_shared_wins_hold_what_they_estimate() -> None:
    random = Random(9)
    alone, apart = [], []
    for _ in range(2000):
        ours = [random.choice([60, 0, 0, 30]) for _ in range(60)]
        theirs = [random.choice([won, 0]) for won in ours]
        found = parts_of_wins(ours, theirs)
        alone.append(found.estimate(0))
        apart.append(found.difference(0, 1))
    assert covered(alone, 0.375) > 0.95
    assert covered(apart, 0.1875) > 0.93


def test_a_rate_counts_by_all_units_and_not_by_games() -> None:
    assert rates([[1, 0]], [[1, 99]]).estimate(0).mean == 0.01


def test_a_rate_of_nothing_is_not_a_number() -> None:
    assert math.isnan(rates([[0] * 30], [[0] * 30]).estimate(0).mean)


def test_no_spread_makes_an_interval_of_no_width() -> None:
    same = means([3] * 30, [3] * 30)
    assert same.estimate(0) == Estimate(3, 3, 3)
    contrast = same.contrast(0, 1)
    assert contrast.difference == Estimate(0, 0, 0)
    assert (contrast.effect.mean, contrast.p) == (0, 1)


def test_a_shift_without_spread_is_beyond_doubt() -> None:
    shifted = means([3] * 30, [5] * 30).contrast(0, 1)
    assert shifted.difference == Estimate(2, 2, 2)
    assert math.isnan(shifted.effect.mean)
    assert shifted.p == 0


def test_nothing_differs_from_itself() -> None:
    contrast = means([1, 2, 3] * 10).contrast(0, 0)
    assert contrast.difference == Estimate(0, 0, 0)
    assert (contrast.effect.mean, contrast.p) == (0, 1)
    assert contrast.a == contrast.b


def test_what_both_games_owe_to_the_deal_cancels_out() -> None:
    random = Random(2)
    deals = scattered(random, 200)
    ours = [deal + 100 + round(random.gauss(0, 10)) for deal in deals]
    matched = means(ours, deals).difference(0, 1)
    unmatched = means(ours, deals, matched=False).difference(0, 1)
    assert matched.mean == unmatched.mean
    assert matched.high - matched.low < (unmatched.high - unmatched.low) / 10


def test_a_weighted_sum_is_that_of_the_games() -> None:
    """Half of one difference and half of another, game by game."""
    random = Random(3)
    columns = [scattered(random, 100) for _ in range(4)]
    half = Fraction(1, 2)
    found = means(*columns).combined({0: -half, 1: half, 2: -half, 3: half})
    doubled = [b - a + d - c for a, b, c, d in zip(*columns, strict=True)]
    expected = means(doubled).estimate(0)
    assert found.mean == pytest.approx(expected.mean / 2)
    assert found.low == pytest.approx(expected.low / 2)


@given(VALUES)
def test_sums_of_parts_add_up_to_those_of_the_whole(
    pairs: list[tuple[int, int]],
) -> None:
    def sums(games: list[tuple[int, int]]) -> Sums:
        return Sums.of([[one for one, _ in games], [two for _, two in games]])

    assert sums(pairs[:17]) + sums(pairs[17:]) == sums(pairs)
    assert sums(pairs[17:]) + sums(pairs[:17]) == sums(pairs)


@given(VALUES)
def test_a_mean_lies_in_its_interval(pairs: list[tuple[int, int]]) -> None:
    figures = means([one for one, _ in pairs], [two for _, two in pairs])
    for found in (figures.estimate(0), figures.difference(0, 1)):
        assert found.low <= found.mean <= found.high


@given(HITS)
def test_a_share_lies_in_its_interval_and_between_nought_and_one(
    hits: list[tuple[bool, bool]],
) -> None:
    found = shares([one for one, _ in hits]).estimate(0)
    assert 0 <= found.low <= found.mean <= found.high <= 1
    assert found.low < found.high
    assert share_of(sum(one for one, _ in hits), len(hits)) == found


@given(HITS, st.booleans())
def test_differences_of_shares_are_symmetric(
    hits: list[tuple[bool, bool]], matched: bool
) -> None:
    both = shares([one for one, _ in hits], [two for _, two in hits], matched=matched)
    there, back = both.contrast(0, 1), both.contrast(1, 0)
    assert there.difference.mean == -back.difference.mean
    assert there.difference.low == pytest.approx(-back.difference.high)
    assert there.difference.low <= there.difference.mean <= there.difference.high
    assert there.p == back.p
    assert there.effect.mean == -back.effect.mean


def covered(intervals: list[Estimate], truth: float) -> float:
    return sum(each.low <= truth <= each.high for each in intervals) / len(intervals)


def test_intervals_of_means_and_rates_hold_what_they_estimate_95_times_in_100() -> None:
    """2,000 runs of 40 games; the share that holds is good to one in 100."""
    random = Random(3)
    found: dict[str, list[Estimate]] = {"mean": [], "rate": [], "gap": []}
    for _ in range(2000):
        turns = [random.randint(60, 90) for _ in range(40)]
        busts = [sum(random.random() < 0.1 for _ in range(20)) for _ in turns]
        fewer = [max(0, bust - (random.random() < 0.5)) for bust in busts]
        ours, theirs = scattered(random, 40, mean=500), scattered(random, 40, mean=200)
        found["mean"].append(means(ours).estimate(0))
        found["gap"].append(means(ours, theirs, matched=False).difference(0, 1))
        both = rates([busts, fewer], [turns, turns])
        found["rate"].append(both.estimate(0))
        assert both.difference(0, 1).low >= 0
    assert 0.93 < covered(found["mean"], 500) < 0.97
    assert 0.93 < covered(found["rate"], 2 / 75) < 0.97
    assert 0.93 < covered(found["gap"], 300) < 0.97


def test_intervals_of_rare_shares_hold_what_they_estimate_too() -> None:
    random = Random(4)
    alone, apart = [], []
    for _ in range(2000):
        ours = [random.random() < 0.03 for _ in range(100)]
        theirs = [hit and random.random() < 0.5 for hit in ours]
        both = shares(ours, theirs)
        alone.append(both.estimate(0))
        apart.append(both.difference(0, 1))
    assert covered(alone, 0.03) > 0.92
    assert covered(apart, 0.015) > 0.92


def test_where_nothing_differs_few_probabilities_are_small() -> None:
    """Of 2,000 comparisons of equals, one in twenty is below one in twenty."""
    random = Random(5)
    found = [
        means(scattered(random, 40), scattered(random, 40)).contrast(0, 1).p
        for _ in range(2000)
    ]
    assert 0.035 < sum(p < 0.05 for p in found) / len(found) < 0.065


@pytest.fixture(scope="module")
def scipy_stats() -> ModuleType:
    """Return scipy's statistics, the oracle."""
    found: ModuleType = pytest.importorskip("scipy.stats", reason="it is the oracle")
    return found


@pytest.mark.heavy
class TestAgainstScipy:
    """What scipy can compute, it computes alike."""

    def test_the_quantile_of_t(self, scipy_stats: ModuleType) -> None:
        for degrees in (29, 30, 45.5, 100, 2999, 1e6):
            expected = scipy_stats.t.ppf(0.975, degrees)
            assert t_quantile(degrees) == pytest.approx(expected, abs=1e-6)

    def test_the_probability_of_t(self, scipy_stats: ModuleType) -> None:
        for degrees in (29, 45.5, 199, 9999):
            for t in (0, 0.1, 1, 1.96, 2.5, 3.3, 5):
                expected = 2 * scipy_stats.t.sf(t, degrees)
                assert t_probability(t, degrees) == pytest.approx(expected, rel=0.01)
                assert t_probability(-t, degrees) == t_probability(t, degrees)

    def test_a_mean(self, scipy_stats: ModuleType) -> None:
        values = scattered(Random(5), 77)
        found = means(values).estimate(0)
        expected = scipy_stats.ttest_1samp(values, 0).confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx(tuple(expected), rel=1e-6)

    def test_a_matched_difference(self, scipy_stats: ModuleType) -> None:
        random = Random(6)
        ours, theirs = scattered(random, 50), scattered(random, 50, mean=100)
        found = means(theirs, ours).contrast(0, 1)
        oracle = scipy_stats.ttest_rel(ours, theirs)
        expected = oracle.confidence_interval(0.95)
        gap = found.difference
        assert (gap.low, gap.high) == pytest.approx(tuple(expected), rel=1e-6)
        assert found.p == pytest.approx(oracle.pvalue, rel=0.01)

    def test_an_unmatched_difference(self, scipy_stats: ModuleType) -> None:
        random = Random(7)
        ours, theirs = scattered(random, 60), [n * 3 for n in scattered(random, 60)]
        found = means(theirs, ours, matched=False).contrast(0, 1)
        oracle = scipy_stats.ttest_ind(ours, theirs, equal_var=False)
        expected = oracle.confidence_interval(0.95)
        gap = found.difference
        assert (gap.low, gap.high) == pytest.approx(tuple(expected), rel=1e-6)
        assert found.p == pytest.approx(oracle.pvalue, rel=0.01)

    def test_a_share(self, scipy_stats: ModuleType) -> None:
        for hits, games in ((0, 30), (1, 40), (20, 40), (199, 200), (35, 35)):
            found = share_of(hits, games)
            expected = scipy_stats.binomtest(hits, games).proportion_ci(
                0.95, method="wilson"
            )
            assert (found.low, found.high) == pytest.approx(tuple(expected), rel=1e-9)

    def test_matched_shares_by_the_exact_test(self, scipy_stats: ModuleType) -> None:
        for first, second in ((3, 12), (0, 5), (7, 7), (400, 460), (700, 760)):
            found = four(20, first, second, 30).contrast(0, 1).p
            expected = scipy_stats.binomtest(first, first + second).pvalue
            # Beyond a thousand games that differ the test is its approximation.
            assert found == pytest.approx(expected, rel=1e-9, abs=0.01)

    def test_an_effect_is_in_standard_deviations(self, scipy_stats: ModuleType) -> None:
        random = Random(8)
        ours, theirs = scattered(random, 50), scattered(random, 50, mean=400)
        found = means(ours, theirs).contrast(0, 1)
        pooled = (scipy_stats.tvar(ours) + scipy_stats.tvar(theirs)) / 2
        assert found.spread == pytest.approx(pooled**0.5)
        assert found.effect.mean == pytest.approx(found.difference.mean / pooled**0.5)
        assert found.effect.low == pytest.approx(found.difference.low / pooled**0.5)

    def test_a_rate_against_the_bootstrap(self, scipy_stats: ModuleType) -> None:
        random = Random(8)
        turns = [random.randint(60, 90) for _ in range(400)]
        busts = [sum(random.random() < 0.1 for _ in range(20)) for _ in turns]
        found = rates([busts], [turns]).estimate(0)
        expected = scipy_stats.bootstrap(
            (busts, turns),
            lambda totals, units, axis: totals.sum(axis) / units.sum(axis),
            paired=True,
            vectorized=True,
            n_resamples=4000,
            rng=9,
        ).confidence_interval
        width = found.high - found.low
        assert found.low == pytest.approx(expected.low, abs=width / 20)
        assert found.high == pytest.approx(expected.high, abs=width / 20)
