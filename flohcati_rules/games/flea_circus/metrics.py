"""What is measured of a played game, step by step."""

from flohcati_rules.game import Metric, ScoreSheet
from flohcati_rules.games.flea_circus.cards import CIRCUS_CODES
from flohcati_rules.games.flea_circus.moves import Gala, Move, Outcome, Reveal, Trio
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.state import Phase, State

METRICS = {
    "turns": Metric("turns begun", "turns a game"),
    "decisions": Metric(
        "questions asked of seats, trios and galas not counted", "decisions a game"
    ),
    "bust_rate": Metric("turns that bust", "share of turns", per="turns"),
    "trios": Metric("trios laid", "trios a game"),
    "gala_rate": Metric("games that a gala ended", "share of games", share=True),
    "chain_end_rate": Metric("games that a chain ended", "share of games", share=True),
    "score_per_seat": Metric("the average score of a seat", "points"),
    "winner_score": Metric("the highest score", "points"),
    "tie_rate": Metric(
        "games with a tie for the highest score", "share of games", share=True
    ),
}


class GameMeter:
    """Counts what happens in one game."""

    def __init__(self, reading: Reading) -> None:
        """Start with the first turn begun."""
        self._reading = reading
        self._turns = 1
        self._decisions = 0
        self._busts = 0

    def note(self, state: State, move: Move, after: State) -> None:
        """Take note of one step."""
        if not isinstance(move, Trio | Gala | Outcome):
            self._decisions += 1
        if after.turn.seat != state.turn.seat:
            self._turns += 1
        if (
            isinstance(move, Reveal)
            and state.turn.phase is Phase.MAIN
            and state.deck[0] < CIRCUS_CODES
            and state.display & self._reading.rivals[state.deck[0]]
        ):
            self._busts += 1

    def reading(self, final: State, sheet: ScoreSheet) -> dict[str, float]:
        """Return the metrics of the game that ended in ``final``."""
        totals = sheet.totals
        best = max(totals.values())
        leaders = sum(total == best for total in totals.values())
        return {
            "turns": self._turns,
            "decisions": self._decisions,
            "bust_rate": self._busts / self._turns,
            "trios": sum(map(len, final.table.trios)),
            "gala_rate": float(final.turn.ended_by == "gala"),
            "chain_end_rate": float(final.turn.ended_by == "chain"),
            "score_per_seat": sum(totals.values()) / len(totals),
            "winner_score": best,
            "tie_rate": float(leaders > 1),
        }
