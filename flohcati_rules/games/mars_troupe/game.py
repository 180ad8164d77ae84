"""Mars troupe as a game: rules, components, and every question about a state."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from flohcati_rules.errors import ComponentsError, Fault, Objection
from flohcati_rules.evidence import Evidence
from flohcati_rules.game import (
    Event,
    Fact,
    Openings,
    Player,
    Refusal,
    ScoreSheet,
    Telling,
)
from flohcati_rules.games.mars_troupe import (
    legality,
    notation,
    openings,
    scoring,
    transitions,
)
from flohcati_rules.games.mars_troupe.arithmetic import PARTIAL, excluded
from flohcati_rules.games.mars_troupe.component_reading import read_components
from flohcati_rules.games.mars_troupe.component_schema import components_schema
from flohcati_rules.games.mars_troupe.components import (
    COLOURS,
    FORMAT,
    Components,
)
from flohcati_rules.games.mars_troupe.counting import count_winner
from flohcati_rules.games.mars_troupe.events import events
from flohcati_rules.games.mars_troupe.imagining import imagined
from flohcati_rules.games.mars_troupe.metrics import METRICS, GameMeter
from flohcati_rules.games.mars_troupe.moves import Move
from flohcati_rules.games.mars_troupe.observation import Observation, observe
from flohcati_rules.games.mars_troupe.players import PLAYERS
from flohcati_rules.games.mars_troupe.position import (
    GIVEN,
    SEATS,
    SHEET,
    before_the_deal,
    build_position,
    facts,
    read_deck,
)
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.rules import MarsTroupeRules
from flohcati_rules.games.mars_troupe.scene import scene
from flohcati_rules.games.mars_troupe.state import State
from flohcati_rules.metrics import Metric
from flohcati_rules.rulepoints import Rules
from flohcati_rules.scene import Scene
from flohcati_rules.streams import Stream
from flohcati_rules.tabletop import NO_SEAT, TabletopGame


class MarsTroupe(TabletopGame[MarsTroupeRules, Reading, State, Move]):
    """Mars troupe under one set of rules, with one set of components.

    Args:
        rules: the answers to all rule points.
        evidence: what supports each answer, where known; refusals cite it.
        components: what is printed on cards, ring and tracks.

    """

    ID: ClassVar[str] = "mars-troupe"
    TITLE: ClassVar[str] = "Mars troupe"
    RULES: ClassVar[type[Rules]] = MarsTroupeRules
    COMPONENTS: ClassVar[str] = FORMAT
    METRICS: ClassVar[Mapping[str, Metric]] = METRICS
    PLAYERS: ClassVar[Mapping[str, Player]] = PLAYERS
    GIVEN: ClassVar[Mapping[str, str]] = GIVEN
    SHEET: ClassVar[Mapping[str, Telling]] = SHEET
    PARTIAL: ClassVar[Mapping[str, str]] = PARTIAL
    OPENINGS: ClassVar[type[Openings]] = openings.Openings
    ENDINGS: ClassVar[Mapping[str, str]] = {
        "end": "a performance marker enters an END",
        "cap": "the cap on the number of turns is reached",
    }

    def __init__(
        self,
        rules: MarsTroupeRules,
        evidence: Mapping[str, Evidence] | None = None,
        components: Components | None = None,
    ) -> None:
        """Look the rules up once; without components it cannot be played."""
        if components is None:
            fault = Fault("", "the game cannot be played without components")
            raise ComponentsError([fault])
        super().__init__(rules, Reading(rules, components), evidence)

    @classmethod
    def read_components(cls, given: Mapping[str, Any]) -> Components:
        """Return the components that plain data describes.

        Raises:
            ComponentsError: with every fault of the description.

        """
        return read_components(given)

    @classmethod
    def components_schema(cls) -> Mapping[str, Any]:
        """Return the JSON Schema of a component file."""
        return components_schema()

    def __repr__(self) -> str:
        """Return the game with its rules and components."""
        return f"MarsTroupe({self.rules!r}, {self.components.title!r})"

    @property
    def components(self) -> Components:
        """The components that this game is played with."""
        return self._reading.components

    @property
    def components_digest(self) -> str:
        """A digest of the components in use."""
        return self.components.digest

    @property
    def seats_allowed(self) -> tuple[int, int]:
        """The least and the most seats."""
        return SEATS

    def _begin(self, seats: tuple[str, ...], deck: Sequence[int]) -> State:
        """Return the state in which chance is asked for the owner's card."""
        return before_the_deal(self._reading, seats, tuple(deck))

    def _read_deck(self, seats: tuple[str, ...], deck: Sequence[str]) -> Sequence[int]:
        """Read three cards for player one's stage, three, two a hand, and the pool."""
        return read_deck(self._reading, seats, deck)

    def _describe(self, given: Mapping[str, Any]) -> State:
        return build_position(self._reading, given)

    def imagine(self, state: State, seat: str, stream: Stream) -> State:
        """Return a state that a seat cannot tell from this one, drawn at random."""
        return imagined(self._reading, state, self._place(state, seat), stream)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Return every legal move; of chance, every outcome."""
        return legality.legal_moves(self._reading, state)

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a move is not legal, or None when it is."""
        return legality.refusal(self._reading, state, move)

    def apply(self, state: State, move: Move) -> State:
        """Return the state after a legal move.

        Raises:
            IllegalMoveError: the move is not legal; names rule point and clause.

        """
        if move not in legality.legal_moves(self._reading, state):
            raise self._illegal(state, move)
        return transitions.step(self._reading, state, move)

    def step(self, state: State, move: Move) -> State:
        """Return the state after a move that is trusted to be legal."""
        return transitions.step(self._reading, state, move)

    def events(self, state: State, move: Move) -> tuple[Event, ...]:
        """Return what a legal move makes happen, in order, and who sees it."""
        return events(self._reading, state, move, self.apply(state, move))

    def observe(self, state: State, seat: str) -> Observation:
        """Return what a seat knows of a state, and no more."""
        return observe(self._reading, state, self._place(state, seat))

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
        """Return the state that ``format_position`` wrote."""
        return notation.parse_position(self._reading, text)

    def facts(self) -> Mapping[str, Fact]:
        """Return what a scenario can expect that this game alone knows."""
        return facts(self._reading)

    def leads(self, state: State, seat: str) -> Mapping[str, int]:
        """Return for each colour 1, 0 or -1: who would win its performance now."""
        mine = self._place(state, seat)
        winners = {
            colour: count_winner(self._reading, state, index)
            for index, colour in enumerate(COLOURS)
        }
        return {
            colour: 0 if winner == NO_SEAT else 1 if winner == mine else -1
            for colour, winner in winners.items()
        }

    def meter(self) -> GameMeter:
        """Return a fresh meter for one game."""
        return GameMeter(self._reading)
