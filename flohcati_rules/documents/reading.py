"""Reads a YAML file to the nodes of a document, with nothing but plain YAML in it.

The schema is the core schema of YAML 1.2, so that an editor and this library agree
on what a word means. What makes files hard to review is refused: aliases, anchors,
tags, duplicate keys, several documents in a file.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Final, NoReturn

from flohcati_rules.documents.nodes import Content, Hole, Node, Problems, Spot
from flohcati_rules.errors import Problem, UnreadableFileError

if TYPE_CHECKING:
    import yaml

MOST_BYTES = 1_000_000
"""The size of the largest file that is read."""
MOST_DEPTH = 60
"""How deep lists and mappings may be nested."""
_TOO_DEEP = f"nested deeper than {MOST_DEPTH} levels"

START: Final = Spot(1, 1)
"""Where a problem of the file as a whole is reported."""


def read_document(path: Traversable, file: str | None = None) -> Node:
    """Read a YAML file, at most 1 MB and 60 levels deep, in UTF-8.

    Args:
        path: the file, on disk or within the package.
        file: its name in messages; by default, the path as given.

    Raises:
        UnreadableFileError: it cannot be read, or is not YAML. What YAML allows and
            a document does not (aliases, duplicate keys) is among the problems of
            the node that is returned.

    """
    name = str(path) if file is None else file
    try:
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        _give_up(name, START, "there is no such file")
    except IsADirectoryError:
        _give_up(name, START, "this is a directory, not a file")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        _give_up(name, START, f"the file cannot be opened: {reason}")
    return parse_document(raw, name)


def parse_document(raw: bytes | str, file: str) -> Node:
    """Read a YAML text as `read_document` reads a file; ``file`` is for messages."""
    if len(raw) > MOST_BYTES:
        _give_up(file, START, f"the file is larger than {MOST_BYTES:,} bytes")
    text = raw if isinstance(raw, str) else _decoded(raw, file)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if bad := _FORBIDDEN.search(text):
        spot = _spot_at(text, bad.start())
        _give_up(file, spot, f"the character U+{ord(bad[0]):04X} is not allowed")
    return _Reader(text, Problems(file)).document()


# Control characters, as in YAML 1.2. The last three are line breaks to PyYAML but
# not to editors, so that lines would be counted differently.
_FORBIDDEN = re.compile(
    "[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\x85\u2028\u2029]"
)


def _give_up(file: str, spot: Spot, message: str) -> NoReturn:
    raise UnreadableFileError([Problem(file, *spot, message)]) from None


def _spot_at(text: str, offset: int) -> Spot:
    before = text[:offset]
    return Spot(before.count("\n") + 1, offset - before.rfind("\n"))


def _decoded(raw: bytes, file: str) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        message = f"the file is not UTF-8 (byte 0x{raw[error.start]:02x})"
        _give_up(file, _spot_at(before, len(before)), message)


# The core schema of YAML 1.2. In YAML 1.1, which PyYAML follows, `no` is false,
# `1:30` is ninety and `010` is eight.
_WORDS: Final[Mapping[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBERS: Final[tuple[tuple[re.Pattern[str], Callable[[str], int | float]], ...]] = (
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+"), lambda text: int(text, base=0)),
    (
        re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"),
        float,
    ),
    (
        re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"),
        lambda text: float(text.replace(".", "")),
    ),
)
_NUMBER_STARTS: Final = frozenset("+-.0123456789")


def _resolved(text: str) -> str | int | float | None:
    """Return what a word without quotes means; a ``ValueError`` if too long."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _NUMBER_STARTS:
        for pattern, number in _NUMBERS:
            if pattern.fullmatch(text):
                return number(text)
    return text


