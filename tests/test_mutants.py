"""Mutants: a rule value that could be wrong must not go unnoticed."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from flohcati_rules.compare import diff
from flohcati_rules.compare.lines import Bounds
from flohcati_rules.compare.witness import Search
from flohcati_rules.errors import DraftError, ScenarioFileError, UnreadableFileError
from flohcati_rules.games.flea_circus.rules import FleaCircusRules, TieWinner
from flohcati_rules.profiles import Variant
from flohcati_rules.registry import catalogue, load_variant
from flohcati_rules.rulepoints import Contradiction, point_of, points_of, value_of
from flohcati_rules.scenarios import Verdict, run, shipped_scenarios
from flohcati_rules.verify import (
    Fate,
    MutantRun,
    any_difference,
    changes,
    gather,
    mutants,
)
from tests.test_cli import flohcati

SCENARIOS = shipped_scenarios("flea-circus")
SETS = [one for one in SCENARIOS if "setup" in one.file]
"""Scenarios of the set-up, which pin nothing of the play."""

HONEST = """
format: scenario/1
game: flea-circus
scenarios:
  - name: The last card turned up may be picked
    clauses: {stranger-fi: [chain.2, chain.3]}
    given:
      seats: [Ann, Ben, Cleo]
      display: [blue-2, red-4]
      deck: [chain, green-1, red-2, pink-5]
    when:
      - Ann: reveal
    then:
      expect: {allows: [take red-2, decline]}
  - name: The whole chain lies there to be picked from
    given:
      seats: [Ann, Ben, Cleo]
      display: [blue-2, red-4]
      deck: [chain, green-1, red-2, pink-5]
    when:
      - Ann: reveal
    then:
      - for: {chain.duplicate: takeable}
        expect: {moves: [take blue-2, take red-4, take green-1, take red-2, decline]}
"""
"""What somebody expects who read the Finnish chain as it is written."""
NAME_LINE = 1 + HONEST[: HONEST.index("- name")].count("\n")
"""The line of the first scenario."""


def strange_profile(folder: Path) -> Path:
    """Write the Finnish profile with the chain's duplicate misread as discarded."""
    text = Path(str(catalogue().path("kirppusirkus-fi"))).read_text("utf-8")
    assert "chain.duplicate: {is: takeable" in text
    path = folder / "stranger-fi.yaml"
    path.write_text(
        text.replace("id: kirppusirkus-fi", "id: stranger-fi").replace(
            "chain.duplicate: {is: takeable", "chain.duplicate: {is: discarded"
        ),
        "utf-8",
    )
    return path


def draft_profile(folder: Path) -> Path:
    """Write a house variant that leaves one value open."""
    path = folder / "draft.yaml"
    path.write_text(
        "format: variant/1\nid: draft\ngame: flea-circus\nkind: house\n"
        "title: A draft\nextends: amigo-ja\n"
        "rules: {gala.bonus: {unknown: The page is torn.}}\n",
        "utf-8",
    )
    return path


def honest_folder(folder: Path) -> Path:
    """Write a folder of scenarios that contradict the strange profile."""
    scenarios = folder / "scenarios" / "chains"
    scenarios.mkdir(parents=True)
    (scenarios / "honest.scenario.yaml").write_text(HONEST, "utf-8")
    return scenarios.parent


@pytest.fixture(scope="module")
def amigo() -> MutantRun:
    return mutants(load_variant("amigo-ja"), SCENARIOS, searching=any_difference)


def values_tried(variant: Variant, point: str) -> list[str]:
    rules = variant.game_class.RULES
    return [change.told for change in changes(variant, point_of(rules, point))]


@pytest.mark.parametrize("id", ["amigo-ja", "kirppusirkus-fi"])
def test_no_mutant_of_a_shipped_rule_text_is_missed(id: str) -> None:
    found = mutants(load_variant(id), SCENARIOS)
    assert [*map(str, found.of(Fate.MISSED))] == []
    assert [one.result.scenario.name for one in found.broken] == []
    assert found.holds
    assert len(found.of(Fate.CAUGHT)) > 40


