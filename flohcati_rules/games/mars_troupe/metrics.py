"""What is measured of a played game, step by step."""

from flohcati_rules.game import ScoreSheet
from flohcati_rules.games.mars_troupe.components import MARKERS
from flohcati_rules.games.mars_troupe.moves import (
    Move,
    Outcome,
    Play,
    Step,
    Switch,
    Trouble,
)
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import State
from flohcati_rules.metrics import RESULT_METRICS, Metric

METRICS = {
    "turns": Metric("turns taken", "turns a game", of="turns"),
    "decisions": Metric("decisions", "decisions a game", of="decisions"),
    "performances": Metric("performances", "performances a game", of="performances"),
    "tied_performances": Metric(
        "performances that moved no marker",
        "share of performances",
        of="tied_performances",
        per="performances",
    ),
    "played_down": Metric("cards played face down", "cards a game", of="played_down"),
    "troubles": Metric("trouble chips moved", "chips a game", of="troubles"),
    "switches": Metric(
        "entry markers moved to the other end", "moves a game", of="switches"
    ),
    "effects": Metric("effects of joining that came", "effects a game", of="effects"),
    "first_wins": Metric(
        "games that player one won", "share of games", of="first_won", share=True
    ),
    "draw_rate": Metric(
        "games that nobody won", "share of games", of="drawn", share=True
    ),
    "cap_rate": Metric(
        "games that the cap ended", "share of games", of="ended_by_cap", share=True
    ),
    "red_end_rate": Metric(
        "games that a red END ended", "share of games", of="red_ended", share=True
    ),
    "yellow_end_rate": Metric(
        "games that a yellow END ended", "share of games", of="yellow_ended", share=True
    ),
    "green_end_rate": Metric(
        "games that a green END ended", "share of games", of="green_ended", share=True
    ),
    "ender_loses": Metric(
        "games lost by the player who took the last turn",
        "share of games",
        of="ender_lost",
        share=True,
    ),
    **RESULT_METRICS,
}


class GameMeter:
    """Counts what happens in one game."""

    def __init__(self, reading: Reading) -> None:
        """Start with nothing counted."""
        self._reading = reading
        self._decisions = 0
        self._performances = 0
        self._moved = 0
        self._down = 0
        self._troubles = 0
        self._switches = 0
        self._effects = 0

    def note(self, state: State, move: Move, after: State) -> None:
        """Take note of one step."""
        if isinstance(move, Outcome):
            return
        self._decisions += 1
        if isinstance(move, Step):
            self._performances += self._reading.ring[after.ring].act.colour >= 0
        elif isinstance(move, Play):
            self._down += move.down
            joined = self._reading.cards[self._reading.codes[move.card]].effect
            self._effects += (
                not move.down and joined is not None and joined.timing == "joining"
            )
        self._troubles += isinstance(move, Trouble)
        self._switches += isinstance(move, Switch)
        performing = after.ring >= 0 and self._reading.ring[after.ring].act.colour >= 0
        self._moved += performing and state.markers != after.markers

    def reading(self, final: State, sheet: ScoreSheet) -> dict[str, int]:
        """Return the quantities of the game that ended in ``final``."""
        ends = self._ends(final)
        last = final.seats[final.turn.seat]
        tied = self._performances - self._moved
        return {
            "turns": final.turn.number,
            "decisions": self._decisions,
            "performances": self._performances,
            "tied_performances": max(0, tied),
            "played_down": self._down,
            "troubles": self._troubles,
            "switches": self._switches,
            "effects": self._effects,
            "first_won": int(sheet.winners == (final.seats[final.first],)),
            "drawn": int(not sheet.winners),
            "red_ended": int("red" in ends),
            "yellow_ended": int("yellow" in ends),
            "green_ended": int("green" in ends),
            "ender_lost": int(bool(sheet.winners) and last not in sheet.winners),
        }

    def _ends(self, final: State) -> set[str]:
        """Return the colours of the markers that stand on an END."""
        return {
            colour
            for which, (colour, _) in enumerate(MARKERS)
            if self._reading.space(which, final.markers[which][-1]).is_end
        }
