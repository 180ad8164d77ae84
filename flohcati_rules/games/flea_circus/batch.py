"""Batches: many positions at once, stepped by the kernel, for programs that learn.

A position is a row of ``WIDTH`` integers, whose places ``kernel`` names: ``HANDS`` for
the hands, ``DISPLAY``, ``PHASE`` and so on. A pile there is two words of sixty bits, as
``kernel`` says, and the bit of a card is its code.
"""

import importlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from flohcati_rules.description import checked_seats
from flohcati_rules.errors import RequestError
from flohcati_rules.games.flea_circus import kernel
from flohcati_rules.games.flea_circus.bulk import as_row, as_unsigned, coded
from flohcati_rules.games.flea_circus.cards import (
    ACTIONS,
    CIRCUS_CODES,
    ROW,
    codes_in,
    pile_of,
)
from flohcati_rules.games.flea_circus.kernel import NONE, ROW_BITS, WIDTH, WORD
from flohcati_rules.games.flea_circus.moves import (
    DECLINE,
    END,
    GALA,
    REVEAL,
    STOP,
    TAKE_ALL,
    Demand,
    Direction,
    Discard,
    Draw,
    Give,
    Move,
    Outcome,
    Take,
    Trio,
)
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import TRIO, DemandRequest, FleaCircusRules
from flohcati_rules.games.flea_circus.state import Phase, State, Table, Turn, turn_of
from flohcati_rules.tabletop import BY_CHANCE, BY_NOBODY

Array = Any
"""An array of numpy's."""


