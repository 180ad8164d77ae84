"""Who knows which hand card: doubts, and how what is seen adds and settles them.

Hands start empty and fill from the display, so everyone knows every hand card
until one changes hands unseen. From then on its place is a doubt. All updates use
only what a seat can see, so a seat's thought never betrays a hidden card.
"""

from flohcati_rules.games.flea_circus.cards import CIRCUS, UNIT
from flohcati_rules.games.flea_circus.state import CERTAIN, Doubts


def unseen(hands: tuple[int, ...]) -> Doubts:
    """Return the doubts of a position without a past: each knows the own cards."""
    seats = range(len(hands))
    return Doubts(
        sum(hands) & CIRCUS,
        tuple(
            tuple(hands[seat] & CIRCUS if seat == watcher else 0 for seat in seats)
            for watcher in seats
        ),
    )


def never_seen(doubts: Doubts, seat: int) -> int:
    """Return the bits of the hand cards that a seat has never seen."""
    cards = doubts.cards
    if cards:
        for held in doubts.thought[seat]:
            cards &= ~held
    return cards


def seen(doubts: Doubts, cards: int) -> Doubts:
    """Return the doubts that are left when everyone has seen some cards."""
    left = doubts.cards & ~cards
    if left == doubts.cards:
        return doubts
    if not left:
        return CERTAIN
    return Doubts(
        left, tuple(tuple(held & left for held in row) for row in doubts.thought)
    )


def passed_unseen(
    doubts: Doubts,
    before: tuple[int, ...],
    card: int,
    giver: int,
    taker: int,
    possible: int,
) -> Doubts:
    """Return the doubts after a card has changed hands, seen by the two alone.

    Args:
        doubts: the doubts before.
        before: the hands before.
        card: the code of the card that moves.
        giver: the seat that loses it.
        taker: the seat that gets it.
        possible: the bits of the cards that may have moved, as everyone knows.

    """
    bit = UNIT[card] & CIRCUS
    held = before[giver] & CIRCUS
    emptied = held == bit
    newly = held & possible & ~doubts.cards
    cards = doubts.cards | newly
    thought: list[tuple[int, ...]] = []
    for watcher in range(len(before)):
        row = [*doubts.thought[watcher]] if doubts.cards else [0] * len(before)
        row[giver] |= newly
        if watcher in (giver, taker):
            row = [thinks & ~bit for thinks in row]
            row[taker] |= bit
        else:
            moved = row[giver] & possible
            if _is_one(moved) and not _unseen_by(row, cards):
                row = [thinks & ~moved for thinks in row]
            row[taker] |= moved
            if emptied:
                row[giver] = 0
        thought.append(tuple(row))
    return Doubts(cards, tuple(thought))


def _is_one(bits: int) -> bool:
    return bits != 0 and bits & (bits - 1) == 0


def _unseen_by(row: list[int], cards: int) -> int:
    """Return the doubtful cards that a watcher has never seen.

    That there are any is no secret: the sizes of the hands lie open.
    """
    for held in row:
        cards &= ~held
    return cards


def lacks(doubts: Doubts, seat: int, colour: int) -> Doubts:
    """Return the doubts when everyone learns that a seat holds nothing of a colour.

    Args:
        doubts: the doubts before.
        seat: the seat that was asked in vain.
        colour: the bits of the cards of the colour.

    """
    if not doubts.cards & colour:
        return doubts
    return Doubts(
        doubts.cards,
        tuple(
            (*row[:seat], row[seat] & ~colour, *row[seat + 1 :])
            for row in doubts.thought
        ),
    )
