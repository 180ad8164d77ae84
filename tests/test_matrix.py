"""The matrix: scenarios by variants, and what decides where they differ."""

import json
from itertools import groupby
from pathlib import Path

import attrs
import pytest

from flohcati_rules.errors import RequestError
from flohcati_rules.registry import load_variant
from flohcati_rules.scenarios import Verdict, shipped_scenarios
from flohcati_rules.verify import Agreement, Matrix, Row, gather, matrix
from tests.test_cli import flohcati
from tests.test_mutants import draft_profile, honest_folder, strange_profile

SCENARIOS = shipped_scenarios("flea-circus")


@pytest.fixture(scope="module")
def both() -> Matrix:
    variants = [load_variant("amigo-ja"), load_variant("kirppusirkus-fi")]
    return matrix(SCENARIOS, variants)


def row_of(found: Matrix, name: str) -> Row:
    [row] = [row for row in found.rows if row.scenario.name == name]
    return row


def agreements(row: Row) -> list[str]:
    return [str(cell.agreement) for cell in row.cells]


def test_every_scenario_has_a_cell_for_every_variant(both: Matrix) -> None:
    assert [row.scenario for row in both.rows] == [*SCENARIOS]
    for row in both.rows:
        assert [cell.result.variant for cell in row.cells] == [
            "amigo-ja",
            "kirppusirkus-fi",
        ]
        assert not any(cell.fails for cell in row.cells)


def test_outcomes_are_the_same_or_different_or_nothing_is_said(both: Matrix) -> None:
    chain = row_of(both, "The chain stops at a colour on display")
    assert agreements(chain) == ["same", "different"]
    assert [cell.outcome for cell in chain.cells] == [1, 2]
    silent = row_of(both, "The card that repeats a colour may be the one taken")
    assert agreements(silent) == ["says nothing", "same"]
    seats = row_of(both, "At a table of three the turn goes round clockwise")
    assert agreements(seats) == ["same", "same"]
    assert not seats.deciding


def test_every_difference_has_values_that_decide_it(both: Matrix) -> None:
    assert len(both.differing) > 15
    for row in both.differing:
        assert row.deciding
        for id in row.deciding:
            one, other = (variant.values[id] for variant in both.variants)
            assert one != other


def test_a_difference_that_rests_on_silence_is_seen_as_such(both: Matrix) -> None:
    bonus = row_of(
        both, "The gala adds ten points where the text gives them, else nothing"
    )
    assert bonus.deciding == ("gala.bonus",)
    assert both.unstated(bonus) == {"kirppusirkus-fi": ("gala.bonus",)}
    chain = row_of(both, "The chain stops at a colour on display")
    assert not both.unstated(chain)


def test_a_wrong_reading_comes_out_differently_for_one_reason(tmp_path: Path) -> None:
    stranger = load_variant(strange_profile(tmp_path))
    found = matrix(SCENARIOS, [load_variant("kirppusirkus-fi"), stranger])
    assert len(found.differing) > 2
    for row in found.differing:
        assert row.deciding == ("chain.duplicate",)


def test_a_scenario_that_expects_otherwise_is_marked(tmp_path: Path) -> None:
    stranger = load_variant(strange_profile(tmp_path))
    scenarios = gather([honest_folder(tmp_path)], [stranger]).scenarios
    found = matrix(scenarios, [load_variant("kirppusirkus-fi"), stranger])
    picked, whole = found.rows
    assert [cell.fails for cell in picked.cells] == [False, True]
    assert agreements(picked) == ["same", "different"]
    assert agreements(whole) == ["same", "says nothing"]


def test_a_scenario_that_makes_no_sense_is_an_error() -> None:
    found = matrix(SCENARIOS, [load_variant("house-short-show")])
    wrong = [row for row in found.rows if agreements(row) == ["error"]]
    assert wrong
    assert wrong[0].cells[0].result.verdict is Verdict.ERROR
    assert wrong[0].cells[0].outcomes is None


def test_a_draft_is_an_error_in_every_cell_that_it_is_asked_for(tmp_path: Path) -> None:
    draft = load_variant(draft_profile(tmp_path))
    found = matrix(SCENARIOS, [load_variant("amigo-ja"), draft])
    asked = {row.cells[1].agreement for row in found.rows}
    assert asked == {Agreement.ERROR, Agreement.SAYS_NOTHING}
    assert not found.differing