class Batch:
    """Positions of one table under one set of rules, any number of them at once.

    Positions are an array with a row for each. What is asked about positions is
    answered by an array with as many entries, and none is ever changed. A position
    holds all hands, and the deck in its order, but not who has seen which card.

    Args:
        rules: the answers to all rule points.
        seats: the names of the seats, in turn order.

    Raises:
        PositionError: the seats are not those of this game.
        ImportError: numpy is not installed.

    """

    def __init__(self, rules: FleaCircusRules, seats: Sequence[str]) -> None:
        """Number the moves."""
        allowed = rules.players_least, rules.players_most
        self.seats = checked_seats(tuple(seats), allowed)
        self._np: Any = importlib.import_module("numpy")
        self._reading = Reading(rules)
        self._rule = as_row(kernel.rule_row(self._reading))
        kinds = dict(_moves_by_kind(self._reading, self.seats))
        self.moves: tuple[Move, ...] = tuple(
            move for kind in sorted(kinds) for move, _ in kinds[kind]
        )
        """All moves that can ever be legal; a move is known by its place here.

        A trio names its cards, even where they are the only three.
        """
        coded_moves = [
            (kind, what) for kind in sorted(kinds) for _, what in kinds[kind]
        ]
        self._numbers = {code: place for place, code in enumerate(coded_moves)}
        self._coded = self._np.array(coded_moves, "int64").T.copy()
        self._book = as_row(self._made_book(kinds))

    def _made_book(self, kinds: dict[int, list[tuple[Move, int]]]) -> list[int]:
        """Return where the moves of each kind stand, as the kernel looks it up."""
        book = [NONE] * kernel.BOOK
        base = 0
        for kind in sorted(kinds):
            book[kernel.BASES + kind] = base
            base += len(kinds[kind])
        sets = [*_sets_of_colours(self._reading)]
        book[kernel.SUITS] = self._reading.colours
        book[kernel.SETS] = len(sets)
        for place, colours in enumerate(sets):
            book[kernel.SET_PLACES + colours] = place
        return book

    def number(self, state: State, move: Move) -> int:
        """Return the number of a move that is legal in a state of the step engine."""
        return self._numbers[coded(self._reading, state, move)]

    # ------------------------------------------------------------ playing

    def start(self, seed: int, indices: range) -> Array:
        """Return the starts of the games of some indices, dealt from a seed."""
        rows = self._np.zeros((len(indices), WIDTH), "int64")
        kernel.start_rows(
            self._rule,
            len(self.seats),
            as_unsigned(seed),
            as_unsigned(indices.start),
            as_unsigned(indices.step),
            self._desk(),
            rows.reshape(-1),
        )
        return rows

    def legal(self, positions: Array) -> Array:
        """Return for each position which moves are legal; of chance, the outcomes.

        A row of an array is true in the places of ``moves`` that are legal. The
        outcomes of chance are equally likely.
        """
        rows = self._rows(positions)
        marks = self._np.zeros((len(rows), len(self.moves)), "uint8")
        kernel.mark_rows(
            self._rule,
            self._book,
            self._desk(),
            rows.reshape(-1),
            marks.reshape(-1),
            len(self.moves),
        )
        return marks.view(bool)

    def step(self, positions: Array, moves: Array) -> Array:
        """Return the positions after a move in each of them, given by its number.

        Raises:
            RequestError: one of the moves is not legal.

        """
        chosen = self._np.asarray(moves, "int64")
        places = self._np.arange(len(positions))
        if chosen.shape != places.shape:
            message = f"{len(positions)} positions take as many moves, one for each"
            raise RequestError(message)
        within = (chosen >= 0) & (chosen < len(self.moves))
        legal = within & self.legal(positions)[places, chosen * within]
        if not legal.all():
            place = int(legal.argmin())
            number = int(chosen[place])
            named = f" ({self.moves[number]})" if within[place] else ""
            message = f"move {number}{named} is not legal in position {place}"
            raise RequestError(message)
        rows = self._rows(positions).copy()
        kinds, whats = self._coded
        kernel.make_rows(
            self._rule, self._desk(), rows.reshape(-1), kinds[chosen], whats[chosen]
        )
        return rows

    # ------------------------------------------------------------ asking

    def deciders(self, positions: Array) -> Array:
        """Return who decides: a seat by its place, -2 for chance, -3 for nobody."""
        rows = self._rows(positions)
        phases = rows[:, kernel.PHASE]
        asked = rows[:, kernel.SEAT].copy()
        giving = phases == kernel.ASK_GIVE
        asked[giving] = rows[giving, kernel.GIVER]
        asked[phases == kernel.ASK_OUTCOME] = BY_CHANCE
        asked[phases == kernel.OVER] = BY_NOBODY
        return asked

    def scores(self, positions: Array) -> Array:
        """Return the score of each seat as if the game ended here, in points."""
        rows = self._rows(positions)
        return rows[:, kernel.TOTAL : kernel.TOTAL + len(self.seats)].copy()

    def blind(self, positions: Array) -> Array:
        """Return the same positions with the deck in order, since nobody knows it."""
        rows = self._rows(positions).copy()
        deck = rows[:, kernel.DECK :]
        gone = self._np.arange(deck.shape[1]) < rows[:, [kernel.NEXT]]
        # What is gone comes before all cards, and what is no card after them.
        cards = int(self._rule[kernel.CARDS])
        deck[gone] = NONE
        deck[:, :cards].sort(axis=1)
        return rows

    # ------------------------------------------------------------ from state to row

    def pack(self, states: Iterable[State]) -> Array:
        """Return states of the step engine as positions."""
        listed = [self._packed(state) for state in states]
        rows = self._np.array(listed, "int64").reshape(len(listed), WIDTH)
        kernel.refresh_rows(self._rule, self._desk(), rows.reshape(-1))
        return rows

    def unpack(self, positions: Array) -> list[State]:
        """Return positions as states of the step engine.

        In them every seat knows every hand card, as positions do not keep who has
        seen what.
        """
        return [self._unpacked(row) for row in self._rows(positions).tolist()]

    def _packed(self, state: State) -> list[int]:
        if len(state.hands) != len(self.seats):
            message = f"a state of {len(state.hands)} seats, not {len(self.seats)}"
            raise RequestError(message)
        row = [0] * WIDTH
        for place, pile in (
            (kernel.DISPLAY, state.display),
            (kernel.TURNED, state.turned),
            (kernel.DISCARDED, state.table.discard),
        ):
            row[place : place + 2] = _words(pile)
        row[kernel.TURNED_ACTIONS] = _actions(state.turned)
        row[kernel.DISCARDED_ACTIONS] = _actions(state.table.discard)
        for seat, hand in enumerate(state.hands):
            place = kernel.HANDS + 2 * seat
            row[place : place + 2] = _words(hand)
        trios = [
            (seat * 16 + number) << ROW | pile >> ROW * number & ROW_BITS
            for seat, piles in enumerate(state.table.trios)
            for pile in piles
            for number in [next(codes_in(pile)) // ROW]
        ]
        row[kernel.TRIOS] = len(trios)
        row[kernel.PILES : kernel.PILES + len(trios)] = trios
        cards = int(self._rule[kernel.CARDS])
        row[kernel.NEXT] = cards - len(state.deck)
        row[kernel.DECK + row[kernel.NEXT] : kernel.DECK + cards] = state.deck
        row[kernel.SEATS] = len(self.seats)
        row[kernel.TURNS] = 1
        _write_turn(row, state.turn)
        return row

    def _unpacked(self, row: list[int]) -> State:
        seats = range(len(self.seats))
        trios: list[list[int]] = [[] for _ in seats]
        for trio in row[kernel.PILES : kernel.PILES + row[kernel.TRIOS]]:
            seat, number = divmod(trio >> ROW, 16)
            colours = (colour for colour in range(ROW) if trio >> colour & 1)
            trios[seat].append(pile_of(number * ROW + colour for colour in colours))
        cards = int(self._rule[kernel.CARDS])
        table = Table(
            self.seats,
            tuple(map(tuple, trios)),
            _pile(row, kernel.DISCARDED, row[kernel.DISCARDED_ACTIONS]),
        )
        return State(
            bytes(row[kernel.DECK + row[kernel.NEXT] : kernel.DECK + cards]),
            _pile(row, kernel.DISPLAY),
            tuple(_pile(row, kernel.HANDS + 2 * seat) for seat in seats),
            _pile(row, kernel.TURNED, row[kernel.TURNED_ACTIONS]),
            table,
            _read_turn(row),
        )

    def _rows(self, positions: Array) -> Array:
        """Return positions as the kernel reads them."""
        return self._np.ascontiguousarray(positions, "int64").reshape(-1, WIDTH)

    def _desk(self) -> Any:  # noqa: ANN401 - an array, or a list
        """Return a row to work on."""
        return as_row([0] * WIDTH)


def _sets_of_colours(reading: Reading) -> Iterator[int]:
    """Yield the sets of colours that a trio may have, a bit for each colour."""
    most = reading.colours if reading.larger_trios else TRIO
    for count in range(TRIO, most + 1):
        for colours in combinations(range(reading.colours), count):
            yield sum(1 << colour for colour in colours)


def _moves_by_kind(
    reading: Reading, seats: Sequence[str]
) -> Iterator[tuple[int, list[tuple[Move, int]]]]:
    """Yield the kinds of moves, each with its moves and what they say."""
    for kind, move in (
        (kernel.REVEAL, REVEAL),
        (kernel.STOP, STOP),
        (kernel.DECLINE, DECLINE),
        (kernel.END, END),
        (kernel.TAKE_ALL, TAKE_ALL),
        (kernel.GALA, GALA),
    ):
        yield kind, [(move, 0)]
    for kind, made in (
        (kernel.TAKE, Take),
        (kernel.GIVE, Give),
        (kernel.DISCARD, Discard),
        (kernel.OUTCOME, Outcome),
    ):
        yield kind, [(made(card), code) for code, card in reading.cards.items()]
    yield kernel.DRAW_FROM, [(Draw(seat), place) for place, seat in enumerate(seats)]
    yield _demands(reading, seats)
    yield (
        kernel.LAY,
        [
            (
                Trio(
                    number,
                    tuple(
                        reading.cards[number * ROW + colour]
                        for colour in range(ROW)
                        if colours >> colour & 1
                    ),
                ),
                number << ROW | colours,
            )
            for number in range(reading.deck.highest + 1)
            for colours in _sets_of_colours(reading)
        ],
    )


def _demands(
    reading: Reading, seats: Sequence[str]
) -> tuple[int, list[tuple[Move, int]]]:
    """Return the kind of demand that the rules have, with its moves."""
    colours = [*enumerate(reading.deck.colours)]
    match reading.rules.demand_request:
        case DemandRequest.OPPONENT_PICKS:
            return kernel.DEMAND_FROM, [
                (Demand(seat), place) for place, seat in enumerate(seats)
            ]
        case DemandRequest.COLOUR_OF_OPPONENT:
            return kernel.DEMAND_COLOUR, [
                (Demand(seat, colour), place * ROW + suit)
                for place, seat in enumerate(seats)
                for suit, colour in colours
            ]
        case DemandRequest.COLOUR_AND_DIRECTION:
            return kernel.DEMAND_WAY, [
                (Demand("", colour, way), place * ROW + suit)
                for place, way in enumerate(Direction)
                for suit, colour in colours
            ]


_ACTION_CODES = [*ACTIONS]


def _words(pile: int) -> tuple[int, int]:
    """Return the circus cards of a pile as two words."""
    bits = sum(1 << code for code in codes_in(pile) if code < CIRCUS_CODES)
    return bits & kernel.LOW, bits >> WORD


def _actions(pile: int) -> int:
    """Return how many action cards of each kind a pile has, four bits for each."""
    codes = [*codes_in(pile)]
    return sum(codes.count(code) << 4 * kind for kind, code in enumerate(ACTIONS))


def _pile(row: list[int], place: int, actions: int = 0) -> int:
    """Return the pile that two words and a count of action cards stand for."""
    bits = row[place] | row[place + 1] << WORD
    circus = pile_of(code for code in range(CIRCUS_CODES) if bits >> code & 1)
    return circus + sum(
        (actions >> 4 * kind & 15) * pile_of([code])
        for kind, code in enumerate(ACTIONS)
    )


def _write_turn(row: list[int], turn: Turn) -> None:
    row[kernel.PHASE] = turn.phase
    row[kernel.SEAT] = turn.seat
    row[kernel.ACTION] = _ACTION_CODES.index(turn.action) if turn.action >= 0 else NONE
    row[kernel.DUPLICATE] = turn.duplicate
    row[kernel.GIVER] = turn.giver
    row[kernel.COLOUR] = turn.colour
    row[kernel.PASSES] = turn.passes
    row[kernel.ACTED] = int(turn.acted)
    row[kernel.ENDED_BY] = kernel.ENDED.index(turn.ended_by) if turn.ended_by else NONE
    row[kernel.OWED] = turn.owed


def _read_turn(row: list[int]) -> Turn:
    action, ended_by = row[kernel.ACTION], row[kernel.ENDED_BY]
    return turn_of(
        Phase(row[kernel.PHASE]),
        row[kernel.SEAT],
        action=_ACTION_CODES[action] if action != NONE else NONE,
        duplicate=row[kernel.DUPLICATE],
        giver=row[kernel.GIVER],
        colour=row[kernel.COLOUR],
        passes=row[kernel.PASSES],
        acted=bool(row[kernel.ACTED]),
        ended_by=kernel.ENDED[ended_by] if ended_by != NONE else "",
        owed=row[kernel.OWED],
    )
