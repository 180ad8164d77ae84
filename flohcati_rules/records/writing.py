"""Writes records: as YAML that is the same for the same game, and to files."""

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

from flohcati_rules.errors import RequestError
from flohcati_rules.records.record import FORMAT, Record

_PLAIN = re.compile(r"[^\W\d_][\w.+=-]*(?: [\w.+=-]+)*")
_NOT_TEXT = {"null", "true", "false"}
_WIDTH = 80


def format_record(record: Record) -> str:
    """Return a record as YAML; the same record always makes the same text."""
    return "\n".join(_lines(record)) + "\n"


def save_record(
    record: Record, path: str | os.PathLike[str], *, force: bool = False
) -> None:
    """Write a record to a file, whole or not at all.

    Args:
        record: the record.
        path: the file.
        force: whether a file that is there already is replaced.

    Raises:
        RequestError: the file exists, or cannot be written.

    """
    write_file(Path(path), format_record(record), force=force)


def write_file(path: Path, content: str | bytes, *, force: bool = False) -> None:
    """Write a file, whole or not at all; a text in UTF-8.

    Args:
        path: the file.
        content: what it is to hold.
        force: whether a file that is there already is replaced.

    Raises:
        RequestError: the file exists, or cannot be written.

    """
    if path.is_dir():
        message = f"{path} is a folder; the name of a file is needed"
        raise RequestError(message)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        try:
            with beside.open("xb") as stream:
                stream.write(
                    content if isinstance(content, bytes) else content.encode()
                )
                stream.flush()
                os.fsync(stream.fileno())
            _move(beside, path, force=force)
        finally:
            beside.unlink(missing_ok=True)
    except FileExistsError:
        message = f"{path} is there already; it is replaced only by force"
        raise RequestError(message) from None
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise RequestError(message) from error


def _move(beside: Path, path: Path, *, force: bool) -> None:
    if not force:
        try:
            # A link, unlike a move, never replaces what is there.
            path.hardlink_to(beside)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            if path.exists():
                raise FileExistsError from None
        else:
            return
    beside.replace(path)


def _lines(record: Record) -> Iterator[str]:
    yield f"format: {FORMAT}"
    yield f"game: {quoted(record.game)}"
    yield f"variant: {quoted(record.variant)}"
    yield f"digest: {record.digest}"
    if record.components is not None:
        yield f"components: {record.components}"
    yield from _listed("seats: ", record.seats)
    yield from _listed("deck: ", record.deck)
    yield "moves:" if record.moves else "moves: []"
    for actor, move in record.moves:
        yield f"  - {quoted(actor)}: {quoted(move)}"
    result = record.result
    if result is not None:
        yield "result:"
        yield f"  ended_by: {quoted(result.ended_by)}"
        yield "  scores:"
        for seat, points in result.scores.items():
            yield f"    {quoted(seat)}: {points}"
        yield from _listed("  winners: ", result.winners)


def _listed(key: str, words: Iterable[str]) -> Iterator[str]:
    """Yield a list between brackets, broken over lines between its words."""
    indent = " " * (len(key) - len(key.lstrip()) + 2)
    line = key + "["
    first = True
    for word in map(quoted, words):
        separator = "" if first else ", "
        if not first and len(line) + len(separator) + len(word) >= _WIDTH:
            yield line + ","
            line, separator = indent, ""
        line += separator + word
        first = False
    yield line + "]"


def quoted(text: str) -> str:
    """Return a text as YAML writes it: plain where that is safe, else in quotes."""
    if _PLAIN.fullmatch(text) and text.lower() not in _NOT_TEXT:
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(sign: str) -> str:
    if sign in '"\\':
        return "\\" + sign
    if sign.isprintable():
        return sign
    code = ord(sign)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004
