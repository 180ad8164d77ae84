"""What is counted of a played game, step by step, and measured of many."""

from flohcati_rules.game import ScoreSheet
from flohcati_rules.games.flea_circus.cards import CIRCUS_CODES
from flohcati_rules.games.flea_circus.moves import Gala, Move, Outcome, Reveal, Trio
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.scoring import points_by_source, standing
from flohcati_rules.games.flea_circus.state import Phase, State
from flohcati_rules.metrics import RESULT_METRICS, Metric

QUANTITIES = (
    "turns",
    "decisions",
    "busts",
    "trios",
    "lead_changes",
    "hand_points",
    "trio_points",
    "gala_points",
)
"""What is counted of a game beside its result."""

METRICS = {
    "turns": Metric("turns begun", "turns a game", of="turns"),
    "decisions": Metric(
        "decisions, trios and galas not counted",
        "decisions a game",
        of="decisions",
    ),
    "bust_rate": Metric("turns that bust", "share of turns", of="busts", per="turns"),
    "trios": Metric("trios laid", "trios a game", of="trios"),
    "gala_rate": Metric(
        "games that a gala ended", "share of games", of="ended_by_gala", share=True
    ),
    "chain_end_rate": Metric(
        "games that a chain ended", "share of games", of="ended_by_chain", share=True
    ),
    "hand_points": Metric(
        "hand points of a seat",
        "points",
        of="hand_points",
        per="seats",
    ),
    "trio_points": Metric(
        "trio points of a seat", "points", of="trio_points", per="seats"
    ),
    "gala_points": Metric(
        "gala points of a seat", "points", of="gala_points", per="seats"
    ),
    "lead_changes": Metric(
        "changes of the lead",
        "changes a game",
        of="lead_changes",
    ),
    **RESULT_METRICS,
}


class Lead:
    """Follows who leads alone, by the points if the game ended there."""

    def __init__(self, reading: Reading) -> None:
        """Start where nobody has led."""
        self.changes = 0
        """How often another seat than the last one has come to lead alone."""
        self._reading = reading
        self._leader = -1
        self._hands: tuple[int, ...] = ()
        self._trios: tuple[tuple[int, ...], ...] = ()
        self._points: list[int] = []

    def look(self, state: State) -> None:
        """Look who leads at the end of a turn."""
        hands, trios = state.hands, state.table.trios
        if hands == self._hands and trios == self._trios:
            return
        if not self._points:
            self._points = [0] * len(hands)
            self._hands, self._trios = (0,) * len(hands), ((),) * len(hands)
        for seat, hand in enumerate(hands):
            if hand != self._hands[seat] or trios[seat] is not self._trios[seat]:
                self._points[seat] = standing(self._reading, hand, trios[seat])
        self._hands, self._trios = hands, trios
        self._settle(self._points)

    def settle(self, sheet: ScoreSheet) -> None:
        """Look who leads at the end of the game."""
        self._settle([*sheet.totals.values()])

    def _settle(self, points: list[int]) -> None:
        best = max(points)
        if points.count(best) > 1:
            return
        leader = points.index(best)
        self.changes += self._leader not in {-1, leader}
        self._leader = leader


class GameMeter:
    """Counts what happens in one game."""

    def __init__(self, reading: Reading) -> None:
        """Start with the first turn begun."""
        self._reading = reading
        self._turns = 1
        self._decisions = 0
        self._busts = 0
        self._lead = Lead(reading)

    def note(self, state: State, move: Move, after: State) -> None:
        """Take note of one step."""
        if not isinstance(move, Trio | Gala | Outcome):
            self._decisions += 1
        if after.turn.seat != state.turn.seat:
            self._turns += 1
            self._lead.look(after)
        if (
            isinstance(move, Reveal)
            and state.turn.phase is Phase.MAIN
            and state.deck[0] < CIRCUS_CODES
            and state.display & self._reading.rivals[state.deck[0]]
        ):
            self._busts += 1

    def reading(self, final: State, sheet: ScoreSheet) -> dict[str, int]:
        """Return the quantities of the game that ended in ``final``."""
        self._lead.settle(sheet)
        hand, trios, gala = points_by_source(sheet)
        return {
            "turns": self._turns,
            "decisions": self._decisions,
            "busts": self._busts,
            "trios": sum(map(len, final.table.trios)),
            "lead_changes": self._lead.changes,
            "hand_points": hand,
            "trio_points": trios,
            "gala_points": gala,
        }
