"""The nodes of a document: its values, each with its spot in the file.

What reads a document asks each node for what it expects there. A node that holds
something else adds a problem to the document and answers None, so that all problems
of a file are found in one reading.
"""

import re
from collections.abc import Iterable, Mapping
from enum import Enum, StrEnum
from typing import NamedTuple, TypeVar

import attrs

from flohcati_rules.errors import DocumentError, Problem, did_you_mean

Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]
"""What YAML can say: text, numbers, truth, nothing, lists and mappings of these."""

MemberT = TypeVar("MemberT", bound=StrEnum)


class Spot(NamedTuple):
    """A spot in a document: line and column from 1, and the path of its keys."""

    line: int
    column: int
    place: str = ""


class Problems:
    """What is wrong in one document, gathered so that all of it is told at once."""

    def __init__(self, file: str) -> None:
        """Start with nothing wrong in the file of this name."""
        self.file = file
        self._found: list[Problem] = []

    def add(self, spot: Spot, message: str) -> None:
        """Note one more problem."""
        self._found.append(Problem(self.file, *spot, message))

    @property
    def found(self) -> tuple[Problem, ...]:
        """The problems so far, in the order of their places."""
        return tuple(sorted(self._found))

    def __bool__(self) -> bool:
        """Tell whether anything is wrong."""
        return bool(self._found)

    def raise_as(self, error: type[DocumentError]) -> None:
        """Raise all problems as one error, if there are any."""
        if self._found:
            raise error(self._found)


class Hole(Enum):
    """Stands where a problem has been reported already: readers stay silent."""

    HOLE = "hole"


Content = str | int | float | tuple["Node", ...] | Mapping[str, "Node"] | Hole | None
"""What a node holds."""


@attrs.frozen(eq=False)
class Node:
    """One value of a document, with its spot and the spot of its key.

    Readers (`mapping`, `items`, `text` and so on) return what they promise, or
    report a problem and return nothing. ``key_spot`` is the spot of the key whose
    value this is; in a list, and for the whole document, it is the value's own.
    """

    content: Content
    spot: Spot
    key_spot: Spot
    problems: Problems = attrs.field(repr=False)

    @property
    def value(self) -> Plain:
        """The plain data of this node and all below it."""
        match self.content:
            case tuple():
                return [node.value for node in self.content]
            case Mapping():
                return {key: node.value for key, node in self.content.items()}
            case Hole():
                return None
            case _:
                return self.content

    @property
    def is_hole(self) -> bool:
        """Whether nothing usable stands here and the problem is known already."""
        return isinstance(self.content, Hole)

    @property
    def is_mapping(self) -> bool:
        """Whether a mapping stands here."""
        return isinstance(self.content, Mapping)

    def at(self, place: str) -> "Node":
        """Return the node at a place below this one, or the last one on the way."""
        node = self
        for key in place.split(".") if place else ():
            below = node.content
            if isinstance(below, Mapping) and key in below:
                node = below[key]
            elif isinstance(below, tuple) and key.isdecimal() and int(key) < len(below):
                node = below[int(key)]
            else:
                break
        return node

    def refuse(self, message: str) -> None:
        """Report a problem of the value."""
        self.problems.add(self.spot, message)

    def refuse_key(self, message: str) -> None:
        """Report a problem of the key whose value this is."""
        self.problems.add(self.key_spot, message)

    def mapping(
        self, required: Iterable[str] = (), optional: Iterable[str] = ()
    ) -> dict[str, "Node"]:
        """Return the values of the known keys that are there.

        A key that is missing or not known is reported.
        """
        required = tuple(required)
        known = (*required, *optional)
        entries = self.entries()
        for key in required:
            if self.is_mapping and key not in entries:
                self.refuse(f"missing key {key!r}")
        for key, node in entries.items():
            if key not in known:
                hint = did_you_mean(key, known) or f" (one of: {', '.join(known)})"
                node.refuse_key(f"unknown key{hint}")
        return {key: node for key, node in entries.items() if key in known}

    def entries(self) -> dict[str, "Node"]:
        """Return all keys and values of a mapping whose keys are free."""
        if isinstance(self.content, Mapping):
            return dict(self.content)
        self._refuse_other("a mapping")
        return {}

    def items(self) -> tuple["Node", ...]:
        """Return the nodes of a list."""
        if isinstance(self.content, tuple):
            return self.content
        self._refuse_other("a list")
        return ()

    def text(self, wanted: str = "text", pattern: str = r"(?s:.*\S.*)") -> str | None:
        """Return a text that is not blank and matches a pattern as a whole."""
        if isinstance(self.content, str) and re.fullmatch(pattern, self.content):
            return self.content
        self._refuse_other(wanted)
        return None

    def texts(self) -> tuple[str, ...]:
        """Return a list of texts, without those that are none."""
        read = (node.text() for node in self.items())
        return tuple(text for text in read if text is not None)

    def whole(self, least: int | None = None, most: int | None = None) -> int | None:
        """Return a whole number within a range."""
        number = self.content
        if (
            isinstance(number, int)
            and not isinstance(number, bool)
            and (least is None or least <= number)
            and (most is None or number <= most)
        ):
            return number
        bounds = ((" from", least), (" to", most))
        span = "".join(f"{word} {end}" for word, end in bounds if end is not None)
        self._refuse_other(f"a whole number{span}")
        return None

    def truth(self) -> bool | None:
        """Return true or false."""
        if isinstance(self.content, bool):
            return self.content
        self._refuse_other("true or false")
        return None

    def one_of(self, words: Iterable[str]) -> str | None:
        """Return one of the known words."""
        words = [str(word) for word in words]
        found = self.content
        if isinstance(found, str) and found in words:
            return found
        if len(words) == 1:
            self._refuse_other(words[0])
            return None
        hint = did_you_mean(found, words) if isinstance(found, str) else ""
        self._refuse_other(f"one of {', '.join(words)}", hint)
        return None

    def member(self, words: type[MemberT]) -> MemberT | None:
        """Return the member of an enumeration whose word is written."""
        word = self.one_of(words)
        return None if word is None else words(word)

    def has_format(self, wanted: str) -> bool:
        """Tell whether a document declares the format; report it when it does not.

        Nothing else is worth reporting of a document that is something else.
        """
        if not self.is_mapping:
            self.entries()
            return False
        declared = self.entries().get("format")
        if declared is None:
            self.refuse(f"missing key 'format'; expected 'format: {wanted}' first")
            return False
        return declared.one_of([wanted]) is not None

    def _refuse_other(self, wanted: str, hint: str = "") -> None:
        if not self.is_hole:
            self.refuse(f"expected {wanted}; got {self._shown()}{hint}")

    def _shown(self) -> str:
        match self.content:
            case None:
                return "nothing"
            case bool():
                return "true" if self.content else "false"
            case tuple():
                return "a list"
            case Mapping():
                return "a mapping"
            case _:
                return repr(self.content)
