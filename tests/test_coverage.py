"""Coverage: clauses, rule values and endings, each beside the scenarios."""

import json
from pathlib import Path

import attrs
import pytest

from flohcati_rules.errors import DraftError
from flohcati_rules.evidence import ClauseKind
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.registry import load_variant
from flohcati_rules.scenarios import shipped_scenarios
from flohcati_rules.verify import (
    ClauseCover,
    Coverage,
    EndingCover,
    ValueCover,
    coverage,
)
from tests.test_cli import flohcati
from tests.test_mutants import draft_profile, honest_folder, strange_profile

SCENARIOS = shipped_scenarios("flea-circus")


@pytest.fixture(scope="module")
def amigo() -> Coverage:
    return coverage(load_variant("amigo-ja"), SCENARIOS)


@pytest.mark.parametrize("id", ["amigo-ja", "kirppusirkus-fi"])
def test_a_shipped_rule_text_is_fully_covered(id: str) -> None:
    found = coverage(load_variant(id), SCENARIOS)
    assert found.open == ()
    assert found.holds


@pytest.mark.parametrize("id", ["amigo-ja", "kirppusirkus-fi"])
def test_each_shipped_rule_clause_has_a_scenario_or_says_why_not(id: str) -> None:
    found = coverage(load_variant(id), SCENARIOS)
    for cover in found.clauses:
        if cover.clause.kind is ClauseKind.RULE:
            assert cover.scenarios or cover.clause.uncovered, cover.clause.id


def test_a_clause_is_shown_with_what_rests_on_it(amigo: Coverage) -> None:
    covers = {cover.clause.id: cover for cover in amigo.clauses}
    assert tuple(covers) == tuple(amigo.variant.clauses)
    assert covers["chain.3"].points == ("chain.duplicate",)
    names = {scenario.name for scenario in covers["chain.3"].scenarios}
    assert "The chain stops at a colour on display" in names
    assert not any(cover.is_open for cover in amigo.clauses)


def test_a_clause_that_nothing_cites_is_open_unless_it_says_why() -> None:
    variant = load_variant("amigo-ja")
    found = coverage(variant, ())
    bare = {cover.clause.id for cover in found.clauses if cover.is_open}
    assert "overview.2" in bare
    assert "overview.1" not in bare  # it says why no scenario can check it
    assert "chain.3" not in bare  # a rule value rests on it
    clause = attrs.evolve(variant.clauses["overview.1"], uncovered=None)
    clauses = {**variant.clauses, "overview.1": clause}
    again = coverage(attrs.evolve(variant, clauses=clauses), ())
    assert "overview.1" in {
        cover.clause.id for cover in again.open if isinstance(cover, ClauseCover)
    }


def test_scenarios_that_cite_no_clause_of_the_text_are_listed(amigo: Coverage) -> None:
    for scenario in amigo.citing_nothing:
        cited = {citation.variant for citation in scenario.citations}
        assert "amigo-ja" not in cited
    holding = {result.scenario for result in amigo.baseline.holding}
    assert {*amigo.citing_nothing} <= holding


def test_a_value_is_covered_where_another_makes_a_scenario_go_otherwise(
    amigo: Coverage,
) -> None:
    covers = {cover.point.id: cover for cover in amigo.values}
    shown = covers["chain.duplicate"]
    assert shown.scenario is not None
    assert shown.change is not None
    assert str(shown.change) == "chain.duplicate: takeable"
    assert shown.parts == "after step 1, the legal moves"
    assert covers["demand.shown"].parts.endswith("what a seat sees")
    assert covers["tie.winner"].parts.endswith("the winners")
    assert covers["players.most"].parts == "in the end, seats_allowed"
    assert covers["turn.order"].excuse == "there is no other value"
    assert "table" in covers["start.seat"].excuse


def test_without_scenarios_every_value_that_touches_play_is_open() -> None:
    found = coverage(load_variant("amigo-ja"), ())
    open_values = [one for one in found.open if isinstance(one, ValueCover)]
    assert len(open_values) > 25
    endings = {one.ending for one in found.open if isinstance(one, EndingCover)}
    assert endings == {"gala", "deck", "chain"}
    assert not found.holds


def test_an_ending_counts_where_a_step_leads_to_it(amigo: Coverage) -> None:
    covers = {cover.ending: cover for cover in amigo.endings}
    assert tuple(covers) == tuple(FleaCircus.ENDINGS)
    for ending in ("gala", "deck", "chain"):
        assert covers[ending].scenarios
        assert all(scenario.when for scenario in covers[ending].scenarios)
    assert covers["passes"].excuse
    assert not covers["passes"].is_open


def test_a_draft_cannot_be_played_and_so_not_covered(tmp_path: Path) -> None:
    with pytest.raises(DraftError):
        coverage(load_variant(draft_profile(tmp_path)), SCENARIOS)


def test_the_command_lists_clauses_values_and_endings() -> None:
    result = flohcati("coverage", "kirppusirkus-fi")
    assert result.exit_code == 0
    for heading in ("Clauses", "Rule values", "Ways for a game to end"):
        assert heading in result.stdout
    assert "Everything is covered" in result.stdout
    assert "Not covered" not in result.stdout


def test_the_command_tells_what_is_open_and_what_does_not_hold(tmp_path: Path) -> None:
    profile, folder = strange_profile(tmp_path), honest_folder(tmp_path)
    result = flohcati("coverage", str(profile), "--scenarios", str(folder))
    assert result.exit_code == 1
    assert "Not covered" in result.stdout
    assert "Scenarios that do not hold" in result.stdout


def test_the_command_answers_programs(tmp_path: Path) -> None:
    (tmp_path / "a.scenario.yaml").write_text("format: scenario/1\n", "utf-8")
    options = ["--scenarios", str(tmp_path), "--json"]
    result = flohcati("coverage", "amigo-ja", *options)
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["format"] == "coverage/1"
    assert found["open"] == sum(
        row["open"] for key in ("clauses", "values", "endings") for row in found[key]
    )
    assert len(found["clauses"]) == len(load_variant("amigo-ja").clauses)
    assert len(found["scenarios"]["problems"]) == 2


def test_a_house_variant_is_covered_by_the_scenarios_of_its_text() -> None:
    found = coverage(load_variant("house-gamblers"), SCENARIOS)
    covers = {cover.clause.id: cover for cover in found.clauses}
    assert covers["chain.3"].scenarios
    assert found.holds or found.open