class _Reader:
    """Turns the events of a YAML parser into nodes."""

    def __init__(self, text: str, problems: Problems) -> None:
        import yaml  # noqa: PLC0415 - takes longer to import than all else here

        self.yaml = yaml
        self.text = text
        self.problems = problems
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=loader)

    def document(self) -> Node:
        """Return the root of the only document."""
        try:
            return self._document()
        except self.yaml.MarkedYAMLError as error:
            self._give_up_on(error)
        except self.yaml.YAMLError as error:
            _give_up(self.problems.file, START, f"not valid YAML: {error}")

    def _document(self) -> Node:
        next(self.events)
        start = next(self.events)
        if isinstance(start, self.yaml.StreamEndEvent):
            _give_up(self.problems.file, START, "the file is empty")
        assert isinstance(start, self.yaml.DocumentStartEvent)
        if start.version or start.tags:
            self.problems.add(_spot(start), "directives (%) are not allowed")
        first = next(self.events)
        root = self._node(first, _spot(first), depth=1)
        next(self.events)
        more = next(self.events)
        if not isinstance(more, self.yaml.StreamEndEvent):
            message = "a second document starts here; a file holds one"
            _give_up(self.problems.file, _spot(more), message)
        return root

    def _node(
        self,
        event: "yaml.Event",
        spot: Spot,
        depth: int,
        key_spot: Spot | None = None,
    ) -> Node:
        content = self._content(event, spot, depth)
        return Node(content, spot, key_spot or spot, self.problems)

    def _content(self, event: "yaml.Event", spot: Spot, depth: int) -> Content:
        if isinstance(event, self.yaml.AliasEvent):
            self.problems.add(spot, f"aliases (*{event.anchor}) are not allowed")
            return Hole.HOLE
        assert isinstance(event, self.yaml.NodeEvent)
        if event.anchor is not None:
            self.problems.add(spot, f"anchors (&{event.anchor}) are not allowed")
        tag = getattr(event, "tag", None)
        if tag is not None:
            shown = tag.replace("tag:yaml.org,2002:", "!!")
            self.problems.add(spot, f"tags ({shown}) are not allowed")
        if isinstance(event, self.yaml.ScalarEvent):
            return Hole.HOLE if tag is not None else self._scalar(event, spot)
        if depth > MOST_DEPTH:
            _give_up(self.problems.file, spot._replace(place=""), _TOO_DEEP)
        if isinstance(event, self.yaml.SequenceStartEvent):
            return self._items(spot.place, depth)
        return self._entries(spot.place, depth)

    def _scalar(self, event: "yaml.ScalarEvent", spot: Spot) -> Content:
        if not event.implicit[0]:
            return event.value
        try:
            return _resolved(event.value)
        except ValueError:
            self.problems.add(spot, "a number of this length cannot be used")
            return Hole.HOLE

    def _items(self, place: str, depth: int) -> tuple[Node, ...]:
        items: list[Node] = []
        end = self.yaml.SequenceEndEvent
        while not isinstance(event := next(self.events), end):
            spot = _spot(event, place, len(items))
            items.append(self._node(event, spot, depth + 1))
        return tuple(items)

    def _entries(self, place: str, depth: int) -> dict[str, Node]:
        entries: dict[str, Node] = {}
        end = self.yaml.MappingEndEvent
        while not isinstance(event := next(self.events), end):
            key = self._key(event, place, depth)
            key_spot = _spot(event, place, "?" if key is None else key)
            value = next(self.events)
            spot = _spot(value, key_spot.place)
            node = self._node(value, spot, depth + 1, key_spot)
            if key in entries:
                first = entries[key].key_spot.line
                node.refuse_key(f"duplicate key (first at line {first})")
            elif key is not None:
                entries[key] = node
        return entries

    def _key(self, event: "yaml.Event", place: str, depth: int) -> str | None:
        """Return a key as it is written, also where it looks like a number."""
        spot = _spot(event, place)
        found = self._content(event, spot, depth + 1)
        if isinstance(event, self.yaml.ScalarEvent):
            return event.value
        if not isinstance(found, Hole):
            self.problems.add(spot, "a key is a word, not a list or a mapping")
        return None

    def _give_up_on(self, error: "yaml.MarkedYAMLError") -> NoReturn:
        mark = error.problem_mark or error.context_mark
        assert mark is not None
        message = f"not valid YAML: {error.problem}"
        if error.context_mark and error.context_mark.line != mark.line:
            message += f" {error.context} that starts at line "
            message += str(error.context_mark.line + 1)
        line = "".join(self.text.split("\n")[mark.line : mark.line + 1])
        if line[mark.column : mark.column + 1] == "\t":
            message = "a tab stands here; YAML is indented with spaces"
        elif "nesting depth" in message:
            message = _TOO_DEEP
        _give_up(self.problems.file, Spot(mark.line + 1, mark.column + 1), message)


def _spot(event: "yaml.Event", place: str = "", step: str | int = "") -> Spot:
    mark = event.start_mark
    assert mark is not None
    inner = f"{place}.{step}" if place and step != "" else place or str(step)
    return Spot(mark.line + 1, mark.column + 1, inner)
