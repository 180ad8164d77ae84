"""The plan of a study: everything that fixes which games are played and counted."""

import hashlib
import json
from collections.abc import Mapping, Sequence

import attrs

from flohcati_rules._version import __version__
from flohcati_rules.errors import DraftError, RequestError
from flohcati_rules.game import Player
from flohcati_rules.metrics import WIN, Metric, ending_metrics
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.study.players import canonical, name_of, player_of
from flohcati_rules.study.runner import share_deals

LEAST_GAMES = 30
"""Fewer games than this are refused; it takes more to be precise, and much more for
what is rare."""

MOST_GAMES = 10**12
"""More games than anybody will wait for."""

STEP, KERNEL = "step", "kernel"
"""The engines: one game after the other, or many at once."""

SKILL = "skill"
"""The metric of a study with a guest."""

WORTH = 4_000
"""From how many games on the kernel is chosen: it takes a second to get going."""

APART = 1 << 40
"""How far apart the indices of unmatched games are under two variants."""


@attrs.frozen(kw_only=True)
class Plan:
    """Which games are played: by which variants, how many, at which table.

    Games of one index have the same deal under every variant, unless their decks
    differ. The same plan gives the same counts, bit by bit, wherever its games are
    played and however they are divided.

    Attributes:
        variants: the variants to play by, of one game.
        games: how many games under each, at least thirty.
        seats: at a table of how many.
        seed: fixes all deals and choices.
        player: who sits on every seat: a name, or a callable of one's own.
        guest: who sits on one seat instead, in every game the next one; or None.
        engine: what plays the games.
        matched: whether a deal is the same under every variant.

    """

    variants: tuple[Variant, ...]
    games: int
    seats: int
    seed: int
    player: str | Player
    guest: str | Player | None = None
    engine: str = STEP
    matched: bool = True

    @property
    def game_class(self) -> type[AnyGame]:
        """The game that is played."""
        return self.variants[0].game_class

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """What is measured, ways of ending apart; of a guest, its wins alone."""
        if self.guest is None:
            return metrics_at(self.game_class, self.seats)
        won = Metric(
            f"games won by one {name_of(self.guest)} player among "
            f"{name_of(self.player)} ones, a shared win divided",
            "share of games",
            of="guest_won",
            parts=WIN,
        )
        return {SKILL: won}

    @property
    def endings(self) -> Mapping[str, Metric]:
        """For each way of ending, the share of games that it ended."""
        return {} if self.guest else ending_metrics(self.game_class.ENDINGS)

    def table(self, index: int) -> dict[str, str | Player]:
        """Return who sits where in the game of an index, in turn order."""
        guest = index % self.seats if self.guest is not None else -1
        return {
            f"seat-{place + 1}": self.guest
            if place == guest and self.guest is not None
            else self.player
            for place in range(self.seats)
        }

    def seating(self, index: int) -> dict[str, Player]:
        """Return the players of a game, as callables."""
        table = self.table(index)
        return {seat: player_of(self.game_class, who) for seat, who in table.items()}

    def describe(self) -> dict[str, object]:
        """Return what fixes the counts of each game, as plain data.

        The number of games is not among it, nor is the engine: neither changes what a
        game comes to.
        """
        return {
            "format": "plan/1",
            "version": __version__,
            "game": self.game_class.ID,
            "variants": [
                {
                    "id": variant.id,
                    "rules": variant.digest,
                    "components": variant.game().components_digest,
                }
                for variant in self.variants
            ],
            "seats": self.seats,
            "seed": self.seed,
            "player": _identity(self.player),
            "guest": None if self.guest is None else _identity(self.guest),
            "matched": self.matched,
        }

    @property
    def digest(self) -> str:
        """A digest of all that fixes the counts of each game."""
        told = json.dumps(self.describe(), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(told.encode()).hexdigest()[:16]


def _identity(player: str | Player) -> str:
    """Return what tells a player from others: of a callable, where it is defined.

    That it was edited in the meantime cannot be told.
    """
    if isinstance(player, str):
        return player
    made = player if hasattr(player, "__qualname__") else type(player)
    return f"{made.__module__}.{made.__qualname__}"


def metrics_at(game_class: type[AnyGame], seats: int) -> dict[str, Metric]:
    """Return what is measured of a game at a table of some seats."""
    return {
        name: metric
        for name, metric in game_class.METRICS.items()
        if metric.seat <= seats
    }


def make_plan(
    variants: Sequence[Variant],
    *,
    games: int,
    seats: int,
    seed: int = 0,
    player: str | Player = "uniform",
    guest: str | Player | None = None,
    engine: str | None = None,
) -> Plan:
    """Return the plan of a study, or refuse one that makes no sense.

    Args:
        variants: the variants to play by, of one game.
        games: how many games under each, at least thirty.
        seats: at a table of how many.
        seed: fixes all deals and choices.
        player: who sits on every seat: the name of a player that the game declares,
            perhaps with parameters, or a callable of one's own.
        guest: who sits on one seat instead, in every game the next one.
        engine: what plays the games, ``step`` or ``kernel``; by default the one that
            is done first. The counts are the same.

    Raises:
        RequestError: the request makes no sense, or a variant is a draft.

    """
    _check_kinds(variants, {"games": games, "seats": seats, "seed": seed})
    _check_numbers(games, seats)
    game_class = variants[0].game_class
    for variant in variants:
        if variant.game_class is not game_class:
            message = (
                f"{variants[0].id} and {variant.id} are variants of different games, "
                f"{game_class.ID} and {variant.game_class.ID}"
            )
            raise RequestError(message)
    made = [_game_at(variant, seats) for variant in variants]
    plan = Plan(
        variants=tuple(variants),
        games=games,
        seats=seats,
        seed=seed,
        player=canonical(game_class, player),
        guest=None if guest is None else canonical(game_class, guest),
    )
    return attrs.evolve(
        plan,
        matched=share_deals(made, [*plan.table(0)], seed=seed),
        engine=_engine(plan, made, engine),
    )


def _check_kinds(variants: Sequence[object], numbers: Mapping[str, object]) -> None:
    """Refuse what is of another kind than it should be, whoever hands it over."""
    for name, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool):
            message = f"{name} takes a whole number, not {number!r}"
            raise RequestError(message)
    if not variants:
        message = "there is no variant to play by"
        raise RequestError(message)
    for variant in variants:
        if not isinstance(variant, Variant):
            message = f"{variant!r} is no variant; load_variant makes one of a name"
            raise RequestError(message)


