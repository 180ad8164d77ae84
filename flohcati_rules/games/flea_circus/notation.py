"""The notation: cards, moves and positions as short texts, written and read.

A position is one line of nine fields, parted by spaces, ``-`` for an empty one:
seats, hands, trios, display, deck, discard, cards turned in this turn, the turn,
and the doubts about hand cards.
"""

from collections.abc import Callable, Iterable, Iterator

from flohcati_rules.errors import Fault, NotationError, PositionError, did_you_mean
from flohcati_rules.games.flea_circus.cards import (
    CIRCUS,
    DEMAND,
    NUMBER_MASK,
    ROW,
    Card,
    codes_in,
    pile_of,
)
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
from flohcati_rules.games.flea_circus.rules import TRIO
from flohcati_rules.games.flea_circus.state import (
    CERTAIN,
    NO_CARD,
    NO_SEAT,
    Doubts,
    Phase,
    State,
    Table,
    Turn,
    turn_of,
)

NOTHING = "-"
FIELDS = (
    "seats",
    "hands",
    "trios",
    "display",
    "deck",
    "discard",
    "turned",
    "turn",
    "doubts",
)


def parse_card(reading: Reading, text: str) -> Card:
    """Return the circus card that a text such as ``blue-2`` names."""
    code = parse_code(reading, text)
    if code not in reading.cards:
        raise NotationError(text, "a circus card, such as " + _example(reading))
    return reading.cards[code]


def parse_code(reading: Reading, text: str) -> int:
    """Return the code of a card, circus or action."""
    for code, name in reading.names.items():
        if name == text:
            return code
    hint = did_you_mean(text, reading.names.values())
    raise NotationError(
        text, f"a card of this deck, such as {_example(reading)} or chain{hint}"
    )


def _example(reading: Reading) -> str:
    return f"{reading.deck.colours[0]}-{reading.deck.highest}"


# ---------------------------------------------------------------- moves

_PLAIN: dict[str, Move] = {
    str(move): move for move in (REVEAL, DECLINE, STOP, GALA, END)
}
_FORMS = {
    "take": "'take' and a card, as in 'take blue-2', or 'take all'",
    "trio": "'trio' and a number or the cards, as in 'trio 3'",
    "discard": "'discard' and a card, as in 'discard red-4'",
    "demand": (
        "a demand, as in 'demand from Ben', 'demand red from Ben' "
        "or 'demand red clockwise'"
    ),
    "draw": "'draw from' and an opponent, as in 'draw from Ben'",
    "give": "'give' and a card, as in 'give red-4'",
}


def parse_move(reading: Reading, text: str, state: State) -> Move:
    """Return the move that a text names; whether it is legal is not asked here.

    ``trio`` with a number means the three cards of it in the hand. A card alone
    is what chance picks.
    """
    word, *rest = text.split() or [""]
    if word in _PLAIN and not rest:
        return _PLAIN[word]
    if word in _READ:
        move = _READ[word](reading, rest, state)
        if move is None:
            raise NotationError(text, _FORMS[word])
        return move
    if word in reading.names.values() and not rest:
        return Outcome(parse_card(reading, word))
    hint = did_you_mean(word, [*_PLAIN, *_READ, *reading.names.values()])
    raise NotationError(text, f"a move{hint} (one of: {', '.join([*_PLAIN, *_READ])})")


def _read_take(reading: Reading, rest: list[str], _: State) -> Move | None:
    if rest == ["all"]:
        return TAKE_ALL
    return Take(parse_card(reading, rest[0])) if len(rest) == 1 else None


def _read_give(reading: Reading, rest: list[str], _: State) -> Move | None:
    return Give(parse_card(reading, rest[0])) if len(rest) == 1 else None


def _read_discard(reading: Reading, rest: list[str], _: State) -> Move | None:
    return Discard(parse_card(reading, rest[0])) if len(rest) == 1 else None


def _read_draw(_: Reading, rest: list[str], state: State) -> Move | None:
    match rest:
        case ["from", opponent]:
            return Draw(_known_seat(state, opponent))
    return None


def _read_trio(reading: Reading, rest: list[str], state: State) -> Move | None:
    match rest:
        case [number] if number.isascii() and number.isdigit():
            if int(number) > reading.deck.highest:
                raise NotationError(
                    number, f"a number from 0 to {reading.deck.highest}"
                )
            return Trio(int(number))
        case [_, _, _, *_]:
            cards = [parse_card(reading, word) for word in rest]
            cards.sort(key=lambda card: card.code)
            first = cards[0].number
            held = state.hands[state.turn.seat] & NUMBER_MASK[first]
            named = [card.code for card in cards]
            if len(named) == TRIO and named == [*codes_in(held)]:
                return Trio(first)
            return Trio(first, tuple(cards))
    return None


