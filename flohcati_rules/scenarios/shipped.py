"""The scenarios that come with the library, and the variants they run for."""

from collections.abc import Sequence
from functools import cache

from flohcati_rules.profiles import Kind, Variant
from flohcati_rules.registry import catalogue, game_named, list_variants
from flohcati_rules.scenarios.loading import load_scenarios
from flohcati_rules.scenarios.model import Scenario


@cache
def shipped_scenarios(game: str) -> tuple[Scenario, ...]:
    """Return the scenarios that are shipped for a game, by file.

    A file is named from the folder of the variants on, wherever that lies.

    Raises:
        UnknownNameError: there is no such game.
        ScenarioFileError: a file is not a valid scenario file.

    """
    game_named(game)
    files = catalogue().scenario_files(game)
    return tuple(
        scenario
        for path in files
        if path.name.endswith(".scenario.yaml")
        for scenario in load_scenarios(path, file=f"{game}/scenarios/{path.name}")
    )


def variants_for(
    scenario: Scenario, given: Sequence[Variant] | None = None
) -> tuple[Variant, ...]:
    """Return the variants that a scenario runs for.

    They are those it names; if it names none, every shipped translation of its game.

    Args:
        scenario: the scenario.
        given: variants to run for instead; those of its game.

    """
    if given is not None:
        return tuple(
            variant for variant in given if scenario.game == variant.game_class.ID
        )
    if scenario.named:
        return tuple(catalogue().load(id) for id in scenario.named)
    return tuple(
        variant
        for variant in list_variants()
        if scenario.game == variant.game_class.ID and variant.kind is Kind.TRANSLATION
    )
