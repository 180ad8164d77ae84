"""The flea circus as a game: rules, a deck, and every question about a state."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from flohcati_rules.description import checked_seats, setup_seats
from flohcati_rules.errors import (
    ComponentsError,
    Fault,
    NotationError,
    Objection,
    PositionError,
    UnknownNameError,
)
from flohcati_rules.evidence import Evidence
from flohcati_rules.game import (
    CHANCE,
    NOBODY,
    Components,
    Event,
    Fact,
    Metric,
    Player,
    Refusal,
    ScoreSheet,
    Telling,
    illegal,
)
from flohcati_rules.games.flea_circus import (
    legality,
    notation,
    scoring,
)
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
)
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import (
    ChainDeckOut,
    Decline,
    FleaCircusRules,
    GalaAllowed,
    LastTurn,
)
from flohcati_rules.games.flea_circus.state import (
    BY_CHANCE,
    BY_NOBODY,
    Phase,
    State,
    Table,
    turn_of,
)
from flohcati_rules.games.flea_circus.transitions import STEPS
from flohcati_rules.rulepoints import Rules
from flohcati_rules.streams import DEAL, Stream


class FleaCircus:
    """The flea circus under one set of rules.

    Args:
        rules: the answers to all rule points.
        evidence: what supports each answer, where known; refusals cite it.

    """

    ID: ClassVar[str] = "flea-circus"
    TITLE: ClassVar[str] = "Flea circus"
    RULES: ClassVar[type[Rules]] = FleaCircusRules
    COMPONENTS: ClassVar[str] = ""
    METRICS: ClassVar[Mapping[str, Metric]] = METRICS
    PLAYERS: ClassVar[Mapping[str, Player]] = PLAYERS
    GIVEN: ClassVar[Mapping[str, str]] = GIVEN
    SHEET: ClassVar[Mapping[str, Telling]] = SHEET
    PARTIAL: ClassVar[Mapping[str, str]] = PARTIAL
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
        self._reading = Reading(rules)
        self._evidence = dict(evidence or {})

    @classmethod
    def read_components(cls, given: Mapping[str, Any]) -> Components:  # noqa: ARG003
        """Refuse components: the rules say all about the cards."""
        fault = Fault("", "the rules of the flea circus say all about its cards")
        raise ComponentsError([fault])

    @classmethod
    def components_schema(cls) -> Mapping[str, Any]:
        """Return no schema, as there are no component files."""
        return {}

    def __repr__(self) -> str:
        """Return the game with its rules."""
        return f"FleaCircus({self.rules!r})"

    @property
    def rules(self) -> FleaCircusRules:
        """The rules that this game follows."""
        return self._reading.rules

    @property
    def evidence(self) -> Mapping[str, Evidence]:
        """What supports each rule value; empty when nothing is known of it."""
        return self._evidence

    @property
    def components_digest(self) -> str:
        """Empty: the rules say all about the cards."""
        return ""

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

    def start(
        self,
        seats: Sequence[str],
        *,
        seed: int | None = None,
        index: int = 0,
        deck: Sequence[str] | None = None,
    ) -> State:
        """Return the start of a game, dealt from a seed or from a given deck.

        Args:
            seats: the names of the seats, clockwise; the first one begins.
            seed: fixes the shuffle together with ``index``.
            index: the index of the game within a run.
            deck: the whole deck instead, the next card first.

        Raises:
            PositionError: the seats, or the deck, are not those of this game.

        """
        names = checked_seats(tuple(seats), self.seats_allowed)
        if (seed is None) == (deck is None):
            raise PositionError([Fault("", "a start takes either a seed or a deck")])
        if deck is None:
            assert seed is not None
            codes = [*self._reading.whole_deck]
            Stream(seed, index, DEAL).shuffle(codes)
        else:
            codes = self._whole_deck(deck)
        hands = (0,) * len(names)
        table = Table(names, ((),) * len(names), 0)
        return State(bytes(codes), 0, hands, 0, table, turn_of(Phase.MAIN, 0))

    def _whole_deck(self, deck: Sequence[str]) -> list[int]:
        missing = [*self._reading.whole_deck]
        codes: list[int] = []
        faults: list[Fault] = []
        for place, name in enumerate(deck):
            try:
                code = notation.parse_code(self._reading, name)
            except NotationError as error:
                faults.append(Fault(f"deck.{place}", str(error)))
                continue
            if code in missing:
                missing.remove(code)
                codes.append(code)
            else:
                faults.append(Fault(f"deck.{place}", f"one {name} too many"))
        if missing:
            names = ", ".join(self._reading.names[code] for code in missing[:5])
            more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""  # noqa: PLR2004
            faults.append(Fault("deck", f"{names}{more} missing"))
        if faults:
            raise PositionError(faults)
        return codes

    def deal(self, state: State) -> tuple[str, ...]:
        """Return the deck of a start state, the next card first."""
        return tuple(self._reading.names[code] for code in state.deck)

    def seats(self, state: State) -> tuple[str, ...]:
        """Return the names of the seats, clockwise."""
        return state.table.seats

    def decider(self, state: State) -> str:
        """Return who decides next: a seat, ``chance`` or ``nobody``."""
        asked = state.turn.asked
        if asked == BY_CHANCE:
            return CHANCE
        return NOBODY if asked == BY_NOBODY else state.table.seats[asked]

    def is_over(self, state: State) -> bool:
        """Tell whether the game has ended."""
        return state.turn.asked == BY_NOBODY

    def ended_by(self, state: State) -> str | None:
        """Return the way the game ended, or None while it goes on."""
        return state.turn.ended_by or None

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
            refusal = legality.refusal(self._reading, state, move)
            assert refusal is not None
            raise illegal(move, refusal, self._evidence)
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
        if seat not in state.table.seats:
            raise UnknownNameError("seat", seat, state.table.seats)
        return observe(self._reading, state, state.table.seats.index(seat))

    def imagine(self, state: State, seat: str, stream: Stream) -> State:
        """Return a state that a seat cannot tell from this one, drawn at random."""
        return imagined(state, state.table.seats.index(seat), stream)

    def score(self, state: State) -> ScoreSheet:
        """Return the score sheet as if the game ended here."""
        return scoring.score(self._reading, state)

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

    def meter(self) -> GameMeter:
        """Return a fresh meter for one game."""
        return GameMeter(self._reading)
