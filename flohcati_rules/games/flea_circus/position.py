"""Positions as scenarios describe them, and the facts that scenarios expect."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from flohcati_rules.description import Description, by_key, counts, listed
from flohcati_rules.errors import Fault, NotationError, PositionError
from flohcati_rules.faults import is_whole
from flohcati_rules.game import Event, Fact, Telling
from flohcati_rules.games.flea_circus.cards import (
    ACTIONS,
    CIRCUS_CODES,
    NUMBER_MASK,
    codes_in,
    pile_of,
)
from flohcati_rules.games.flea_circus.events import HAND_OVER
from flohcati_rules.games.flea_circus.knowledge import unseen
from flohcati_rules.games.flea_circus.notation import (
    check_cards,
    names_in,
    parse_card,
    parse_code,
    places,
)
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import TRIO
from flohcati_rules.games.flea_circus.state import (
    CERTAIN,
    Phase,
    State,
    Table,
    turn_of,
)
from flohcati_rules.games.flea_circus.transitions import open_main

GIVEN = {
    "seats": "the names of the seats, clockwise",
    "turn": "whose turn begins; the first seat's when left out",
    "display": "the displayed cards",
    "deck": "the cards left in the deck, the next one first; exactly these",
    "hands": "the hand cards of seats; everyone else holds nothing",
    "trios": "the trios in front of seats: numbers, or lists of three cards",
    "discard": "the discarded cards",
    "gala": "the seat that has called the gala, so that the game is over",
    "over": "true when the game ended otherwise",
    "setup": "a number of seats: the start of a full game, nothing else given",
}


SHEET = {
    "hand": Telling(
        key="hands", sense="the hand of a seat", example="Ann: red-6 blue-4"
    ),
    "trios": Telling(
        key="trios", sense="the numbers of the trios of a seat", example="Ann: 3 5"
    ),
    "gala": Telling(key="gala", sense="who has called the gala", example="Cleo"),
}


class _Cards(Description):
    """A description whose lists of cards are read as those of one deck."""

    def __init__(self, reading: Reading, given: Mapping[str, Any]) -> None:
        self.reading = reading
        rules = reading.rules
        super().__init__(given, (rules.players_least, rules.players_most))

    def codes(self, place: str, written: object, *, circus: bool = False) -> list[int]:
        """Return the codes of a list of cards, no circus card twice."""
        found: list[int] = []
        read = self._circus if circus else self._any
        for where, code in self.each(place, written, read):
            if code < CIRCUS_CODES and code in found:
                self.fault(where, f"{self.reading.names[code]} is named twice")
            else:
                found.append(code)
        return found

    def _any(self, text: str) -> int:
        return parse_code(self.reading, text)

    def _circus(self, text: str) -> int:
        return parse_card(self.reading, text).code


def build_position(reading: Reading, given: Mapping[str, Any]) -> State:
    """Return the position that a scenario gives.

    Raises:
        PositionError: with every fault of the description.

    """
    cards = _Cards(reading, given)
    hands = [0] * len(cards.seats)
    for seat, place, content in cards.by_seat("hands"):
        hands[seat] = pile_of(cards.codes(place, content, circus=True))
    deck = bytes(cards.codes("deck", given.get("deck", [])))
    display = pile_of(cards.codes("display", given.get("display", []), circus=True))
    discard = pile_of(cards.codes("discard", given.get("discard", [])))
    first = cards.seat("turn", 0)
    named = pile_of(
        {*deck, *codes_in(display), *codes_in(discard)}
        | {code for hand in hands for code in codes_in(hand)}
    )
    trios = _trios(cards, named)
    cards.raise_faults()
    table = Table(
        cards.seats, trios, discard, unseen(tuple(hands)) if any(hands) else CERTAIN
    )
    state = State(deck, display, tuple(hands), 0, table, turn_of(Phase.MAIN, first))
    check_cards(reading, state)
    return _opened(cards, state)


def read_deck(reading: Reading, deck: Sequence[str]) -> list[int]:
    """Return the codes of a whole deck.

    Raises:
        PositionError: it is not the deck of these rules; every fault is listed.

    """
    missing = [*reading.whole_deck]
    codes: list[int] = []
    faults: list[Fault] = []
    for place, name in enumerate(deck):
        try:
            code = parse_code(reading, name)
        except NotationError as error:
            faults.append(Fault(f"deck.{place}", str(error)))
            continue
        if code in missing:
            missing.remove(code)
            codes.append(code)
        else:
            faults.append(Fault(f"deck.{place}", f"one {name} too many"))
    if missing:
        names = ", ".join(reading.names[code] for code in missing[:_FEW])
        more = f" and {len(missing) - _FEW} more" if len(missing) > _FEW else ""
        faults.append(Fault("deck", f"{names}{more} missing"))
    if faults:
        raise PositionError(faults)
    return codes


_FEW = 5
"""How many missing cards are named."""


def _trios(cards: _Cards, named: int) -> tuple[tuple[int, ...], ...]:
    """Return the laid trios; those given by number take cards named nowhere."""
    laid: list[list[int]] = [[] for _ in cards.seats]
    by_number: list[tuple[int, str, int]] = []
    taken = {code for code in codes_in(named) if code < CIRCUS_CODES}
    for seat, place, content in cards.by_seat("trios"):
        for where, item in cards.items(place, content):
            if is_whole(item):
                by_number.append((seat, where, item))
            elif (trio := _trio_of_cards(cards, where, item)) is not None:
                laid[seat].append(trio)
                taken.update(codes_in(trio))
    for seat, where, number in by_number:
        free = [
            code
            for code in cards.reading.deck.circus
            if code not in taken and code in codes_of_number(number)
        ]
        if len(free) < TRIO:
            cards.fault(
                where,
                f"the cards make no trio of {number}: only {len(free)} are named "
                f"nowhere else",
            )
            continue
        taken.update(free[:TRIO])
        laid[seat].append(pile_of(free[:TRIO]))
    return tuple(tuple(trios) for trios in laid)


def codes_of_number(number: int) -> frozenset[int]:
    """Return the codes of all circus cards of a number; none beyond the highest."""
    if not 0 <= number < len(NUMBER_MASK):
        return frozenset()
    return frozenset(codes_in(NUMBER_MASK[number]))


def _trio_of_cards(cards: _Cards, place: str, item: object) -> int | None:
    before = len(cards.faults)
    codes = cards.codes(place, item, circus=True)
    if len(cards.faults) > before:
        return None
    numbers = {cards.reading.cards[code].number for code in codes}
    larger = len(codes) > TRIO and cards.reading.larger_trios
    if (len(codes) != TRIO and not larger) or len(numbers) != 1:
        cards.fault(place, "a trio is three cards of one number")
        return None
    return pile_of(codes)


def _opened(cards: _Cards, state: State) -> State:
    """Return the position at the start of its turn, or over where it says so."""
    over = cards.truth("over")
    if "gala" in cards.given and over:
        cards.fault("over", "a game that a gala ended did not end otherwise")
    if "gala" in cards.given and not cards.reading.gala:
        cards.fault("gala", "the rules allow no gala")
    caller = cards.seat("gala", -1)
    cards.raise_faults()
    turn = state.turn
    if caller >= 0:
        turn = turn_of(Phase.OVER, caller, ended_by="gala")
    elif over:
        turn = turn_of(Phase.OVER, turn.seat, ended_by="deck")
    else:
        return open_main(cards.reading, state)
    return State(
        state.deck, state.display, state.hands, state.turned, state.table, turn
    )


# ---------------------------------------------------------------- facts


def facts(reading: Reading) -> Mapping[str, Fact]:
    """Return what a scenario can expect of the cards of a position."""

    def in_order(written: object) -> tuple[str, ...]:
        names = [str(name) for name in listed(written)]
        return tuple(reading.names[parse_code(reading, name)] for name in names)

    def sorted_cards(written: object) -> tuple[str, ...]:
        codes = [parse_code(reading, name) for name in in_order(written)]
        return names_in(reading, pile_of(codes))

    def trios(written: object) -> tuple[int | tuple[str, ...], ...]:
        return tuple(
            item if isinstance(item, int) else sorted_cards(item)
            for item in listed(written)
        )

    def shown_cards(_: State, events: tuple[Event, ...]) -> tuple[str, ...]:
        return tuple(
            card
            for event in events
            if event.kind == HAND_OVER and event.public == ""
            for card in event.cards
        )

    def names(pile: int) -> tuple[str, ...]:
        return names_in(reading, pile)

    return {
        "display": Fact(
            "the displayed cards, in any order",
            sorted_cards,
            lambda state, _: names(state.display),
        ),
        "deck": Fact(
            "the cards left in the deck, in order",
            in_order,
            lambda state, _: tuple(reading.names[code] for code in state.deck),
        ),
        "discard": Fact(
            "the discarded cards, in any order",
            sorted_cards,
            lambda state, _: names(state.table.discard),
        ),
        "hands": Fact(
            "the hand cards of the seats it names, in any order",
            lambda written: by_key(written, sorted_cards),
            lambda state, _: dict(
                zip(state.table.seats, map(names, state.hands), strict=True)
            ),
            named_only=True,
        ),
        "trios": Fact(
            "the laid trios of the seats it names: numbers, or lists of three cards",
            lambda written: by_key(written, trios),
            lambda state, _: {
                seat: tuple(names(trio) for trio in state.table.trios[index])
                for index, seat in enumerate(state.table.seats)
            },
            same=same_trios,
            named_only=True,
        ),
        "shown": Fact(
            "the hand cards that the last step handed over for everyone to see",
            sorted_cards,
            shown_cards,
        ),
        "contents": Fact(
            "how many cards of each kind are in play, of the kinds it names",
            counts,
            lambda state, _: contents(state),
            named_only=True,
        ),
    }


def same_trios(
    expected: tuple[int | tuple[str, ...], ...], found: tuple[tuple[str, ...], ...]
) -> bool:
    """Tell whether expected trios, by number or by cards, are the laid ones."""
    left = [*found]
    for item in expected:
        if not isinstance(item, int):
            if item not in left:
                return False
            left.remove(item)
    numbers = Counter(int(trio[0].rpartition("-")[2]) for trio in left)
    return numbers == Counter(item for item in expected if isinstance(item, int))


def contents(state: State) -> dict[str, int]:
    """Return how many circus cards and action cards of each kind are in play."""
    codes = [code for _, pile in places(state) for code in codes_in(pile)]
    counts = {"circus": sum(code < CIRCUS_CODES for code in codes)}
    for action, name in ACTIONS.items():
        counts[name] = codes.count(action)
    return counts
