"""The notation: cards, moves and positions as short texts, written and read.

A position is one line of nine fields, parted by spaces, ``-`` for an empty one:
seats, hands, trios, display, deck, discard, cards turned in this turn, the turn,
and the doubts about hand cards.
"""

from collections.abc import Iterator

from flohcati_rules.description import doubled
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
    Doubts,
    Phase,
    State,
    Table,
    Turn,
    turn_of,
)
from flohcati_rules.notation import (
    NOTHING,
    Form,
    Moves,
    fields_of,
    is_number,
    joined,
    listing,
    one_of,
    place_of,
    split,
    turn_facts,
    turn_line,
    word_of,
)
from flohcati_rules.tabletop import NO_SEAT

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


def parse_move(reading: Reading, text: str, state: State) -> Move:
    """Return the move that a text names; whether it is legal is not asked here.

    ``trio`` with a number means the three cards of it in the hand. A card alone
    is what chance picks.
    """
    return _MOVES.parse(reading, reading.names.values(), text, state)


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
            return Draw(one_of(opponent, "a seat", state.table.seats))
        case _:
            return None


def _read_trio(reading: Reading, rest: list[str], state: State) -> Move | None:
    match rest:
        case [number] if is_number(number):
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
        case _:
            return None


def _read_demand(reading: Reading, rest: list[str], state: State) -> Move | None:
    seats, colours = state.table.seats, reading.deck.colours
    match rest:
        case ["from", opponent]:
            return Demand(one_of(opponent, "a seat", seats))
        case [colour, "from", opponent]:
            opponent = one_of(opponent, "a seat", seats)
            return Demand(opponent, one_of(colour, "a colour", colours))
        case [colour, way] if way in [*Direction]:
            colour = one_of(colour, "a colour", colours)
            return Demand(colour=colour, direction=Direction(way))
        case _:
            return None


def _outcome(reading: Reading, card: str) -> Move:
    return Outcome(parse_card(reading, card))


_MOVES: Moves[Reading, State, Move] = Moves(
    plain={str(move): move for move in (REVEAL, DECLINE, STOP, GALA, END)},
    forms={
        "take": Form(
            "'take' and a card, as in 'take blue-2', or 'take all'", _read_take
        ),
        "trio": Form("'trio' and a number or the cards, as in 'trio 3'", _read_trio),
        "demand": Form(
            "a demand, as in 'demand from Ben', 'demand red from Ben' "
            "or 'demand red clockwise'",
            _read_demand,
        ),
        "draw": Form("'draw from' and an opponent, as in 'draw from Ben'", _read_draw),
        "give": Form("'give' and a card, as in 'give red-4'", _read_give),
        "discard": Form("'discard' and a card, as in 'discard red-4'", _read_discard),
    },
    outcome=_outcome,
)


# ---------------------------------------------------------------- positions


def names_in(reading: Reading, pile: int) -> tuple[str, ...]:
    """Return the cards of a pile in the notation, by number and then colour."""
    return tuple(reading.names[code] for code in codes_in(pile))


def format_position(reading: Reading, state: State) -> str:
    """Return a state on one line; ``parse_position`` reads it back exactly."""
    table = state.table
    fields = (
        joined(table.seats),
        "/".join(_pile(reading, hand) for hand in state.hands),
        "/".join(
            "+".join(_pile(reading, trio) for trio in trios) or NOTHING
            for trios in table.trios
        ),
        _pile(reading, state.display),
        joined(reading.names[code] for code in state.deck),
        _pile(reading, table.discard),
        _pile(reading, state.turned),
        _format_turn(reading, state),
        joined(_format_doubts(reading, table.doubts)),
    )
    return " ".join(fields)


def _pile(reading: Reading, pile: int) -> str:
    return joined(names_in(reading, pile))


def _format_turn(reading: Reading, state: State) -> str:
    turn, seats = state.turn, state.table.seats
    facts = {
        "action": reading.names.get(turn.action),
        "duplicate": reading.names.get(turn.duplicate),
        "giver": seats[turn.giver] if turn.giver != NO_SEAT else "",
        "colour": reading.deck.colours[turn.colour] if turn.colour >= 0 else "",
        "passes": turn.passes,
        "acted": "yes" if turn.acted else "",
        "owed": turn.owed,
        "ended-by": turn.ended_by,
    }
    return turn_line((word_of(turn.phase), seats[turn.seat]), facts)


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
    fields = fields_of(text, FIELDS)
    seats = tuple(split(fields["seats"]))
    hands = tuple(_parse_pile(reading, hand) for hand in fields["hands"].split("/"))
    trios = tuple(
        tuple(_parse_pile(reading, trio) for trio in split(laid, "+"))
        for laid in fields["trios"].split("/")
    )
    if not len(seats) == len(hands) == len(trios):
        raise NotationError(text, "a position: hands and trios for each seat")
    state = State(
        bytes(parse_code(reading, name) for name in split(fields["deck"])),
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


def _parse_pile(reading: Reading, field: str) -> int:
    codes = [parse_code(reading, name) for name in split(field)]
    if len({code for code in codes if code < DEMAND}) != sum(
        code < DEMAND for code in codes
    ):
        raise NotationError(field, "a pile: a circus card is named twice")
    return pile_of(codes)


def _parse_turn(reading: Reading, field: str, seats: tuple[str, ...]) -> Turn:
    phase, *words = field.split(":")
    phases = {word_of(member): member for member in Phase}
    if phase not in phases or not words or words[0] not in seats:
        raise NotationError(field, f"a turn: one of {listing(phases)}, a colon, a seat")
    facts = turn_facts(field, words[1:], _TURN_FACTS)
    colours = reading.deck.colours
    try:
        return turn_of(
            phases[phase],
            seats.index(words[0]),
            action=_code(reading, facts.get("action", "")),
            duplicate=_code(reading, facts.get("duplicate", "")),
            giver=place_of(facts.get("giver", ""), "a seat", seats, absent=NO_SEAT),
            colour=place_of(facts.get("colour", ""), "a colour", colours, absent=-1),
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


def _parse_doubts(reading: Reading, field: str, seats: int) -> Doubts:
    if field == NOTHING:
        return CERTAIN
    cards = 0
    thought = [[0] * seats for _ in range(seats)]
    for word in field.split(","):
        name, _, numbers = word.partition("=")
        masks = numbers.split(".")
        if len(masks) != seats or not all(
            is_number(mask) and int(mask) < 1 << seats for mask in masks
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
    cards = [(place, code) for place, pile in places(state) for code in codes_in(pile)]
    circus = [(place, code) for place, code in cards if code < DEMAND]
    faults = [*doubled(circus, reading.names.__getitem__)]
    for action, has in reading.deck.actions.items():
        where = [place for place, code in cards if code == action]
        if len(where) > has:
            reason = f"the deck has {has} {reading.names[action]} cards"
            faults.append(Fault(where[has], reason))
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
