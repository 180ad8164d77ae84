"""The notation that games share: lists, moves by their first word, turns of facts.

Cards, moves and positions are short texts. What each game writes with them is its
own; how a list, a move and a turn are put together and taken apart stands here.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from typing import Generic, TypeVar

import attrs

from flohcati_rules.errors import NotationError, did_you_mean

ReadingT = TypeVar("ReadingT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")

NOTHING = "-"
"""What stands for an empty list, and for whatever is not there."""


# ---------------------------------------------------------------- words and lists


def listing(names: Iterable[object]) -> str:
    """Return names as a sentence lists them."""
    return ", ".join(map(str, names))


def joined(words: Iterable[str], by: str = ",") -> str:
    """Return words as one field; ``-`` when there are none."""
    return by.join(words) or NOTHING


def split(field: str, by: str = ",") -> list[str]:
    """Return the words of a field that ``joined`` wrote."""
    return [] if field == NOTHING else field.split(by)


def one_of(text: str, kind: str, known: Iterable[str]) -> str:
    """Return a text that is a known name of a kind, such as ``a seat``."""
    known = [*known]
    if text not in known:
        hint = did_you_mean(text, known)
        raise NotationError(text, f"{kind}{hint} (one of: {listing(known)})")
    return text


def place_of(
    text: str, kind: str, known: Iterable[str], *, absent: int | None = None
) -> int:
    """Return the place of a text among the known names of a kind.

    Args:
        text: the name.
        kind: what it should be, such as ``a seat``.
        known: the names there are.
        absent: what an empty text and ``-`` mean, where there need be none.

    """
    if absent is not None and text in ("", NOTHING):
        return absent
    known = [*known]
    return known.index(one_of(text, kind, known))


def is_number(text: str) -> bool:
    """Tell whether a text is a whole number, from 0, in plain digits."""
    return text.isascii() and text.isdigit()


def word_of(phase: Enum) -> str:
    """Return what a phase is called in the notation and to seats."""
    return phase.name.lower().replace("_", "-")


# ---------------------------------------------------------------- moves


@attrs.frozen
class Form(Generic[ReadingT, StateT, MoveT]):
    """A move of several words.

    Attributes:
        wanted: how the move is written, for the message when it is not.
        read: returns the move that the words after the first name in a state, or
            None when they are no such move.

    """

    wanted: str
    read: Callable[[ReadingT, list[str], StateT], MoveT | None]


@attrs.frozen
class Moves(Generic[ReadingT, StateT, MoveT]):
    """How the moves of a game are written: by the first word.

    Attributes:
        plain: the moves of a single word.
        forms: the moves of several words, by the first of them.
        outcome: returns what chance picks, by the name of the card alone.

    """

    plain: Mapping[str, MoveT]
    forms: Mapping[str, Form[ReadingT, StateT, MoveT]]
    outcome: Callable[[ReadingT, str], MoveT]

    def parse(
        self, reading: ReadingT, cards: Collection[str], text: str, state: StateT
    ) -> MoveT:
        """Return the move that a text names; whether it is legal is not asked.

        Args:
            reading: the rules.
            cards: the names of the cards that chance may pick.
            text: the move.
            state: where it is made.

        Raises:
            NotationError: the text is no move.

        """
        word, *rest = text.split() or [""]
        if word in self.plain and not rest:
            return self.plain[word]
        if word in self.forms:
            move = self.forms[word].read(reading, rest, state)
            if move is None:
                raise NotationError(text, self.forms[word].wanted)
            return move
        if word in cards and not rest:
            return self.outcome(reading, word)
        known = [*{**self.plain, **self.forms}]
        hint = did_you_mean(word, [*known, *cards])
        raise NotationError(text, f"a move{hint} (one of: {listing(known)})")


# ---------------------------------------------------------------- positions


def fields_of(text: str, names: Collection[str]) -> dict[str, str]:
    """Return the fields of a position by their names."""
    words = text.split()
    if len(words) != len(names):
        raise NotationError(text, f"a position: {len(names)} fields {listing(names)}")
    return dict(zip(names, words, strict=True))


def turn_line(words: Iterable[str], facts: Mapping[str, object]) -> str:
    """Return a turn as one field: some words, and each fact that is not empty."""
    told = (f"{key}={fact}" for key, fact in facts.items() if fact)
    return ":".join((*words, *told))


def turn_facts(
    field: str, words: Iterable[str], known: Collection[str]
) -> dict[str, str]:
    """Return the facts of a turn, by key, from its words such as ``giver=Ben``."""
    facts: dict[str, str] = {}
    for word in words:
        key, _, fact = word.partition("=")
        facts[key] = fact
    unknown = facts.keys() - known
    if unknown:
        raise NotationError(field, f"a turn: unknown {listing(sorted(unknown))}")
    return facts
