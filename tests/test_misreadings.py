"""Known misreadings: which of them a variant equals, contains or leaves open."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from flohcati_rules import cli
from flohcati_rules.profiles import Kind
from flohcati_rules.registry import list_variants, load_variant
from flohcati_rules.verify.misreadings import Likeness, misreadings

KNOWN = {
    variant.id
    for variant in list_variants()
    if variant.kind is Kind.MISREADING and variant.game_class.ID == "flea-circus"
}


def flohcati(*args: str, code: int = 0) -> str:
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(cli.main, args, prog_name="flohcati")
    assert result.exit_code == code, result.output
    return result.stdout


def words(text: str) -> str:
    return " ".join(text.split())


def plain(*args: str) -> dict[str, Any]:
    found = json.loads(flohcati("misreadings", *args, "--json"))
    assert isinstance(found, dict)
    return found


def shared(name: str) -> dict[str, str]:
    found = misreadings(load_variant(name))
    assert {one.id for one in found.known} == KNOWN
    return {one.misreading.id: one.likeness.value for one in found.shared}


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    """The path of a profile that reads two rules wrongly."""
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "format: variant/1\n"
        "id: wrong\n"
        "game: flea-circus\n"
        "kind: house\n"
        "title: As we understood it\n"
        "extends: kirppusirkus-fi\n"
        "rules:\n"
        "  bust.loses: {is: cards-of-this-turn, because: So I was told.}\n"
        "  deck_out.last_turn: cut-short\n",
        encoding="utf-8",
    )
    return str(path)


@pytest.mark.parametrize("id", ["amigo-ja", "kirppusirkus-fi", "house-keepsake"])
def test_texts_have_no_known_misreading(id: str) -> None:
    assert shared(id) == {}
    text = words(flohcati("misreadings", id))
    known = f"{len(KNOWN)} misreadings are known of Flea circus"
    assert text == f"{id}: {known}, none of them here."
    assert plain(id)["misreadings"] == []
    assert {*plain(id)["known"]} == KNOWN


def test_a_wrong_reading_is_told(wrong: str) -> None:
    assert shared(wrong) == {
        "misreading-bust-wipes-turn": "contains",
        "misreading-last-card-lost": "contains",
    }
    text = words(flohcati("misreadings", wrong))
    assert "2 of them here." in text
    assert "wrong has it." in text
    assert "house So I was told." in text
    assert "known from An article on Natsu no Takaramono" in text
    assert "amigo-ja new-card" in text
    assert "states for itself" not in text


def test_a_wrong_reading_is_told_to_programs(wrong: str) -> None:
    found = plain(wrong)
    assert found["format"] == "misreadings/1"
    assert [variant["id"] for variant in found["variants"]] == ["wrong"]
    first = found["misreadings"][0]
    assert first["misreading"]["id"] == "misreading-bust-wipes-turn"
    assert first["text"]["id"] == "amigo-ja"
    assert first["likeness"] == "contains"
    [point] = first["points"]
    assert point["rule_point"] == "bust.loses"
    assert point["value"] == point["misread"] == "cards-of-this-turn"
    assert point["intended"] == "new-card"
    assert point["evidence"]["because"] == "So I was told."
    assert "Natsu no Takaramono" in point["because"]
    assert point["intended_evidence"]["strength"] == "inferred"


@pytest.mark.parametrize("id", sorted(KNOWN))
def test_a_misreading_equals_itself(id: str) -> None:
    assert shared(id) == {id: "equals"}


def test_a_text_misread_in_code_equals_the_misreading() -> None:
    misread = load_variant("amigo-ja").with_rules({"gala.allowed": "no"})
    [found] = misreadings(misread).shared
    assert found.likeness is Likeness.EQUALS
    assert found.misreading.id == "misreading-deck-only"


def test_what_is_unknown_is_open() -> None:
    assert shared("natsu-no-takaramono") == {
        "misreading-action-goes-on": "open",
        "misreading-last-card-lost": "open",
    }
    text = words(flohcati("misreadings", "natsu-no-takaramono"))
    assert "none of them here. 2 are open, as values are unknown." in text
    assert "natsu-no-takaramono may have it: the value is unknown." in text
    assert "misread cut-short" in text
    [point] = plain("natsu-no-takaramono")["misreadings"][0]["points"]
    assert point["value"] is None
    assert point["inert"] is None


def test_what_a_text_states_is_its_rule() -> None:
    assert shared("d3-local")["misreading-every-card"] == "contains"
    text = words(flohcati("misreadings", "d3-local"))
    assert "What a text states for itself is its rule, not a slip." in text


def test_what_the_misread_text_itself_is_said_to_state_is_a_slip(
    tmp_path: Path,
) -> None:
    shipped = Path(load_variant("amigo-ja").file).read_text(encoding="utf-8")
    path = tmp_path / "amigo.yaml"
    value = "{is: cards-of-this-turn, stated: [gala.1]}"
    wrong, count = re.subn(
        r"(?m)^  bust\.loses:.*\n(?:    .*\n)*", f"  bust.loses: {value}\n", shipped
    )
    assert count == 1
    path.write_text(wrong.replace("id: amigo-ja", "id: mine", 1), encoding="utf-8")
    [found] = misreadings(load_variant(path)).shared
    assert not found.slips[0].is_own_rule
    text = words(flohcati("misreadings", str(path)))
    assert "It cites a clause of amigo-ja, which does not say so." in text
    assert "its rule, not a slip" not in text
    d3 = misreadings(load_variant("d3-local")).shared
    assert any(slip.is_own_rule for one in d3 for slip in one.slips)


def test_a_slip_that_makes_no_difference_says_so() -> None:
    changes = {"deck.demands": 0, "deck.draws": 0, "deck.chains": 0}
    variant = load_variant("amigo-ja").with_rules({**changes, "action.ends_turn": "no"})
    [found] = misreadings(variant).shared
    assert found.slips[0].inert == "the deck has no action card"


def test_a_name_that_is_not_known() -> None:
    flohcati("misreadings", "amigo", code=3)