def _check_numbers(games: int, seats: int) -> None:
    """Refuse numbers that make no sense under any rules."""
    if games < LEAST_GAMES:
        message = f"{games:,} games are too few; an interval takes {LEAST_GAMES}"
        raise RequestError(message)
    if games > MOST_GAMES:
        message = f"{games:,} games are too many; a study takes {MOST_GAMES:,} at most"
        raise RequestError(message)
    if seats < 1:
        message = f"a game of {seats} seats: nobody would play"
        raise RequestError(message)


def _game_at(variant: Variant, seats: int) -> AnyGame:
    """Return the game under a variant that is no draft and has so many seats."""
    try:
        game = variant.game()
    except DraftError as error:
        raise RequestError(str(error)) from error
    if takes := barred(game, seats):
        message = f"{seats} seats; {variant.id} {takes}"
        raise RequestError(message)
    return game


def barred(game: AnyGame, seats: int) -> str:
    """Return what a game takes instead of a number of seats; empty if it takes that."""
    least, most = game.seats_allowed
    if least <= seats <= most:
        return ""
    number = f"{least} to {most}" if least < most else f"exactly {least}"
    return f"takes {number} players"


def _engine(plan: Plan, games: Sequence[AnyGame], wanted: str | None) -> str:
    """Return the engine to use: the one that is wanted, or the one to be done first."""
    if wanted not in {None, STEP, KERNEL}:
        message = f"no engine {wanted!r} (there are: {STEP}, {KERNEL})"
        raise RequestError(message)
    few = wanted is None and plan.games * len(plan.variants) < WORTH
    if wanted == STEP or few:
        return STEP
    table = [*map(name_of, plan.table(0).values())]
    named = isinstance(plan.player, str) and isinstance(plan.guest, str | None)
    able = named and all(game.bulk(table) is not None for game in games)
    if wanted == KERNEL and not able:
        message = (
            f"the engine {KERNEL} cannot play this: it takes numba and numpy (the "
            f'extra "fast"), and players that it knows, not {" and ".join(table[:2])}'
        )
        raise RequestError(message)
    return KERNEL if able else STEP
