"""A copy of a rule text: the file that a user holds, read or refused by name.

The library keeps no rule text. Whoever checks one brings it along as plain text in
UTF-8; what is something else is refused with what it looks like and what to do.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from flohcati_rules.errors import Problem, UnreadableFileError

MOST_BYTES = 1_000_000
"""The size of the largest copy that is read; a long rule book has half of it."""
MOST_LINES = 20_000
"""How many lines it has at most."""

_OTHER_FILES = {
    b"%PDF": "a PDF; 'pdftotext -layout {name} {text}' takes the text out of it",
    b"PK\x03\x04": "a zipped document; save it as plain text in UTF-8",
    b"\xd0\xcf\x11\xe0": "an office document; save it as plain text in UTF-8",
    b"{\\rtf": "a rich text document; save it as plain text in UTF-8",
    b"\x1f\x8b": "a compressed file; 'gunzip' opens it",
    b"\x89PNG": "a picture; what is needed is its text",
    b"\xff\xd8\xff": "a picture; what is needed is its text",
}
_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_FEW = 0.1
"""The share of odd bytes up to which a text can be Western."""
_MOST = 0.6
"""The share of letters from which a text is in UTF-16."""
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")

_LATIN = ("\u0020", "\u024f")
_SMALL_CYRILLIC = ("\u0430", "\u044f")
_KANA = ("\u3001", "\u30fe")
_HAN = ("\u4e00", "\u9fff")
_HANGUL = ("\uac00", "\ud7a3")
_WORLD = (_LATIN, ("\u0400", "\u04ff"), _KANA, _HAN, _HANGUL)
_NATIONAL = (
    ("SHIFT_JIS", "CP932", _KANA, 0.2),
    ("EUC-JP", "EUC-JP", _KANA, 0.2),
    ("EUC-KR", "EUC-KR", _HANGUL, 0.5),
    ("GB18030", "GB2312", _HAN, 0.5),
    ("BIG5", "BIG5", _HAN, 0.5),
    ("CP1251", "CP1251", _SMALL_CYRILLIC, 0.4),
    ("KOI8-R", "KOI8-R", _SMALL_CYRILLIC, 0.4),
)
"""Encodings, a codec that takes little else, and a script's least share in them."""
_EASILY_TAKEN_FOR = {
    "ISO-8859-1": " (or ISO-8859-2, in Polish, Czech or Hungarian)",
    "EUC-KR": " (or GB18030, in Chinese)",
}


def read_copy(path: Path) -> str:
    """Return the rule text in a file.

    Raises:
        UnreadableFileError: the file cannot be read, is too long, is not plain text
            in UTF-8, or has no sentence in it.

    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        _refuse(path, "there is no such file")
    except IsADirectoryError:
        _refuse(path, "this is a directory, not a file")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        _refuse(path, f"the file cannot be opened: {reason}")
    for mark, kind in _OTHER_FILES.items():
        if raw.startswith(mark):
            text = shlex.quote(str(path.with_name(f"{path.stem}-text.txt")))
            told = kind.format(name=shlex.quote(str(path)), text=text)
            _refuse(path, f"this is no plain text but {told}")
    text = _decoded(path, raw)
    if len(raw) > MOST_BYTES:
        _refuse(path, f"the file is larger than {MOST_BYTES:,} bytes; no rule text is")
    lines = len(re.findall(r"\r\n|\r|\n", text)) + 1
    if lines > MOST_LINES:
        _refuse(
            path,
            f"the file has {lines:,} lines; a rule text has at most {MOST_LINES:,}",
        )
    if not any(character.isalnum() for character in text):
        _refuse(path, "there is no word in this file")
    return text


def _refuse(path: Path, message: str, line: int = 1, column: int = 1) -> NoReturn:
    raise UnreadableFileError([Problem(str(path), line, column, "", message)]) from None


def _decoded(path: Path, raw: bytes) -> str:
    """Return the text of UTF-8, or refuse with what the bytes look like instead."""
    marked = next((kind for mark, kind in _MARKS.items() if raw.startswith(mark)), "")
    if marked:
        _refuse(path, _unlike(path, marked))
    cut = 3 if len(raw) > MOST_BYTES else 0  # the last character may be cut in two
    try:
        text = raw[: len(raw) - cut].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if cut and error.start >= len(raw) - 2 * cut:
            return raw[: error.start].decode("utf-8-sig")
        before = raw[: error.start].decode("utf-8", "replace")
        line = before.count("\n") + 1
        message = _unlike(path, next(_encodings(raw), ""))
        _refuse(path, message, line, len(before) - before.rfind("\n"))
    if "\x1b$" in text:
        _refuse(path, _unlike(path, "ISO-2022-JP"))
    if "\x00" in text:
        looks = next(_encodings(raw), "")
        _refuse(
            path, _unlike(path, looks) if looks else "this is no text: it has nulls"
        )
    return text


def _unlike(path: Path, encoding: str) -> str:
    """Return that a file is not UTF-8 but, as it seems, something else."""
    if not encoding:
        return "the file is not text in UTF-8, nor in any encoding known here"
    looks = encoding + _EASILY_TAKEN_FOR.get(encoding, "")
    new = path.with_name(f"{path.stem}-utf8{path.suffix}")
    name, new_name = shlex.quote(str(path)), shlex.quote(str(new))
    return (
        f"the file is not UTF-8 but looks like {looks}; "
        f"'iconv -f {encoding} -t UTF-8 {name} > {new_name}' converts it"
    )


def _encodings(raw: bytes) -> Iterator[str]:
    """Yield the encodings that bytes could be in, the likeliest first."""
    if _CONTROL.search(raw):
        if raw.isascii() and raw.count(0) < _FEW * len(raw):
            return
        shares = {
            name: _share(_decodes(raw, name), *_WORLD)
            for name in ("UTF-16LE", "UTF-16BE")
        }
        likelier = max(shares, key=lambda name: shares[name])
        if shares[likelier] > _MOST:
            yield likelier
        return
    for name, strict, script, share in _NATIONAL:
        if _share(_decodes(raw, strict), script) > share:
            yield name
    odd = sum(0x7F <= byte <= 0x9F for byte in raw)  # noqa: PLR2004 - not in ISO-8859
    if not odd:
        yield "ISO-8859-1"
    elif odd <= _FEW * len(raw) and _decodes(raw, "CP1252"):
        yield "CP1252"


def _decodes(raw: bytes, encoding: str) -> str:
    """Return bytes decoded, or nothing; the last may be cut off a character."""
    for end in (len(raw), len(raw) - 1, len(raw) - 2, len(raw) - 3):
        try:
            return raw[:end].decode(encoding)
        except UnicodeDecodeError:
            continue
    return ""


def _share(text: str, *scripts: tuple[str, str]) -> float:
    """Return which share of a text's signs is in the ranges of some scripts."""
    signs = [sign for sign in text if not sign.isspace()]
    within = sum(first <= sign <= last for sign in signs for first, last in scripts)
    return within / max(1, len(signs))
