"""What any game must answer, so that every tool can be written once.

A game is made from rules (and the evidence for them) and answers questions
about *states*. A state is a fact: it knows no rules, so that the same state can
be read under two variants. All functions are pure; chance is a decider of its
own, so that a game is a list of moves that replays exactly.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

import attrs

from flohcati_rules.errors import IllegalMoveError
from flohcati_rules.evidence import Evidence, Standing
from flohcati_rules.metrics import Metric
from flohcati_rules.rulepoints import Rules
from flohcati_rules.scene import Scene
from flohcati_rules.streams import Stream

CHANCE = "chance"
"""The decider of a random event; no seat may bear this name."""
NOBODY = "nobody"
"""The decider when the game is over; no seat may bear this name."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@attrs.frozen
class Refusal:
    """Why a move is not legal, and which rule point says so."""

    rule_point: str
    reason: str


@attrs.frozen(kw_only=True)
class Event:
    """One thing that happened in a step, and who saw it.

    Attributes:
        kind: what sort of thing, one word of the game.
        text: the whole of it, which the seats in ``seen_by`` see.
        rule_point: the rule that made it so.
        seen_by: the seats that see it whole.
        public: what everyone else sees; empty when they see nothing.
        cards: the cards it is about, in the notation.

    """

    kind: str
    text: str
    rule_point: str
    seen_by: tuple[str, ...]
    public: str = ""
    cards: tuple[str, ...] = ()

    def told_to(self, seat: str) -> str:
        """Return what a seat sees of the event; empty when it sees nothing."""
        return self.text if seat in self.seen_by else self.public


@attrs.frozen(kw_only=True)
class ScoreLine:
    """One line of a score sheet: what counts, how much, and by which rule."""

    label: str
    points: int
    rule_point: str
    detail: str = ""


@attrs.frozen(kw_only=True)
class SeatScore:
    """What one seat scores, line by line."""

    seat: str
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The sum of all lines, in points."""
        return sum(line.points for line in self.lines)


@attrs.frozen(kw_only=True)
class ScoreSheet:
    """The scores of all seats, who wins, and why.

    ``winners`` is empty when nobody wins. ``rule_point`` names the rule that
    settled it.
    """

    seats: tuple[SeatScore, ...]
    winners: tuple[str, ...]
    why: str
    rule_point: str

    @property
    def totals(self) -> dict[str, int]:
        """The total of each seat, in points, in seat order."""
        return {score.seat: score.total for score in self.seats}


@attrs.frozen
class Fact:
    """One thing that a scenario can expect of a position.

    Attributes:
        sense: what is compared, for the docs and the schema.
        read: turns the written expectation into a value; raises a
            ``NotationError`` or a ``PositionError`` when it is malformed.
        of: the same value as it is in a position, given the position and the
            events of the step that led to it.
        same: whether an expected value and one in a position are the same.
        named_only: whether both are mappings, compared only in the keys that the
            expectation names.

    """

    sense: str
    read: Callable[[Any], Any]
    of: Callable[[Any, tuple[Event, ...]], Any]
    same: Callable[[Any, Any], bool] = operator.eq
    named_only: bool = False


class Meter(Protocol):
    """Counts what happens in one game, step by step."""

    def note(self, state: Any, move: Any, after: Any) -> None:
        """Take note of one step: a state, the move made in it, and what came."""
        ...

    def reading(self, final: Any, sheet: ScoreSheet) -> dict[str, int]:
        """Return the game's own quantities, once it has ended in ``final``."""
        ...


@attrs.frozen(eq=False)
class Counts:
    """What is counted of many games at once, a column for each thing.

    Attributes:
        ended_by: for each game, the place in ``ENDINGS`` of how it ended.
        scores: for each game, the score of each seat, in points.
        winners: for each game and seat, whether it is a winner.
        quantities: the game's own quantities by name, each with a number a game.

    All are arrays of whole numbers, games along the first axis.
    """

    ended_by: Any
    scores: Any
    winners: Any
    quantities: Mapping[str, Any]


