"""Studies: what random play shows of one variant, or of two on the same deals."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

from flohcati_rules.errors import RequestError
from flohcati_rules.game import Player
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.study.request import Request
from flohcati_rules.study.runner import Played, Progress, play_games, share_deals
from flohcati_rules.study.statistics import Average, Estimate, Share

ENGINE = "step"
"""What plays the games."""


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


@attrs.frozen(kw_only=True)
class Contrast:
    """One figure under two variants, and by how much it is higher under the second."""

    a: Estimate
    b: Estimate
    difference: Estimate


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


def simulate(
    variant: Variant,
    *,
    games: int,
    seats: int,
    player: str | Player = "uniform",
    seed: int = 0,
    progress: Progress | None = None,
) -> Simulation:
    """Play many games of one variant and measure them.

    Args:
        variant: the variant to play by.
        games: how many games, at least thirty.
        seats: at a table of how many.
        player: who sits on every seat: the name of a player that the game declares,
            or a callable of your own.
        seed: fixes all deals and choices.
        progress: told from time to time how many games are done.

    Raises:
        RequestError: the request makes no sense, or the variant is a draft.

    """
    request = Request(games=games, seats=seats, player=player, seed=seed)
    game = request.game(variant)
    rounds = play_games(
        [game],
        request.table(variant.game_class),
        seed=seed,
        indices=range(games),
        progress=progress,
    )
    played = [only for (only,) in rounds]
    return Simulation(
        variant=variant.id,
        digest=variant.digest,
        games=games,
        seats=seats,
        player=request.player_name,
        seed=seed,
        engine=ENGINE,
        metrics=_estimates(_metrics(game, played)),
        endings=_estimates(_endings(game, played)),
    )


def study(
    a: Variant,
    b: Variant,
    *,
    games: int,
    seats: int,
    player: str | Player = "uniform",
    seed: int = 0,
    progress: Progress | None = None,
) -> Study:
    """Play the same deals under two variants and measure what differs.

    Args:
        a: the first variant.
        b: the second variant, of the same game.
        games: how many deals, at least thirty; each is played under both.
        seats: at a table of how many.
        player: who sits on every seat: the name of a player that the game declares,
            or a callable of your own.
        seed: fixes all deals and choices.
        progress: told from time to time how many deals are done.

    Raises:
        RequestError: the request makes no sense, or a variant is a draft.

    """
    if a.game_class is not b.game_class:
        message = (
            f"{a.id} and {b.id} are variants of different games, "
            f"{a.game_class.ID} and {b.game_class.ID}"
        )
        raise RequestError(message)
    request = Request(games=games, seats=seats, player=player, seed=seed)
    both = [request.game(a), request.game(b)]
    table = request.table(a.game_class)
    paired = share_deals(both, (*table,), seed=seed)
    if paired:
        indices = range(games)
        rounds = play_games(both, table, seed=seed, indices=indices, progress=progress)
    else:
        rounds = _unrelated(both, table, request, progress)
    under_a, under_b = zip(*rounds, strict=True)
    differing = Share(
        tuple(
            one.result != other.result
            for one, other in zip(under_a, under_b, strict=True)
        )
    )
    game = both[0]
    return Study(
        a=a.id,
        b=b.id,
        digests=(a.digest, b.digest),
        games=games,
        seats=seats,
        player=request.player_name,
        seed=seed,
        engine=ENGINE,
        paired=paired,
        differing=differing.estimate() if paired else None,
        metrics=_contrasts(_metrics, game, under_a, under_b, paired=paired),
        endings=_contrasts(_endings, game, under_a, under_b, paired=paired),
    )


def _unrelated(
    games: Sequence[AnyGame],
    table: Mapping[str, Player],
    request: Request,
    progress: Progress | None,
) -> Iterator[tuple[Played, ...]]:
    """Yield a game under each variant, none of which has its index in common."""
    count = request.games
    runs = [
        play_games(
            [game],
            table,
            seed=request.seed,
            indices=range(place * count, (place + 1) * count),
            progress=progress if place == len(games) - 1 else None,
        )
        for place, game in enumerate(games)
    ]
    for played in zip(*runs, strict=True):
        yield tuple(only for (only,) in played)


Samples = Mapping[str, Average | Share]
"""What was measured of many games, by name."""


def _metrics(game: AnyGame, played: Sequence[Played]) -> Samples:
    return {name: _sample(game, name, played) for name in game.METRICS}


def _sample(game: AnyGame, name: str, played: Sequence[Played]) -> Average | Share:
    metric = game.METRICS[name]
    values = [one.readings[name] for one in played]
    if metric.share:
        return Share(tuple(map(bool, values)))
    if not metric.per:
        return Average.per_game(values)
    units = [one.readings[metric.per] for one in played]
    totals = (rate * many for rate, many in zip(values, units, strict=True))
    return Average(tuple(totals), tuple(units))


def _endings(game: AnyGame, played: Sequence[Played]) -> Samples:
    return {
        ending: Share(tuple(one.result.ended_by == ending for one in played))
        for ending in game.ENDINGS
    }


def _estimates(samples: Samples) -> dict[str, Estimate]:
    return {name: sample.estimate() for name, sample in samples.items()}


def _contrasts(
    measured: Callable[[AnyGame, Sequence[Played]], Samples],
    game: AnyGame,
    under_a: Sequence[Played],
    under_b: Sequence[Played],
    *,
    paired: bool,
) -> dict[str, Contrast]:
    samples_a, samples_b = measured(game, under_a), measured(game, under_b)
    return {
        name: Contrast(
            a=samples_a[name].estimate(),
            b=samples_b[name].estimate(),
            difference=_difference(samples_b[name], samples_a[name], paired=paired),
        )
        for name in samples_a
    }


def _difference(
    ours: Average | Share, theirs: Average | Share, *, paired: bool
) -> Estimate:
    if isinstance(ours, Share):
        assert isinstance(theirs, Share)
        return ours.paired_difference(theirs) if paired else ours.difference(theirs)
    assert isinstance(theirs, Average)
    return ours.paired_difference(theirs) if paired else ours.difference(theirs)
