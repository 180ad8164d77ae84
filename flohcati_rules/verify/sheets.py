"""A partial record: of a played game only the score sheet, as far as it is known.

What a sheet can tell besides seats, totals and winners, the game declares, and the
game's own arithmetic says what cannot be.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Protocol, runtime_checkable

import attrs

from flohcati_rules.documents import Node, read_document
from flohcati_rules.errors import (
    Objection,
    PositionError,
    Problem,
    RecordError,
    RequestError,
)
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.records import Record, read_record
from flohcati_rules.records.record import FORMAT as RECORD
from flohcati_rules.registry import GAMES
from flohcati_rules.scenarios import Written

FORMAT = "partial-record/1"
"""What a partial record declares itself to be."""

FACTS: Mapping[str, str] = {
    "totals": "the total of each seat",
    "winners": "who won; empty when nobody did",
}
"""What a partial record may tell of any game, each key with its sense."""


@runtime_checkable
class Arithmetic(Protocol):
    """A game that knows what its components make impossible."""

    PARTIAL: ClassVar[Mapping[str, str]]
    """The facts of a score sheet that this game alone knows, each with its sense."""

    def excluded(self, sheet: Mapping[str, Any]) -> tuple[Objection, ...]:
        """Return why a score sheet, as far as it is known, cannot be; or nothing."""
        ...


@attrs.frozen(kw_only=True)
class PartialRecord:
    """A played game of which only the score sheet is known, perhaps not even whole.

    Attributes:
        game: the id of the game.
        source: where it is told; empty when that is not said.
        sheet: what is known, by key: the seats, then any of the facts.
        document: the file it was read from.

    """

    game: str
    source: str
    sheet: Mapping[str, Any] = attrs.field(hash=False)
    document: Node = attrs.field(eq=False, repr=False)

    def objections(self, variant: Variant) -> tuple[Objection, ...]:
        """Return why the sheet cannot be under a variant, or nothing.

        Raises:
            RecordError: it makes no sense under any rules; every problem is listed.
            DraftError: some rule value of the variant is unknown.

        """
        game = variant.game()
        assert isinstance(game, Arithmetic)
        try:
            return game.excluded(self.sheet)
        except PositionError as error:
            written = Written.of(self.document)
            file = self.document.problems.file
            raise RecordError(
                Problem(
                    file, *written.spot_of(fault.place)[:2], fault.place, fault.reason
                )
                for fault in error.faults
            ) from error


def facts_of(game: type[AnyGame]) -> Mapping[str, str]:
    """Return what a partial record of a game may tell, each key with its sense.

    Raises:
        RequestError: the game has no arithmetic.

    """
    own: Mapping[str, str] | None = getattr(game, "PARTIAL", None)
    if own is None:
        message = f"{game.ID} has no arithmetic to judge a score sheet by"
        raise RequestError(message)
    return {**FACTS, **own}


def read_played(path: str | os.PathLike[str]) -> Record | PartialRecord:
    """Return what a file tells of a played game: a record, or a partial one.

    Raises:
        UnreadableFileError: the file cannot be read.
        RecordError: it is not a valid record; every problem is listed.
        RequestError: its game has no arithmetic.

    """
    root = read_document(Path(path))
    declared = root.entries().get("format")
    if declared is None and root.is_mapping:
        root.refuse(f"missing key 'format'; expected {RECORD} or {FORMAT}")
    kind = None if declared is None else declared.one_of((RECORD, FORMAT))
    root.problems.raise_as(RecordError)
    return read_partial_record(path) if kind == FORMAT else read_record(path)


def read_partial_record(path: str | os.PathLike[str]) -> PartialRecord:
    """Return the partial record in a file.

    Raises:
        UnreadableFileError: the file cannot be read.
        RecordError: it is not a valid partial record; every problem is listed.
        RequestError: its game has no arithmetic.

    """
    root = read_document(Path(path))
    if not root.has_format(FORMAT):
        root.problems.raise_as(RecordError)
    declared = root.entries().get("game")
    id = None if declared is None else declared.one_of(GAMES)
    facts: Mapping[str, str] = {} if id is None else facts_of(GAMES[id])
    if id is None:
        if declared is None:
            root.refuse("missing key 'game'")
        root.problems.raise_as(RecordError)
    nodes = root.mapping(("format", "game", "seats"), ("source", *facts))
    source = nodes["source"].text() if "source" in nodes else ""
    known = {key: node for key, node in nodes.items() if key in facts}
    if not known:
        root.refuse(f"nothing is told of the game; tell any of {', '.join(facts)}")
    root.problems.raise_as(RecordError)
    return PartialRecord(
        game=id or "",
        source=source or "",
        sheet={key: nodes[key].value for key in ("seats", *known)},
        document=root,
    )
