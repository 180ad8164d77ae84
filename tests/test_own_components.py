"""An owner of a game types in its components, and changes nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from flohcati_rules.compare.witness import find_witness
from flohcati_rules.errors import ProfileError
from flohcati_rules.profiles import variants_root
from flohcati_rules.records import record_game, save_record
from flohcati_rules.registry import load_variant
from flohcati_rules.report.schemas import profile_schema
from flohcati_rules.scenarios import Verdict, load_scenarios, shipped_scenarios
from flohcati_rules.verify.baseline import baseline
from tests.docs_examples import flohcati

INVENTED = Path(str(variants_root())) / "mars-troupe" / "components" / "invented.yaml"

HOUSE = {
    "format": "variant/1",
    "id": "our-copy",
    "game": "mars-troupe",
    "kind": "house",
    "title": "Mars troupe with its own cards",
    "extends": "mars-troupe-ja",
}


@pytest.fixture
def profile(tmp_path: Path) -> Callable[..., Path]:
    """Write a house profile beside a component file that is not the invented one."""
    text = INVENTED.read_text(encoding="utf-8")
    comet = "card: comet, rabbits: {red: 1}, stars:"
    for old, new in (
        ("Invented troupe", "Our own copy"),
        ("standing: invented", "standing: primary"),
        (f"{comet} 2", f"{comet} 4"),
    ):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "ours.yaml").write_text(text, encoding="utf-8")

    def write(**keys: object) -> Path:
        path = tmp_path / "our-copy.yaml"
        path.write_text(yaml.safe_dump({**HOUSE, **keys}), encoding="utf-8")
        return path

    return write


def test_a_house_variant_may_change_its_components_alone(
    profile: Callable[..., Path],
) -> None:
    ours = load_variant(profile(components="ours.yaml", rules={}))
    text = load_variant("mars-troupe-ja")
    assert ours.values == text.values
    assert ours.components is not None
    assert text.components is not None
    assert ours.components.title == "Our own copy"
    assert ours.components.digest != text.components.digest
    assert ours.game().components_digest == ours.components.digest


def test_a_house_variant_must_change_something(profile: Callable[..., Path]) -> None:
    with pytest.raises(ProfileError, match="no rule point is changed"):
        load_variant(profile(rules={}))


def test_it_says_whose_components_it_has(profile: Callable[..., Path]) -> None:
    path = profile(components="ours.yaml", rules={})
    code, output = flohcati(f"flohcati show {path}")
    assert code == 0
    assert "components are the real ones: Our own copy" in " ".join(output.split())


def test_a_game_with_other_components_is_not_replayed(
    profile: Callable[..., Path], tmp_path: Path
) -> None:
    invented = load_variant("mars-troupe-ja")
    start = invented.game().start(["Ann", "Ben"], seed=1)
    save_record(record_game(invented, start, []), tmp_path / "game.yaml")
    path = profile(components="ours.yaml", rules={})
    code, output = flohcati(
        f"flohcati replay {tmp_path / 'game.yaml'} --variant {path}"
    )
    assert code == 1
    assert "components" in output


@pytest.mark.heavy
def test_the_schema_of_profiles_says_so_too() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    schema = jsonschema.Draft202012Validator(profile_schema())
    assert schema.is_valid({**HOUSE, "components": "ours.yaml", "rules": {}})
    assert schema.is_valid({**HOUSE, "rules": {"length.cap": 60}})
    assert not schema.is_valid({**HOUSE, "rules": {}})


def test_other_components_are_the_witness(
    profile: Callable[..., Path], tmp_path: Path
) -> None:
    path = profile(components="ours.yaml", rules={})
    text, ours = load_variant("mars-troupe-ja"), load_variant(path)
    search = find_witness(text, ours)
    assert search.bounds.complete
    assert search.witness is not None
    assert search.witness.is_setup
    (found,) = search.witness.differences
    assert (found.key, found.b) == ("components", "Our own copy")
    code, output = flohcati(f"flohcati witness mars-troupe-ja {path}")
    assert code == 0
    assert "The two are played with other components." in output
    assert "--scenario" not in output
    ours_file = tmp_path / "ours.yaml"
    same = ours_file.read_text("utf-8").replace("Our own copy", "Invented troupe")
    ours_file.write_text(same, "utf-8")
    search = find_witness(text, load_variant(path))
    assert search.witness is not None
    (found,) = search.witness.differences
    assert text.components is not None
    assert found.a == f"Invented troupe ({text.components.digest})"
    assert found.a != found.b


def test_a_scenario_with_a_card_that_is_not_there_is_unusable(
    profile: Callable[..., Path], tmp_path: Path
) -> None:
    ours_file = tmp_path / "ours.yaml"
    path = profile(components="ours.yaml", rules={})
    text = ours_file.read_text("utf-8").replace("card: comet", "card: komet")
    ours_file.write_text(text, "utf-8")
    scenarios = shipped_scenarios("mars-troupe")
    found = baseline(load_variant(path), scenarios)
    assert not found.failing
    assert any(not one.scenario.named for one in found.unusable)
    assert baseline(load_variant("mars-troupe-ja"), scenarios).holding


def test_a_table_that_the_rules_forbid_is_no_matter_of_components(
    profile: Callable[..., Path], tmp_path: Path
) -> None:
    ours = load_variant(profile(components="ours.yaml", rules={}))
    file = tmp_path / "crowd.scenario.yaml"
    file.write_text(
        "format: scenario/1\ngame: mars-troupe\nscenarios:\n"
        "  - name: A crowd\n    given: {setup: 6}\n"
        "    then: {expect: {over: false}}\n",
        "utf-8",
    )
    found = baseline(ours, load_scenarios(file))
    assert not found.unusable
    assert [one.verdict for one in found.failing] == [Verdict.ERROR]
