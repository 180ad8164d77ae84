"""What cards are worth to a hand in the long run, as the planner sees it.

The model: every card that is still out (on display or unseen) comes to the hand by the
end of the game with the same chance, each for itself. From that follow

- what a colour will score: the expected highest of what is held and what comes;
- what a number will bring: the chance that three of it come together, times the points
  of a trio less what the hand loses with it.

The worth of a card is the difference that having it for sure makes to both.
"""

from functools import lru_cache

from flohcati_rules.games.flea_circus.cards import (
    COLOUR_MASK,
    NUMBER_MASK,
    ROW,
    UNIT,
    codes_in,
    trio_numbers,
)
from flohcati_rules.games.flea_circus.moves import Trio
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import TRIO


class Prospects:
    """What a hand may hope for.

    Args:
        reading: the rules.
        hand: the hand.
        out: the bits of the cards that are still out.
        chance: the chance of each of them to come to the hand.

    """

    __slots__ = ("_chance", "_every", "_hand", "_out", "_reading", "_trios", "_values")

    def __init__(self, reading: Reading, hand: int, out: int, chance: float) -> None:
        """Look up what each colour and each number promises."""
        self._reading = reading
        self._hand = hand
        self._out = out
        self._chance = chance
        self._every = reading.every_card
        highest = reading.deck.highest
        self._values = [
            _values(out & mask, colour, highest, chance)
            for colour, mask in enumerate(COLOUR_MASK[: reading.colours])
        ]
        self._trios: list[tuple[float, float] | None] = [None] * (highest + 1)

    def drop(self, code: int) -> float:
        """Return what the hand loses of its colours with one of its cards."""
        number, colour = divmod(code, ROW)
        if self._every:
            return number * (1 - self._chance)
        held = self._hand & COLOUR_MASK[colour]
        if held >> code + 1:
            return 0.0
        below = ((held ^ 1 << code).bit_length() - 1) // ROW
        values = self._values[colour]
        return values[number + 1] - values[below + 1]

    def gain(self, code: int) -> float:
        """Return what a card that is not in the hand is worth to it."""
        number = code // ROW
        rise = self._rise(code)
        now, points = self._prospect(number)
        count = (self._hand & NUMBER_MASK[number]).bit_count()
        if count + 1 < TRIO:
            left = (self._out & NUMBER_MASK[number] & ~(1 << code)).bit_count()
            return rise + _likely(TRIO - count - 1, left, self._chance) * points - now
        if count >= TRIO:
            return rise
        held = codes_in(self._hand & NUMBER_MASK[number])
        lost = sum(self.drop(other) for other in held) + rise
        return rise + max(0.0, self._reading.rules.trio_points - lost) - now

    def loss(self, code: int) -> float:
        """Return what the hand loses with one of its cards, hopes of a trio too."""
        number = code // ROW
        now, points = self._prospect(number)
        mask = NUMBER_MASK[number]
        missing = max(0, TRIO + 1 - (self._hand & mask).bit_count())
        after = _likely(missing, (self._out & mask).bit_count(), self._chance) * points
        return self.drop(code) + now - after

    def best_trio(self) -> Trio | None:
        """Return the trio that is worth most, or None where none is worth laying."""
        reading, most, best = self._reading, 0.0, None
        points = reading.rules.trio_points
        for number in trio_numbers(self._hand):
            held = codes_in(self._hand & NUMBER_MASK[number])
            priced = sorted((self.drop(code), code) for code in held)
            for count in range(TRIO, len(priced) + 1):
                if count > TRIO and not reading.larger_trios:
                    break
                laid = points if count == TRIO else points * count
                worth = laid - sum(price for price, _ in priced[:count])
                if worth > most:
                    codes = sorted(code for _, code in priced[:count])
                    cards = tuple(reading.cards[code] for code in codes)
                    exact = len(priced) == TRIO
                    most, best = worth, Trio(number, () if exact else cards)
        return best

    def with_card(self, code: int) -> "Prospects":
        """Return the prospects of the hand together with a card."""
        out = self._out & ~(1 << code)
        return Prospects(self._reading, self._hand + UNIT[code], out, self._chance)

    def _rise(self, code: int) -> float:
        """Return what a card adds to its colour."""
        number, colour = divmod(code, ROW)
        if self._every:
            return number * (1 - self._chance)
        top = ((self._hand & COLOUR_MASK[colour]).bit_length() - 1) // ROW
        if top >= number:
            return 0.0
        values = self._values[colour]
        return values[number + 1] - values[top + 1]

    def _prospect(self, number: int) -> tuple[float, float]:
        """Return what a number may bring: times its chance, and if it comes about."""
        known = self._trios[number]
        if known is None:
            known = self._trios[number] = self._hoped(number)
        return known

    def _hoped(self, number: int) -> tuple[float, float]:
        mask = NUMBER_MASK[number]
        drops = sorted(self.drop(code) for code in codes_in(self._hand & mask))
        out = [*codes_in(self._out & mask)]
        missing = max(0, TRIO - len(drops))
        points = self._reading.rules.trio_points - sum(drops[:TRIO])
        if missing:
            if len(out) < missing:
                return 0.0, max(0.0, points)
            points -= missing * sum(map(self._rise, out)) / len(out)
        points = max(0.0, points)
        return _likely(missing, len(out), self._chance) * points, points


def _values(out: int, colour: int, highest: int, chance: float) -> list[float]:
    """Return what a colour will score with each highest card, first with none.

    Of the cards still out that are higher, each comes with the same chance; the
    highest that comes counts.
    """
    values = [0.0] * (highest + 2)
    none_comes, scored = 1.0, 0.0
    for number in range(highest, -1, -1):
        values[number + 1] = none_comes * number + scored
        if out >> number * ROW + colour & 1:
            scored += none_comes * chance * number
            none_comes *= 1 - chance
    values[0] = scored
    return values


@lru_cache(maxsize=4096)
def _likely(missing: int, out: int, chance: float) -> float:
    """Return how likely at least the missing cards come, of those that are out."""
    if missing <= 0:
        return 1.0
    fewer, ways = 0.0, 1.0
    for count in range(min(missing, out + 1)):
        fewer += ways * chance**count * (1 - chance) ** (out - count)
        ways = ways * (out - count) / (count + 1)
    return max(0.0, 1 - fewer)
