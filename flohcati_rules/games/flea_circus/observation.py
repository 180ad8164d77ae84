"""What a seat knows of a state, and no more."""

import attrs

from flohcati_rules.games.flea_circus.cards import CIRCUS, codes_in, size
from flohcati_rules.games.flea_circus.notation import names_in, number_of
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.state import NO_CARD, Phase, State
from flohcati_rules.games.flea_circus.transitions import pass_on
from flohcati_rules.notation import word_of
from flohcati_rules.tabletop import NO_SEAT


@attrs.frozen(kw_only=True)
class Observation:
    """What one seat knows: all that lies open, the own hand, and what it has seen.

    Attributes:
        seat: whose knowledge this is.
        seats: all seats, clockwise.
        turn: whose turn it is.
        asks: what is being asked, a phase in lower case.
        giver: the opponent who is asked for a card, or empty.
        colour: the demanded colour, or empty.
        action: the action card in force, or empty.
        duplicate: the duplicate that waits to be taken or declined, or empty.
        deck: how many cards are left.
        display: the displayed cards.
        turned: the cards turned up in this turn.
        discard: the discarded cards.
        trios: the numbers of the trios in front of each seat, in seat order.
        hand: the own hand.
        sizes: how many hand cards each seat has, in seat order.
        known: the hand cards that each seat is known to hold, in seat order.
        doubtful: hand cards seen before, each with the seats that may hold it.
        ended_by: how the game ended; empty while it goes on.

    """

    seat: str
    seats: tuple[str, ...]
    turn: str
    asks: str
    giver: str
    colour: str
    action: str
    duplicate: str
    deck: int
    display: tuple[str, ...]
    turned: tuple[str, ...]
    discard: tuple[str, ...]
    trios: tuple[tuple[int, ...], ...]
    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    doubtful: tuple[tuple[str, tuple[str, ...]], ...]
    ended_by: str


def observe(reading: Reading, state: State, seat: int) -> Observation:
    """Return what a seat, by its place at the table, knows of a state.

    Whether a trio or a gala is being considered at the end of a turn is nobody
    else's business: they see the table as if the turn had passed, so that laying
    none and calling none tells them nothing.
    """
    if state.turn.phase in (Phase.AFTER, Phase.SKIPPED) and state.turn.seat != seat:
        state = pass_on(state)
    turn, table = state.turn, state.table
    seats = table.seats
    known: list[list[str]] = [[] for _ in seats]
    doubtful: list[tuple[str, tuple[str, ...]]] = []
    doubts = table.doubts
    row = doubts.thought[seat] if doubts.cards else (0,) * len(seats)
    # That a hand is empty lies open, so nothing can be thought to be in it.
    thought = [
        row[other] | hand & CIRCUS & ~doubts.cards if hand else 0
        for other, hand in enumerate(state.hands)
    ]
    for code in codes_in(sum(state.hands)):
        may_hold = [other for other in range(len(seats)) if thought[other] >> code & 1]
        if len(may_hold) == 1:
            known[may_hold[0]].append(reading.names[code])
        elif may_hold:
            names = tuple(seats[other] for other in may_hold)
            doubtful.append((reading.names[code], names))
    return Observation(
        seat=seats[seat],
        seats=seats,
        turn=seats[turn.seat],
        asks=word_of(turn.phase),
        giver=seats[turn.giver] if turn.giver != NO_SEAT else "",
        colour=reading.deck.colours[turn.colour] if turn.colour >= 0 else "",
        action=reading.names[turn.action] if turn.action != NO_CARD else "",
        duplicate=reading.names[turn.duplicate] if turn.duplicate != NO_CARD else "",
        deck=len(state.deck),
        display=names_in(reading, state.display),
        turned=names_in(reading, state.turned),
        discard=names_in(reading, table.discard),
        trios=tuple(tuple(number_of(trio) for trio in trios) for trios in table.trios),
        hand=names_in(reading, state.hands[seat]),
        sizes=tuple(size(hand) for hand in state.hands),
        known=tuple(tuple(cards) for cards in known),
        doubtful=tuple(doubtful),
        ended_by=turn.ended_by,
    )
