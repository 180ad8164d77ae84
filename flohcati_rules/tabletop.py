"""What all games at a table have in common: seats, who is asked, the deal.

A game that derives from this is still asked directly for what is asked all the time:
``legal_moves``, ``step`` and ``apply`` are its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from flohcati_rules.description import checked_seats, setup_seats
from flohcati_rules.errors import (
    ComponentsError,
    Fault,
    IllegalMoveError,
    PositionError,
    UnknownNameError,
    did_you_mean,
)
from flohcati_rules.evidence import Evidence
from flohcati_rules.game import CHANCE, NOBODY, Bulk, Components, Refusal, illegal
from flohcati_rules.rulepoints import Rules
from flohcati_rules.streams import DEAL, Stream

NO_SEAT = -1
BY_CHANCE = -2
BY_NOBODY = -3
"""What stands in a turn where no seat decides."""


class Turn(Protocol):
    """Who is asked in a turn, and how the game ended in it."""

    @property
    def asked(self) -> int:
        """The seat that decides, ``BY_CHANCE`` or ``BY_NOBODY``."""
        ...

    @property
    def ended_by(self) -> str:
        """The way the game ended; empty while it goes on."""
        ...


class Table(Protocol):
    """What the state of any game at a table has."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in turn order."""
        ...

    @property
    def deck(self) -> Sequence[int]:
        """The codes of the cards to come, the next one first."""
        ...

    @property
    def turn(self) -> Turn:
        """Who is asked."""
        ...


class Reading(Protocol):
    """Rules that have been looked up, and the cards of a game by their codes."""

    @property
    def names(self) -> "Named":
        """The name of each card, by code."""
        ...

    @property
    def whole_deck(self) -> Sequence[int]:
        """The codes of all cards, before they are shuffled."""
        ...


class Named(Protocol):
    """Names that are looked up by code."""

    def __getitem__(self, code: int, /) -> str:
        """Return the name of a card."""
        ...


RulesT = TypeVar("RulesT", bound=Rules)
ReadingT = TypeVar("ReadingT", bound=Reading)
StateT = TypeVar("StateT", bound=Table)
MoveT = TypeVar("MoveT")