def test_every_point_with_another_value_has_mutants(amigo: MutantRun) -> None:
    tried = amigo.by_point()
    for id, point in points_of(FleaCircusRules).items():
        words = getattr(point.answers, "words", ())
        if words:
            values = {mutant.value for mutant in tried.get(id, ())}
            assert values == {*words} - {amigo.variant.values[id]}
        else:
            assert tried[id]


def test_one_value_is_changed_and_its_companions_move_along(amigo: MutantRun) -> None:
    for mutant in amigo.mutants:
        changed = mutant.change.variant
        assert changed is not None
        differing = {one.point.id for one in diff(amigo.variant, changed).values}
        assert differing == {mutant.point.id, *mutant.change.moved}
    gala = amigo.by_point()["gala.allowed"][0]
    assert gala.change.moved == {"gala.bonus": 0}


def test_a_mutant_is_caught_by_a_scenario_that_holds_without_it(
    amigo: MutantRun,
) -> None:
    for mutant in amigo.of(Fate.CAUGHT):
        caught, changed = mutant.caught_by, mutant.change.variant
        assert caught is not None
        assert changed is not None
        assert run(caught.scenario, amigo.variant).verdict is Verdict.PASSED
        assert caught.reading_as == "amigo-ja"
        assert caught.verdict in {Verdict.FAILED, Verdict.ERROR}
        assert caught.findings


def test_what_is_expected_is_read_for_the_unchanged_variant(amigo: MutantRun) -> None:
    """The scenario knows the changed value, too, and would hold if asked for it."""
    mutant = amigo.by_point()["chain.duplicate"][0]
    assert mutant.fate is Fate.CAUGHT
    assert mutant.caught_by is not None
    assert mutant.change.variant is not None
    again = run(mutant.caught_by.scenario, mutant.change.variant)
    assert again.verdict is Verdict.PASSED


def test_numbers_go_to_their_neighbours_and_to_what_shipped_variants_have() -> None:
    amigo = load_variant("amigo-ja")
    assert values_tried(amigo, "trio.points")[:2] == ["9", "11"]
    bonus = {"0", "9", "11"}
    assert bonus <= {*values_tried(amigo, "gala.bonus")}
    shipped = map(catalogue().load, catalogue().ids())
    used = {value_of(one.rules, "gala.bonus") for one in shipped if _is_flea(one)}
    assert {*map(str, used)} - {"10"} <= {*values_tried(amigo, "gala.bonus")}


def _is_flea(variant: Variant) -> bool:
    return variant.game_class.RULES is FleaCircusRules and not variant.unknown


def test_a_number_does_not_leave_its_range() -> None:
    none = load_variant("amigo-ja").with_rules({"deck.chains": 0})
    assert "-1" not in values_tried(none, "deck.chains")


def test_lists_lose_an_entry_and_gain_one() -> None:
    amigo = load_variant("amigo-ja")
    assert values_tried(amigo, "deck.colours") == ["without grey"]
    small = amigo.with_rules({"deck.colours": ["red", "blue"]})
    assert values_tried(small, "deck.colours") == ["with orange"]
    made_up = amigo.with_rules({"deck.colours": ["a", "b", "c"]})
    assert values_tried(made_up, "deck.colours") == ["without c", "with red"]


def test_values_that_make_no_sense_together_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clash = Contradiction(
        ("tie.winner",), lambda winner: winner is TieWinner.NONE, "somebody has to win"
    )
    monkeypatch.setattr(
        FleaCircusRules, "CONTRADICTIONS", (*FleaCircusRules.CONTRADICTIONS, clash)
    )
    found = mutants(load_variant("amigo-ja"), SCENARIOS, points=["tie.winner"])
    [mutant] = found.mutants
    assert mutant.fate is Fate.REFUSED
    assert mutant.why.startswith("somebody has to win")
    assert found.holds


def test_what_cannot_touch_play_is_equivalent(amigo: MutantRun) -> None:
    reasons = {str(mutant): mutant.why for mutant in amigo.of(Fate.EQUIVALENT)}
    assert "table" in reasons["start.seat: agreed"]
    assert "the opponent picks" in reasons["demand.pick: random"]


