"""Estimates with their 95 % intervals, from exact sums: means, rates, shares.

One game is one observation, whatever its number of turns and seats; games that were
dealt the same cards under several variants are matched. All that is kept of the games
are sums of whole numbers and of their products, which determine every figure below
exactly, however the games were divided. The formulas are textbook ones, cited where
they stand, in the standard library alone.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from operator import mul
from statistics import NormalDist
from typing import Any, Self

import attrs

CONFIDENCE = 0.95
"""How often an interval is to hold what it estimates."""

_NORMAL = NormalDist()
_Z = _NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)

Column = Any
"""A whole number for each game: a sequence, or an array with ``sum`` and ``dot``."""


@attrs.frozen
class Estimate:
    """A mean over games with the interval that 95 of 100 such runs would get right."""

    mean: float
    low: float
    high: float


@attrs.frozen(kw_only=True)
class Contrast:
    """One figure under two variants, and by how much it is higher under the second.

    Attributes:
        a: the figure under the first.
        b: the figure under the second.
        difference: the second minus the first.
        spread: the standard deviation of one game, pooled over both variants.
        p: how probable so large a difference is if there is none.
        adjusted: the same, adjusted for all figures that are looked at together.

    """

    a: Estimate
    b: Estimate
    difference: Estimate
    spread: float
    p: float
    adjusted: float

    @property
    def effect(self) -> Estimate:
        """The difference in standard deviations of one game: Cohen's d.

        (Cohen, Statistical Power Analysis, 2nd ed. 1988, 2.2.) The interval is that of
        the difference in the same measure. Where no game varies, a difference is so
        many deviations as no number can say.
        """
        gap = self.difference
        if self.spread:
            return Estimate(*(part / self.spread for part in attrs.astuple(gap)))
        size = 0.0 if gap.mean == 0 else math.nan
        return Estimate(size, size, size)

    @property
    def is_clear(self) -> bool:
        """Whether chance does not explain the difference, all figures considered."""
        return self.adjusted < 1 - CONFIDENCE


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


def t_probability(t: float, degrees: float) -> float:
    """Return how probable a Student's t at least this far from nought is.

    By the normal approximation of Wallace (Annals of Mathematical Statistics 30,
    1959), which from 29 degrees of freedom on is right to a few parts in a thousand
    wherever the probability exceeds one in a million.
    """
    if math.isinf(degrees):
        return _two_sided(t)
    stretch = (8 * degrees + 1) / (8 * degrees + 3)
    return _two_sided(stretch * math.sqrt(degrees * math.log1p(t * t / degrees)))


def holm(probabilities: Sequence[float]) -> list[float]:
    """Return probabilities adjusted for being looked at together.

    The step-down method of Holm (Scandinavian Journal of Statistics 6, 1979), which
    keeps the chance of any false finding below the level, however they depend on one
    another. What is not a number stays so, and does not count.
    """
    adjusted = [*probabilities]
    known = [place for place, p in enumerate(probabilities) if not math.isnan(p)]
    highest = 0.0
    for rank, place in enumerate(sorted(known, key=probabilities.__getitem__)):
        highest = max(highest, min(1.0, probabilities[place] * (len(known) - rank)))
        adjusted[place] = highest
    return adjusted


def _two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))


@attrs.frozen
class Sums:
    """Exact sums of columns over games, and of the products of each two of them.

    Attributes:
        games: how many games.
        firsts: the sum of each column.
        seconds: for each column, the sums of its products with itself and with the
            columns before it.

    """

    games: int
    firsts: tuple[int, ...]
    seconds: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, columns: Sequence[Column]) -> Self:
        """Return the sums of columns that have a number for each game."""
        return cls(
            len(columns[0]),
            tuple(map(_sum, columns)),
            tuple(
                tuple(_product(column, other) for other in columns[: place + 1])
                for place, column in enumerate(columns)
            ),
        )

    def __add__(self, other: Self) -> Self:
        """Return the sums over the games of both."""
        pairs = zip(self.seconds, other.seconds, strict=True)
        return attrs.evolve(
            self,
            games=self.games + other.games,
            firsts=_added(self.firsts, other.firsts),
            seconds=tuple(_added(ours, theirs) for ours, theirs in pairs),
        )

    def second(self, one: int, other: int) -> int:
        """Return the sum of the products of two columns."""
        return self.seconds[max(one, other)][min(one, other)]


def _sum(column: Column) -> int:
    return int(column.sum() if hasattr(column, "sum") else sum(column))


def _product(column: Column, other: Column) -> int:
    if hasattr(column, "dot"):
        return int(column.dot(other))
    return sum(map(mul, column, other))


def _added(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(ours, theirs, strict=True)))


@attrs.frozen(kw_only=True)
class Figures:
    """One metric under several variants: what is known of it, and of differences.

    A figure is a mean per game, or a rate: a sum over games by the sum of what it is
    counted by (busts by turns), not the mean of the games' own rates. The variance of
    a rate is that of the ratio estimator, linearised (Cochran, Sampling Techniques,
    3rd ed. 1977, 2.11 and 6.3): a game's term is ``(total - rate * units) / mean
    units``. A mean per game is the rate with one unit a game, and its interval is
    Student's.

    A share of games (each game has it or has it not) has the interval of Wilson (JASA
    22, 1927), which holds up where the share is nought or nearly so. Where a game can
    have a part of it, as of a shared win, the interval is on the safe side.

    Attributes:
        sums: the sums of the totals under each variant, then, of a rate, those of the
            units under each.
        variants: how many variants.
        share: whether the figure is a share of games that have something or not.
        bounded: whether it is a share of games, of which each may have a part.
        parts: how many of what is added up make one of the unit.
        matched: whether the games of all variants were dealt the same cards.

    """

    sums: Sums
    variants: int
    share: bool = False
    bounded: bool = False
    parts: int = 1
    matched: bool = True

    @property
    def is_rate(self) -> bool:
        """Whether there are units to count by, rather than games."""
        return len(self.sums.firsts) > self.variants

    def estimate(self, variant: int) -> Estimate:
        """Return the figure under a variant with its interval."""
        if self.share or self.bounded:
            return _wilson(self.sums.firsts[variant] / self.parts, self.sums.games)
        return self.combined({variant: 1})

    def combined(self, weights: Mapping[int, Fraction | int]) -> Estimate:
        """Return a weighted sum of the figures under some variants.

        Games that were dealt the same cards are one observation, so that what they
        owe to the deal cancels out; of unmatched ones the interval is Welch's, with
        the degrees of freedom of Satterthwaite (Welch, Biometrika 34, 1947).
        """
        mean, variance, degrees = self._combined(weights)
        margin = t_quantile(degrees) * math.sqrt(variance) if variance else 0.0
        return Estimate(mean, mean - margin, mean + margin)

    def difference(self, variant: int, other: int) -> Estimate:
        """Return the figure under a variant minus that under another.

        Of shares, the limits of Wilson are combined, by their correlation where games
        are matched (Newcombe, Statistics in Medicine 17, 1998, 873-890, method 10,
        and 2635-2650, method 10).
        """
        if variant == other or not (self.share or self.bounded):
            return self.combined(_minus(variant, other))
        correlation = self._correlation(variant, other) if self.matched else 0.0
        return _newcombe(self.estimate(variant), self.estimate(other), correlation)

    def contrast(self, a: int, b: int) -> Contrast:
        """Return the figures under two variants with their difference."""
        weights = _minus(b, a)
        p = self.probability(weights)
        return Contrast(
            a=self.estimate(a),
            b=self.estimate(b),
            difference=self.difference(b, a),
            spread=self.spread(a, b),
            p=p,
            adjusted=p,
        )

    def spread(self, *variants: int) -> float:
        """Return the standard deviation of one game, pooled over some variants."""
        spreads = [self._covariance(variant, variant) for variant in variants]
        return math.sqrt(sum(spreads) / len(spreads))

    def probability(self, weights: Mapping[int, Fraction | int]) -> float:
        """Return how probable a weighted sum so far from nought is by chance.

        By Student's t; of a difference between matched shares by McNemar's exact test
        (Psychometrika 12, 1947), where more than a thousand games differ by its normal
        approximation.
        """
        if self.share and self.matched and [*weights.values()] == [1, -1]:
            return _mcnemar(*self._apart(*weights))
        mean, variance, degrees = self._combined(weights)
        if not variance:
            return 1.0 if mean == 0 else 0.0
        return t_probability(mean / math.sqrt(variance), degrees)

    def _combined(
        self, weights: Mapping[int, Fraction | int]
    ) -> tuple[float, float, float]:
        """Return a weighted sum, its variance, and the degrees of freedom."""
        games = self.sums.games
        if any(self._means[variant] is None for variant in weights):
            return math.nan, math.nan, math.inf
        mean = sum(
            weight * (self._means[variant] or 0) for variant, weight in weights.items()
        )
        own = [
            weight * weight * self._covariance(variant, variant) / games
            for variant, weight in weights.items()
        ]
        if not self.matched and len(weights) > 1:
            total = sum(own)
            spread = sum(variance**2 for variance in own) / (games - 1)
            degrees = float(total**2 / spread) if spread else math.inf
            return float(mean), float(total), degrees
        shared = sum(
            2 * ours * theirs * self._covariance(one, other) / games
            for one, ours in weights.items()
            for other, theirs in weights.items()
            if other < one
        )
        return float(mean), float(sum(own) + shared), games - 1

    @cached_property
    def _means(self) -> tuple[Fraction | None, ...]:
        """The exact figures; None where there are no units to count by."""
        firsts, many = self.sums.firsts, self.variants
        units = firsts[many:] if self.is_rate else [self.sums.games] * many
        return tuple(
            Fraction(total, unit * self.parts) if unit else None
            for total, unit in zip(firsts[:many], units, strict=True)
        )

    def _covariance(self, one: int, other: int) -> Fraction:
        """Return the covariance of the linearised terms of two variants' games."""
        sums, many, games = self.sums, self.variants, self.sums.games
        parts = self.parts**2
        if not self.is_rate:
            both = sums.firsts[one] * sums.firsts[other]
            within = games * sums.second(one, other) - both
            return Fraction(within, games * (games - 1) * parts)
        units = sums.firsts[many + one] * sums.firsts[many + other]
        if not units:
            return Fraction(0)
        ours = Fraction(sums.firsts[one], sums.firsts[many + one])
        theirs = Fraction(sums.firsts[other], sums.firsts[many + other])
        products = (
            sums.second(one, other)
            - theirs * sums.second(one, many + other)
            - ours * sums.second(many + one, other)
            + ours * theirs * sums.second(many + one, many + other)
        )
        return products * games * games / (units * (games - 1) * parts)

    def _apart(self, variant: int, other: int) -> tuple[int, int]:
        """Return how many games have it under one variant alone, and under another."""
        both = self.sums.second(variant, other)
        return self.sums.firsts[variant] - both, self.sums.firsts[other] - both

    def _correlation(self, variant: int, other: int) -> float:
        """Return how the shares of matched games go together, for their interval."""
        if not self.share:
            spreads = [self._covariance(one, one) for one in (variant, other)]
            spread = math.sqrt(spreads[0] * spreads[1])
            return float(self._covariance(variant, other)) / spread if spread else 0.0
        only_ours, only_theirs = self._apart(variant, other)
        both = self.sums.second(variant, other)
        neither = self.sums.games - both - only_ours - only_theirs
        margins = (
            (both + only_ours)
            * (neither + only_theirs)
            * (both + only_theirs)
            * (neither + only_ours)
        )
        product: float = both * neither - only_ours * only_theirs
        if product > 0:
            product = max(product - self.sums.games / 2, 0)
        return product / math.sqrt(margins) if margins else 0.0


def share_of(hits: int, games: int) -> Estimate:
    """Return a share of games with its interval, by Wilson."""
    return _wilson(hits, games)


def _wilson(hits: float, games: int) -> Estimate:
    mean, square = hits / games, _Z * _Z
    centre = (mean + square / (2 * games)) / (1 + square / games)
    within = mean * (1 - mean) / games + square / (4 * games * games)
    margin = _Z * math.sqrt(within) / (1 + square / games)
    # At the ends the formula gives 0 and 1; rounding must not go past the mean.
    low = 0.0 if hits == 0 else centre - margin
    high = 1.0 if hits == games else centre + margin
    return Estimate(mean, low, high)


def _newcombe(ours: Estimate, theirs: Estimate, correlation: float) -> Estimate:
    mean = ours.mean - theirs.mean

    def reach(near: float, far: float) -> float:
        square = near * near - 2 * correlation * near * far + far * far
        return math.sqrt(max(square, 0.0))

    below = reach(ours.mean - ours.low, theirs.high - theirs.mean)
    above = reach(ours.high - ours.mean, theirs.mean - theirs.low)
    return Estimate(mean, mean - below, mean + above)


def _minus(variant: int, other: int) -> dict[int, int]:
    """Return the weights of a difference; none between a variant and itself."""
    return {variant: 1, other: -1} if variant != other else {}


_EXACT = 1000


def _mcnemar(only_ours: int, only_theirs: int) -> float:
    apart = only_ours + only_theirs
    if apart > _EXACT:
        return _two_sided((only_ours - only_theirs) / math.sqrt(apart))
    fewer = min(only_ours, only_theirs)
    ways = sum(math.comb(apart, many) for many in range(fewer + 1))
    return min(1.0, float(Fraction(2 * ways, 2**apart)))
