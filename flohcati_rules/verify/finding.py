"""Finding the clauses of a profile in a copy of the text, by digest alone.

Whole sentences are compared first, in order. What is left is looked for inside the
sentences that are left, since another copy may be cut into lines elsewhere.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, Self

import attrs

from flohcati_rules.evidence import Clause
from flohcati_rules.ruletext import (
    DIGEST_PATTERN,
    Sentence,
    digest,
    find,
    sentences,
    squeeze,
)

MOST_EDGES = 200_000
"""How often the edge of a sentence is tried for a clause."""
MOST_LETTERS = 1_000_000
"""How often any letter is tried as the start of a clause."""

_NUMBERING = re.compile(r"\W*(?:\d{1,3}|[^\W\d_])[.)\uff0e\uff09:]\s*(?=\S)")
_TELLING = 20
"""From how many letters on a clause is recognised amid a sentence."""
_SHORT = 8
"""Up to how many letters it is recognised only from edge to edge."""


class Span(NamedTuple):
    """Where something is in the squeezed text: from one offset up to another."""

    start: int
    end: int


@attrs.frozen
class Copy:
    """A rule text cut into sentences, and the same without its blanks and signs.

    Attributes:
        sentences: the sentences in text order.
        squeezed: all of them squeezed, one after the other.
        spans: where each is in the squeezed text.
        bodies: where each is without the number of an item that it starts with.

    """

    sentences: tuple[Sentence, ...]
    squeezed: str = attrs.field(repr=False)
    spans: tuple[Span, ...] = attrs.field(repr=False)
    bodies: tuple[Span, ...] = attrs.field(repr=False)

    @classmethod
    def of(cls, text: str) -> Self:
        """Return a rule text as it is searched."""
        cut = sentences(text)
        pieces = [squeeze(sentence.text) for sentence in cut]
        spans = tuple(
            Span(end - len(piece), end)
            for piece, end in zip(pieces, accumulate(map(len, pieces)), strict=True)
        )
        bodies = tuple(
            Span(start + _numbering(sentence), end)
            for sentence, (start, end) in zip(cut, spans, strict=True)
        )
        return cls(cut, "".join(pieces), spans, bodies)

    def at(self, offset: int) -> int:
        """Return which sentence has the letter at an offset."""
        return bisect_right(self.spans, offset, key=lambda span: span.start) - 1


def _numbering(sentence: Sentence) -> int:
    """Return how many squeezed letters the number of an item takes, if it has one."""
    found = _NUMBERING.match(sentence.text)
    return len(squeeze(found[0])) if found else 0


class Claims:
    """Which parts of a copy are clauses of the profile; grows while it is made."""

    def __init__(self, copy: Copy, clauses: Sequence[Clause]) -> None:
        """Start with nothing found."""
        self.copy = copy
        self.clauses = clauses
        self.found: dict[int, Span] = {}
        """Where each clause is, by its place among the clauses."""
        self.gave_up = False
        """Whether too much was left to look for every clause everywhere."""
        self._begins = sorted({start for start, _ in (*copy.spans, *copy.bodies)})
        self._ends = [end for _, end in copy.spans]

    @property
    def missing(self) -> tuple[int, ...]:
        """The places of the clauses that are not found."""
        return tuple(
            place for place in range(len(self.clauses)) if place not in self.found
        )

    def claim_sentences(self) -> None:
        """Claim each sentence that is a clause: in order, then what has moved."""
        places: dict[str, list[int]] = {}
        for index, sentence in enumerate(self.copy.sentences):
            whole = digest(sentence.text)
            places.setdefault(whole, []).append(index)
            places.setdefault(whole.rpartition("-")[0], []).append(index)
        wanted = [places.get(clause.digest, []) for clause in self.clauses]
        taken = in_order(wanted)
        free = {*range(len(self.copy.sentences))} - {*taken.values()}
        for place, options in enumerate(wanted):
            moved = [index for index in options if index in free]
            if place not in taken and moved:
                taken[place] = moved[0]
                free.discard(moved[0])
        for place, index in taken.items():
            self.found[place] = self.copy.spans[index]

    def claim_within(self) -> None:
        """Claim the clauses that are part of a sentence, or go over several."""
        self._claim_beside()
        missing = self._told_by_length()
        stretches = self._stretches()
        edges = sum(len(self._edges(stretch, _SHORT)) for stretch in stretches)
        if edges * len(missing) <= MOST_EDGES:
            for place in missing:
                self._claim_at_edge(place)
            self._claim_beside()
        else:
            self.gave_up = True
        missing = self._told_by_length()
        letters = sum(end - start for start, end in self._stretches())
        if letters * len(missing) <= MOST_LETTERS:
            for place in missing:
                self._claim_amid(place)
            self._claim_beside()
        else:
            self.gave_up = True

    def open_parts(self) -> Iterator[tuple[int, bool]]:
        """Yield each sentence that is not claimed, and whether only in part."""
        claimed = bytearray(len(self.copy.squeezed))
        for start, end in self.found.values():
            claimed[start:end] = b"\x01" * (end - start)
        for index, (start, end) in enumerate(self.copy.bodies):
            left = end - start - sum(claimed[start:end])
            if left:
                yield index, left < end - start

    def _told_by_length(self) -> list[int]:
        """Return the missing clauses whose digest tells their length."""
        return [place for place in self.missing if squeezed_length(self.clauses[place])]

    def _claim_beside(self) -> None:
        """Claim the clauses that stand right beside their neighbours.

        Each that is found is the neighbour of the next, down the text and up again.
        """
        last = len(self.copy.squeezed)
        missing = self._told_by_length()
        for place in [*missing, *reversed(missing)]:
            size = squeezed_length(self.clauses[place])
            before = Span(0, 0) if place == 0 else self.found.get(place - 1)
            is_last = place == len(self.clauses) - 1
            after = Span(last, last) if is_last else self.found.get(place + 1)
            starts = [before.end] if before else []
            starts += [after.start - size] if after else []
            for start in starts:
                span = Span(start, start + size)
                if place not in self.found and self._is_free(span):
                    self._claim_if(place, span)

    def _is_free(self, span: Span) -> bool:
        return any(
            start <= span.start and span.end <= end for start, end in self._stretches()
        )

    def _claim_if(self, place: int, span: Span) -> bool:
        """Claim a clause if these letters are it; tell whether they are."""
        letters = self.copy.squeezed[span.start : span.end]
        is_it = find(self.clauses[place].digest, letters) == 0
        if is_it:
            self.found[place] = span
        return is_it

    def _claim_at_edge(self, place: int) -> None:
        """Claim a clause that begins or ends with a sentence."""
        size = squeezed_length(self.clauses[place])
        for stretch in self._likeliest_first(place):
            for start in self._edges(stretch, size):
                if self._claim_if(place, Span(start, start + size)):
                    return

    def _claim_amid(self, place: int) -> None:
        """Claim a clause wherever it is, if it is long enough to be told."""
        size = squeezed_length(self.clauses[place])
        if size < _TELLING:
            return
        for stretch in self._likeliest_first(place):
            letters = self.copy.squeezed[stretch.start : stretch.end]
            at = find(self.clauses[place].digest, letters)
            if at is not None:
                start = stretch.start + at
                self.found[place] = Span(start, start + size)
                return

    def _likeliest_first(self, place: int) -> list[Span]:
        """Return what is left of the copy, from where the clause is expected on."""
        before = [span.end for other, span in self.found.items() if other < place]
        expected = max(before, default=0)
        return sorted(self._stretches(), key=lambda one: (one.end <= expected, one))

    def _stretches(self) -> list[Span]:
        """Return the longest runs of letters that are not claimed."""
        stretches: list[Span] = []
        start = 0
        last = len(self.copy.squeezed)
        for span in [*sorted(self.found.values()), Span(last, last)]:
            if start < span.start:
                stretches.append(Span(start, span.start))
            start = max(start, span.end)
        return stretches

    def _edges(self, stretch: Span, size: int) -> list[int]:
        """Return where a clause of a size would begin or end with a sentence."""
        first, last = stretch.start, stretch.end - size
        begins = {*_between(self._begins, first, last), first}
        ends = {end - size for end in _between(self._ends, first + size, last + size)}
        starts = begins & ends if size < _SHORT else begins | ends
        return sorted(start for start in starts if first <= start <= last)


def _between(ascending: Sequence[int], first: int, last: int) -> Sequence[int]:
    return ascending[bisect_left(ascending, first) : bisect_right(ascending, last)]


def squeezed_length(clause: Clause) -> int:
    """Return the length of a squeezed clause; 0 where its digest does not tell."""
    if not re.fullmatch(DIGEST_PATTERN, clause.digest):
        return 0
    return int(clause.digest.rpartition("-")[2])


class _Link(NamedTuple):
    """The end of a chain of clauses that follow one another in the copy."""

    clause: int
    place: int
    before: "_Link | None"


def in_order(wanted: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the longest ascending choice of one place each; some get none.

    >>> in_order([[0], [3], [1], [1, 2]])
    {0: 0, 2: 1, 3: 2}
    """
    ends: list[_Link] = []
    for clause, places in enumerate(wanted):
        for place in sorted(places, reverse=True):
            length = bisect_left(ends, place, key=lambda link: link.place)
            link = _Link(clause, place, ends[length - 1] if length else None)
            ends[length : length + 1] = [link]
    chosen: dict[int, int] = {}
    last = ends[-1] if ends else None
    while last is not None:
        chosen[last.clause] = last.place
        last = last.before
    return dict(reversed(chosen.items()))
