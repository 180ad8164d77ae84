"""A rule text, read: its sentences, and digests that find them again.

The texts are under copyright, so a profile keeps of each sentence a digest and
never the sentence. This module says once what two copies of a sentence have in
common (`squeeze`), where one sentence ends and the next begins (`sentences`), and
how a kept digest is found in a text that someone holds in hand (`digest`, `find`).
"""

import re
import unicodedata
from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

DIGEST_PATTERN = r"h-[0-9a-f]{16}-[1-9][0-9]*"
"""What a digest looks like; the whole of it must match."""

# A wide stop ends a sentence whatever follows; a narrow one only before a space, so
# that the dots of 3.5 and of an address end nothing.
_WIDE_STOPS = "。｡！？．"
_STOPS = _WIDE_STOPS + ".!?؟۔।\u037e"
_QUOTES = "\"'”’»›“"
_COMMAS = ",，、､;；،"
_BRACKETS = dict(zip("([「『", ")]」』", strict=True))
_ASIDES = {*"(（[［"}
_NARROW_BRACKETS = str.maketrans("（）［］〔〕", "()[]()")
_LAST_OF_SENTENCE = {*_STOPS, *_QUOTES, *")]）］〕"}
# A Japanese line that ends in a particle goes on in the next line.
_PARTICLES = "はがをにでとのへもて"

# How far to look past a stop for what follows it.
_GLANCE = 40
_BULLET = re.compile(r"[-–—−*•・●○◦‣▪□◆◇·+＋]|\d{1,2}[.)．）]\s|[（(]\d{1,2}[)）]\s")
_HEADING_MARK = re.compile(r"■|#+\s")
_HEADING_COLUMNS = 60


class Sentence(NamedTuple):
    """One sentence of a rule text, and where it stands.

    A heading, an item of a list and a line of a score are sentences too.
    """

    text: str
    """The sentence on one line, its bullet included."""

    line: int
    """The line on which it starts, counted from 1."""

    heading: str
    """The heading it stands under, or is; empty before the first heading."""

    paragraph: int
    """Its paragraph under that heading, counted from 1; 0 for the heading itself."""

    number: int
    """Its number in that paragraph, counted from 1; 0 for the heading itself."""

    @property
    def place(self) -> str:
        """Where a profile says that the sentence stands, as `Setup, 1, 2`."""
        if not self.number:
            return self.heading
        return f"{self.heading or 'Opening'}, {self.paragraph}, {self.number}"


def squeeze(text: str) -> str:
    r"""Reduce a text to what two copies of it have in common.

    Only letters, digits and combining marks are left, in one case and in one form
    of each, so that line breaks, spacing, bullets, quotation marks and full-width
    forms do not matter. A change of punctuation or of a sign alone (`+`, `-`) is
    therefore not noticed; a change of a letter, an accent or a number is.

    >>> squeeze("• The ７th card –\n  the LAST one – is dealt.")
    'the7thcardthelastoneisdealt'
    """
    # Symbols go first: the compatibility form of a lone accent sign is a space and
    # a combining mark, which would cling to the letter before it.
    kept = unicodedata.normalize("NFD", _kept(text)).casefold()
    folded = unicodedata.normalize("NFKC", kept).casefold()
    return unicodedata.normalize("NFKC", _kept(folded))


def digest(sentence: str) -> str:
    r"""Give the digest of a sentence: `h-`, 16 hex digits, `-` and its length.

    The length is that of the squeezed sentence, so that the digest can be looked
    for anywhere in a squeezed text. A sentence without a letter or a digit has none.

    >>> digest("Ten fleas!") == digest("TEN\nfleas")
    True
    """
    squeezed = squeeze(sentence)
    if not squeezed:
        message = (
            f"nothing to take a digest of: {sentence!r} has no letter and no digit"
        )
        raise ValueError(message)
    return f"h-{_hash(squeezed)}-{len(squeezed)}"


def find(digest: str, squeezed_text: str, start: int = 0) -> int | None:
    """Find where a squeezed text first holds the sentence of a digest.

    >>> find(digest("Two flies."), squeeze("One flea, two flies."))
    7
    """
    if not re.fullmatch(DIGEST_PATTERN, digest):
        message = f"not a digest: {digest!r}; wanted h-, 16 hex digits, -, a length"
        raise ValueError(message)
    _, wanted, length = digest.split("-")
    size = int(length)
    for offset in range(start, len(squeezed_text) - size + 1):
        if _hash(squeezed_text[offset : offset + size]) == wanted:
            return offset
    return None


