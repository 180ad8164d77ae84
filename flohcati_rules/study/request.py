"""A request for simulated games, refused where it makes no sense."""

from collections.abc import Mapping

import attrs

from flohcati_rules.errors import DraftError, RequestError
from flohcati_rules.game import Player
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.study.players import name_of, player_of

LEAST_GAMES = 30
"""Fewer games than this make no interval worth reading."""


@attrs.frozen(kw_only=True)
class Request:
    """How many games at a table of how many seats, played by whom, from which seed."""

    games: int
    seats: int
    player: str | Player
    seed: int

    def __attrs_post_init__(self) -> None:
        """Refuse what makes no sense under any variant."""
        if self.games < LEAST_GAMES:
            message = f"{self.games} games are too few; an interval takes {LEAST_GAMES}"
            raise RequestError(message)
        if self.seats < 1:
            message = f"a game of {self.seats} seats: nobody would play"
            raise RequestError(message)

    @property
    def player_name(self) -> str:
        """What the player is called in results."""
        return name_of(self.player)

    def table(self, game_class: type[AnyGame]) -> Mapping[str, Player]:
        """Return who sits where: the same player on every seat, in turn order."""
        player = player_of(game_class, self.player)
        return {f"seat-{place}": player for place in range(1, self.seats + 1)}

    def game(self, variant: Variant) -> AnyGame:
        """Return the game under a variant that this request can be played under.

        Raises:
            RequestError: the variant is a draft, or forbids the number of seats.

        """
        try:
            game = variant.game()
        except DraftError as error:
            raise RequestError(str(error)) from error
        least, most = game.seats_allowed
        if not least <= self.seats <= most:
            takes = f"{least} to {most}" if least < most else f"exactly {least}"
            message = f"{self.seats} seats; {variant.id} takes {takes} players"
            raise RequestError(message)
        return game