class Bulk(Protocol):
    """Plays many games at once, each as the game itself would play it."""

    def play(self, *, seed: int, indices: range, threads: int = 1) -> Counts:
        """Play the games of some indices to their ends, and count.

        Args:
            seed: fixes the deals and choices, together with the index of a game.
            indices: the indices of the games, with any stride.
            threads: how many games are played at a time.

        """
        ...


Player = Callable[["Game[Any, Any]", Any, tuple[Any, ...], Stream], Any]
"""Chooses a move: given the game, the state, the legal moves and a stream.

A player may ask ``game.observe`` for what its own seat knows of the state, and
``game.imagine`` for a state that agrees with that; of the state itself nothing else.
"""


def illegal(
    move: object, refusal: Refusal, evidence: Mapping[str, Evidence]
) -> IllegalMoveError:
    """Return the error for a refused move, with the clauses that refuse it."""
    supported = evidence.get(refusal.rule_point)
    return IllegalMoveError(
        str(move),
        refusal.reason,
        refusal.rule_point,
        supported.places if supported else (),
    )


@attrs.frozen(kw_only=True)
class Telling:
    """One thing that people at a table tell to have their cards counted.

    Attributes:
        key: the key of the game's ``GIVEN`` that it fills.
        sense: what is told.
        example: how it is told, such as the seat, a colon and its cards.

    """

    key: str
    sense: str
    example: str


class Components(Protocol):
    """What is printed on the pieces of a game, as far as the rules leave it open."""

    @property
    def title(self) -> str:
        """What this set of components is called."""
        ...

    @property
    def standing(self) -> Standing:
        """Whether it was read off the game, reported or made up."""
        ...

    @property
    def digest(self) -> str:
        """A digest of all that touches play."""
        ...


Given = Mapping[str, Any]
"""A position as scenarios give it."""


class Openings(Protocol):
    """The positions from which a search for a difference starts, for two sets of rules.

    All of them are positions that real play could reach under both. Only a game knows
    which those are, which of them bring out a rule point, and what makes one smaller
    than another.
    """

    SETUP_POINTS: ClassVar[frozenset[str]]
    """The rule points that make up the table: the set-up itself tells them apart."""
    UNIT: ClassVar[str]
    """What the size of a position is counted in, such as ``card``."""

    def __init__(self, a: Any, b: Any, components: Any, /) -> None:
        """Look up what two sets of rules have in common, and the components."""
        ...

    def size(self, given: Given) -> int:
        """Return how large a position is."""
        ...

    def aimed(self, points: Sequence[str]) -> Iterator[Given]:
        """Yield positions that are made to bring out some rule points."""
        ...

    def all_aimed(self) -> Iterator[Given]:
        """Yield the positions that are made to bring out any rule point."""
        ...

    def of_size(self, size: int, /) -> Iterator[Given]:
        """Yield every position of a size with the fewest seats, up to symmetry.

        A game of which there are too many yields none.
        """
        ...

    def smaller(self, given: Given) -> Iterator[Given]:
        """Yield positions that are a step smaller, or have a seat less."""
        ...


