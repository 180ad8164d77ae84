"""Who knows which hand card: doubts, and how what is seen adds and settles them.

Hands start empty and fill from the display, so everyone knows every hand card
until one changes hands unseen. From then on its place is a doubt. All updates use
only what a seat can see, so a seat's thought never betrays a hidden card.
"""

from collections.abc import Iterable

from flohcati_rules.games.flea_circus.cards import CIRCUS, UNIT, codes_in
from flohcati_rules.games.flea_circus.state import Doubt


def holders(hands: tuple[int, ...]) -> dict[int, int]:
    """Return the seat that holds each hand card, by code."""
    return {code: seat for seat, hand in enumerate(hands) for code in codes_in(hand)}


def unseen(hands: tuple[int, ...]) -> tuple[Doubt, ...]:
    """Return the doubts of a position without a past: each knows the own cards."""
    seats = range(len(hands))
    return tuple(
        Doubt(code, tuple(1 << owner if seat == owner else 0 for seat in seats))
        for code, owner in sorted(holders(hands).items())
    )


def seen(doubts: tuple[Doubt, ...], cards: Iterable[int]) -> tuple[Doubt, ...]:
    """Return the doubts that are left when everyone has seen some cards."""
    shown = set(cards)
    return tuple(doubt for doubt in doubts if doubt.card not in shown)


def passed_unseen(
    doubts: tuple[Doubt, ...],
    before: tuple[int, ...],
    card: int,
    giver: int,
    taker: int,
    possible: int,
) -> tuple[Doubt, ...]:
    """Return the doubts after a card has changed hands, seen by the two alone.

    Args:
        doubts: the doubts before.
        before: the hands before.
        card: the card that moves.
        giver: the seat that loses it.
        taker: the seat that gets it.
        possible: the bits of the cards that may have moved, as everyone knows.

    """
    holder = holders(before)
    known = {doubt.card: doubt.thought for doubt in doubts}
    emptied = not before[giver] & CIRCUS & ~UNIT[card]
    after: list[Doubt] = []
    for code, seat in sorted(holder.items()):
        thought = [*known.get(code, (1 << seat,) * len(before))]
        for watcher in range(len(before)):
            if watcher in (giver, taker):
                if code == card:
                    thought[watcher] = 1 << taker
            elif thought[watcher] >> giver & 1 and possible >> code & 1:
                thought[watcher] |= 1 << taker
                if emptied:
                    thought[watcher] &= ~(1 << giver)
        after.append(Doubt(code, tuple(thought)))
    moved = holder | {card: taker}
    return tuple(
        doubt
        for doubt in after
        if any(seats != 1 << moved[doubt.card] for seats in doubt.thought)
    )


def lacks(
    doubts: tuple[Doubt, ...], hands: tuple[int, ...], seat: int, colour: int
) -> tuple[Doubt, ...]:
    """Return the doubts when everyone learns that a seat holds nothing of a colour.

    Args:
        doubts: the doubts before.
        hands: the hands.
        seat: the seat that was asked in vain.
        colour: the bits of the cards of the colour.

    """
    holder = holders(hands)
    after = (
        Doubt(doubt.card, tuple(seats & ~(1 << seat) for seats in doubt.thought))
        if colour >> doubt.card & 1
        else doubt
        for doubt in doubts
    )
    return tuple(
        doubt
        for doubt in after
        if any(seats != 1 << holder[doubt.card] for seats in doubt.thought)
    )
