"""The matrix: scenarios by variants, and which rule values decide a difference."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

import attrs

from flohcati_rules.compare import diff
from flohcati_rules.compare.deciding import deciding_points
from flohcati_rules.errors import RequestError
from flohcati_rules.evidence import Strength
from flohcati_rules.profiles import Variant
from flohcati_rules.scenarios import Outcomes, Result, Scenario, Verdict, outcomes, run


class Agreement(StrEnum):
    """How a scenario comes out under one variant, beside the first it speaks of."""

    SAME = "same"
    """As under the first variant."""
    DIFFERENT = "different"
    """Not as under the first variant."""
    SAYS_NOTHING = "says nothing"
    """It does not speak of this variant."""
    ERROR = "error"
    """It makes no sense under this variant."""


@attrs.frozen(kw_only=True)
class Cell:
    """One scenario under one variant.

    Attributes:
        result: what came of what it expects.
        agreement: how it comes out beside the first variant.
        outcome: the number of its outcome within the row, from 1; 0 for none.
        outcomes: what it comes to; None where it says nothing or makes no sense.

    """

    result: Result
    agreement: Agreement
    outcome: int
    outcomes: Outcomes | None

    @property
    def fails(self) -> bool:
        """Whether it comes out otherwise than the scenario expects."""
        return self.result.verdict is Verdict.FAILED


@attrs.frozen(kw_only=True)
class Row:
    """One scenario under all variants.

    Attributes:
        scenario: the scenario.
        cells: a cell for each variant, in their order.
        deciding: the rule points whose values make the difference, if there is one.

    """

    scenario: Scenario
    cells: tuple[Cell, ...]
    deciding: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether it comes out differently under any two variants."""
        return any(cell.agreement is Agreement.DIFFERENT for cell in self.cells)


@attrs.frozen(kw_only=True)
class Matrix:
    """Scenarios by variants of one game.

    Attributes:
        variants: the variants, the one that the others are compared to first.
        rows: a row for each scenario.

    """

    variants: tuple[Variant, ...]
    rows: tuple[Row, ...]

    @property
    def differing(self) -> tuple[Row, ...]:
        """The scenarios that come out differently."""
        return tuple(row for row in self.rows if row.differs)

    def unstated(self, row: Row) -> Mapping[str, tuple[str, ...]]:
        """Return the deciding rule points that a variant's text does not state.

        They are told by variant. A difference that rests on them may be one of our
        readings rather than of the texts.
        """
        found = {
            variant.id: tuple(
                id
                for id in row.deciding
                if variant.evidence[id].strength is not Strength.STATED
            )
            for variant in self.variants
        }
        return {id: points for id, points in found.items() if points}


def matrix(scenarios: Iterable[Scenario], variants: Sequence[Variant]) -> Matrix:
    """Return how scenarios come out under variants of one game.

    Args:
        scenarios: the scenarios; those of other games are left out.
        variants: the variants; the others are compared to the first.

    Raises:
        RequestError: there is no variant, they are of different games, or two of
            them bear the same id.

    """
    variants = tuple(dict.fromkeys(variants))
    games = {variant.game_class.ID: variant.game_class for variant in variants}
    if len(games) != 1:
        named = ", ".join(games) or "none"
        message = f"a matrix has the variants of one game; these are of {named}"
        raise RequestError(message)
    ids = [variant.id for variant in variants]
    for id in ids:
        if ids.count(id) > 1:
            message = f"two different variants are called {id}; give one another id"
            raise RequestError(message)
    return Matrix(
        variants=variants,
        rows=tuple(
            _row(scenario, variants) for scenario in scenarios if scenario.game in games
        ),
    )


def _row(scenario: Scenario, variants: Sequence[Variant]) -> Row:
    groups: list[Outcomes] = []
    first = variants[0]
    cells: list[Cell] = []
    deciding: dict[str, None] = {}
    for variant in variants:
        result = run(scenario, variant)
        if result.verdict in _WITHOUT_OUTCOME:
            agreement, number, found = _WITHOUT_OUTCOME[result.verdict], 0, None
        else:
            found = outcomes(scenario, variant)
            number = _number_of(found, groups)
            if number > len(groups):
                first = first if groups else variant
                groups.append(found)
            agreement = Agreement.SAME if number == 1 else Agreement.DIFFERENT
            if number > 1:
                deciding.update(dict.fromkeys(_deciding(scenario, first, variant)))
        cells.append(
            Cell(result=result, agreement=agreement, outcome=number, outcomes=found)
        )
    return Row(scenario=scenario, cells=tuple(cells), deciding=tuple(deciding))


_WITHOUT_OUTCOME = {
    Verdict.SAYS_NOTHING: Agreement.SAYS_NOTHING,
    Verdict.ERROR: Agreement.ERROR,
}


def _number_of(found: Outcomes, groups: Sequence[Outcomes]) -> int:
    """Return which outcome this is, counted from 1; one more than there are if new."""
    for number, other in enumerate(groups, start=1):
        if not other.differs_from(found):
            return number
    return len(groups) + 1


def _deciding(scenario: Scenario, a: Variant, b: Variant) -> Iterator[str]:
    """Yield the rule points that make a scenario come out differently."""

    def tells(one: Variant, other: Variant) -> bool:
        differs = outcomes(scenario, one).differs_from(outcomes(scenario, other))
        return bool(differs)

    for found in deciding_points(diff(a, b), tells):
        yield found.point.id