class Game(Protocol[StateT, MoveT]):
    """A game under one variant of its rules.

    Seats are named by those who sit there; every question about a seat takes
    its name. ``legal_moves`` at a chance node are the equally likely outcomes.
    """

    ID: ClassVar[str]
    TITLE: ClassVar[str]
    RULES: ClassVar[type[Rules]]
    METRICS: ClassVar[Mapping[str, Metric]]
    """What is measured of it: of its own quantities, and of those of a result."""
    PLAYERS: ClassVar[Mapping[str, Player]]
    """The players that may be asked to play, by name."""
    ENDINGS: ClassVar[Mapping[str, str]]
    """The ways a game may end, each with its sense."""
    GIVEN: ClassVar[Mapping[str, str]]
    """The keys that describe the position of a scenario, each with its sense."""
    SHEET: ClassVar[Mapping[str, Telling]]
    """What people tell of a table to have it scored, by the words they use."""
    OPENINGS: ClassVar[type[Openings]]
    """The positions from which a search for a difference starts."""

    COMPONENTS: ClassVar[str]
    """The format of its component files; empty when the rules say it all."""

    def __init__(
        self,
        rules: Any,
        evidence: Mapping[str, Evidence] | None = None,
        components: Any = None,
    ) -> None:
        """Make the game from rules, the evidence for them, and its components."""

    @classmethod
    def read_components(cls, given: Mapping[str, Any]) -> Components:
        """Return the components that plain data describes.

        Raises:
            ComponentsError: with every fault of the description.

        """
        ...

    @classmethod
    def components_schema(cls) -> Mapping[str, Any]:
        """Return the JSON Schema of its component files; empty when it has none."""
        ...

    @property
    def rules(self) -> Rules:
        """The rules that this game follows."""
        ...

    @property
    def evidence(self) -> Mapping[str, Evidence]:
        """What supports each rule value; empty when nothing is known of it."""
        ...

    @property
    def components_digest(self) -> str:
        """A digest of the components in use; empty for a game without a file."""
        ...

    @property
    def seats_allowed(self) -> tuple[int, int]:
        """The least and the most seats."""
        ...

    def barred_endings(self) -> Mapping[str, str]:
        """Return the ways a game cannot end under these rules, each with the reason."""
        ...

    def start(
        self,
        seats: Sequence[str],
        *,
        seed: int | None = None,
        index: int = 0,
        deck: Sequence[str] | None = None,
    ) -> StateT:
        """Return the start of a game, dealt from a seed or from a given deck."""
        ...

    def deal(self, state: StateT) -> tuple[str, ...]:
        """Return the cards that a start state deals, so that ``start`` repeats it."""
        ...

    def seats(self, state: StateT) -> tuple[str, ...]:
        """Return the names of the seats, in the order in which they were given."""
        ...

    def decider(self, state: StateT) -> str:
        """Return who decides next: a seat, ``chance`` or ``nobody``."""
        ...

    def is_over(self, state: StateT) -> bool:
        """Tell whether the game has ended."""
        ...

    def ended_by(self, state: StateT) -> str | None:
        """Return the way the game ended, or None while it goes on."""
        ...

    def legal_moves(self, state: StateT) -> tuple[MoveT, ...]:
        """Return every legal move; of chance, every outcome."""
        ...

    def refusal(self, state: StateT, move: MoveT) -> Refusal | None:
        """Return why a move is not legal, or None when it is."""
        ...

    def apply(self, state: StateT, move: MoveT) -> StateT:
        """Return the state after a legal move; raise ``IllegalMoveError`` else."""
        ...

    def step(self, state: StateT, move: MoveT) -> StateT:
        """Return the state after a move that is trusted to be legal."""
        ...

    def events(self, state: StateT, move: MoveT) -> tuple[Event, ...]:
        """Return what a legal move makes happen, in order, and who sees it."""
        ...

    def observe(self, state: StateT, seat: str) -> Any:
        """Return what a seat knows of a state, and no more."""
        ...

    def imagine(self, state: StateT, seat: str, stream: Stream) -> StateT:
        """Return a state that a seat cannot tell from this one, drawn at random."""
        ...

    def score(self, state: StateT) -> ScoreSheet:
        """Return the score sheet as if the game ended here."""
        ...

    def scene(self, state: StateT) -> Scene:
        """Return a state as people see it on a table, hidden cards shown."""
        ...

    def parse_move(self, text: str, state: StateT) -> MoveT:
        """Return the move that a text names in this state."""
        ...

    def format_position(self, state: StateT) -> str:
        """Return a state in the compact notation, on one line."""
        ...

    def parse_position(self, text: str) -> StateT:
        """Return the state that ``format_position`` wrote."""
        ...

    def position(self, given: Mapping[str, Any]) -> StateT:
        """Return the position that a scenario gives, keys as in ``GIVEN``."""
        ...

    def facts(self) -> Mapping[str, Fact]:
        """Return what a scenario can expect that this game alone knows."""
        ...

    def meter(self) -> Meter:
        """Return a fresh meter for one game."""
        ...

    def bulk(self, players: Sequence[str]) -> Bulk | None:
        """Return what plays many games at once, or None where nothing can.

        Args:
            players: the name of the player on each seat, in turn order.

        """
        ...
