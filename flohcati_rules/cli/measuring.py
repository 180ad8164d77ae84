"""What ``report`` and ``plot`` ask of simulated play, and how they write files."""

import shlex
from importlib import import_module

import attrs

from flohcati_rules._version import __version__
from flohcati_rules.cli.arguments import (
    CommandT,
    games_option,
    player_option,
    seats_option,
    seed_option,
)
from flohcati_rules.compare import Diff
from flohcati_rules.errors import ExtraError
from flohcati_rules.report.measured import Measured
from flohcati_rules.report.page import counted
from flohcati_rules.study import (
    Ablation,
    Run,
    Study,
    ablate,
    habits_of,
    study,
)

GAMES = 2000
"""How many deals are played unless another number is asked for."""


def play_options(command: CommandT) -> CommandT:
    """Give a command the options that say which games are played."""
    games = games_option(GAMES, "Deals to play under each set of rules, at least 30.")
    for option in (seed_option, player_option, seats_option, games):
        command = option(command)
    return command


@attrs.frozen(kw_only=True)
class Asked:
    """Which games are to be played.

    Attributes:
        games: how many deals, each under every set of rules.
        seats: at a table of how many.
        player: who sits on every seat.
        guest: a better player, to see how much skill tells; or None.
        seed: fixes all deals and choices.

    """

    games: int
    seats: int
    player: str
    guest: str | None = None
    seed: int

    def measure(self, found: Diff, run: Run, *, rule_by_rule: bool) -> Measured:
        """Play two variants, and perhaps those between them."""
        game = found.a.game_class
        return Measured(
            study=self._study(found, run),
            ablation=self._ablation(found, run) if rule_by_rule else None,
            metrics=game.METRICS,
            endings=game.ENDINGS,
            habits=habits_of(game, self.player),
        )

    def _study(self, found: Diff, run: Run) -> Study:
        return study(
            found.a,
            found.b,
            games=self.games,
            seats=self.seats,
            player=self.player,
            guest=self.guest,
            seed=self.seed,
            run=run,
        )

    def _ablation(self, found: Diff, run: Run) -> Ablation:
        return ablate(
            found.a,
            found.b,
            games=self.games,
            seats=self.seats,
            player=self.player,
            seed=self.seed,
            run=run,
        )

    @property
    def note(self) -> str:
        """Which games a picture was made of, in a line."""
        return (
            f"{counted(self.games, 'deal')}, {counted(self.seats, 'player')} of the "
            f"sort {self.player!r}, seed {self.seed}; flohcati-rules {__version__}"
        )

    @property
    def words(self) -> str:
        """The options that make the same again."""
        words = [f"--games {self.games} --seats {self.seats}"]
        words += ["--player", shlex.quote(self.player)]
        words += ["--guest", shlex.quote(self.guest)] if self.guest else []
        return " ".join([*words, f"--seed {self.seed}"])


def need_extra(module: str) -> None:
    """Refuse before anything is played where a module of reports cannot be loaded."""
    try:
        import_module(f"flohcati_rules.report.{module}")
    except ModuleNotFoundError as error:
        raise ExtraError(str(error.name), extra="report") from error
