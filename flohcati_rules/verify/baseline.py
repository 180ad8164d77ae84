"""What scenarios say of a variant as it stands, before anything is changed."""

from collections.abc import Iterable, Iterator

import attrs

from flohcati_rules.profiles import Variant
from flohcati_rules.registry import list_variants
from flohcati_rules.rulepoints import RulePoint
from flohcati_rules.scenarios import Result, Scenario, Verdict, outcomes, run


@attrs.frozen(kw_only=True)
class Baseline:
    """How scenarios come out for a variant, each in the one place that fits it.

    Attributes:
        variant: the variant.
        holding: the results of those that hold.
        failing: the results of those that do not.
        unusable: of those that cannot be played here, for they name other variants
            only, or speak of a card that these components lack.
        silent: the scenarios that say nothing of the variant.

    """

    variant: Variant
    holding: tuple[Result, ...]
    failing: tuple[Result, ...]
    unusable: tuple[Result, ...]
    silent: tuple[Scenario, ...]

    @property
    def speaking(self) -> int:
        """How many scenarios expect something of the variant."""
        return len(self.holding) + len(self.failing)

    def nearest(self, point: RulePoint) -> Iterator[Scenario]:
        """Yield the scenarios that hold, those first that concern a rule point."""
        evidence = self.variant.evidence[point.id]
        rests_on = {clause.id for clause in evidence.clauses}
        texts = lineage(self.variant)

        def distance(result: Result) -> int:
            assert result.entry is not None
            scenario = result.scenario
            if point.id in result.entry.condition.values:
                return 0
            if any(point.id in entry.condition.values for entry in scenario.then):
                return 1
            cited = {
                citation.clause
                for citation in scenario.citations
                if citation.variant in texts
            }
            return 3 - bool(cited & rests_on)

        for result in sorted(self.holding, key=distance):
            yield result.scenario


def baseline(variant: Variant, scenarios: Iterable[Scenario]) -> Baseline:
    """Run scenarios for a variant, as it stands; those of other games are left out.

    Raises:
        DraftError: some rule value of the variant is unknown.

    """
    assert (
        variant.rules is not None
    )  # a draft is refused here, not scenario by scenario
    results = [
        run(scenario, variant)
        for scenario in scenarios
        if scenario.game == variant.game_class.ID
    ]

    def of(*verdicts: Verdict) -> tuple[Result, ...]:
        return tuple(result for result in results if result.verdict in verdicts)

    wrong = of(Verdict.FAILED, Verdict.ERROR)
    unusable = tuple(result for result in wrong if _is_foreign(result, variant))
    return Baseline(
        variant=variant,
        holding=of(Verdict.PASSED),
        failing=tuple(result for result in wrong if result not in unusable),
        unusable=unusable,
        silent=tuple(result.scenario for result in of(Verdict.SAYS_NOTHING)),
    )


def _is_foreign(result: Result, variant: Variant) -> bool:
    """Tell whether a scenario makes no sense here because it was written for others."""
    named = result.scenario.named
    if result.verdict is not Verdict.ERROR or variant.id in named:
        return False
    return bool(named) or _lacks_pieces(result.scenario, variant)


def _lacks_pieces(scenario: Scenario, variant: Variant) -> bool:
    """Tell whether a variant could set up a scenario if it had other components.

    A position that its rules forbid remains a fault of the one or of the other.
    """
    if variant.components is None or outcomes(scenario, variant).stopped_at != 0:
        return False
    sets = {
        one.components.digest: one.components
        for one in list_variants()
        if one.game_class is variant.game_class and one.components is not None
    }
    sets.pop(variant.components.digest, None)
    return any(
        outcomes(scenario, attrs.evolve(variant, components=one)).stopped_at != 0
        for one in sets.values()
    )


def lineage(variant: Variant) -> frozenset[str]:
    """Return the ids of a variant and of all that it takes values from."""
    origins = {evidence.origin for evidence in variant.evidence.values()}
    return frozenset({variant.id, *origins, *filter(None, [variant.extends])})
