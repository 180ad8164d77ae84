"""The trace of a text: where each clause of a profile is in somebody's own copy.

This is how a revised text is noticed: a sentence that has changed has another
digest, so that its clause is no longer there, and a sentence is that nobody knows.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

import attrs

from flohcati_rules.errors import RequestError
from flohcati_rules.evidence import Clause
from flohcati_rules.profiles import Variant
from flohcati_rules.ruletext import Sentence
from flohcati_rules.scenarios import Scenario
from flohcati_rules.verify.baseline import lineage
from flohcati_rules.verify.finding import Claims, Copy, in_order, squeezed_length

_SAME_PLACE = 0.2
"""How much the same place makes up for another length."""


class Whereabouts(StrEnum):
    """Where a clause is in a copy of the text."""

    FOUND = "found"
    """It is where the profile has it among its neighbours."""
    MOVED = "moved"
    """It is there, but before or after other clauses than in the profile."""
    CHANGED = "changed"
    """A sentence has it, and says more."""
    MISSING = "missing"
    """No sentence is this clause."""


@attrs.frozen(kw_only=True)
class TracedClause:
    """A clause of the profile, and where the copy has it.

    Attributes:
        clause: the clause.
        whereabouts: whether the copy has it.
        sentence: the sentence that is, or has, the clause; of a missing one the
            nearest that the profile does not know, or None.
        points: the rule points whose values rest on it.
        scenarios: the scenarios that cite it.

    """

    clause: Clause
    whereabouts: Whereabouts
    sentence: Sentence | None
    points: tuple[str, ...]
    scenarios: tuple[Scenario, ...]


@attrs.frozen(kw_only=True)
class Stranger:
    """A sentence of the copy that the profile does not know.

    Attributes:
        sentence: the sentence.
        holds: the clauses that it has in it, besides what is not known.
        nearest: the missing clause that it may be now, or None.
        repeats: the clause that it says once more, or None.

    """

    sentence: Sentence
    holds: tuple[Clause, ...] = ()
    nearest: Clause | None = None
    repeats: Clause | None = None


@attrs.frozen(kw_only=True)
class Trace:
    """What became of each clause in a copy, and of each sentence in the profile.

    Attributes:
        variant: the variant whose profile it is.
        clauses: the clauses in the order of the profile.
        sentences: how many sentences the copy has.
        strangers: those of them that the profile does not know.
        gave_up: whether the copy is so long, and so unlike the text, that clauses
            were not looked for inside its sentences.

    """

    variant: Variant
    clauses: tuple[TracedClause, ...]
    sentences: int
    strangers: tuple[Stranger, ...]
    gave_up: bool = False

    def of(self, whereabouts: Whereabouts) -> tuple[TracedClause, ...]:
        """Return the clauses that are there, or moved, changed or missing."""
        return tuple(one for one in self.clauses if one.whereabouts is whereabouts)

    @property
    def missing(self) -> tuple[TracedClause, ...]:
        """The clauses that the copy does not have."""
        return self.of(Whereabouts.MISSING)

    @property
    def changed(self) -> tuple[TracedClause, ...]:
        """The clauses whose sentence now says more."""
        return self.of(Whereabouts.CHANGED)

    @property
    def holds(self) -> bool:
        """Whether the copy is the text of the profile, with nothing open."""
        return not self.missing and not self.strangers

    @property
    def is_other_text(self) -> bool:
        """Whether not one clause is there, so that it is hardly the same text."""
        return len(self.missing) == len(self.clauses)


def trace(variant: Variant, text: str, scenarios: Iterable[Scenario] = ()) -> Trace:
    """Look for the clauses of a variant in a copy of its text.

    Args:
        variant: the variant.
        text: the copy.
        scenarios: the scenarios that may cite the clauses.

    Raises:
        RequestError: the profile lists no clauses.

    """
    clauses = tuple(variant.clauses.values())
    if not clauses:
        message = f"{variant.id} lists no clauses that a text could be searched for"
        raise RequestError(message)
    copy = Copy.of(text)
    claims = Claims(copy, clauses)
    claims.claim_sentences()
    claims.claim_within()
    open_parts = dict(claims.open_parts())
    new = [index for index in open_parts if _repeated(claims, index) is None]
    nearest = _nearest(claims, new) if claims.found else {}
    citing = _Citing(variant, tuple(scenarios))
    ordered = _ordered(claims)
    changed = {
        place: index
        for index, in_part in open_parts.items()
        if in_part
        for place in _within(claims, index)
    }
    return Trace(
        variant=variant,
        clauses=tuple(
            TracedClause(
                clause=clause,
                whereabouts=Whereabouts.CHANGED
                if place in changed
                else _whereabouts(place, claims, ordered),
                sentence=copy.sentences[changed[place]]
                if place in changed
                else _sentence(place, claims, nearest),
                points=citing.points(clause),
                scenarios=citing.scenarios(clause),
            )
            for place, clause in enumerate(clauses)
        ),
        sentences=len(copy.sentences),
        strangers=tuple(
            _stranger(index, claims, nearest, in_part=in_part)
            for index, in_part in open_parts.items()
        ),
        gave_up=claims.gave_up,
    )


def _ordered(claims: Claims) -> frozenset[int]:
    """Return the clauses that follow one another as in the profile."""
    starts = [
        [claims.found[place].start] if place in claims.found else []
        for place in range(len(claims.clauses))
    ]
    return frozenset(in_order(starts))


def _whereabouts(place: int, claims: Claims, ordered: frozenset[int]) -> Whereabouts:
    if place in ordered:
        return Whereabouts.FOUND
    return Whereabouts.MOVED if place in claims.found else Whereabouts.MISSING


def _sentence(place: int, claims: Claims, nearest: dict[int, int]) -> Sentence | None:
    if place in claims.found:
        return claims.copy.sentences[claims.copy.at(claims.found[place].start)]
    return claims.copy.sentences[nearest[place]] if place in nearest else None


def _stranger(
    index: int, claims: Claims, nearest: dict[int, int], *, in_part: bool
) -> Stranger:
    copy, clauses = claims.copy, claims.clauses
    changed = [place for place, found in nearest.items() if found == index]
    within = [clauses[place] for place in _within(claims, index)]
    return Stranger(
        sentence=copy.sentences[index],
        holds=tuple(within) if in_part else (),
        nearest=clauses[changed[0]] if changed else None,
        repeats=_repeated(claims, index),
    )


def _within(claims: Claims, index: int) -> list[int]:
    """Return the places of the clauses that a sentence has in it."""
    start, end = claims.copy.spans[index]
    return [
        place
        for place, span in claims.found.items()
        if span.start < end and start < span.end
    ]


def _repeated(claims: Claims, index: int) -> Clause | None:
    """Return the clause that a sentence says once more, if it does."""
    squeezed = claims.copy.squeezed
    start, end = claims.copy.spans[index]
    for place, span in claims.found.items():
        if span.start != start and squeezed[slice(*span)] == squeezed[start:end]:
            return claims.clauses[place]
    return None


def _nearest(claims: Claims, strangers: Sequence[int]) -> dict[int, int]:
    """Pair missing clauses with unknown sentences, by the neighbours they share.

    Where a clause and a sentence stand between the same two found clauses, the one
    has probably become the other. Order, place and length decide among several.
    """
    ordered = sorted(_ordered(claims))
    starts = [claims.found[place].start for place in ordered]
    gaps: dict[int, tuple[list[int], list[int]]] = {}
    for place in claims.missing:
        gap = sum(other < place for other in ordered)
        gaps.setdefault(gap, ([], []))[0].append(place)
    for index in strangers:
        gap = sum(start <= claims.copy.spans[index].start for start in starts)
        gaps.setdefault(gap, ([], []))[1].append(index)
    pairs: dict[int, int] = {}
    for places, indexes in gaps.values():
        if places and indexes:
            pairs.update(_paired(claims, places, indexes))
    return pairs


def _paired(
    claims: Claims, places: Sequence[int], indexes: Sequence[int]
) -> Iterable[tuple[int, int]]:
    """Return the pairing in order whose pairs are most alike, taken together."""
    best = [[0.0] * (len(indexes) + 1) for _ in range(len(places) + 1)]
    alike = [[_likeness(claims, place, index) for index in indexes] for place in places]
    for row in reversed(range(len(places))):
        for column in reversed(range(len(indexes))):
            best[row][column] = max(
                best[row + 1][column],
                best[row][column + 1],
                best[row + 1][column + 1] + alike[row][column],
            )
    row = column = 0
    while row < len(places) and column < len(indexes):
        if best[row][column] == best[row + 1][column + 1] + alike[row][column]:
            yield places[row], indexes[column]
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1


def _likeness(claims: Claims, place: int, index: int) -> float:
    """Return how alike a clause and a sentence are, as far as a digest can tell."""
    clause, sentence = claims.clauses[place], claims.copy.sentences[index]
    start, end = claims.copy.spans[index]
    sizes = sorted([squeezed_length(clause), end - start])
    return sizes[0] / sizes[1] + _SAME_PLACE * (clause.at == sentence.place)


class _Citing:
    """What rests on the clauses of a variant."""

    def __init__(self, variant: Variant, scenarios: Sequence[Scenario]) -> None:
        self.variant = variant
        self.cited: dict[str, dict[int, Scenario]] = {}
        texts = lineage(variant)
        for scenario in scenarios:
            if scenario.game != variant.game_class.ID:
                continue
            for citation in scenario.citations:
                if citation.variant in texts:
                    by_clause = self.cited.setdefault(citation.clause, {})
                    by_clause[id(scenario)] = scenario

    def points(self, clause: Clause) -> tuple[str, ...]:
        """Return the rule points whose values rest on a clause."""
        return tuple(
            point
            for point, evidence in self.variant.evidence.items()
            if clause in evidence.clauses
        )

    def scenarios(self, clause: Clause) -> tuple[Scenario, ...]:
        """Return the scenarios that cite a clause."""
        return tuple(self.cited.get(clause.id, {}).values())
