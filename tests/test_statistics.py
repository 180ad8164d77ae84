"""Statistics: the formulas agree with scipy, with published examples, and hold."""

import math
from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules.study.statistics import Average, Estimate, Share, t_quantile

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=30, max_size=60)
HITS = st.lists(st.booleans(), min_size=30, max_size=60)


def share(hits: int, games: int) -> Share:
    return Share((True,) * hits + (False,) * (games - hits))


def pairs(both: int, first: int, second: int, neither: int) -> tuple[Share, Share]:
    """Return two shares of the same games, from the table of the four cases."""
    counts = (both, first, second, neither)
    cases = ((True, True), (True, False), (False, True), (False, False))
    games = [
        case for case, many in zip(cases, counts, strict=True) for _ in range(many)
    ]
    return Share(tuple(one for one, _ in games)), Share(tuple(two for _, two in games))


def seeded(seed: int) -> Random:
    return Random(seed)


def normals(random: Random, games: int, mean: float = 0) -> list[float]:
    return [random.gauss(mean, 3) for _ in range(games)]


# Published values: Newcombe 1998 (873-890, table II; 2635-2650, table II), method 10.
@pytest.mark.parametrize(
    ("ours", "theirs", "low", "high"),
    [
        (share(56, 70), share(48, 80), 0.0524, 0.3339),
        (share(9, 10), share(3, 10), 0.1705, 0.8090),
        (share(10, 10), share(0, 20), 0.6791, 1.0),
    ],
)
def test_a_difference_of_shares_is_as_published(
    ours: Share, theirs: Share, low: float, high: float
) -> None:
    found = ours.difference(theirs)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_a_paired_difference_of_shares_is_as_published() -> None:
    ours, theirs = pairs(36, 12, 2, 0)
    found = ours.paired_difference(theirs)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0569, 0.3404)


def test_the_quantile_of_t_is_as_printed_in_tables() -> None:
    printed = {29: 2.04523, 60: 2.00030, 120: 1.97993, math.inf: 1.95996}
    for degrees, value in printed.items():
        assert t_quantile(degrees) == pytest.approx(value, abs=6e-6)


def test_a_rate_counts_by_all_units_and_not_by_games() -> None:
    rate = Average(totals=(1.0, 0.0), units=(1.0, 99.0))
    assert rate.mean == 0.01


def test_a_rate_of_nothing_is_not_a_number() -> None:
    assert math.isnan(Average((0.0,) * 30, (0.0,) * 30).estimate().mean)


def test_no_spread_makes_an_interval_of_no_width() -> None:
    same = Average.per_game([3.0] * 30)
    assert same.estimate() == Estimate(3, 3, 3)
    assert same.difference(same) == same.paired_difference(same) == Estimate(0, 0, 0)


def test_what_both_games_owe_to_the_deal_cancels_out() -> None:
    random = seeded(2)
    deals = normals(random, 200)
    ours = Average.per_game([deal + 1 + random.gauss(0, 0.1) for deal in deals])
    theirs = Average.per_game(deals)
    paired, unpaired = ours.paired_difference(theirs), ours.difference(theirs)
    assert paired.mean == unpaired.mean
    assert paired.high - paired.low < (unpaired.high - unpaired.low) / 10


@given(VALUES)
def test_a_mean_lies_in_its_interval(values: list[float]) -> None:
    found = Average.per_game(values).estimate()
    assert found.low <= found.mean <= found.high


@given(HITS)
def test_a_share_lies_in_its_interval_and_between_nought_and_one(
    hits: list[bool],
) -> None:
    found = Share(tuple(hits)).estimate()
    assert 0 <= found.low <= found.mean <= found.high <= 1
    assert found.low < found.high


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=30, max_size=60))
def test_differences_of_shares_are_symmetric(both: list[tuple[bool, bool]]) -> None:
    ours = Share(tuple(one for one, _ in both))
    theirs = Share(tuple(two for _, two in both))
    for there, back in (
        (ours.difference(theirs), theirs.difference(ours)),
        (ours.paired_difference(theirs), theirs.paired_difference(ours)),
    ):
        assert there.mean == -back.mean
        assert there.low == pytest.approx(-back.high)
        assert there.low <= there.mean <= there.high