def test_three_variants_may_have_three_outcomes() -> None:
    amigo = load_variant("amigo-ja")
    more = amigo.with_rules({"gala.bonus": 20}, id="more")
    none = amigo.with_rules({"gala.bonus": 0}, id="none")
    same = attrs.evolve(amigo, id="again")
    [scenario] = [one for one in SCENARIOS if one.name.startswith("The gala adds ten")]
    scenario = attrs.evolve(
        scenario,
        then=tuple(
            attrs.evolve(one, condition=attrs.evolve(one.condition, values={}))
            for one in scenario.then[:1]
        ),
    )
    [row] = matrix([scenario], [amigo, more, none, same]).rows
    assert [cell.outcome for cell in row.cells] == [1, 2, 3, 1]


def test_a_matrix_is_of_one_game_with_one_name_for_each_variant() -> None:
    amigo = load_variant("amigo-ja")
    with pytest.raises(RequestError, match="variants of one game"):
        matrix(SCENARIOS, [])
    other = attrs.evolve(amigo, title="Another")
    with pytest.raises(RequestError, match="are called amigo-ja"):
        matrix(SCENARIOS, [amigo, other])
    assert len(matrix(SCENARIOS, [amigo, amigo]).variants) == 1


def test_the_command_shows_the_matrix_and_what_decides() -> None:
    result = flohcati("matrix", env={"COLUMNS": "100"})
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert "amigo-ja  kirppusirkus-fi  scenario" in lines
    assert any(
        line.split()[:2] == ["A", "B"] and "The chain stops" in line for line in lines
    )
    assert "  kirppusirkus-fi does not state gala.bonus" in lines


def test_many_variants_are_numbered() -> None:
    ids = [
        "amigo-ja",
        "kirppusirkus-fi",
        "house-gamblers",
        "house-short-show",
        "house-keepsake",
    ]
    options = [option for id in ids for option in ("--variant", id)]
    result = flohcati("matrix", *options)
    assert result.exit_code == 0
    assert "5  house-keepsake" in result.stdout
    assert "error" in result.stdout


def test_the_command_prints_markdown() -> None:
    result = flohcati("matrix", "--markdown")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "| Scenario | amigo-ja | kirppusirkus-fi | Decided by |"
    tables = [[*rows] for full, rows in groupby(lines, bool) if full]
    widths = [{line.count("|") for line in rows if line[0] == "|"} for rows in tables]
    assert all(len(width) <= 1 for width in widths)
    rows = tables[0]
    assert any("`gala.bonus`: 10 (stated) / 0 (silent)" in line for line in rows)


def test_the_command_answers_programs(tmp_path: Path) -> None:
    profile = strange_profile(tmp_path)
    options = ["--variant", "kirppusirkus-fi", "--variant", str(profile)]
    result = flohcati("matrix", *options, "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["format"] == "matrix/1"
    assert [variant["id"] for variant in found["variants"]] == [
        "kirppusirkus-fi",
        "stranger-fi",
    ]
    different = [row for row in found["scenarios"] if row["different"]]
    for row in different:
        [decided] = row["deciding"]
        assert decided["rule_point"] == "chain.duplicate"
        answers = decided["answers"]
        assert answers["stranger-fi"]["evidence"]["strength"] == "stated"
        assert row["cells"][1]["differs"]


def test_a_broken_folder_is_reported_beside_the_matrix(tmp_path: Path) -> None:
    folder = honest_folder(tmp_path)
    (folder / "a.scenario.yaml").write_text("format: scenario/1\n", "utf-8")
    profile = strange_profile(tmp_path)
    options = ["--scenarios", str(folder), "--variant", str(profile)]
    for extra in ([], ["--json"], ["--markdown"]):
        result = flohcati("matrix", *options, *extra)
        assert result.exit_code == 1
        assert "missing key 'game'" in result.stdout + result.stderr
        assert "The last card turned up may be picked" in result.stdout


def test_markdown_and_json_exclude_each_other() -> None:
    result = flohcati("matrix", "--markdown", "--json")
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr
