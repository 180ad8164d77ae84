"""What was measured of two variants, put into rows and sentences.

A page, its charts and a table for a forum are made of the same rows.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

import attrs

from flohcati_rules.metrics import Metric, ending_metrics
from flohcati_rules.report.page import counted
from flohcati_rules.report.play import figure, ranged
from flohcati_rules.report.studies import QUANTILES, quantile
from flohcati_rules.study import Ablation, Contrast, Estimate, Part, Step, Study

MOST_APART = 4
"""How many figures are taken apart rule by rule at most."""
MOST_TOLD = 3
"""How many changes the headlines tell."""
TINY = 0.001
"""Probabilities below are only told to be below."""
NOTHING = "–"  # noqa: RUF001 - a dash, where there is no number
MINUS = "−"  # noqa: RUF001 - a minus, as people print it


@attrs.frozen
class Told:
    """An estimate as people read it: the figure, and its interval."""

    mean: str
    range: str = ""


def told(metric: Metric, estimate: Estimate, *, sign: bool = False) -> Told:
    """Return an estimate as people read it."""
    if math.isnan(estimate.mean):
        return Told(NOTHING)
    mean = figure(metric, estimate.mean, sign=sign)
    around = ranged(metric, estimate, sign=sign)
    return Told(mean.replace("-", MINUS), around.replace("-", MINUS))


def probability(p: float) -> str:
    """Return a probability as people read it."""
    if math.isnan(p):
        return NOTHING
    return f"< {TINY}" if p < TINY else f"{p:.3f}"


@attrs.frozen(kw_only=True)
class Line:
    """A figure under both variants.

    Attributes:
        name: what programs call the figure.
        metric: what is measured.
        contrast: what was measured.
        is_ending: whether it is how a game ends.

    """

    name: str
    metric: Metric
    contrast: Contrast
    is_ending: bool = False

    @property
    def topic(self) -> str:
        """What is measured, to stand in a sentence."""
        because = "games that end because " if self.is_ending else ""
        return f"{because}{self.metric.sense}"

    @property
    def title(self) -> str:
        """What is measured, to stand by itself."""
        return self.topic[:1].upper() + self.topic[1:]

    @property
    def sense(self) -> str:
        """What is measured, with a capital."""
        return self.metric.sense[:1].upper() + self.metric.sense[1:]

    @property
    def a(self) -> Told:
        """The figure under A."""
        return told(self.metric, self.contrast.a)

    @property
    def b(self) -> Told:
        """The figure under B."""
        return told(self.metric, self.contrast.b)

    @property
    def change(self) -> Told:
        """By how much it is higher under B."""
        return told(self.metric, self.contrast.difference, sign=True)

    @property
    def effect(self) -> str:
        """How large that is, in standard deviations of one game."""
        size = self.contrast.effect.mean
        if not math.isfinite(size):
            return NOTHING
        told = f"{size:+.2f}".replace("-", MINUS)
        return told if told.strip(f"+{MINUS}0.") else "0.00"

    @property
    def p(self) -> str:
        """How probable that is by chance, all figures considered."""
        return probability(self.contrast.adjusted)

    @property
    def is_clear(self) -> bool:
        """Whether chance does not explain the difference."""
        return self.contrast.is_clear

    @property
    def size(self) -> float:
        """How large the difference is, whatever its direction; 0 where none varies."""
        size = abs(self.contrast.effect.mean)
        return size if math.isfinite(size) else 0.0

    @property
    def is_nothing(self) -> bool:
        """Whether no game of either variant had any of it."""
        return not (self.contrast.a.mean or self.contrast.b.mean)


@attrs.frozen(kw_only=True)
class Share:
    """What one rule, or what is left of all, contributes to one figure.

    Attributes:
        point: the id of the rule point; empty for what is left.
        metric: what is measured.
        share: its share of the whole effect.
        part: the share with all that is known of it; None for what is left.

    """

    point: str
    metric: Metric
    share: Estimate
    part: Part | None = None

    @property
    def told(self) -> Told:
        """The share as people read it."""
        return told(self.metric, self.share, sign=True)

    @property
    def is_clear(self) -> bool:
        """Whether chance does not explain it."""
        if self.part is not None:
            return self.part.is_clear
        return not self.share.low <= 0 <= self.share.high

    @property
    def p(self) -> str:
        """How probable it is by chance, all rules considered."""
        return NOTHING if self.part is None else probability(self.part.p)

    @property
    def alone(self) -> str:
        """What the rule does alone, in A."""
        return self._mean(self.part.alone if self.part else None)

    @property
    def last(self) -> str:
        """What the rule does last, on the way to B."""
        return self._mean(self.part.last if self.part else None)

    @property
    def interacts(self) -> bool:
        """Whether what the rule does depends on the others."""
        return self.part is not None and self.part.interacts

    def _mean(self, estimate: Estimate | None) -> str:
        if estimate is None:
            return NOTHING
        return told(self.metric, estimate, sign=True).mean


@attrs.frozen(kw_only=True)
class Doing:
    """What one rule does to play.

    Attributes:
        point: the id of the rule point.
        differing: the share of deals that come out differently by it alone.
        shares: its clear shares in the figures, the largest effect first.

    """

    point: str
    differing: Told
    shares: tuple[tuple[Line, Share], ...]


@attrs.frozen(kw_only=True)
class TakenApart:
    """The effect on one figure, rule by rule.

    Attributes:
        line: the figure.
        shares: what each rule contributes, the largest share first.
        rest: what the shares leave of the effect.
        without: the rules that do nothing at all to it.

    """

    line: Line
    shares: tuple[Share, ...]
    rest: Share
    without: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Measured:
    """A study of two variants, and what each rule contributes, ready to be shown.

    Attributes:
        study: what was measured.
        ablation: what each rule contributes; None where it was not asked.
        metrics: the game's metrics by name.
        endings: the ways the game ends, each with its sense.
        habits: what the players do, in a sentence.

    """

    study: Study
    ablation: Ablation | None
    metrics: Mapping[str, Metric]
    endings: Mapping[str, str]
    habits: str

    @property
    def lines(self) -> tuple[Line, ...]:
        """The figures of the whole game."""
        return tuple(line for line in self._metrics() if not line.metric.seat)

    @property
    def seats(self) -> tuple[Line, ...]:
        """How often each seat wins."""
        return tuple(line for line in self._metrics() if line.metric.seat)

    def _metrics(self) -> Iterator[Line]:
        for name, contrast in self.study.metrics.items():
            yield Line(name=name, metric=self.metrics[name], contrast=contrast)

    @property
    def ends(self) -> tuple[Line, ...]:
        """How games end; ways that ended none are left out."""
        return tuple(line for line in self._all_ends() if not line.is_nothing)

    def _all_ends(self) -> Iterator[Line]:
        measured = ending_metrics(self.endings)
        for name, contrast in self.study.endings.items():
            metric = measured[name]
            yield Line(name=name, metric=metric, contrast=contrast, is_ending=True)

    @property
    def skill(self) -> Line | None:
        """How often a better player wins; None where that was not asked."""
        found = self.study.skill
        if found is None:
            return None
        sense = f"games that one {found.guest} player wins among {found.host} ones"
        metric = Metric(sense, "share of games", of="guest_won")
        return Line(name="skill", metric=metric, contrast=found.wins)

    @property
    def quantiles(self) -> tuple[tuple[int, int, int], ...]:
        """For some shares of seats, in per cent, the score they reach at most."""
        a, b = self.study.scores
        return tuple(
            (share, quantile(a, share), quantile(b, share)) for share in QUANTILES
        )

    @property
    def clear(self) -> tuple[Line, ...]:
        """The figures that clearly differ, the largest effect first, none twice."""
        found = {
            line.metric.of: line
            for line in (*self.ends, *self.lines)
            if line.is_clear and line.metric.of
        }
        return tuple(sorted(found.values(), key=lambda line: -line.size))

    @property
    def apart(self) -> tuple[TakenApart, ...]:
        """The figures that differ most, rule by rule."""
        found = self.ablation
        if found is None:
            return ()
        return tuple(_taken_apart(found, line) for line in self.clear[:MOST_APART])

    def taken_apart(self, name: str) -> TakenApart:
        """Return one figure rule by rule, by the name that programs call it."""
        assert self.ablation is not None, "it was asked"
        lines = (*self.lines, *self.seats, *self._all_ends())
        line = next(line for line in lines if line.name == name)
        return _taken_apart(self.ablation, line)

    @property
    def doings(self) -> tuple[Doing, ...]:
        """What each rule does to play, in the order of a turn."""
        if self.ablation is None:
            return ()
        return tuple(
            Doing(
                point=step.point,
                differing=Told(NOTHING)
                if step.differing is None
                else told(_OF_DEALS, step.differing),
                shares=self._clear_shares(step),
            )
            for step in self.ablation.steps
            if step.parts
        )

    def _clear_shares(self, step: Step) -> tuple[tuple[Line, Share], ...]:
        once = {
            line.metric.of: line
            for line in (*self.ends, *self.lines)
            if _has_share(step, line.name) and step.parts[line.name].is_clear
        }
        found = [(line, _share_of(step, line)) for line in once.values()]
        return tuple(sorted(found, key=lambda one: -_size(*one))[:MOST_TOLD])

    @property
    def silent(self) -> tuple[tuple[str, str], ...]:
        """The rules that have no share, each with the reason."""
        if self.ablation is None:
            return ()
        return tuple(
            (step.point, step.idle or step.refused)
            for step in self.ablation.steps
            if not step.parts
        )

    @property
    def moving(self) -> tuple[tuple[str, str], ...]:
        """The rules that take others along, each with those."""
        if self.ablation is None:
            return ()
        return tuple(
            (step.point, ", ".join(step.moved))
            for step in self.ablation.steps
            if step.moved
        )

    @property
    def in_common(self) -> str:
        """How many deals came out alike, in a sentence."""
        study, deals = self.study, counted(self.study.games, "deal")
        if study.differing is None:
            return (
                f"The two are played with different cards; {deals} of each were "
                "played, which cannot be compared one by one."
            )
        if study.differing.mean == 1:
            return f"Every one of {deals} came out differently under A and B."
        share = f"{study.differing.mean * 100:.1f} %"
        return f"Of {deals}, {share} came out differently under A and B."

    @property
    def changes(self) -> tuple[Line, ...]:
        """What changes most."""
        return self.clear[:MOST_TOLD]

    @property
    def conclusions(self) -> tuple[str, ...]:
        """What else is worth knowing, in a few sentences."""
        if not self.clear:
            return ("No figure differs by more than chance explains.",)
        skill = () if self.skill is None else (_skilled(self.skill),)
        return (*_culprit(self.apart), *skill)


def _taken_apart(found: Ablation, line: Line) -> TakenApart:
    shares = [
        _share_of(step, line) for step in found.steps if _has_share(step, line.name)
    ]
    without = [one for one in shares if one.share.low == 0 == one.share.high]
    acting = [one for one in shares if one not in without]
    return TakenApart(
        line=line,
        shares=tuple(sorted(acting, key=lambda one: -abs(one.share.mean))),
        rest=Share(point="", metric=line.metric, share=found.rest[line.name]),
        without=tuple(one.point for one in without),
    )


_OF_DEALS = Metric("deals that come out differently", "share of deals", of="")


def _share_of(step: Step, line: Line) -> Share:
    part = step.parts[line.name]
    return Share(point=step.point, metric=line.metric, share=part.share, part=part)


def _size(line: Line, share: Share) -> float:
    """Return how large a share is, by how much the figure varies between games."""
    spread = line.contrast.spread
    return abs(share.share.mean) / spread if spread else math.inf


def _has_share(step: Step, name: str) -> bool:
    return name in step.parts and not math.isnan(step.parts[name].share.mean)


# ---------------------------------------------------------------- sentences


def _culprit(apart: Sequence[TakenApart]) -> Iterator[str]:
    """Tell which rule has the largest share in the largest effect."""
    if not apart or not apart[0].shares or not apart[0].shares[0].is_clear:
        return
    first, line = apart[0].shares[0], apart[0].line
    ratio = first.share.mean / line.contrast.difference.mean
    part = "Most" if ratio > 1 / 2 else "The largest part"
    yield (
        f"{part} of the change in {line.topic} comes from the rule "
        f"{first.point}: {first.told.mean} of {line.change.mean}."
    )


def _skilled(line: Line) -> str:
    told = f"{line.sense}: {line.a.mean} under A and {line.b.mean} under B"
    if not line.is_clear:
        return f"{told}; chance could explain the difference."
    more = line.contrast.difference.mean > 0
    return f"{told}, so skill tells {'more' if more else 'less'} under B."
