"""Reads a record from its file; what needs the rules is checked by its replay."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from flohcati_rules.description import no_seat
from flohcati_rules.documents import Node, parse_document, read_document
from flohcati_rules.errors import RecordError, did_you_mean
from flohcati_rules.game import CHANCE
from flohcati_rules.records.record import FORMAT, Record, Result, Step

_KEYS = ("format", "game", "variant", "digest", "seats", "deck", "moves")
_DIGEST = r"r-[0-9a-f]{16}"
_COMPONENTS = r"[a-z]-[0-9a-f]{16}"


def read_record(path: str | os.PathLike[str]) -> Record:
    """Return the record in a file.

    Raises:
        UnreadableFileError: the file cannot be read.
        RecordError: it is not a valid record; every problem is listed.

    """
    return _read(read_document(Path(path)))


def parse_record(text: str, file: str = "record") -> Record:
    """Return the record in a text; ``file`` names it in messages.

    Raises:
        UnreadableFileError: the text is not YAML.
        RecordError: it is not a valid record; every problem is listed.

    """
    return _read(parse_document(text, file))


def _read(root: Node) -> Record:
    if not root.has_format(FORMAT):
        root.problems.raise_as(RecordError)
    nodes = root.mapping(_KEYS, ("components", "result"))
    seats = _seats(nodes["seats"]) if "seats" in nodes else ()
    moves = _moves(nodes["moves"], seats) if "moves" in nodes else ()
    result = _result(nodes["result"], seats) if "result" in nodes else None
    record = Record(
        game=_text(nodes, "game"),
        variant=_text(nodes, "variant"),
        digest=_text(nodes, "digest", "the digest of rules, r-…", _DIGEST),
        components=_text(nodes, "components", "the digest of components", _COMPONENTS)
        or None,
        seats=seats,
        deck=nodes["deck"].texts() if "deck" in nodes else (),
        moves=tuple(moves),
        result=result,
        document=root,
    )
    root.problems.raise_as(RecordError)
    return record


def _text(
    nodes: Mapping[str, Node], key: str, wanted: str = "text", pattern: str = ""
) -> str:
    node = nodes.get(key)
    if node is None:
        return ""
    return (node.text(wanted, pattern) if pattern else node.text()) or ""


def _seats(node: Node) -> tuple[str, ...]:
    seats: list[str] = []
    items = node.items()
    if node.value == []:
        node.refuse("nobody sits at the table")
    for item in items:
        name = item.text("the name of a seat")
        if name in seats:
            item.refuse(f"{name!r} is named twice")
        elif name == CHANCE:
            item.refuse(f"no seat may be called {name!r}")
        elif name is not None:
            seats.append(name)
    return tuple(seats)


def _moves(node: Node, seats: Sequence[str]) -> Iterator[Step]:
    for item in node.items():
        entries = item.entries()
        if item.is_mapping and len(entries) != 1:
            item.refuse(
                f"expected one step, as in '- Ann: reveal'; got {len(entries)} keys"
            )
        for actor, move in entries.items():
            if seats and actor not in (*seats, CHANCE):
                hint = did_you_mean(actor, (*seats, CHANCE))
                move.refuse_key(no_seat(actor, seats) + hint)
            text = move.text("a move")
            if text is not None:
                yield Step(actor, text)


def _result(node: Node, seats: Sequence[str]) -> Result | None:
    nodes = node.mapping(("ended_by", "scores", "winners"))
    ended_by = _text(nodes, "ended_by")
    scores = _scores(nodes["scores"], seats) if "scores" in nodes else {}
    winners = _winners(nodes["winners"], seats) if "winners" in nodes else ()
    return Result(ended_by=ended_by, scores=scores, winners=winners)


def _winners(node: Node, seats: Sequence[str]) -> tuple[str, ...]:
    winners: list[str] = []
    for item in node.items():
        name = item.text("the name of a seat")
        if name in winners:
            item.refuse(f"{name!r} is named twice")
        elif name is not None:
            winners.append(name)
            if seats and name not in seats:
                item.refuse(no_seat(name, seats) + did_you_mean(name, seats))
    return tuple(winners)


def _scores(node: Node, seats: Sequence[str]) -> dict[str, int]:
    scores: dict[str, int] = {}
    for seat, points in node.entries().items():
        if seats and seat not in seats:
            points.refuse_key(no_seat(seat, seats) + did_you_mean(seat, seats))
        total = points.whole()
        if total is not None:
            scores[seat] = total
    missing = [seat for seat in seats if seat not in node.entries()]
    if missing and node.is_mapping:
        node.refuse(f"the score of {' and '.join(missing)} is missing")
    return scores
