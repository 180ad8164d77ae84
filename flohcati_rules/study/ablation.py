"""Ablation: from one variant to another, one rule point at a time.

Each rule point on which two variants differ is changed twice: *alone* in the first
variant, and *last*, in a first variant that has all other changes already. Where the
two effects agree, the rule point works by itself; where they do not, it interacts with
the others. Its *share* of the whole effect is the mean of both, which is its Shapley
value (Contributions to the Theory of Games II, 1953) as long as rule points interact
in pairs only. Then the shares add up to the whole effect; by how much they do not is
the *rest*, and comes from interactions of three or more, or from rule points that could
not be changed alone or last.

Rule points of which one moves the other along are changed together, as one step.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import attrs

from flohcati_rules.game import Player
from flohcati_rules.profiles import Variant
from flohcati_rules.rulepoints import Value, inert_reason
from flohcati_rules.study.plan import Plan, make_plan
from flohcati_rules.study.players import name_of
from flohcati_rules.study.runs import run
from flohcati_rules.study.statistics import (
    CONFIDENCE,
    Contrast,
    Estimate,
    Figures,
    holm,
    share_of,
)
from flohcati_rules.study.studies import Run, played, together
from flohcati_rules.study.sweep import changed
from flohcati_rules.study.tally import Tally


@attrs.frozen(kw_only=True)
class Part:
    """What one rule point does to one metric.

    Attributes:
        share: its share of the whole effect, in the metric's unit.
        p: how probable so large a share is if there is none, adjusted for all parts.
        alone: what it does alone, in the first variant; None where that is refused.
        last: what it does last, to reach the second; None where that is refused.
        interaction: what it does last minus what it does alone.
        interaction_p: how probable so large an interaction is if there is none,
            adjusted for all rule points; 1 where there is nothing to compare.

    """

    share: Estimate
    p: float
    alone: Estimate | None
    last: Estimate | None
    interaction: Estimate | None
    interaction_p: float

    @property
    def is_clear(self) -> bool:
        """Whether chance does not explain its share, all rule points considered."""
        return self.p < 1 - CONFIDENCE

    @property
    def interacts(self) -> bool:
        """Whether its effect depends on the other rule points, beyond chance."""
        return self.interaction_p < 1 - CONFIDENCE


@attrs.frozen(kw_only=True)
class Step:
    """One rule point on the way from a variant to another.

    Attributes:
        point: the id of the rule point.
        a: its value in the first variant.
        b: its value in the second.
        idle: why it has no effect of its own: it cannot touch play under either, or
            it is changed together with another; else empty.
        refused: why it cannot be changed alone or last; else empty.
        moved: the other rule points that change together with it, alone or last.
        differing: the share of deals that come out differently when it is changed
            alone; None where that is refused or the deals are not the same.
        parts: what it does to each metric; empty where it is idle or refused.

    """

    point: str
    a: Value
    b: Value
    idle: str = ""
    refused: str = ""
    moved: tuple[str, ...] = ()
    differing: Estimate | None = None
    parts: Mapping[str, Part] = attrs.field(factory=dict[str, Part], hash=False)


@attrs.frozen(kw_only=True)
class Ablation:
    """What each differing rule point contributes to the effect of all of them.

    Attributes:
        a: the id of the first variant.
        b: the id of the second.
        games: how many games were played under each variant on the way.
        seats: at a table of how many.
        player: what the player on every seat is called.
        seed: what fixed all deals and choices.
        engine: what played the games.
        paired: whether all variants on the way were dealt the same cards.
        whole: the effect of all rule points together, by metric.
        steps: the rule points, in the order of their declaration.
        rest: what the shares leave of the whole effect, by metric.

    """

    a: str
    b: str
    games: int
    seats: int
    player: str
    seed: int
    engine: str
    paired: bool
    whole: Mapping[str, Contrast] = attrs.field(hash=False)
    steps: tuple[Step, ...]
    rest: Mapping[str, Estimate] = attrs.field(hash=False)


@attrs.frozen(kw_only=True)
class _Way:
    """How a rule point is changed: alone in the first variant, last in the second."""

    point: str
    idle: str = ""
    alone: Variant | None = None
    before: Variant | None = None
    refused: str = ""


def ablate(
    a: Variant,
    b: Variant,
    *,
    games: int,
    seats: int,
    player: str | Player = "uniform",
    seed: int = 0,
    engine: str | None = None,
    run: Run = run,
) -> Ablation:
    """Return what each differing rule point contributes to the effect of all.

    Args:
        a: the first variant.
        b: the second variant, of the same game.
        games: how many deals, at least thirty; each is played under both variants
            and under up to two more for each rule point that differs.
        seats: at a table of how many.
        player: who sits on every seat: the name of a player that the game declares,
            or a callable of your own.
        seed: fixes all deals and choices.
        engine: what plays the games, ``step`` or ``kernel``; by default the one that
            is done first.
        run: plays the games, here or elsewhere.

    Raises:
        RequestError: the request makes no sense, or a variant is a draft.

    """

    def planned(variants: Sequence[Variant]) -> Plan:
        return make_plan(
            variants, games=games, seats=seats, player=player, seed=seed, engine=engine
        )

    planned([a, b])  # refuses what makes no sense before rules are mixed
    ways = _ways(a, b, seats)
    arms = _Arms([a, b])
    for way in ways:
        arms.add(way.alone, way.before)
    plan = planned(arms.variants)
    tally = played(run, plan)
    figures = {
        name: tally.figures(plan, name) for name in (*plan.metrics, *plan.endings)
    }
    return Ablation(
        a=a.id,
        b=b.id,
        games=games,
        seats=seats,
        player=name_of(plan.player),
        seed=seed,
        engine=plan.engine,
        paired=plan.matched,
        whole=together({name: one.contrast(A, B) for name, one in figures.items()}),
        steps=_adjusted([_step(way, a, b, arms, figures, tally, plan) for way in ways]),
        rest={name: one.combined(_rest(ways, arms)) for name, one in figures.items()},
    )


A, B = 0, 1
"""The places of the two variants among those that are played."""

Weights = Mapping[int, Fraction]


class _Arms:
    """The variants that are played, each once, and their places."""

    def __init__(self, both: Sequence[Variant]) -> None:
        self.variants = [*both]
        self._places = {variant.digest: place for place, variant in enumerate(both)}

    def add(self, *variants: Variant | None) -> None:
        for variant in variants:
            if variant is not None and variant.digest not in self._places:
                self._places[variant.digest] = len(self.variants)
                self.variants.append(variant)

    def place(self, variant: Variant) -> int:
        return self._places[variant.digest]


def _ways(a: Variant, b: Variant, seats: int) -> list[_Way]:
    """Return how each differing rule point is changed, in order of declaration."""
    idle: dict[str, str] = {}
    groups: list[list[str]] = []
    for point in a.values:
        if a.values[point] != b.values[point]:
            why = inert_reason(a.rules, point) and inert_reason(b.rules, point)
            if why:
                idle[point] = why
            else:
                groups.append([point])
    groups = _together(a, b, groups, seats)
    found = {point: _Way(point=point, idle=why) for point, why in idle.items()}
    for first, *others in groups:
        found[first] = _way(a, b, [first, *others], seats)
        for other in others:
            found[other] = _Way(point=other, idle=f"changed together with {first}")
    return [found[point] for point in a.values if point in found]


def _together(
    a: Variant, b: Variant, groups: list[list[str]], seats: int
) -> list[list[str]]:
    """Join the groups of rule points of which one moves another along."""
    for group in groups:
        moved = {
            point
            for base, other in ((a, b), (b, a))
            for found, _ in [_with(base, other, group, seats)]
            if found
            for point, value in found.values.items()
            if base.values[point] != value
        }
        joined = [each for each in groups if moved & {*each}]
        if len(joined) > 1:
            apart = [each for each in groups if each not in joined]
            order = [*a.values]
            merged = sorted(
                (point for each in joined for point in each), key=order.index
            )
            return _together(a, b, [*apart, merged], seats)
    return groups


def _with(
    base: Variant, other: Variant, points: Sequence[str], seats: int
) -> tuple[Variant | None, str]:
    """Return a variant with the values of another on some rule points, or why not."""
    return changed(base, {point: other.values[point] for point in points}, seats=seats)


def _way(a: Variant, b: Variant, points: Sequence[str], seats: int) -> _Way:
    alone, why_not_alone = _with(a, b, points, seats)
    before, why_not_last = _with(b, a, points, seats)
    reasons = (("alone", why_not_alone), ("last", why_not_last))
    return _Way(
        point=points[0],
        alone=alone,
        before=before,
        refused="; ".join(f"{when}: {why}" for when, why in reasons if why),
    )


def _step(
    way: _Way,
    a: Variant,
    b: Variant,
    arms: _Arms,
    figures: Mapping[str, Figures],
    tally: Tally,
    plan: Plan,
) -> Step:
    differing = None
    if way.alone and plan.matched:
        differing = share_of(tally.differing[arms.place(way.alone)], tally.games)
    return Step(
        point=way.point,
        a=a.values[way.point],
        b=b.values[way.point],
        idle=way.idle,
        refused=way.refused,
        moved=_moved(way, a, b),
        differing=differing,
        parts={name: _part(way, arms, one) for name, one in figures.items()}
        if way.alone or way.before
        else {},
    )


def _moved(way: _Way, a: Variant, b: Variant) -> tuple[str, ...]:
    """Return the other rule points that change along with one."""
    moved = {
        point: None
        for variant, base in ((way.alone, a), (way.before, b))
        if variant
        for point, value in variant.values.items()
        if point != way.point and base.values[point] != value
    }
    return (*moved,)


def _part(way: _Way, arms: _Arms, figures: Figures) -> Part:
    alone, last, share = _alone(way, arms), _last(way, arms), _share(way, arms)
    both_ways = way.alone and way.before
    interaction = _sum(last, _scaled(alone, -1))
    return Part(
        share=figures.combined(share),
        p=figures.probability(share),
        alone=figures.combined(alone) if way.alone else None,
        last=figures.combined(last) if way.before else None,
        interaction=figures.combined(interaction) if both_ways else None,
        interaction_p=figures.probability(interaction) if both_ways else 1.0,
    )


def _alone(way: _Way, arms: _Arms) -> Weights:
    if way.alone is None:
        return {}
    return _sum({arms.place(way.alone): Fraction(1)}, {A: Fraction(-1)})


def _last(way: _Way, arms: _Arms) -> Weights:
    if way.before is None:
        return {}
    return _sum({B: Fraction(1)}, {arms.place(way.before): Fraction(-1)})


def _share(way: _Way, arms: _Arms) -> Weights:
    """Return the weights of a rule point's share: the mean of alone and last."""
    alone, last = _alone(way, arms), _last(way, arms)
    if way.alone is None or way.before is None:
        return _sum(alone, last)
    return _scaled(_sum(alone, last), Fraction(1, 2))


