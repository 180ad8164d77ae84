"""The effects that a member card may have: a closed vocabulary, each with its timing.

To add an effect, name it here and give it its place in the one module that
speaks of its timing: ``transitions`` for what happens on joining, ``counting`` or
``legality`` for what lasts and for performances, ``scoring`` for the end.
"""

from enum import Enum, StrEnum
from typing import Self

import attrs


class Timing(StrEnum):
    """When an effect does what it does."""

    JOINING = "joining"
    """Once, as the last step of the entry by which the card joins the stage."""
    LASTING = "lasting"
    """As long as the card lies face up on the stage."""
    PERFORMANCE = "performance"
    """Whenever rabbits are counted while the card lies face up on the stage."""
    SCORING = "scoring"
    """When points are counted, if the card lies face up on the stage."""


class Deed(Enum):
    """What an effect does: a word, its timing, whether it names a colour, its sense."""

    ADVANCE = (
        "advance",
        Timing.JOINING,
        True,
        "The owner's marker of the colour moves on by one space.",
    )
    TROUBLE = (
        "trouble",
        Timing.JOINING,
        False,
        "The owner may move a trouble chip as on the trouble space.",
    )
    SWITCH = (
        "switch",
        Timing.JOINING,
        False,
        "The owner may move the own entry marker to the other end.",
    )
    CHEER = (
        "cheer",
        Timing.LASTING,
        True,
        "The owner has one rabbit of the colour more in every performance.",
    )
    GUARD = (
        "guard",
        Timing.LASTING,
        False,
        "No trouble chip may be put on the owner's stage.",
    )
    EDGE = (
        "edge",
        Timing.PERFORMANCE,
        True,
        "Equal counts of the colour are the owner's win, unless both have this.",
    )
    LIMELIGHT = (
        "limelight",
        Timing.SCORING,
        False,
        "The card is worth two points more in the middle of the stage.",
    )

    timing: Timing
    takes_colour: bool
    sense: str

    def __new__(
        cls,
        word: str,
        timing: Timing,
        takes_colour: bool,  # noqa: FBT001 - one row of a table
        sense: str,
    ) -> Self:
        """Make the word the member's value and keep the rest beside it."""
        member = object.__new__(cls)
        member._value_ = word
        member.timing = timing
        member.takes_colour = takes_colour
        member.sense = sense
        return member

    def __str__(self) -> str:
        """Return the word, as component files write it."""
        return str(self.value)


LIMELIGHT_POINTS = 2
"""What a card in the limelight is worth in the middle of the stage, in points."""


@attrs.frozen
class Effect:
    """What one member card does; ``colour`` is -1 where the deed names none."""

    deed: Deed
    colour: int = -1

    @property
    def timing(self) -> Timing:
        """When it does it."""
        return self.deed.timing
