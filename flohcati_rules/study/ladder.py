"""A ladder: how strong players are, each as a guest among the others in turn."""

from collections.abc import Mapping, Sequence
from itertools import permutations

import attrs

from flohcati_rules.errors import RequestError
from flohcati_rules.game import Player
from flohcati_rules.profiles import Variant
from flohcati_rules.study.plan import SKILL, Plan, make_plan
from flohcati_rules.study.players import canonical, name_of
from flohcati_rules.study.runs import run
from flohcati_rules.study.statistics import Estimate, share_of
from flohcati_rules.study.studies import Run
from flohcati_rules.study.tally import Tally


@attrs.frozen(kw_only=True)
class Cell:
    """How often one player wins among others of another kind.

    Attributes:
        guest: what the one player is called; it sits on each seat in turn.
        host: what the players on all other seats are called.
        engine: what played the games.
        wins: the share of games that the guest won, a shared win divided.

    """

    guest: str
    host: str
    engine: str
    wins: Estimate


@attrs.frozen(kw_only=True)
class Ladder:
    """How strong some players are under one variant, the strongest first.

    A player is the stronger, the more often it wins as a guest, and the less often
    guests win among its kind, on average over all other players.

    Attributes:
        variant: the id of the variant.
        digest: the digest of its rules.
        games: how many games each pair played, each of the two being the guest once.
        seats: at a table of how many.
        seed: what fixed all deals and choices.
        players: what the players are called, the strongest first.
        cells: by guest and host, how often the guest won.

    """

    variant: str
    digest: str
    games: int
    seats: int
    seed: int
    players: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell] = attrs.field(hash=False)

    @property
    def even(self) -> float:
        """The share of games that a guest among its equals wins."""
        return 1 / self.seats


def ladder(
    variant: Variant,
    players: Sequence[str | Player] | None = None,
    *,
    games: int,
    seats: int,
    seed: int = 0,
    engine: str | None = None,
    run: Run = run,
) -> Ladder:
    """Measure how strong players are: each as a guest among each kind of others.

    Args:
        variant: the variant to play by.
        players: two or more names of players that the game declares, perhaps with
            parameters, or callables of your own; by default those that the game
            itself declares, which leaves out the slow search player.
        games: how many games for each guest and host, at least thirty.
        seats: at a table of how many.
        seed: fixes all deals and choices; all guests and hosts get the same deals.
        engine: what plays the games, ``step`` or ``kernel``; by default the fastest.
        run: plays the games, here or elsewhere.

    Raises:
        RequestError: the request makes no sense, or the variant is a draft.

    """
    game_class = variant.game_class
    asked = [*game_class.PLAYERS] if players is None else players
    chosen = {
        name_of(player): player
        for player in (canonical(game_class, player) for player in asked)
    }
    _check(chosen, len(asked))
    plans = {
        (guest, host): make_plan(
            [variant],
            games=games,
            seats=seats,
            seed=seed,
            player=chosen[host],
            guest=chosen[guest],
            engine=engine,
        )
        for guest, host in permutations(chosen, 2)
    }
    cells = {pair: _cell(pair, plan, run(plan)) for pair, plan in plans.items()}

    def strength(name: str) -> float:
        rivals = [other for other in chosen if other != name]
        ours = sum(cells[name, rival].wins.mean for rival in rivals)
        return ours - sum(cells[rival, name].wins.mean for rival in rivals)

    return Ladder(
        variant=variant.id,
        digest=variant.digest,
        games=games,
        seats=seats,
        seed=seed,
        players=tuple(sorted(chosen, key=strength, reverse=True)),
        cells=cells,
    )


def _check(chosen: Mapping[str, str | Player], asked: int) -> None:
    """Refuse players who cannot be told apart, or have nobody to play with."""
    if len(chosen) < asked:
        message = f"a player is named twice ({', '.join(chosen)})"
        raise RequestError(message)
    if asked < 2:  # noqa: PLR2004 - one against another
        message = f"a ladder takes two players or more, not {asked}"
        raise RequestError(message)


def _cell(pair: tuple[str, str], plan: Plan, tally: Tally) -> Cell:
    """Return how often the guest of a plan won."""
    guest, host = pair
    wins = tally.figures(plan, SKILL).estimate(0)
    if wins.mean in (0, 1):
        # Where no game varies, Student's interval is a point, which is too good.
        wins = share_of(round(wins.mean) * plan.games, plan.games)
    wins = Estimate(wins.mean, max(0.0, wins.low), min(1.0, wins.high))
    return Cell(guest=guest, host=host, engine=plan.engine, wins=wins)