def _rest(ways: Sequence[_Way], arms: _Arms) -> Weights:
    shares = (_scaled(_share(way, arms), -1) for way in ways)
    return _sum({B: Fraction(1), A: Fraction(-1)}, *shares)


def _sum(*terms: Weights) -> Weights:
    """Return the sum of weighted sums, without what cancels out."""
    total: dict[int, Fraction] = {}
    for weights in terms:
        for place, weight in weights.items():
            total[place] = total.get(place, Fraction(0)) + weight
    return {place: weight for place, weight in total.items() if weight}


def _scaled(weights: Weights, factor: Fraction | int) -> Weights:
    return {place: weight * factor for place, weight in weights.items()}


def _adjusted(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Adjust, metric by metric, the probabilities of all rule points' shares."""
    names = {name: None for step in steps for name in step.parts}
    parts = [dict(step.parts) for step in steps]
    for name in names:
        having = [found for found in parts if name in found]
        shares = holm([found[name].p for found in having])
        interactions = holm([found[name].interaction_p for found in having])
        for found, p, other in zip(having, shares, interactions, strict=True):
            found[name] = attrs.evolve(found[name], p=p, interaction_p=other)
    return tuple(
        attrs.evolve(step, parts=found)
        for step, found in zip(steps, parts, strict=True)
    )