def covered(intervals: list[Estimate], truth: float) -> float:
    return sum(each.low <= truth <= each.high for each in intervals) / len(intervals)


def test_intervals_of_means_and_rates_hold_what_they_estimate_95_times_in_100() -> None:
    """2,000 runs of 40 games; the share that holds is good to one in 100."""
    random = seeded(3)
    means, rates, differences = [], [], []
    for _ in range(2000):
        turns = [float(random.randint(60, 90)) for _ in range(40)]
        busts = [float(sum(random.random() < 0.1 for _ in range(20))) for _ in turns]
        fewer = [max(0.0, bust - (random.random() < 0.5)) for bust in busts]
        means.append(Average.per_game(normals(random, 40, mean=5)).estimate())
        rate = Average(tuple(busts), tuple(turns))
        rates.append(rate.estimate())
        other = Average.per_game(normals(random, 50, mean=2))
        differences.append(
            Average.per_game(normals(random, 40, mean=5)).difference(other)
        )
        assert rate.paired_difference(Average(tuple(fewer), tuple(turns))).low >= 0
    assert 0.93 < covered(means, 5) < 0.97
    assert 0.93 < covered(rates, 2 / 75) < 0.97
    assert 0.93 < covered(differences, 3) < 0.97


def test_intervals_of_rare_shares_hold_what_they_estimate_too() -> None:
    random = seeded(4)
    shares, paired = [], []
    for _ in range(2000):
        ours = Share(tuple(random.random() < 0.03 for _ in range(100)))
        theirs = Share(tuple(hit and random.random() < 0.5 for hit in ours.hits))
        shares.append(ours.estimate())
        paired.append(ours.paired_difference(theirs))
    assert covered(shares, 0.03) > 0.92
    assert covered(paired, 0.015) > 0.92


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

    def test_a_mean(self, scipy_stats: ModuleType) -> None:
        values = normals(seeded(5), 77)
        found = Average.per_game(values).estimate()
        expected = scipy_stats.ttest_1samp(values, 0).confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx(tuple(expected), rel=1e-6)

    def test_a_paired_difference(self, scipy_stats: ModuleType) -> None:
        random = seeded(6)
        ours, theirs = normals(random, 50), normals(random, 50)
        found = Average.per_game(ours).paired_difference(Average.per_game(theirs))
        expected = scipy_stats.ttest_rel(ours, theirs).confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx(tuple(expected), rel=1e-6)

    def test_a_difference(self, scipy_stats: ModuleType) -> None:
        random = seeded(7)
        ours, theirs = normals(random, 40), normals(random, 90)
        found = Average.per_game(ours).difference(Average.per_game(theirs))
        expected = scipy_stats.ttest_ind(
            ours, theirs, equal_var=False
        ).confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx(tuple(expected), rel=1e-6)

    def test_a_share(self, scipy_stats: ModuleType) -> None:
        for hits, games in ((0, 30), (1, 40), (20, 40), (199, 200), (35, 35)):
            found = share(hits, games).estimate()
            expected = scipy_stats.binomtest(hits, games).proportion_ci(
                0.95, method="wilson"
            )
            assert (found.low, found.high) == pytest.approx(tuple(expected), rel=1e-9)

    def test_a_rate_against_the_bootstrap(self, scipy_stats: ModuleType) -> None:
        random = seeded(8)
        turns = [float(random.randint(60, 90)) for _ in range(400)]
        busts = [float(sum(random.random() < 0.1 for _ in range(20))) for _ in turns]
        found = Average(tuple(busts), tuple(turns)).estimate()
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
