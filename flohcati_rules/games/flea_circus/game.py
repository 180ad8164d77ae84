"""The flea circus as a game: rules, a deck, and every question about a state."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from flohcati_rules.errors import Fault, Objection, PositionError
from flohcati_rules.evidence import Evidence
from flohcati_rules.game import (
    Bulk,
    Event,
    Fact,
    Openings,
    Player,
    Refusal,
    ScoreSheet,
    Telling,
)
from flohcati_rules.games.flea_circus import legality, notation, openings, scoring
from flohcati_rules.games.flea_circus.arithmetic import PARTIAL, excluded
from flohcati_rules.games.flea_circus.events import events
from flohcati_rules.games.flea_circus.imagining import imagined
from flohcati_rules.games.flea_circus.legality import MOVES
from flohcati_rules.games.flea_circus.metrics import METRICS, GameMeter
from flohcati_rules.games.flea_circus.moves import Move
from flohcati_rules.games.flea_circus.observation import Observation, observe
from flohcati_rules.games.flea_circus.players import PLAYERS
from flohcati_rules.games.flea_circus.position import (
    GIVEN,
    SHEET,
    build_position,
    facts,
    read_deck,
)
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import (
    ChainDeckOut,
    Decline,
    FleaCircusRules,
    GalaAllowed,
    LastTurn,
)
from flohcati_rules.games.flea_circus.scene import scene
from flohcati_rules.games.flea_circus.state import Phase, State, Table, turn_of
from flohcati_rules.games.flea_circus.transitions import STEPS
from flohcati_rules.metrics import Metric
from flohcati_rules.rulepoints import Rules
from flohcati_rules.scene import Scene
from flohcati_rules.streams import Stream
from flohcati_rules.tabletop import TabletopGame


class FleaCircus(TabletopGame[FleaCircusRules, Reading, State, Move]):
    """The flea circus under one set of rules.

    Args:
        rules: the answers to all rule points.
        evidence: what supports each answer, where known; refusals cite it.

    """

    ID: ClassVar[str] = "flea-circus"
    TITLE: ClassVar[str] = "Flea circus"
    RULES: ClassVar[type[Rules]] = FleaCircusRules
    METRICS: ClassVar[Mapping[str, Metric]] = METRICS
    PLAYERS: ClassVar[Mapping[str, Player]] = PLAYERS
    GIVEN: ClassVar[Mapping[str, str]] = GIVEN
    SHEET: ClassVar[Mapping[str, Telling]] = SHEET
    PARTIAL: ClassVar[Mapping[str, str]] = PARTIAL
    OPENINGS: ClassVar[type[Openings]] = openings.Openings
    ENDINGS: ClassVar[Mapping[str, str]] = {
        "gala": "a gala is called",
        "deck": "the deck is out",
        "chain": "a chain runs out of deck",
        "passes": "everyone passes in turn",
    }

    def __init__(
        self,
        rules: FleaCircusRules,
        evidence: Mapping[str, Evidence] | None = None,
        components: None = None,  # noqa: ARG002 - as every game is made
    ) -> None:
        """Look the rules up once."""
        super().__init__(rules, Reading(rules), evidence)

    @property
    def seats_allowed(self) -> tuple[int, int]:
        """The least and the most seats."""
        return self.rules.players_least, self.rules.players_most

    def barred_endings(self) -> Mapping[str, str]:
        """Return the ways a game cannot end under these rules, each with the reason."""
        rules = self.rules
        barred: dict[str, str] = {}
        if rules.gala_allowed is GalaAllowed.NO:
            barred["gala"] = "there is no gala"
        if rules.turn_decline is not Decline.ANY_TIME:
            barred["passes"] = "no turn can be passed without a reveal or a take"
        if not rules.deck_chains:
            barred["chain"] = "the deck has no chain card"
        elif rules.deck_out_last_turn is LastTurn.CUT_SHORT:
            barred["chain"] = "the game ends by the deck with its last card"
        elif rules.chain_deck_out is ChainDeckOut.TAKE_THEN_END:
            barred["chain"] = "a chain that runs out leaves a take"
        return barred

    def _begin(self, seats: tuple[str, ...], deck: Sequence[int]) -> State:
        none = (0,) * len(seats)
        table = Table(seats, ((),) * len(seats), 0)
        return State(bytes(deck), 0, none, 0, table, turn_of(Phase.MAIN, 0))

    def _read_deck(self, seats: tuple[str, ...], deck: Sequence[str]) -> Sequence[int]:  # noqa: ARG002 - they do not matter
        return read_deck(self._reading, deck)

    def _describe(self, given: Mapping[str, Any]) -> State:
        return build_position(self._reading, given)

    @property
    def reading(self) -> Reading:
        """The rules, looked up once for play."""
        return self._reading

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Return every legal move; of chance, every outcome."""
        return MOVES[state.turn.phase](self._reading, state)

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a move is not legal, or None when it is."""
        return legality.refusal(self._reading, state, move)

    def apply(self, state: State, move: Move) -> State:
        """Return the state after a legal move.

        Raises:
            IllegalMoveError: the move is not legal; names rule point and clause.

        """
        moves = MOVES[state.turn.phase](self._reading, state)
        legal = legality.listed(move, moves)
        if legal is None:
            same = legality.same_move(self._reading, state, move)
            legal = legality.listed(same, moves)
        if legal is None:
            raise self._illegal(state, move)
        return STEPS[type(legal)](self._reading, state, legal)

    def step(self, state: State, move: Move) -> State:
        """Return the state after a move that is trusted to be legal."""
        return STEPS[type(move)](self._reading, state, move)

    def events(self, state: State, move: Move) -> tuple[Event, ...]:
        """Return what a legal move makes happen, in order, and who sees it."""
        move = legality.same_move(self._reading, state, move)
        return events(self._reading, state, move, self.apply(state, move))

    def observe(self, state: State, seat: str) -> Observation:
        """Return what a seat knows of a state, and no more."""
        return observe(self._reading, state, self._place(state, seat))

    def imagine(self, state: State, seat: str, stream: Stream) -> State:
        """Return a state that a seat cannot tell from this one, drawn at random."""
        return imagined(state, self._place(state, seat), stream)

    def score(self, state: State) -> ScoreSheet:
        """Return the score sheet as if the game ended here."""
        return scoring.score(self._reading, state)

    def scene(self, state: State) -> Scene:
        """Return a state as people see it on a table, hidden cards shown."""
        return scene(self._reading, state)

    def excluded(self, sheet: Mapping[str, Any]) -> tuple[Objection, ...]:
        """Return why a score sheet, as far as it is known, cannot be; or nothing."""
        return excluded(self._reading, sheet)

    def parse_move(self, text: str, state: State) -> Move:
        """Return the move that a text names in this state, legal or not."""
        return notation.parse_move(self._reading, text, state)

    def format_position(self, state: State) -> str:
        """Return a state in the compact notation, on one line."""
        return notation.format_position(self._reading, state)

    def parse_position(self, text: str) -> State:
        """Return the state that ``format_position`` wrote.

        Raises:
            NotationError: it is not written as a position.
            PositionError: the cards do not allow it, or nobody could do anything.

        """
        state = notation.parse_position(self._reading, text)
        if not self.is_over(state) and not self.legal_moves(state):
            raise PositionError([Fault("turn", "nobody can do anything in it")])
        return state

    def facts(self) -> Mapping[str, Fact]:
        """Return what a scenario can expect that this game alone knows."""
        return facts(self._reading)

    def meter(self) -> GameMeter:
        """Return a fresh meter for one game."""
        return GameMeter(self._reading)

    def bulk(self, players: Sequence[str]) -> Bulk | None:
        """Return the kernel at work, or None without numba or for other players."""
        # Late: numba takes longer to load than most commands take to run.
        from flohcati_rules.games.flea_circus.bulk import in_bulk  # noqa: PLC0415

        return in_bulk(self._reading, players)