def sentences(text: str) -> tuple[Sentence, ...]:
    r"""Cut a rule text into its sentences, in text order.

    A sentence ends at a stop outside brackets, and a bracket that follows the stop
    belongs to it. A line that has not ended its sentence goes on in the next line,
    unless a blank line comes between, or the next line starts with a bullet or a
    sign, or one of the two is a heading or an item. Those are known by their look:
    short, without stop or comma, and not followed by a line that goes on in small
    letters. A paragraph ends at a blank line and where a sentence ends with its line.

    >>> [s.text for s in sentences("Setup\n\nShuffle all\ncards. Deal two.")]
    ['Setup', 'Shuffle all cards.', 'Deal two.']
    """
    cut: list[Sentence] = []
    heading, paragraph = "", 0
    for block in _blocks(text):
        if block.is_heading:
            name = _HEADING_MARK.sub("", _BULLET.sub("", block.text, count=1), count=1)
            heading, paragraph = name.strip(" \u3000:："), 0
            cut.append(Sentence(block.text, block.line, heading, 0, 0))
            continue
        paragraph += 1
        line, counted = block.line, 0
        for number, (start, end) in enumerate(pairwise(_cuts(block.text)), start=1):
            words = block.text[start:end].lstrip()
            line += block.text.count("\n", counted, end - len(words))
            counted = end - len(words)
            cut.append(Sentence(_unwrapped(words), line, heading, paragraph, number))
    return tuple(cut)


def _kept(text: str) -> str:
    return "".join(c for c in text if unicodedata.category(c)[0] in "LNM")


def _hash(squeezed: str) -> str:
    return blake2b(squeezed.encode(), digest_size=8).hexdigest()


class _Line(NamedTuple):
    """A line of the text, and how it looks."""

    text: str
    number: int
    columns: int
    short: bool
    """Whether it is at most half as wide as the widest line."""

    @property
    def is_blank(self) -> bool:
        return not squeeze(self.text)

    @property
    def is_bullet(self) -> bool:
        return bool(_BULLET.match(self.text))

    @property
    def is_marked(self) -> bool:
        return bool(_HEADING_MARK.match(self.text))

    @property
    def is_bare(self) -> bool:
        """Whether it is but a few words: no sentence, and no part of one."""
        words = _BULLET.sub("", self.text, count=1)
        return (
            self.columns <= _HEADING_COLUMNS
            and words[-1:] not in _PARTICLES
            and not any(c in _COMMAS for c in words)
            and not re.search("[:：].", words)
            and not any(_is_stop(words, at) for at in range(len(words)))
        )

    @property
    def leads_in(self) -> bool:
        """Whether it announces what comes after it."""
        return self.text.endswith((":", "："))

    def stands_alone(self, after: "_Line") -> bool:
        """Whether it is a heading or an item, and the line after it something new."""
        if self.is_marked:
            return True
        parted = after.is_blank or (self.short and not after.text[:1].islower())
        return self.is_bare and parted

    def is_heading(self, after: "_Line", *, in_list: bool) -> bool:
        """Whether it is a heading, and not an item, where it stands alone."""
        if self.is_marked:
            return True
        if after.is_blank:
            return not (self.is_bullet or in_list)
        if self.leads_in:
            return False
        if after.is_bullet:
            return not self.is_bullet
        return after.leads_in or not after.is_bare


class _Block(NamedTuple):
    """Lines that belong together: a paragraph, an item or a heading."""

    text: str
    line: int
    is_heading: bool


def _lines(text: str) -> list[_Line]:
    raw = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    lines = [line.strip() for line in raw]
    columns = [sum(1 + _is_wide(c) for c in line) for line in lines]
    widest = max(columns)
    return [
        _Line(line, number, width, short=2 * width <= widest)
        for number, (line, width) in enumerate(zip(lines, columns, strict=True), 1)
    ]


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in {"W", "F"}