def _read_demand(reading: Reading, rest: list[str], state: State) -> Move | None:
    match rest:
        case ["from", opponent]:
            return Demand(_known_seat(state, opponent))
        case [colour, "from", opponent]:
            return Demand(_known_seat(state, opponent), _known_colour(reading, colour))
        case [colour, way] if way in [*Direction]:
            return Demand(
                colour=_known_colour(reading, colour), direction=Direction(way)
            )
    return None


def _known_seat(state: State, name: str) -> str:
    if name not in state.table.seats:
        hint = did_you_mean(name, state.table.seats)
        raise NotationError(name, f"a seat{hint} (one of: {_list(state.table.seats)})")
    return name


def _known_colour(reading: Reading, name: str) -> str:
    if name not in reading.deck.colours:
        hint = did_you_mean(name, reading.deck.colours)
        raise NotationError(
            name, f"a colour{hint} (one of: {_list(reading.deck.colours)})"
        )
    return name


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


_READ: dict[str, Callable[[Reading, list[str], State], Move | None]] = {
    "take": _read_take,
    "trio": _read_trio,
    "demand": _read_demand,
    "draw": _read_draw,
    "give": _read_give,
    "discard": _read_discard,
}


# ---------------------------------------------------------------- positions


def names_in(reading: Reading, pile: int) -> tuple[str, ...]:
    """Return the cards of a pile in the notation, by number and then colour."""
    return tuple(reading.names[code] for code in codes_in(pile))


def format_position(reading: Reading, state: State) -> str:
    """Return a state on one line; ``parse_position`` reads it back exactly."""
    table = state.table
    fields = (
        _list_of(table.seats),
        "/".join(_pile(reading, hand) for hand in state.hands),
        "/".join(
            "+".join(_pile(reading, trio) for trio in trios) or NOTHING
            for trios in table.trios
        ),
        _pile(reading, state.display),
        _list_of(reading.names[code] for code in state.deck),
        _pile(reading, table.discard),
        _pile(reading, state.turned),
        _format_turn(reading, state),
        _list_of(_format_doubts(reading, table.doubts)),
    )
    return " ".join(fields)


def _list_of(names: Iterable[str]) -> str:
    return ",".join(names) or NOTHING


def _pile(reading: Reading, pile: int) -> str:
    return _list_of(names_in(reading, pile))


def _format_turn(reading: Reading, state: State) -> str:
    turn = state.turn
    words = [turn.phase.name.lower().replace("_", "-"), state.table.seats[turn.seat]]
    if turn.action != NO_CARD:
        words.append(f"action={reading.names[turn.action]}")
    if turn.duplicate != NO_CARD:
        words.append(f"duplicate={reading.names[turn.duplicate]}")
    if turn.giver != NO_SEAT:
        words.append(f"giver={state.table.seats[turn.giver]}")
    if turn.colour >= 0:
        words.append(f"colour={reading.deck.colours[turn.colour]}")
    if turn.passes:
        words.append(f"passes={turn.passes}")
    if turn.acted:
        words.append("acted=yes")
    if turn.owed:
        words.append(f"owed={turn.owed}")
    if turn.ended_by:
        words.append(f"ended-by={turn.ended_by}")
    return ":".join(words)


def _format_doubts(reading: Reading, doubts: Doubts) -> Iterator[str]:
    """Yield each doubtful card with a number for each watcher.

    The number has a bit for each seat that may hold the card.
    """
    for code in codes_in(doubts.cards):
        seats = (
            sum((held >> code & 1) << seat for seat, held in enumerate(row))
            for row in doubts.thought
        )
        yield f"{reading.names[code]}={'.'.join(map(str, seats))}"


def parse_position(reading: Reading, text: str) -> State:
    """Return the state that a line of the notation describes."""
    words = text.split()
    if len(words) != len(FIELDS):
        raise NotationError(text, f"a position: {len(FIELDS)} fields {_list(FIELDS)}")
    fields = dict(zip(FIELDS, words, strict=True))
    seats = tuple(_split(fields["seats"], ","))
    hands = tuple(_parse_pile(reading, hand) for hand in fields["hands"].split("/"))
    trios = tuple(
        tuple(_parse_pile(reading, trio) for trio in _split(laid, "+"))
        for laid in fields["trios"].split("/")
    )
    if not len(seats) == len(hands) == len(trios):
        raise NotationError(text, "a position: hands and trios for each seat")
    state = State(
        bytes(parse_code(reading, name) for name in _split(fields["deck"], ",")),
        _parse_pile(reading, fields["display"]),
        hands,
        _parse_pile(reading, fields["turned"]),
        Table(
            seats,
            trios,
            _parse_pile(reading, fields["discard"]),
            _parse_doubts(reading, fields["doubts"], len(seats)),
        ),
        _parse_turn(reading, fields["turn"], seats),
    )
    check_cards(reading, state)
    return state


