"""Streams of random numbers that any engine, in any language, can repeat.

A game draws from two streams, both made from (seed, game index): one for the
deal, one for everything else. So two variants that use up different amounts of
chance in play still get the same shuffle.

The generator is splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
number generators", OOPSLA 2014). A number below *n* is taken from the upper 32
bits by multiplication (Lemire, ACM TOMACS 29, 2019, without the rejection step:
the bias is below n / 2**32).
"""

from collections.abc import MutableSequence
from typing import TypeVar

Item = TypeVar("Item")

MASK = 0xFFFF_FFFF_FFFF_FFFF
GOLDEN = 0x9E37_79B9_7F4A_7C15

DEAL = 1
"""The purpose of a stream that shuffles the deck."""
PLAY = 2
"""The purpose of a stream that decides everything after the deal."""


def mix(number: int) -> int:
    """Return the splitmix64 finaliser of a 64-bit number."""
    number = (number ^ (number >> 30)) * 0xBF58_476D_1CE4_E5B9 & MASK
    number = (number ^ (number >> 27)) * 0x94D0_49BB_1331_11EB & MASK
    return number ^ (number >> 31)


class Stream:
    """One stream, fixed by a seed, the index of a game and a purpose.

    Args:
        seed: any integer; its lowest 64 bits count.
        game: index of the game within a run, from 0.
        purpose: ``DEAL`` or ``PLAY``.

    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, game: int, purpose: int) -> None:
        """Start the stream where (seed, game, purpose) puts it."""
        state = mix((seed + GOLDEN) & MASK)
        state = mix((state + game * GOLDEN) & MASK)
        self._state = mix((state ^ purpose * GOLDEN) & MASK)

    def below(self, bound: int) -> int:
        """Return the next number in ``range(bound)``; 1 <= bound < 2**32."""
        self._state = state = (self._state + GOLDEN) & MASK
        return (mix(state) >> 32) * bound >> 32

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Shuffle in place by Fisher and Yates, from the last place downwards.

        Each place takes one number of the stream, as ``below`` would give it; it
        is written out because a deal is a tenth of a whole random game.
        """
        state = self._state
        for bound in range(len(items), 1, -1):
            state = (state + GOLDEN) & MASK
            number = (state ^ (state >> 30)) * 0xBF58_476D_1CE4_E5B9 & MASK
            number = (number ^ (number >> 27)) * 0x94D0_49BB_1331_11EB & MASK
            other = ((number ^ (number >> 31)) >> 32) * bound >> 32
            items[bound - 1], items[other] = items[other], items[bound - 1]
        self._state = state
