"""What lies on a stage and works: effects that last, and rabbits to be counted."""

from collections import Counter

from flohcati_rules.games.mars_troupe.effects import Deed
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import Chip, Lying, State
from flohcati_rules.tabletop import NO_SEAT


def works(reading: Reading, lying: Lying) -> bool:
    """Tell whether the effect of a card on a stage is on."""
    return not lying.down and not (lying.since and reading.off_for_good)


def has_effect(
    reading: Reading, state: State, seat: int, deed: Deed, colour: int = -1
) -> bool:
    """Tell whether a card on a seat's stage does a deed, and its effect is on."""
    for lying in state.stages[seat]:
        effect = reading.cards[lying.card].effect
        if (
            effect is not None
            and effect.deed is deed
            and effect.colour == colour
            and works(reading, lying)
        ):
            return True
    return False


def rabbits(reading: Reading, state: State, seat: int, colour: int) -> int:
    """Return how many rabbits of a colour a seat's stage counts, all cards turned up.

    Rabbits under a trouble chip rest; a cheer is one rabbit more.
    """
    found = 0
    for lying in state.stages[seat]:
        resting = state.chips.count(Chip(lying.card, colour))
        found += max(0, reading.cards[lying.card].rabbits[colour] - resting)
    return found + has_effect(reading, state, seat, Deed.CHEER, colour)


def count_winner(reading: Reading, state: State, colour: int) -> int:
    """Return the seat whose marker a performance moves, or ``NO_SEAT``."""
    mine, yours = (rabbits(reading, state, seat, colour) for seat in (0, 1))
    if mine == yours:
        mine, yours = (
            has_effect(reading, state, seat, Deed.EDGE, colour) for seat in (0, 1)
        )
    if mine == yours:
        return NO_SEAT
    return 0 if mine > yours else 1


def fitting_chips(reading: Reading, chips: tuple[Chip, ...]) -> tuple[Chip, ...]:
    """Return the chips that lie on rabbits their cards have."""
    return tuple(
        sorted(
            chip
            for chip, many in Counter(chips).items()
            for _ in range(min(many, reading.cards[chip.card].rabbits[chip.colour]))
        )
    )
