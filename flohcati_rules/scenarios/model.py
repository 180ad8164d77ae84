"""A scenario as a value: what is given, when these moves are made, what then is so.

Every part knows its spot in the file, so that whatever is wrong with it, or comes
out otherwise, can be shown where it is written.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum

import attrs

from flohcati_rules.documents import Node, Plain, Spot
from flohcati_rules.errors import Problem
from flohcati_rules.profiles import Variant
from flohcati_rules.rulepoints import Value, spoken


@attrs.frozen
class Written:
    """What is written at a spot of a file, with the spots of all that is in it.

    ``spots`` are keyed by the path within, such as ``hands.Ann.0``; ``texts`` has
    the first spot of each text.
    """

    value: Plain = attrs.field(hash=False)
    spot: Spot
    spots: Mapping[str, Spot] = attrs.field(repr=False, hash=False)
    texts: Mapping[str, Spot] = attrs.field(repr=False, hash=False)

    @classmethod
    def of(cls, node: Node) -> "Written":
        """Return what a node of a document holds."""
        spots: dict[str, Spot] = {}
        texts: dict[str, Spot] = {}
        for path, inner in within(node):
            is_container = inner.is_mapping or isinstance(inner.content, tuple)
            spots[path] = inner.key_spot if is_container else inner.spot
            if isinstance(inner.content, str):
                texts.setdefault(inner.content, inner.spot)
        return cls(node.value, node.spot, spots, texts)

    def spot_of(self, path: str) -> Spot:
        """Return the spot of a path within, or of the nearest thing around it."""
        while path and path not in self.spots:
            path = path.rpartition(".")[0]
        return self.spots.get(path, self.spot)


def within(node: Node, path: str = "") -> Iterator[tuple[str, Node]]:
    """Yield a node and all nodes in it, each with its path from the first one."""
    yield path, node
    match node.content:
        case tuple() as items:
            inner = [(str(index), item) for index, item in enumerate(items)]
        case Mapping() as entries:
            inner = list(entries.items())
        case _:
            inner = []
    for step, child in inner:
        yield from within(child, f"{path}.{step}" if path else step)


@attrs.frozen
class Citation:
    """A clause of a variant's text that a scenario checks."""

    variant: str
    clause: str
    spot: Spot


@attrs.frozen
class Step:
    """One move of a scenario: who makes it, and the move in the notation.

    ``spot`` is that of who makes it; ``move_spot`` that of the move.
    """

    actor: str
    text: str
    spot: Spot
    move_spot: Spot


@attrs.frozen
class Condition:
    """Which variants an entry speaks of: those with these ids, or these values.

    With neither it speaks of every variant.
    """

    variants: tuple[str, ...] = ()
    values: Mapping[str, Value] = attrs.field(factory=dict[str, Value], hash=False)

    def holds_for(self, variant: Variant) -> bool:
        """Tell whether it speaks of a variant; a value that is unknown is no match."""
        if self.variants:
            return variant.id in self.variants
        return all(
            point in variant.values and variant.values[point] == value
            for point, value in self.values.items()
        )

    def __str__(self) -> str:
        """Return the condition as a person reads it."""
        if self.variants:
            return ", ".join(self.variants)
        values = (f"{id}: {spoken(value)}" for id, value in self.values.items())
        return ", ".join(values) or "every variant"


@attrs.frozen
class Expectation:
    """One thing that is expected, such as whose turn it is."""

    key: str
    written: Written


@attrs.frozen
class Entry:
    """What is expected after the moves, for the variants that a condition names."""

    condition: Condition
    expectations: tuple[Expectation, ...]
    spot: Spot


@attrs.frozen(kw_only=True)
class Scenario:
    """One case of a game: given a position, when moves are made, then this is so.

    Attributes:
        name: its name, which no other scenario of the file bears.
        game: the id of its game.
        file: the name of its file, as messages show it.
        spot: where it begins.
        citations: the clauses that it checks.
        named: the ids of the variants that it names, in its clauses or conditions.
        given: the description of the position, by the keys of the game.
        seats: the names of the seats.
        when: the moves, in order.
        then: what is expected; exactly one entry speaks of a variant.

    """

    name: str
    game: str
    file: str
    spot: Spot
    citations: tuple[Citation, ...]
    named: tuple[str, ...]
    given: Written
    seats: tuple[str, ...]
    when: tuple[Step, ...]
    then: tuple[Entry, ...]

    def entries_for(self, variant: Variant) -> tuple[Entry, ...]:
        """Return the entries that speak of a variant; one, if all is well."""
        return tuple(entry for entry in self.then if entry.condition.holds_for(variant))


class Verdict(StrEnum):
    """What came of running a scenario for a variant."""

    PASSED = "passed"
    """Everything is as expected."""
    FAILED = "failed"
    """Something is not as expected, or a step is not legal."""
    ERROR = "error"
    """The file makes no sense for this variant."""
    SAYS_NOTHING = "says nothing"
    """No entry speaks of this variant."""


@attrs.frozen(kw_only=True)
class Finding:
    """One thing that is wrong in a file for a variant, or not as expected.

    Attributes:
        what: the part of the scenario, such as ``turn``, ``hands.Ben`` or ``step 2``.
        message: what is wrong with it.
        spot: where it is written.
        expected: what is expected, as text; empty when it is not a comparison.
        found: what it is instead.

    """

    what: str
    message: str
    spot: Spot
    expected: str = ""
    found: str = ""

    def __str__(self) -> str:
        """Return the finding as ``what: message``."""
        return f"{self.what}: {self.message}" if self.what else self.message


@attrs.frozen(kw_only=True)
class Result:
    """What came of running one scenario for one variant.

    Attributes:
        scenario: the scenario.
        variant: the id of the variant whose rules were played.
        reading_as: the id of the variant that chose the entry; mostly the same.
        verdict: how it came out.
        entry: the entry that speaks of the variant; None without exactly one.
        findings: everything that is wrong; empty when it passed.
        position: the position after the moves in the notation; empty when they
            could not all be made.

    """

    scenario: Scenario
    variant: str
    reading_as: str
    verdict: Verdict
    entry: Entry | None = None
    findings: tuple[Finding, ...] = ()
    position: str = ""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The findings as problems of the file, in the order of their places."""
        return tuple(
            sorted(
                Problem(self.scenario.file, *finding.spot, finding.message)
                for finding in self.findings
            )
        )
