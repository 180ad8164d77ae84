"""Mars troupe as a game: rules, components, and every question about a state."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from flohcati_rules.description import checked_seats, setup_seats
from flohcati_rules.errors import (
    ComponentsError,
    Fault,
    PositionError,
    UnknownNameError,
)
from flohcati_rules.evidence import Evidence
from flohcati_rules.game import (
    CHANCE,
    NOBODY,
    Event,
    Fact,
    Metric,
    Player,
    Refusal,
    ScoreSheet,
    Telling,
    illegal,
)
from flohcati_rules.games.mars_troupe import legality, notation, scoring, transitions
from flohcati_rules.games.mars_troupe.component_reading import read_components
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
)
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.rules import MarsTroupeRules
from flohcati_rules.games.mars_troupe.state import BY_CHANCE, BY_NOBODY, NO_SEAT, State
from flohcati_rules.rulepoints import Rules
from flohcati_rules.streams import DEAL, Stream


class MarsTroupe:
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
        self._reading = Reading(rules, components)
        self._evidence = dict(evidence or {})

    @classmethod
    def read_components(cls, given: Mapping[str, Any]) -> Components:
        """Return the components that plain data describes.

        Raises:
            ComponentsError: with every fault of the description.

        """
        return read_components(given)

    def __repr__(self) -> str:
        """Return the game with its rules and components."""
        return f"MarsTroupe({self.rules!r}, {self.components.title!r})"

    @property
    def rules(self) -> MarsTroupeRules:
        """The rules that this game follows."""
        return self._reading.rules

    @property
    def components(self) -> Components:
        """The components that this game is played with."""
        return self._reading.components

    @property
    def components_digest(self) -> str:
        """A digest of the components in use."""
        return self.components.digest

    @property
    def evidence(self) -> Mapping[str, Evidence]:
        """What supports each rule value; empty when nothing is known of it."""
        return self._evidence

    @property
    def seats_allowed(self) -> tuple[int, int]:
        """The least and the most seats."""
        return SEATS

    def barred_endings(self) -> Mapping[str, str]:
        """Return no ending: under all rules a game may end in either way."""
        return {}

    def start(
        self,
        seats: Sequence[str],
        *,
        seed: int | None = None,
        index: int = 0,
        deck: Sequence[str] | None = None,
    ) -> State:
        """Return the start of a game, dealt from a seed or from a given deck.

        Chance is then asked for the card by which the owner draws player one.

        Args:
            seats: the names of the seats, the owner of the game first.
            seed: fixes the shuffle together with ``index``.
            index: the index of the game within a run.
            deck: the thirteen cards instead, the next card first: three to the
                stage of player one, three to the other, two to each hand, the pool.

        Raises:
            PositionError: the seats, or the deck, are not those of this game.

        """
        names = checked_seats(tuple(seats), self.seats_allowed)
        if (seed is None) == (deck is None):
            raise PositionError([Fault("", "a start takes either a seed or a deck")])
        if deck is not None:
            return build_position(self._reading, {"seats": names, "deck": [*deck]})
        assert seed is not None
        codes = [*range(len(self._reading.cards))]
        Stream(seed, index, DEAL).shuffle(codes)
        return before_the_deal(self._reading, names, tuple(codes))

    def deal(self, state: State) -> tuple[str, ...]:
        """Return the thirteen cards of a start state, the next card first."""
        return tuple(self._reading.names[code] for code in state.deck)

    def imagine(self, state: State, seat: str, stream: Stream) -> State:
        """Return a state that a seat cannot tell from this one, drawn at random."""
        return imagined(self._reading, state, state.seats.index(seat), stream)

    def seats(self, state: State) -> tuple[str, ...]:
        """Return the names of the seats, the owner of the game first."""
        return state.seats

    def decider(self, state: State) -> str:
        """Return who decides next: a seat, ``chance`` or ``nobody``."""
        asked = state.turn.asked
        if asked == BY_CHANCE:
            return CHANCE
        return NOBODY if asked == BY_NOBODY else state.seats[asked]

    def is_over(self, state: State) -> bool:
        """Tell whether the game has ended."""
        return state.turn.asked == BY_NOBODY

    def ended_by(self, state: State) -> str | None:
        """Return the way the game ended, or None while it goes on."""
        return state.turn.ended_by or None

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
        refusal = legality.refusal(self._reading, state, move)
        if refusal is not None:
            raise illegal(move, refusal, self._evidence)
        return transitions.step(self._reading, state, move)

    def step(self, state: State, move: Move) -> State:
        """Return the state after a move that is trusted to be legal."""
        return transitions.step(self._reading, state, move)

    def events(self, state: State, move: Move) -> tuple[Event, ...]:
        """Return what a legal move makes happen, in order, and who sees it."""
        return events(self._reading, state, move, self.apply(state, move))

    def observe(self, state: State, seat: str) -> Observation:
        """Return what a seat knows of a state, and no more."""
        if seat not in state.seats:
            raise UnknownNameError("seat", seat, state.seats)
        return observe(self._reading, state, state.seats.index(seat))

    def score(self, state: State) -> ScoreSheet:
        """Return the score sheet as if the game ended here."""
        return scoring.score(self._reading, state)

    def parse_move(self, text: str, state: State) -> Move:
        """Return the move that a text names in this state, legal or not."""
        return notation.parse_move(self._reading, text, state)

    def format_position(self, state: State) -> str:
        """Return a state in the compact notation, on one line."""
        return notation.format_position(self._reading, state)

    def parse_position(self, text: str) -> State:
        """Return the state that ``format_position`` wrote."""
        return notation.parse_position(self._reading, text)

    def position(self, given: Mapping[str, Any]) -> State:
        """Return the position that a scenario gives, keys as in ``GIVEN``."""
        if "setup" not in given:
            return build_position(self._reading, given)
        seats = setup_seats(given)
        try:
            return self.start(seats, seed=0)
        except PositionError as error:
            raise PositionError(
                Fault("setup", fault.reason) for fault in error.faults
            ) from error

    def facts(self) -> Mapping[str, Fact]:
        """Return what a scenario can expect that this game alone knows."""
        return facts(self._reading)

    def leads(self, state: State, seat: str) -> Mapping[str, int]:
        """Return for each colour 1, 0 or -1: who would win its performance now."""
        mine = state.seats.index(seat)
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
