"""The register of readings: what a text does not state, and what pins it."""

import json
from pathlib import Path

import pytest

from flohcati_rules.evidence import Strength
from flohcati_rules.registry import load_variant
from flohcati_rules.scenarios import shipped_scenarios
from flohcati_rules.verify import Fate, Register, readings
from tests.test_cli import flohcati
from tests.test_mutants import draft_profile

SCENARIOS = shipped_scenarios("flea-circus")


@pytest.fixture(scope="module")
def finnish() -> Register:
    return readings(load_variant("kirppusirkus-fi"), SCENARIOS)


def test_the_register_has_every_value_that_is_not_stated(finnish: Register) -> None:
    evidence = finnish.variant.evidence
    asked = [id for id, one in evidence.items() if one.strength is not Strength.STATED]
    assert [reading.point.id for reading in finnish.readings] == asked
    assert finnish.stated == len(evidence) - len(asked)


def test_a_reading_has_question_choice_reason_and_alternatives(
    finnish: Register,
) -> None:
    by_point = {reading.point.id: reading for reading in finnish.readings}
    timing = by_point["trio.timing"]
    assert timing.point.question == "When in the own turn may a trio be laid?"
    assert str(timing.value) == "any-time"
    assert timing.evidence.because
    others = {str(other.value): other for other in timing.alternatives}
    assert {*others} == {"before-take", "after-take"}
    assert "take.2" in others["before-take"].why
    assert others["before-take"].sense.startswith("Before the take")
    assert timing.pinned_by
    stop = by_point["chain.stop"]
    assert "chain.1" in stop.alternatives[0].why


@pytest.mark.parametrize("id", ["amigo-ja", "kirppusirkus-fi"])
def test_every_shipped_reading_is_pinned_or_cannot_be_another(id: str) -> None:
    for reading in readings(load_variant(id), SCENARIOS).readings:
        assert not reading.is_loose, reading.point.id
        fates = {other.mutant.fate for other in reading.alternatives if other.mutant}
        assert reading.pinned_by or Fate.CAUGHT not in fates


def test_without_scenarios_readings_are_loose() -> None:
    found = readings(load_variant("kirppusirkus-fi"), ())
    loose = {reading.point.id for reading in found.readings if reading.is_loose}
    assert "chain.stop" in loose
    assert "gala.bonus_to" not in loose  # there is no other value


def test_a_draft_has_a_register_with_what_is_open(tmp_path: Path) -> None:
    found = readings(load_variant(draft_profile(tmp_path)), SCENARIOS)
    [bonus] = [one for one in found.readings if one.point.id == "gala.bonus"]
    assert bonus.value is None
    assert bonus.is_loose
    assert bonus.evidence.because == "The page is torn."
    assert not bonus.pinned_by


def test_a_house_value_is_in_the_register() -> None:
    variant = load_variant("house-gamblers")
    found = {one.point.id: one for one in readings(variant, SCENARIOS).readings}
    assert {*variant.changed} <= {*found}


def test_the_command_prints_the_register() -> None:
    result = flohcati("readings", "kirppusirkus-fi")
    assert result.exit_code == 0
    told = " ".join(result.stdout.split())
    assert "chain.stop When does the revealing of a chain stop?" in told
    assert "By the may of chain.1 the player could stop" in told
    assert "nothing: no other value" in told


def test_the_command_tells_of_a_draft(tmp_path: Path) -> None:
    result = flohcati("readings", str(draft_profile(tmp_path)))
    assert result.exit_code == 0
    assert "1 reading is not pinned by any scenario" in " ".join(result.stdout.split())


def test_the_command_answers_programs() -> None:
    result = flohcati("readings", "amigo-ja", "--json")
    found = json.loads(result.stdout)
    assert found["format"] == "readings/1"
    by_point = {row["rule_point"]: row for row in found["readings"]}
    decline = by_point["turn.decline"]
    assert decline["question"] == "May a turn end without a take?"
    assert decline["evidence"]["strength"] == "inferred"
    assert {other["value"] for other in decline["alternatives"]} == {
        "after-reveal",
        "any-time",
    }
    assert decline["pinned_by"]
    assert not decline["loose"]
