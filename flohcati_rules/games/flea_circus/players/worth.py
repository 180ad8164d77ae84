"""What a hand is worth to a simple player: the points it scores, and its best trio.

All of it is counted in whole points, of the seat's own hand alone.
"""

from collections.abc import Iterable

from flohcati_rules.games.flea_circus.cards import (
    CIRCUS,
    COLOUR_MASK,
    EIGHTS,
    FIVES,
    NUMBER_MASK,
    ROW,
    UNIT,
    codes_in,
    trio_numbers,
)
from flohcati_rules.games.flea_circus.moves import Move, Take, Trio
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import TRIO


def hand_points(reading: Reading, hand: int) -> int:
    """Return what a hand scores for a seat that has called no gala."""
    if reading.every_card:
        return sum(code // ROW for code in codes_in(hand & CIRCUS))
    total = 0
    for mask in COLOUR_MASK[: reading.colours]:
        held = hand & mask
        if held:
            total += (held.bit_length() - 1) // ROW
    return total


def caller_points(reading: Reading, hand: int) -> int:
    """Return what a hand scores for the caller of a gala, the bonus included."""
    if reading.caller_counts_all:
        counted = sum(code // ROW for code in codes_in(hand & CIRCUS))
    else:
        counted = hand_points(reading, hand)
    return counted + reading.rules.gala_bonus


def worth(reading: Reading, hand: int) -> int:
    """Return the points of a hand, and what its best trio would add if laid."""
    return hand_points(reading, hand) + _trio_worth(reading, hand)


def best_trio(reading: Reading, hand: int) -> tuple[int, Trio | None]:
    """Return the trio that gains most and its gain; no trio where none gains at all.

    A trio gains its points less the points that the hand loses. Of equal gains the
    lowest number is laid, then the fewest cards, then the first in colour order.
    """
    gain, number, laid = 0, -1, list[int]()
    for candidate in trio_numbers(hand):
        gained, codes = _best_of(reading, hand, candidate)
        if gained > gain:
            gain, number, laid = gained, candidate, codes
    if number < 0:
        return 0, None
    if (hand & NUMBER_MASK[number]).bit_count() == TRIO:
        return gain, reading.trio[number]
    return gain, Trio(number, tuple(reading.cards[code] for code in sorted(laid)))


def _trio_worth(reading: Reading, hand: int) -> int:
    if not hand + FIVES & EIGHTS:
        return 0
    return max(
        0, *(_best_of(reading, hand, number)[0] for number in trio_numbers(hand))
    )


def _best_of(reading: Reading, hand: int, number: int) -> tuple[int, list[int]]:
    """Return the most that a trio of a number gains, and its cards.

    The cards of a number are of different colours, so what each costs the hand does
    not depend on the others; the cheapest are laid.
    """
    priced = sorted(
        (cost(reading, hand, code), code)
        for code in codes_in(hand & NUMBER_MASK[number])
    )
    points = reading.rules.trio_points
    most = len(priced) if reading.larger_trios else TRIO
    best, count = -1, TRIO
    for many in range(TRIO, most + 1):
        gained = points if many == TRIO else points * many
        gained -= sum(price for price, _ in priced[:many])
        if many == TRIO or gained > best:
            best, count = gained, many
    return best, [code for _, code in priced[:count]]


def cost(reading: Reading, hand: int, code: int) -> int:
    """Return how many points a hand loses with one of its cards."""
    number = code // ROW
    if reading.every_card:
        return number
    held = hand & COLOUR_MASK[code % ROW]
    if held >> code + 1:
        return 0
    rest = held ^ 1 << code
    return number - (rest.bit_length() - 1) // ROW if rest else number


def best_takes(
    reading: Reading, display: int, hand: int, takes: Iterable[Move]
) -> tuple[int, list[Move]]:
    """Return by how much the best takes raise the worth of a hand, and those takes."""
    spare = _trio_worth(reading, hand)
    most, best = -1, list[Move]()
    for move in takes:
        if type(move) is Take:
            gain = _gain(reading, hand, move.card.code, spare)
        else:
            gain = worth(reading, hand + display) - worth(reading, hand)
        if gain > most:
            most, best = gain, [move]
        elif gain == most:
            best.append(move)
    return most, best


def _gain(reading: Reading, hand: int, code: int, spare: int) -> int:
    """Return by how much a card raises the worth of a hand.

    ``spare`` is what the best trio of the hand gains already.
    """
    gain = code // ROW
    held = hand & COLOUR_MASK[code % ROW]
    if held and not reading.every_card:
        gain = max(0, gain - (held.bit_length() - 1) // ROW)
    joined = hand + UNIT[code]
    if joined + FIVES & EIGHTS:
        gain += _trio_worth(reading, joined) - spare
    return gain