def _split(field: str, by: str) -> list[str]:
    return [] if field == NOTHING else field.split(by)


def _parse_pile(reading: Reading, field: str) -> int:
    codes = [parse_code(reading, name) for name in _split(field, ",")]
    if len({code for code in codes if code < DEMAND}) != sum(
        code < DEMAND for code in codes
    ):
        raise NotationError(field, "a pile: a circus card is named twice")
    return pile_of(codes)


def _parse_turn(reading: Reading, field: str, seats: tuple[str, ...]) -> Turn:
    phase, *words = field.split(":")
    phases = {member.name.lower().replace("_", "-"): member for member in Phase}
    if phase not in phases or not words or words[0] not in seats:
        raise NotationError(field, f"a turn: one of {_list(phases)}, a colon, a seat")
    facts = dict(word.partition("=")[::2] for word in words[1:])
    unknown = facts.keys() - _TURN_FACTS
    if unknown:
        raise NotationError(field, f"a turn: unknown {_list(sorted(unknown))}")
    try:
        return turn_of(
            phases[phase],
            seats.index(words[0]),
            action=_code(reading, facts.get("action", "")),
            duplicate=_code(reading, facts.get("duplicate", "")),
            giver=_index(seats, facts.get("giver", "")),
            colour=_index(reading.deck.colours, facts.get("colour", "")),
            passes=int(facts.get("passes", "0")),
            acted="acted" in facts,
            owed=int(facts.get("owed", "0")),
            ended_by=facts.get("ended-by", ""),
        )
    except ValueError as error:
        raise NotationError(field, f"a turn: {error}") from error


_TURN_FACTS = frozenset(
    {"action", "duplicate", "giver", "colour", "passes", "acted", "owed", "ended-by"}
)


def _code(reading: Reading, name: str) -> int:
    return parse_code(reading, name) if name else NO_CARD


def _index(names: tuple[str, ...], name: str) -> int:
    return names.index(name) if name else -1


def _parse_doubts(reading: Reading, field: str, seats: int) -> Doubts:
    if field == NOTHING:
        return CERTAIN
    cards = 0
    thought = [[0] * seats for _ in range(seats)]
    for word in field.split(","):
        name, _, numbers = word.partition("=")
        masks = numbers.split(".")
        if len(masks) != seats or not all(
            mask.isascii() and mask.isdigit() and int(mask) < 1 << seats
            for mask in masks
        ):
            raise NotationError(
                word, f"a doubt: a card, '=', {seats} numbers with dots"
            )
        bit = 1 << parse_card(reading, name).code
        cards |= bit
        for row, mask in zip(thought, masks, strict=True):
            for seat in range(seats):
                row[seat] |= bit if int(mask) >> seat & 1 else 0
    return Doubts(cards, tuple(map(tuple, thought)))


def places(state: State) -> list[tuple[str, int]]:
    """Return every pile of cards in play with its name; a card has one place."""
    turn, table = state.turn, state.table
    in_force = [code for code in (turn.action, turn.duplicate) if code != NO_CARD]
    return [
        ("deck", pile_of(state.deck)),
        ("display", state.display),
        ("discard", table.discard),
        *((f"hands.{table.seats[i]}", hand) for i, hand in enumerate(state.hands)),
        *(
            (f"trios.{table.seats[i]}.{place}", trio)
            for i, trios in enumerate(table.trios)
            for place, trio in enumerate(trios)
        ),
        *(("turn", pile_of([code])) for code in in_force),
    ]


def check_cards(reading: Reading, state: State) -> None:
    """Raise a ``PositionError`` when a card is in two places, or too many are named."""
    faults = []
    seen: dict[int, str] = {}
    counts = dict.fromkeys(reading.deck.actions, 0)
    for place, pile in places(state):
        for code in codes_in(pile):
            if code in counts:
                counts[code] += 1
                if counts[code] == reading.deck.actions[code] + 1:
                    has = reading.deck.actions[code]
                    faults.append(
                        Fault(place, f"the deck has {has} {reading.names[code]} cards")
                    )
            elif code in seen:
                name = reading.names[code]
                faults.append(Fault(place, f"{name} is also in {seen[code]}"))
            seen.setdefault(code, place)
    # A deck with a card twice makes a pile whose bits do not match its tallies.
    faults.extend(
        Fault("deck", f"{reading.names[code]} is named twice")
        for code in sorted(set(state.deck))
        if code < DEMAND and state.deck.count(code) > 1
    )
    if faults:
        raise PositionError(faults)


def number_of(trio: int) -> int:
    """Return the number of a laid trio."""
    return ((trio & CIRCUS).bit_length() - 1) // ROW