def test_without_scenarios_everything_that_touches_play_is_missed() -> None:
    found = mutants(load_variant("amigo-ja"), ())
    assert not found.of(Fate.CAUGHT)
    assert len(found.of(Fate.MISSED)) > 40
    assert not found.holds


def searched(*, complete: bool, aimed: int = 7) -> Callable[[Variant, Variant], Search]:
    def search(a: Variant, b: Variant) -> Search:
        bounds = Bounds(unit="card", aimed=aimed, deals=3, complete=complete)
        return Search(diff=diff(a, b), witness=None, bounds=bounds)

    return search


def test_no_difference_in_a_whole_search_makes_a_mutant_equivalent() -> None:
    variant, points = load_variant("amigo-ja"), ["trio.points"]
    found = mutants(variant, SETS, points=points, searching=searched(complete=True))
    assert {mutant.fate for mutant in found.mutants} == {Fate.EQUIVALENT}
    why = "no difference was found in 7 positions and 3 full deals"
    assert found.mutants[0].why == why


@pytest.mark.parametrize(
    "searching", [searched(complete=False), searched(complete=True, aimed=0)]
)
def test_a_search_cut_off_or_of_deals_alone_leaves_a_mutant_missed(
    searching: Callable[[Variant, Variant], Search],
) -> None:
    variant, points = load_variant("amigo-ja"), ["trio.points"]
    found = mutants(variant, SETS, points=points, searching=searching)
    assert {mutant.fate for mutant in found.mutants} == {Fate.MISSED}


def test_a_search_says_how_a_missed_mutant_can_be_told_apart() -> None:
    found = mutants(
        load_variant("amigo-ja"),
        SETS,
        points=["chain.take"],
        searching=any_difference,
    )
    assert {mutant.fate for mutant in found.mutants} == {Fate.MISSED}
    for mutant in found.mutants:
        assert mutant.search is not None
        assert mutant.search.witness is not None


def test_a_draft_has_no_mutants(tmp_path: Path) -> None:
    with pytest.raises(DraftError, match=r"gala\.bonus is unknown"):
        mutants(load_variant(draft_profile(tmp_path)), SCENARIOS)


def test_scenarios_for_another_deck_are_no_fault_of_a_variant() -> None:
    found = mutants(load_variant("house-short-show"), SCENARIOS, points=["tie.winner"])
    assert not found.broken
    assert found.baseline.unusable
    for result in found.baseline.unusable:
        assert "house-short-show" not in result.scenario.named


def test_a_wrong_reading_shows_in_the_scenarios_that_it_breaks(tmp_path: Path) -> None:
    stranger = load_variant(strange_profile(tmp_path))
    scenarios = gather([honest_folder(tmp_path)], [stranger]).scenarios
    found = mutants(stranger, scenarios)
    [broken] = found.broken
    assert broken.result.scenario.name == "The last card turned up may be picked"
    assert [*map(str, broken.mended_by)] == ["chain.duplicate: takeable"]
    assert not found.holds


def test_a_wrong_reading_shows_as_a_value_that_nothing_pins(tmp_path: Path) -> None:
    stranger = load_variant(strange_profile(tmp_path))
    scenarios = gather([honest_folder(tmp_path)], [stranger]).scenarios[1:]
    found = mutants(stranger, scenarios)
    [mutant] = found.by_point()["chain.duplicate"]
    assert mutant.fate is Fate.MISSED
    assert [one.name for one in mutant.hints] == [
        "The whole chain lies there to be picked from"
    ]


def test_the_command_exposes_a_wrong_reading(tmp_path: Path) -> None:
    profile, folder = strange_profile(tmp_path), honest_folder(tmp_path)
    result = flohcati(
        "mutants", str(profile), "--scenarios", str(folder), "--no-search"
    )
    assert result.exit_code == 1
    told = " ".join(result.stdout.split())
    assert "It would hold with chain.duplicate: takeable." in told
    assert f"honest.scenario.yaml:{NAME_LINE}:5" in result.stdout
    assert "Missed" in result.stdout
    assert result.stderr == ""


