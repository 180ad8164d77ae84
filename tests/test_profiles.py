"""Profiles: what a file says, what it inherits, and the variant that comes out."""

import copy
import pickle
from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

import flohcati_rules.profiles.catalogue as catalogue_module
from flohcati_rules.errors import (
    DraftError,
    ProfileError,
    RulesError,
    UnknownNameError,
    UnreadableFileError,
)
from flohcati_rules.evidence import Evidence, Standing, Strength
from flohcati_rules.profiles import (
    Catalogue,
    Kind,
    Variant,
    check_profile,
    load_profile,
    variants_root,
)
from flohcati_rules.rulepoints import (
    Value,
    companions_of,
    points_of,
    written,
)
from tests.pebbles import (
    AMIGO,
    BROOK,
    GAMES,
    HERE,
    RIVER,
    Last,
    PebblesRules,
    Take,
    Undo,
    shelf,
)
from tests.strategies import changes_to

Write = Callable[[Mapping[str, Any]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write plain data as a profile, named after its id."""

    def _write(profile: Mapping[str, Any]) -> Path:
        path = tmp_path / f"{profile['id']}.yaml"
        text = yaml.safe_dump(profile, sort_keys=False, allow_unicode=True)
        path.write_text(text, encoding="utf-8")
        return path

    return _write


def brook(**changes: object) -> dict[str, Any]:
    return {**copy.deepcopy(BROOK), **changes}


def house(extends: str, rules: Mapping[str, Any], **more: object) -> dict[str, Any]:
    return {
        "format": "variant/1",
        "id": "house-test",
        "game": "pebbles",
        "kind": "house",
        "title": "Our way",
        "extends": extends,
        "rules": dict(rules),
        **more,
    }


def load(path: Traversable) -> Variant:
    return load_profile(path, GAMES, shelf())


def test_a_translation_says_everything_itself(write: Write) -> None:
    path = write(brook(notes=["The leaflet is torn."]))
    variant = load(path)
    assert (variant.id, variant.title, variant.language) == ("brook", "Brook", "en")
    assert variant.kind is Kind.TRANSLATION
    assert variant.source.standing is Standing.PRIMARY
    assert variant.notes == ("The leaflet is torn.",)
    assert variant.extends is None
    assert variant.changed == tuple(points_of(PebblesRules))
    assert variant.file == str(path)
    assert variant.remarks == ()
    assert variant.values["pile.colours"] == ("grey", "white")
    assert variant.values["turn.take"] is Take.ONE
    assert variant.unknown == ()
    clause = variant.clauses["pile.1"]
    assert variant.evidence["pile.size"] == Evidence(
        strength=Strength.STATED, clauses=(clause,), origin="brook"
    )
    assert variant.evidence["turn.take"] == Evidence(
        strength=Strength.INFERRED,
        clauses=(clause,),
        because="It speaks of one pebble.",
        other_readings={"up-to-three": "It does not say only one."},
        origin="brook",
    )
    assert variant.evidence["turn.pass"] == Evidence(
        strength=Strength.SILENT, because="Nothing is said of it.", origin="brook"
    )


def test_a_variant_makes_its_game(write: Write) -> None:
    variant = load(write(brook()))
    game = variant.game()
    assert game.rules == variant.rules
    assert game.evidence is variant.evidence
    assert variant.digest.startswith("r-")


def test_the_other_readings_of_a_number_are_numbers(write: Write) -> None:
    profile = brook()
    profile["rules"]["pile.size"]["other_readings"] = {8: "One may be lost."}
    variant = load(write(profile))
    assert variant.evidence["pile.size"].other_readings == {"8": "One may be lost."}


def test_a_house_variant_changes_what_it_lists(write: Write) -> None:
    rules = {"pile.size": 5, "turn.pass": {"is": "yes", "because": "We tire."}}
    variant = load(write(house("river", rules)))
    assert variant.kind is Kind.HOUSE
    assert variant.extends == "river"
    assert variant.changed == ("pile.size", "turn.pass")
    assert variant.language == "en"
    assert variant.source.work == RIVER.source.work
    assert variant.source.standing is Standing.INVENTED
    assert variant.clauses == RIVER.clauses
    assert variant.evidence["pile.size"] == Evidence(
        strength=Strength.HOUSE, origin="house-test"
    )
    assert variant.evidence["turn.pass"].because == "We tire."
    assert variant.evidence["end.last"] == RIVER.evidence["end.last"]
    assert list(variant.values) == list(points_of(PebblesRules))


def test_a_house_variant_may_cite_its_own_text_and_its_parents(write: Write) -> None:
    clause = {
        "id": "wall.1",
        "at": "Our wall",
        "kind": "rule",
        "digest": "h-00ff",
        "gist": "Five.",
        "uncovered": "The wall is gone.",
    }
    source = {"work": "Pebbles", "text": "A wall", "standing": "report"}
    rules = {"pile.size": {"is": 5, "stated": ["wall.1", "pile.1"]}}
    variant = load(write(house("river", rules, source=source, clauses=[clause])))
    assert variant.source.text == "A wall"
    assert variant.evidence["pile.size"].places == ("Our wall", "The pile, 1, 1")
    assert variant.clauses["wall.1"].uncovered == "The wall is gone."


def test_values_remember_which_file_set_them(write: Write) -> None:
    write({**house("river", {"pile.size": 5}), "id": "house-first"})
    second = house("house-first.yaml", {"turn.pass": "yes"}, id="house-second")
    variant = load(write(second))
    origins = {id: found.origin for id, found in variant.evidence.items()}
    assert origins["pile.size"] == "house-first"
    assert origins["turn.pass"] == "house-second"
    assert origins["end.last"] == "river"
    assert variant.extends == "house-first"


def test_companions_move_along_and_say_so(write: Write) -> None:
    variant = load(write(house("river", {"end.last": "loses"})))
    assert variant.values["end.bonus"] == 0
    assert variant.evidence["end.bonus"] == Evidence(
        strength=Strength.HOUSE,
        because="moves along with end.last",
        origin="house-test",
    )
    assert variant.changed == ("end.last",)


def test_a_point_added_later_may_be_left_out(write: Write) -> None:
    profile = brook()
    del profile["rules"]["turn.undo"]
    older = load(write(profile))
    said = load(write(brook(id="brook-said")))
    assert older.values["turn.undo"] is Undo.NO
    assert older.evidence["turn.undo"].strength is Strength.SILENT
    because = "the profile is older than this rule point and means no"
    assert older.evidence["turn.undo"].because == because
    assert older.remarks == (f"turn.undo is not answered: {because}",)
    assert older.digest == said.digest
    assert older.with_rules({"turn.undo": "yes"}).digest != said.digest


def test_a_draft_loads_and_cannot_be_played() -> None:
    lake = shelf().load("lake")
    assert lake.unknown == ("pile.size", "end.bonus")
    assert lake.evidence["pile.size"].strength is Strength.UNKNOWN
    assert lake.evidence["pile.size"].because == "The review does not count them."
    for ask in (lambda: lake.rules, lambda: lake.digest, lake.game):
        with pytest.raises(DraftError, match=r"pile\.size, end\.bonus are unknown"):
            ask()


def test_a_house_variant_fills_the_gaps_of_a_draft() -> None:
    filled = shelf().load("house-lake")
    assert filled.unknown == ()
    assert filled.values["pile.size"] == 7
    assert filled.digest


def test_a_house_variant_can_make_a_point_unknown(write: Write) -> None:
    rules = {"end.bonus": {"unknown": "They forgot."}, "end.last": "loses"}
    variant = load(write(house("river", rules)))
    assert variant.unknown == ("end.bonus",)
    assert variant.evidence["end.bonus"].because == "They forgot."


def test_a_value_that_keeps_a_companion_in_place_is_refused_as_it_clashes(
    write: Write,
) -> None:
    path = write(house("river", {"end.last": "loses", "end.bonus": 2}))
    check = check_profile(path, GAMES, shelf())
    assert [problem.place for problem in check.problems] == ["rules.end.bonus"]
    assert "makes no sense" in check.problems[0].message


def test_checking_counts_what_is_open(write: Write) -> None:
    lake = shelf().path("lake")
    check = check_profile(lake, GAMES, shelf())
    assert check.problems == ()
    assert check.variant == shelf().load("lake")
    assert check.open_points == 2
    wrong = write(brook(rules={**BROOK["rules"], "pile.size": {"unknown": "?"}}, no=1))
    check = check_profile(wrong, GAMES, shelf())
    assert check.variant is None
    assert check.open_points == 1


def test_a_file_that_cannot_be_read_is_no_bad_profile(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError):
        check_profile(tmp_path / "none.yaml", GAMES, shelf())


def test_variants_compare_by_what_they_say(write: Write) -> None:
    path = write(brook())
    assert load(path) == load(path)
    assert len({load(path), load(path)}) == 1
    assert load(path) != load(write(brook(id="brook-two")))
    assert "Pebbles" in repr(load(path))


def test_changes_in_code_are_checked_like_a_profile() -> None:
    changed = RIVER.with_rules({"end.last": "loses", "pile.size": 9})
    assert changed.id == "river+end.last=loses"
    assert changed.kind is Kind.HOUSE
    assert changed.changed == ("end.last",)
    assert changed.extends == "river"
    assert changed.values["end.last"] is Last.LOSES
    assert changed.values["end.bonus"] == 0
    assert changed.evidence["end.bonus"].because == "moves along with end.last"
    assert changed.evidence["end.last"].origin == changed.id
    assert changed.evidence["pile.size"] == RIVER.evidence["pile.size"]
    assert changed.source.standing is Standing.INVENTED
    named = RIVER.with_rules({"pile.colours": ["red"]}, id="mine")
    assert named.id == "mine"
    many = RIVER.with_rules({"pile.colours": ["red", "blue"], "pile.size": 1})
    assert many.id == "river+pile.colours=red/blue,pile.size=1"


def test_changing_nothing_gives_the_same_variant() -> None:
    assert RIVER.with_rules({}) is RIVER
    assert RIVER.with_rules({"pile.size": 9}) is RIVER
    assert RIVER.with_rules({}, id="mine").id == "mine"


def test_changes_in_code_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'pile\.size'"):
        RIVER.with_rules({"pile.sise": 3})
    with pytest.raises(RulesError) as caught:
        RIVER.with_rules({"pile.size": "9", "turn.pass": False})
    assert len(caught.value.objections) == 2
    with pytest.raises(RulesError, match="makes no sense"):
        RIVER.with_rules({"end.last": "loses", "end.bonus": 1})


def test_a_draft_is_changed_in_code_too() -> None:
    lake = shelf().load("lake")
    assert lake.with_rules({"turn.pass": "yes"}).unknown == lake.unknown
    winning = lake.with_rules({"end.bonus": 1})
    assert winning.values["end.last"] is Last.WINS
    assert winning.unknown == ("pile.size",)
    open_still = lake.with_rules({"end.last": "wins"}).with_rules({"end.last": "loses"})
    assert open_still.unknown == ("pile.size", "end.bonus")


def test_the_catalogue_knows_its_profiles() -> None:
    catalogue = shelf()
    assert catalogue.ids() == ("house-lake", "lake", "river")
    assert catalogue.load("river") is catalogue.load("river")
    assert catalogue.path("river").name == "river.yaml"
    with pytest.raises(UnknownNameError, match="no variant 'rivr'; did you mean"):
        catalogue.load("rivr")


def test_a_catalogue_refuses_an_id_twice(tmp_path: Path) -> None:
    for game in GAMES:
        (tmp_path / game).mkdir()
        (tmp_path / game / "twin.yaml").write_text("", encoding="utf-8")
    with pytest.raises(ProfileError, match="is a profile 'twin' already"):
        Catalogue(tmp_path, GAMES)


def test_a_file_of_the_catalogue_is_named_after_its_id(tmp_path: Path) -> None:
    (tmp_path / "pebbles").mkdir()
    text = (HERE / "bad/shelf/pebbles/river.yaml").read_text(encoding="utf-8")
    (tmp_path / "pebbles" / "stream.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ProfileError, match="the id is 'river', but the file is named"):
        Catalogue(tmp_path, GAMES).load("stream")


def test_profiles_of_a_catalogue_may_go_round_in_a_circle(tmp_path: Path) -> None:
    folder = tmp_path / "pebbles"
    folder.mkdir()
    for id, parent in (("house-a", "house-b"), ("house-b", "house-a")):
        profile = {**house(parent, {"pile.size": 5}), "id": id}
        (folder / f"{id}.yaml").write_text(yaml.safe_dump(profile), encoding="utf-8")
    circle = r"house-a\.yaml -> house-b\.yaml -> house-a\.yaml"
    with pytest.raises(ProfileError, match=circle):
        Catalogue(tmp_path, GAMES).load("house-a")


def test_a_catalogue_lists_the_scenarios_of_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "pebbles" / "scenarios"
    folder.mkdir(parents=True)
    for name in ("b.scenario.yaml", "a.scenario.yaml", "notes.txt"):
        (folder / name).write_text("", encoding="utf-8")
    catalogue = Catalogue(tmp_path, GAMES)
    names = [path.name for path in catalogue.scenario_files("pebbles")]
    assert names == ["a.scenario.yaml", "b.scenario.yaml"]
    assert catalogue.scenario_files("flea-circus") == ()
    assert catalogue.ids() == ()


def test_a_catalogue_may_stand_in_an_archive(tmp_path: Path) -> None:
    archive = tmp_path / "package.zip"
    with ZipFile(archive, "w") as writer:
        for path in (HERE / "bad/shelf/pebbles").iterdir():
            writer.write(path, f"variants/pebbles/{path.name}")
        profile = house("river.yaml", {"pile.size": 5}, id="house-zip")
        writer.writestr("variants/pebbles/house-zip.yaml", yaml.safe_dump(profile))
    catalogue = Catalogue(ZipPath(archive) / "variants", GAMES)
    assert catalogue.load("house-lake").values["pile.size"] == 7
    with pytest.raises(ProfileError, match="extends another by its id"):
        catalogue.load("house-zip")


def test_the_shipped_variants_are_found() -> None:
    assert (variants_root() / "flea-circus" / "amigo-ja.yaml").is_file()


def test_an_installed_package_has_its_variants_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue_module, "files", lambda _: tmp_path)
    monkeypatch.setattr(catalogue_module, "__file__", str(tmp_path / "a" / "b" / "c"))
    with pytest.raises(FileNotFoundError, match="not installed in full"):
        variants_root()
    (tmp_path / "variants").mkdir()
    assert variants_root() == tmp_path / "variants"


def test_every_shipped_profile_is_valid() -> None:
    catalogue = Catalogue(variants_root(), GAMES)
    for id in catalogue.ids():
        variant = catalogue.load(id)
        assert set(variant.evidence) == set(points_of(variant.game_class.RULES))
        assert variant.remarks == ()


@given(
    st.sampled_from([RIVER, AMIGO]).flatmap(
        lambda parent: st.tuples(st.just(parent), changes_to(parent.game_class.RULES))
    )
)
def test_a_profile_and_changes_in_code_agree(
    tmp_path_factory: pytest.TempPathFactory,
    drawn: tuple[Variant, dict[str, Value]],
) -> None:
    parent, changes = drawn
    changes = {id: value for id, value in changes.items() if parent.values[id] != value}
    assume(changes)
    rules = {id: written(value) for id, value in changes.items()}
    profile = house(parent.file, rules, game=parent.game_class.ID)
    path = tmp_path_factory.mktemp("house") / "house-test.yaml"
    path.write_text(yaml.safe_dump(profile, sort_keys=False), encoding="utf-8")
    check = check_profile(path, GAMES, shelf())
    if check.variant is None:
        with pytest.raises(RulesError) as caught:
            parent.with_rules(changes)
        assert len(caught.value.objections) == len(check.problems)
        return
    in_code = parent.with_rules(changes, id="house-test")
    assert check.variant.values == in_code.values
    assert check.variant.evidence == in_code.evidence
    assert check.variant.digest == in_code.digest
    moved = companions_of(parent.game_class.RULES, parent.values, changes)
    differing = {
        id for id, value in in_code.values.items() if value != parent.values[id]
    }
    assert differing == {*changes, *moved}


def test_a_variant_travels_to_another_process() -> None:
    for variant in (RIVER, AMIGO):
        assert pickle.loads(pickle.dumps(variant)) == variant  # noqa: S301 - our own
