"""Studies: what simulated games show of one variant, or of two on the same deals."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import attrs

from flohcati_rules.errors import RequestError
from flohcati_rules.game import Player
from flohcati_rules.profiles import Variant
from flohcati_rules.study.plan import SKILL, Plan, make_plan
from flohcati_rules.study.players import name_of
from flohcati_rules.study.runs import run
from flohcati_rules.study.statistics import Contrast, Estimate, holm, share_of
from flohcati_rules.study.tally import Tally

NameT = TypeVar("NameT")

Run = Callable[[Plan], Tally]
"""Plays the games of a plan, wherever it likes, and adds up what they come to."""


@attrs.frozen(kw_only=True)
class Simulation:
    """What many simulated games of one variant show.

    Attributes:
        variant: the id of the variant.
        digest: the digest of its rules.
        games: how many games were played.
        seats: at a table of how many.
        player: what the player on every seat is called.
        seed: what fixed all deals and choices.
        engine: what played the games.
        metrics: the game's metrics, each with its interval.
        endings: the share of games that each way of ending ended.
        scores: how many seats ended with each score, by score, over all games.

    """

    variant: str
    digest: str
    games: int
    seats: int
    player: str
    seed: int
    engine: str
    metrics: Mapping[str, Estimate] = attrs.field(hash=False)
    endings: Mapping[str, Estimate] = attrs.field(hash=False)
    scores: Mapping[int, int] = attrs.field(hash=False)


@attrs.frozen(kw_only=True)
class Skill:
    """How much a better player tells: how often it wins among weaker ones.

    Attributes:
        guest: what the better player is called; it sits on each seat in turn.
        host: what the players on the other seats are called.
        games: how many games were played under each variant.
        wins: the share of games that the guest won, a shared win divided.

    """

    guest: str
    host: str
    games: int
    wins: Contrast


@attrs.frozen(kw_only=True)
class Study:
    """What many simulated games under two variants show.

    Attributes:
        a: the id of the first variant.
        b: the id of the second; every difference is the second minus the first.
        digests: the digests of the rules of both.
        games: how many games were played under each.
        seats: at a table of how many.
        player: what the player on every seat is called.
        seed: what fixed all deals and choices.
        engine: what played the games.
        paired: whether both variants were dealt the same cards; where their decks
            differ they cannot be, and the differences are those of unrelated games.
        differing: the share of deals whose games did not come out the same, in
            ending, scores or winners; None where the games are not paired.
        metrics: the game's metrics under both.
        endings: the share of games that each way of ending ended, under both.
        scores: under each, how many seats ended with each score, over all games.
        skill: how much a better player tells under both; None unless asked for.

    """

    a: str
    b: str
    digests: tuple[str, str]
    games: int
    seats: int
    player: str
    seed: int
    engine: str
    paired: bool
    differing: Estimate | None
    metrics: Mapping[str, Contrast] = attrs.field(hash=False)
    endings: Mapping[str, Contrast] = attrs.field(hash=False)
    scores: tuple[Mapping[int, int], Mapping[int, int]] = attrs.field(hash=False)
    skill: Skill | None = None


def simulate(
    variant: Variant,
    *,
    games: int,
    seats: int,
    player: str | Player = "uniform",
    seed: int = 0,
    engine: str | None = None,
    run: Run = run,
) -> Simulation:
    """Play many games of one variant and measure them.

    Args:
        variant: the variant to play by.
        games: how many games, at least thirty.
        seats: at a table of how many.
        player: who sits on every seat: the name of a player that the game declares,
            or a callable of your own.
        seed: fixes all deals and choices.
        engine: what plays the games, ``step`` or ``kernel``; by default the one that
            is done first.
        run: plays the games, here or elsewhere.

    Raises:
        RequestError: the request makes no sense, or the variant is a draft.

    """
    plan = make_plan(
        [variant], games=games, seats=seats, player=player, seed=seed, engine=engine
    )
    tally = played(run, plan)
    return Simulation(
        variant=variant.id,
        digest=variant.digest,
        games=games,
        seats=seats,
        player=name_of(plan.player),
        seed=seed,
        engine=plan.engine,
        metrics={name: tally.figures(plan, name).estimate(0) for name in plan.metrics},
        endings={name: tally.figures(plan, name).estimate(0) for name in plan.endings},
        scores=tally.scores[0],
    )


def study(
    a: Variant,
    b: Variant,
    *,
    games: int,
    seats: int,
    player: str | Player = "uniform",
    guest: str | Player | None = None,
    seed: int = 0,
    engine: str | None = None,
    run: Run = run,
) -> Study:
    """Play the same deals under two variants and measure what differs.

    Args:
        a: the first variant.
        b: the second variant, of the same game.
        games: how many deals, at least thirty; each is played under both.
        seats: at a table of how many.
        player: who sits on every seat: the name of a player that the game declares,
            or a callable of your own.
        guest: a better player, to be measured among the others in as many games more:
            how much skill tells.
        seed: fixes all deals and choices.
        engine: what plays the games, ``step`` or ``kernel``; by default the one that
            is done first.
        run: plays the games, here or elsewhere.

    Raises:
        RequestError: the request makes no sense, or a variant is a draft.

    """
    plan = make_plan(
        [a, b], games=games, seats=seats, player=player, seed=seed, engine=engine
    )
    among = None
    if guest is not None:
        among = make_plan(
            [a, b],
            games=games,
            seats=seats,
            player=player,
            guest=guest,
            seed=seed,
            engine=engine,
        )
    tally = played(run, plan)
    found = {
        name: tally.figures(plan, name).contrast(0, 1)
        for name in (*plan.metrics, *plan.endings)
    }
    if among is not None:
        found[SKILL] = played(run, among).figures(among, SKILL).contrast(0, 1)
    found = together(found)
    return Study(
        a=a.id,
        b=b.id,
        digests=(a.digest, b.digest),
        games=games,
        seats=seats,
        player=name_of(plan.player),
        seed=seed,
        engine=plan.engine,
        paired=plan.matched,
        differing=share_of(tally.differing[1], games) if plan.matched else None,
        metrics={name: found[name] for name in plan.metrics},
        endings={name: found[name] for name in plan.endings},
        scores=(tally.scores[0], tally.scores[1]),
        skill=_skill(among, found),
    )


def _skill(among: Plan | None, found: Mapping[str, Contrast]) -> Skill | None:
    """Return what the games with a guest show, if there were any."""
    if among is None or among.guest is None:
        return None
    return Skill(
        guest=name_of(among.guest),
        host=name_of(among.player),
        games=among.games,
        wins=found[SKILL],
    )


def played(run: Run, plan: Plan) -> Tally:
    """Play a plan and return its tally, if it is that of the whole plan.

    Raises:
        RequestError: what plays the games did not play all of them, or others.

    """
    tally = run(plan)
    if (tally.plan, tally.games) != (plan.digest, plan.games):
        message = (
            f"the run is of {tally.games:,} games of the plan {tally.plan}, and not of "
            f"{plan.games:,} games of the plan {plan.digest}"
        )
        raise RequestError(message)
    return tally


def together(found: Mapping[NameT, Contrast]) -> dict[NameT, Contrast]:
    """Return contrasts with their probabilities adjusted for one another."""
    adjusted = holm([contrast.p for contrast in found.values()])
    return {
        name: attrs.evolve(contrast, adjusted=p)
        for (name, contrast), p in zip(found.items(), adjusted, strict=True)
    }
