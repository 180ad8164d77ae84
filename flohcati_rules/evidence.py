"""Provenance as values: where a rule value comes from and how strongly.

A text may *state* a value, imply it (*inferred*) or say nothing (*silent*: the
value is our default). A *house* variant needs no text, and an *unknown* value is
kept open rather than filled in silence.
"""

from collections.abc import Mapping
from enum import StrEnum

import attrs


class Strength(StrEnum):
    """How strongly a value is supported."""

    STATED = "stated"
    """A clause says it."""
    INFERRED = "inferred"
    """No clause says it outright, but a clause implies it."""
    SILENT = "silent"
    """The text says nothing; the value is a default."""
    HOUSE = "house"
    """The players of a house variant (or a misreading) have it so."""
    UNKNOWN = "unknown"
    """The text could not be read on this point; there is no value."""


class Standing(StrEnum):
    """What sort of source a variant rests on."""

    PRIMARY = "primary"
    """The rule text itself."""
    REPORT = "report"
    """A player's or a reviewer's account of it."""
    INVENTED = "invented"
    """Nobody's text: made up here."""


class ClauseKind(StrEnum):
    """What a sentence of a rule text is for."""

    RULE = "rule"
    """It tells players what they may or must do."""
    COMPONENT = "component"
    """It describes what is in the box."""
    EXAMPLE = "example"
    """It shows a rule at work."""
    FLAVOUR = "flavour"
    """A heading, a greeting, a notice: it rules nothing."""


@attrs.frozen(kw_only=True)
class Source:
    """The text that a variant reads."""

    work: str
    text: str
    standing: Standing


@attrs.frozen(kw_only=True)
class Clause:
    """One sentence of a rule text, known by its place and digest.

    ``gist`` is its sense in our own words: the sentence itself is under copyright
    and is never kept. ``uncovered`` says why no scenario can check a rule clause.
    """

    id: str
    at: str
    kind: ClauseKind
    digest: str
    gist: str
    uncovered: str | None = None


@attrs.frozen(kw_only=True)
class Evidence:
    """What supports one rule value of one variant.

    ``because`` gives the reason of an inference, a default or a house rule, and is
    empty for a stated value. ``other_readings`` maps values that were not chosen
    to what speaks for them. ``origin`` is the id of the variant whose file set it.
    """

    strength: Strength
    clauses: tuple[Clause, ...] = ()
    because: str = ""
    other_readings: Mapping[str, str] = attrs.field(factory=dict[str, str], hash=False)
    origin: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the clauses, as a reader would look them up."""
        return tuple(clause.at for clause in self.clauses)