class TabletopGame(ABC, Generic[RulesT, ReadingT, StateT, MoveT]):
    """A game of some seats and a deck, under one set of rules.

    Args:
        rules: the answers to all rule points.
        reading: the same, looked up for play.
        evidence: what supports each answer, where known; refusals cite it.

    """

    TITLE: ClassVar[str]
    GIVEN: ClassVar[Mapping[str, str]]
    COMPONENTS: ClassVar[str] = ""

    def __init__(
        self,
        rules: RulesT,
        reading: ReadingT,
        evidence: Mapping[str, Evidence] | None,
    ) -> None:
        """Keep the rules, and what is known of them."""
        self._rules = rules
        self._reading = reading
        self._evidence = dict(evidence or {})

    @classmethod
    def read_components(cls, given: Mapping[str, Any]) -> Components:  # noqa: ARG003
        """Refuse components, where the rules say all about the cards."""
        raise ComponentsError([Fault("", f"{cls.TITLE} needs no components")])

    @classmethod
    def components_schema(cls) -> Mapping[str, Any]:
        """Return no schema, as there are no component files."""
        return {}

    def __repr__(self) -> str:
        """Return the game with its rules."""
        return f"{type(self).__name__}({self._rules!r})"

    @property
    def rules(self) -> RulesT:
        """The rules that this game follows."""
        return self._rules

    @property
    def evidence(self) -> Mapping[str, Evidence]:
        """What supports each rule value; empty when nothing is known of it."""
        return self._evidence

    @property
    def components_digest(self) -> str:
        """Empty: the rules say all about the cards."""
        return ""

    def bulk(self, players: Sequence[str]) -> Bulk | None:  # noqa: ARG002 - some games heed them
        """Return nothing: games are played one by one."""
        return None

    @property
    @abstractmethod
    def seats_allowed(self) -> tuple[int, int]:
        """The least and the most seats."""

    def barred_endings(self) -> Mapping[str, str]:
        """Return no ending: the game may end in every way."""
        return {}

    def start(
        self,
        seats: Sequence[str],
        *,
        seed: int | None = None,
        index: int = 0,
        deck: Sequence[str] | None = None,
    ) -> StateT:
        """Return the start of a game, dealt from a seed or from a given deck.

        Args:
            seats: the names of the seats, in turn order; the first one begins.
            seed: fixes the shuffle together with ``index``.
            index: the index of the game within a run.
            deck: the whole deck instead, the next card first.

        Raises:
            PositionError: the seats, or the deck, are not those of this game.

        """
        names = checked_seats(tuple(seats), self.seats_allowed)
        if (seed is None) == (deck is None):
            raise PositionError([Fault("", "a start takes either a seed or a deck")])
        if deck is not None:
            return self._begin(names, self._read_deck(names, deck))
        assert seed is not None
        codes = [*self._reading.whole_deck]
        Stream(seed, index, DEAL).shuffle(codes)
        return self._begin(names, codes)

    @abstractmethod
    def _begin(self, seats: tuple[str, ...], deck: Sequence[int]) -> StateT:
        """Return the state that begins a game with a deck, given by its codes."""

    @abstractmethod
    def _read_deck(self, seats: tuple[str, ...], deck: Sequence[str]) -> Sequence[int]:
        """Return the codes of a whole deck; raise a ``PositionError`` for another."""

    def deal(self, state: StateT) -> tuple[str, ...]:
        """Return the deck of a start state, the next card first."""
        return tuple(self._reading.names[code] for code in state.deck)

    def seats(self, state: StateT) -> tuple[str, ...]:
        """Return the names of the seats, in turn order."""
        return state.seats

    def decider(self, state: StateT) -> str:
        """Return who decides next: a seat, ``chance`` or ``nobody``."""
        asked = state.turn.asked
        if asked >= 0:
            return state.seats[asked]
        return CHANCE if asked == BY_CHANCE else NOBODY

    def is_over(self, state: StateT) -> bool:
        """Tell whether the game has ended."""
        return state.turn.asked == BY_NOBODY

    def ended_by(self, state: StateT) -> str | None:
        """Return the way the game ended, or None while it goes on."""
        return state.turn.ended_by or None

    @abstractmethod
    def refusal(self, state: StateT, move: MoveT) -> Refusal | None:
        """Return why a move is not legal, or None when it is."""

    def _illegal(self, state: StateT, move: MoveT) -> IllegalMoveError:
        """Return the error for a move that is not legal."""
        refusal = self.refusal(state, move)
        assert refusal is not None, "what is not legal is refused for a reason"
        return illegal(move, refusal, self._evidence)

    def _place(self, state: StateT, seat: str) -> int:
        """Return the place of a seat; raise an ``UnknownNameError`` without one."""
        if seat not in state.seats:
            raise UnknownNameError("seat", seat, state.seats)
        return state.seats.index(seat)

    def position(self, given: Mapping[str, Any]) -> StateT:
        """Return the position that a scenario gives, keys as in ``GIVEN``."""
        unknown = [key for key in given if key not in self.GIVEN]
        if unknown:
            raise PositionError(
                Fault(key, f"unknown key{did_you_mean(key, self.GIVEN)}")
                for key in unknown
            )
        if "setup" not in given:
            return self._describe(given)
        seats = setup_seats(given)
        try:
            return self.start(seats, seed=0)
        except PositionError as error:
            raise PositionError(
                Fault("setup", fault.reason) for fault in error.faults
            ) from error

    @abstractmethod
    def _describe(self, given: Mapping[str, Any]) -> StateT:
        """Return the position of a description without a set-up."""