def _blocks(text: str) -> Iterator[_Block]:
    lines = _lines(text)
    last = max((line.number for line in lines if not line.is_blank), default=0)
    held: list[_Line] = []
    in_list = False
    for line, after in pairwise([*lines, _Line("", 0, 0, short=True)]):
        if held and (line.is_blank or line.is_bullet or line.is_marked):
            yield _paragraph(held)
            held = []
        if line.is_blank:
            in_list = False
        elif not held and line.stands_alone(after):
            # The last words of a text head nothing.
            heads = line.is_heading(after, in_list=in_list) and line.number < last
            yield _Block(line.text, line.number, is_heading=heads)
            in_list = not heads
        else:
            held.append(line)
            may_end = line.text[-1] in _LAST_OF_SENTENCE
            if may_end and after.text[:1] not in _ASIDES and _is_whole(held):
                yield _paragraph(held)
                held = []
    if held:
        yield _paragraph(held)


def _paragraph(lines: list[_Line]) -> _Block:
    text = "\n".join(line.text for line in lines)
    return _Block(text, lines[0].number, is_heading=False)


def _unwrapped(text: str) -> str:
    """Join the lines of a sentence, with a space where the script has spaces."""
    return re.sub(
        r"(.)\n(.)",
        lambda m: m[1] + ("" if _is_wide(m[1]) or _is_wide(m[2]) else " ") + m[2],
        text.strip(),
    )


def _brackets(block: str) -> tuple[dict[int, int], bool]:
    """Pair the brackets of a block, and say whether one is left open."""
    pairs: dict[int, int] = {}
    open_: list[int] = []
    narrow = block.translate(_NARROW_BRACKETS)
    for at, character in enumerate(narrow):
        if character in _BRACKETS:
            open_.append(at)
        elif open_ and character == _BRACKETS[narrow[open_[-1]]]:
            pairs[open_.pop()] = at
    return pairs, bool(open_)


def _is_whole(lines: list[_Line]) -> bool:
    """Whether lines have come to the end of a sentence."""
    block = _paragraph(lines).text
    _, left_open = _brackets(block)
    return not left_open and [*_stops(block)][-1:] == [len(block)]


def _cuts(block: str) -> list[int]:
    """Say where a block is cut into sentences, both its ends included."""
    ends = list(_stops(block))
    if ends and not squeeze(block[ends[-1] :]):
        ends.pop()
    return [0, *ends, len(block)]


def _stops(block: str) -> Iterator[int]:
    """Find the places after each stop, with the quotes and brackets that follow it."""
    pairs, _ = _brackets(block)
    start = at = 0
    while at < len(block):
        if at in pairs:
            inside, at = block[at + 1 : pairs[at]], pairs[at] + 1
            ends = _is_sentence_inside(inside, block[at : at + _GLANCE])
        else:
            ends, at = _is_stop(block, at), at + 1
        if ends:
            at = _after_stop(block, at, pairs)
            if squeeze(block[start:at]):
                yield at
                start = at


def _is_stop(block: str, at: int) -> bool:
    mark, before = block[at], block[max(0, at - 2) : at]
    if mark not in _STOPS or (at == len(before) and before.isdigit()):
        return False
    rest = block[at + 1 : at + _GLANCE].lstrip(_STOPS + _QUOTES)
    if mark == "．":
        return not rest[:1].isdigit()
    if mark in _WIDE_STOPS:
        return True
    if rest and not rest[0].isspace():
        return False
    # Neither an abbreviation (small letters follow) nor the dot of an initial.
    initial = rest and re.fullmatch(r"[\W_]?[^\W\d_]", before)
    return mark != "." or not (rest.lstrip()[:1].islower() or initial)


def _is_sentence_inside(inside: str, rest: str) -> bool:
    """Whether a bracket's own last stop ends the sentence around it as well."""
    if inside.rstrip(_QUOTES)[-1:] not in tuple(_STOPS):
        return False
    goes_on = rest.lstrip()[:1].islower() or rest.lstrip()[:1] in tuple(_COMMAS)
    return not rest or (rest[0].isspace() and not goes_on)


def _after_stop(block: str, at: int, pairs: dict[int, int]) -> int:
    while at < len(block) and block[at] in _STOPS + _QUOTES:
        at += 1
    ahead = at
    while ahead < len(block) and block[ahead].isspace():
        ahead += 1
    if ahead in pairs and block[ahead] in _ASIDES:
        return _after_stop(block, pairs[ahead] + 1, pairs)
    return at