def test_the_command_is_content_with_a_shipped_rule_text() -> None:
    result = flohcati("mutants", "amigo-ja")
    assert result.exit_code == 0
    assert "0 missed" in " ".join(result.stdout.split())


def test_shipped_scenarios_are_said_to_find_no_misreading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brief = partial(mutants, points=["tie.winner"])
    monkeypatch.setattr("flohcati_rules.cli.verification.mutants", brief)
    profile, folder = strange_profile(tmp_path), honest_folder(tmp_path)
    result = flohcati("mutants", str(profile), "--no-search")
    assert "give scenarios of your own" in " ".join(result.stdout.split())
    for args, noted in (
        (("amigo-ja",), False),
        ((str(profile),), True),
        ((str(profile), "--scenarios", str(folder)), False),
    ):
        found = json.loads(flohcati("mutants", *args, "--no-search", "--json").stdout)
        assert bool(found["note"]) is noted


def test_the_command_answers_programs(tmp_path: Path) -> None:
    profile, folder = strange_profile(tmp_path), honest_folder(tmp_path)
    options = ["--scenarios", str(folder), "--no-search", "--json"]
    result = flohcati("mutants", str(profile), *options)
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["format"] == "mutants/1"
    assert [variant["id"] for variant in found["variants"]] == ["stranger-fi"]
    assert sum(found["counts"].values()) == len(found["mutants"])
    [broken] = found["scenarios"]["failing"]
    assert broken["mended_by"] == [
        {"rule_point": "chain.duplicate", "value": "takeable"}
    ]
    for mutant in found["mutants"]:
        assert {"rule_point", "value", "changed_to", "fate", "why"} <= {*mutant}


def test_a_folder_with_broken_files_reports_each_and_uses_the_rest(
    tmp_path: Path,
) -> None:
    folder = honest_folder(tmp_path)
    (folder / "a.scenario.yaml").write_text("format: scenario/1\n", "utf-8")
    (folder / "b.scenario.yaml").write_bytes(b"\xff\xfe\x00")
    (folder / "notes.yaml").write_text("not: ours\n", "utf-8")
    stranger = load_variant(strange_profile(tmp_path))
    found = gather([folder], [stranger])
    assert len(found.scenarios) == 2
    assert [type(error) for error in found.errors] == [
        ScenarioFileError,
        UnreadableFileError,
    ]
    files = {Path(problem.file).name for problem in found.problems}
    assert files == {"a.scenario.yaml", "b.scenario.yaml"}
    options = ["--scenarios", str(folder), "--no-search"]
    result = flohcati("mutants", stranger.file, *options)
    assert result.exit_code == 3
    assert "a.scenario.yaml:1:1: missing key 'game'" in result.stdout
    assert "b.scenario.yaml" in result.stdout
    assert "2 scenarios speak of it" not in result.stdout
    assert "1 scenario speaks of it" in result.stdout


def test_a_folder_without_scenario_files_is_told(tmp_path: Path) -> None:
    found = gather([tmp_path])
    assert not found.scenarios
    assert "there is no scenario file in this folder" in str(found.errors[0])
    result = flohcati("mutants", "amigo-ja", "--scenarios", str(tmp_path))
    assert result.exit_code == 1


def test_a_path_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone.scenario.yaml")
    result = flohcati("mutants", "amigo-ja", "--no-search", "--scenarios", gone)
    assert result.exit_code == 3
    assert "gone.scenario.yaml" in result.stdout


def test_a_file_named_twice_counts_once(tmp_path: Path) -> None:
    folder = honest_folder(tmp_path)
    stranger = load_variant(strange_profile(tmp_path))
    assert len(gather([folder, folder], [stranger]).scenarios) == 2


def test_a_draft_is_refused_by_the_command(tmp_path: Path) -> None:
    result = flohcati("mutants", str(draft_profile(tmp_path)))
    assert result.exit_code == 2
    assert "cannot be played" in result.stderr
