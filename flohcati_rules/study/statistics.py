"""Estimates with their 95 % intervals: means, rates, shares, and differences of them.

One game is one observation, whatever its number of turns and seats; games that were
dealt the same cards under two variants are one pair. The formulas are textbook ones,
cited where they stand, in the standard library alone.
"""

import math
from collections.abc import Sequence
from itertools import repeat
from statistics import NormalDist
from typing import Self

import attrs

CONFIDENCE = 0.95
"""How often an interval is to hold what it estimates."""

_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@attrs.frozen
class Estimate:
    """A mean over games with the interval that 95 of 100 such runs would get right."""

    mean: float
    low: float
    high: float


def t_quantile(degrees: float) -> float:
    """Return how many standard errors a 95 % interval reaches to each side.

    Student's t by its expansion about the normal quantile (Abramowitz and Stegun,
    Handbook of Mathematical Functions, 26.7.5); from 29 degrees of freedom on it is
    right to six digits.
    """
    z = _Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / degrees**power for power, term in enumerate(terms, 1))


def _around(mean: float, variance: float, degrees: float) -> Estimate:
    margin = t_quantile(degrees) * math.sqrt(variance) if variance else 0.0
    return Estimate(mean, mean - margin, mean + margin)


@attrs.frozen
class Average:
    """A mean per game, or a rate: totals of games over what they are counted by.

    The rate is the sum of totals by the sum of units (busts by turns), not the mean
    of the games' own rates. Its variance is that of the ratio estimator, linearised
    (Cochran, Sampling Techniques, 3rd ed. 1977, 2.11 and 6.3): the mean square of
    ``(total - rate * units) / mean units``, by the number of games. Where every game
    has one unit this is the plain mean with Student's interval.

    Attributes:
        totals: what each game adds up to.
        units: by how many units of it (turns, say) each is divided.

    """

    totals: tuple[float, ...]
    units: tuple[float, ...]

    @classmethod
    def per_game(cls, values: Sequence[float]) -> Self:
        """Return the mean of one value a game."""
        return cls(tuple(values), tuple(repeat(1.0, len(values))))

    @property
    def mean(self) -> float:
        """The mean or the rate; not a number where there are no units at all."""
        units = math.fsum(self.units)
        return math.fsum(self.totals) / units if units else math.nan

    def estimate(self) -> Estimate:
        """Return the mean or the rate with its interval."""
        influence = self._influence()
        return _around(self.mean, _variance(influence), len(influence) - 1)

    def paired_difference(self, other: Self) -> Estimate:
        """Return this minus the other, game by game the same deals.

        The difference of the linearised terms of each pair is one observation, so
        that what both games owe to the deal cancels out.
        """
        pairs = zip(self._influence(), other._influence(), strict=True)
        influence = [ours - theirs for ours, theirs in pairs]
        return _around(self.mean - other.mean, _variance(influence), len(influence) - 1)

    def difference(self, other: Self) -> Estimate:
        """Return this minus the other, from games that have nothing in common.

        Welch's interval, with the degrees of freedom of Satterthwaite (Welch,
        Biometrika 34, 1947).
        """
        ours, theirs = self._influence(), other._influence()
        variances = _variance(ours), _variance(theirs)
        total = sum(variances)
        spread = sum(
            variance**2 / (len(sample) - 1)
            for variance, sample in zip(variances, (ours, theirs), strict=True)
        )
        degrees = total**2 / spread if spread else math.inf
        return _around(self.mean - other.mean, total, degrees)

    def _influence(self) -> list[float]:
        """Return how far each game pulls the mean away, linearised."""
        rate = self.mean
        size = math.fsum(self.units) / len(self.units) or math.nan
        pairs = zip(self.totals, self.units, strict=True)
        return [(total - rate * units) / size for total, units in pairs]


def _variance(influence: Sequence[float]) -> float:
    """Return the variance of a mean whose linearised terms are given."""
    games = len(influence)
    return math.fsum(term * term for term in influence) / (games * (games - 1))


@attrs.frozen
class Share:
    """The share of games that have something: each game has it or has it not.

    Its interval is that of Wilson (JASA 22, 1927), which holds up where the share is
    nought or nearly so.
    """

    hits: tuple[bool, ...]

    @property
    def mean(self) -> float:
        """The share of the games."""
        return sum(self.hits) / len(self.hits)

    def estimate(self) -> Estimate:
        """Return the share with its interval."""
        games, mean, square = len(self.hits), self.mean, _Z * _Z
        centre = (mean + square / (2 * games)) / (1 + square / games)
        within = mean * (1 - mean) / games + square / (4 * games * games)
        margin = _Z * math.sqrt(within) / (1 + square / games)
        # At the ends the formula gives 0 and 1; rounding must not go past the mean.
        low = 0.0 if mean == 0 else centre - margin
        high = 1.0 if mean == 1 else centre + margin
        return Estimate(mean, low, high)

    def paired_difference(self, other: Self) -> Estimate:
        """Return this minus the other, game by game the same deals.

        Wilson's limits of both, combined by their correlation (Newcombe, Statistics
        in Medicine 17, 1998, 2635-2650, method 10).
        """
        pairs = [*zip(self.hits, other.hits, strict=True)]
        both = pairs.count((True, True))
        neither = pairs.count((False, False))
        only_ours = pairs.count((True, False))
        only_theirs = pairs.count((False, True))
        margins = (
            (both + only_ours)
            * (neither + only_theirs)
            * (both + only_theirs)
            * (neither + only_ours)
        )
        product: float = both * neither - only_ours * only_theirs
        if product > 0:
            product = max(product - len(pairs) / 2, 0)
        correlation = product / math.sqrt(margins) if margins else 0.0
        return self._combined(other, correlation)

    def difference(self, other: Self) -> Estimate:
        """Return this minus the other, from games that have nothing in common.

        Wilson's limits of both, combined (Newcombe, Statistics in Medicine 17, 1998,
        873-890, method 10).
        """
        return self._combined(other, correlation=0.0)

    def _combined(self, other: Self, correlation: float) -> Estimate:
        ours, theirs = self.estimate(), other.estimate()
        mean = ours.mean - theirs.mean

        def reach(near: float, far: float) -> float:
            square = near * near - 2 * correlation * near * far + far * far
            return math.sqrt(max(square, 0.0))

        below = reach(ours.mean - ours.low, theirs.high - theirs.mean)
        above = reach(ours.high - ours.mean, theirs.mean - theirs.low)
        return Estimate(mean, mean - below, mean + above)
