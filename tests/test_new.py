"""The commands that start a file: what they write is valid, and never overwrites."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flohcati_rules import cli
from flohcati_rules.errors import ProfileError, RequestError
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.registry import load_variant
from flohcati_rules.rulepoints import points_of
from flohcati_rules.ruletext import digest, sentences
from flohcati_rules.verify import drafts
from flohcati_rules.verify.drafts import draft_profile, slug

TEXT = """A game of fleas.
Übersicht
The fleas jump about.
Contents
- 12 fleas
1. Turn
Take a flea. Example: Ann takes one.
準備
蚤を配ります。例：三匹。
"""


def flohcati(*args: str) -> Result:
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(cli.main, args, prog_name="flohcati")
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


@pytest.fixture
def text(tmp_path: Path) -> str:
    """The path of a rule text."""
    path = tmp_path / "My fleas.txt"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


@pytest.fixture
def draft(tmp_path: Path, text: str) -> Path:
    """The path of a draft of that text."""
    path = tmp_path / "fleas.yaml"
    args = ("new", "profile", "--text", text, "--game", "flea-circus")
    assert flohcati(*args, "-o", str(path)).exit_code == 0
    return path


def test_a_new_profile_loads_as_a_draft_with_every_sentence_of_the_text(
    draft: Path,
) -> None:
    variant = load_variant(draft)
    assert variant.id == "my-fleas"
    assert variant.language == "ja"
    assert variant.unknown == tuple(points_of(FleaCircus.RULES))
    clauses = variant.clauses.values()
    assert [clause.at for clause in clauses] == [one.place for one in sentences(TEXT)]
    assert {clause.gist for clause in clauses} == {""}
    for clause, sentence in zip(clauses, sentences(TEXT), strict=True):
        assert clause.digest == digest(sentence.text)


def test_no_sentence_of_the_text_is_in_a_new_profile(draft: Path) -> None:
    written = draft.read_text(encoding="utf-8")
    for sentence in sentences(TEXT):
        if sentence.number:
            assert sentence.text not in written


def test_clauses_are_named_after_their_heading_and_their_kinds_guessed(
    draft: Path,
) -> None:
    kinds = {id: str(one.kind) for id, one in load_variant(draft).clauses.items()}
    assert kinds["opening.1"] == "rule"
    assert kinds["ubersicht.1"] == "rule"
    assert kinds["contents.1"] == "component"
    assert next(kinds[id] for id in kinds if id.startswith("heading.")) == "flavour"
    assert [*kinds.values()].count("example") == 2


def test_a_profile_with_every_value_known_has_every_gist(tmp_path: Path) -> None:
    """Only a draft may leave the gist of a clause empty."""
    shipped = Path(load_variant("amigo-ja").file).read_text(encoding="utf-8")
    path = tmp_path / "amigo.yaml"
    path.write_text(re.sub(r"gist: .*", 'gist: ""', shipped, count=1), "utf-8")
    with pytest.raises(ProfileError, match=r"clauses\.0\.gist"):
        load_variant(path)
    once_unknown = re.sub(
        r"  gala\.bonus: .*", "  gala.bonus: {unknown: Torn.}", path.read_text("utf-8")
    )
    path.write_text(once_unknown, encoding="utf-8")
    assert load_variant(path).unknown == ("gala.bonus",)


def test_a_new_profile_without_a_file_is_printed(text: str) -> None:
    args = ("new", "profile", "--text", text, "--game", "flea-circus", "--id", "x")
    result = flohcati(*args, "--title", "The fleas", "--language", "en")
    assert result.exit_code == 0
    assert "\nid: x\n" in result.stdout
    assert "\ntitle: The fleas\nlanguage: en\n" in result.stdout
    assert result.stderr == ""


def test_a_new_profile_does_not_take_the_id_of_a_shipped_one(tmp_path: Path) -> None:
    path = tmp_path / "amigo-ja.txt"
    path.write_text(TEXT, encoding="utf-8")
    result = flohcati("new", "profile", "--text", str(path), "--game", "flea-circus")
    assert "\nid: my-amigo-ja\n" in result.stdout


@pytest.mark.parametrize(
    "given",
    [
        ("--id", "My Fleas"),
        ("--language", "Finnish"),
        ("--components", "box.yaml"),
    ],
)
def test_what_a_profile_could_not_say_is_refused(
    text: str, given: tuple[str, str]
) -> None:
    args = ("new", "profile", "--text", text, "--game", "flea-circus", *given)
    assert flohcati(*args).exit_code == 2


def test_a_game_that_is_not_known_is_refused(text: str) -> None:
    result = flohcati("new", "profile", "--text", text, "--game", "flea-cirkus")
    assert result.exit_code == 3
    assert "did you mean 'flea-circus'?" in result.stderr


def test_a_text_without_sentences_or_with_too_many_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(RequestError, match="no sentence"):
        draft_profile("--", FleaCircus, id="x", title="X")
    monkeypatch.setattr(drafts, "MOST_SENTENCES", 3)
    with pytest.raises(RequestError, match="at most 3 fit"):
        draft_profile(TEXT, FleaCircus, id="x", title="X")


def test_as_many_sentences_as_may_be_make_a_profile_that_can_be_read(
    tmp_path: Path,
) -> None:
    text = "\n".join(f"{at} fleas jump over the card." for at in range(4_000))
    path = tmp_path / "long.yaml"
    path.write_text(draft_profile(text, FleaCircus, id="x", title="X"), "utf-8")
    assert len(load_variant(path).clauses) == 4_000


def test_a_game_with_components_needs_a_file_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FleaCircus, "COMPONENTS", "fleas/1")
    with pytest.raises(RequestError, match="names a component file"):
        draft_profile(TEXT, FleaCircus, id="x", title="X")
    written = draft_profile(
        TEXT, FleaCircus, id="x", title="X", components="fleas.yaml"
    )
    assert "\ncomponents: fleas.yaml\n" in written


def test_a_slug_is_made_of_plain_letters() -> None:
    assert slug("Sisältö") == "sisalto"
    assert slug("準備") == ""
    assert slug("The very long heading of a section") == "the-very-long-heading-of"
    assert len(slug("x" * 99)) == 24


def test_nothing_is_overwritten_without_force(draft: Path, text: str) -> None:
    draft.write_text("mine", encoding="utf-8")
    args = ("new", "profile", "--text", text, "--game", "flea-circus", "-o", str(draft))
    result = flohcati(*args)
    assert result.exit_code == 2
    assert "is there already" in result.stderr
    assert draft.read_text(encoding="utf-8") == "mine"
    assert flohcati(*args, "--force").exit_code == 0
    assert draft.read_text(encoding="utf-8") != "mine"


def test_a_house_variant_with_changes_is_valid_at_once(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    result = flohcati(
        "new", "house", "--extends", "amigo-ja", "--id", "ours", "-o", str(path),
        "--change", "gala.allowed=no", "--change", "trio.points=5",
        "--change", "deck.colours=red, blue,green",
    )  # fmt: skip
    assert result.exit_code == 0
    ours = load_variant(path)
    assert ours.extends == "amigo-ja"
    assert ours.values["trio.points"] == 5
    assert ours.values["deck.colours"] == ("red", "blue", "green")
    assert ours.values["gala.bonus"] == 0
    written = path.read_text(encoding="utf-8")
    assert "# gala.bonus moves along and is 0." in written


@pytest.mark.parametrize("listed", ["red, blue,green", "[red, blue, green]"])
def test_a_list_of_names_is_typed_with_brackets_or_without(
    tmp_path: Path, listed: str
) -> None:
    path = tmp_path / "ours.yaml"
    args = ("new", "house", "--extends", "amigo-ja", "-o", str(path))
    assert flohcati(*args, "--change", f"deck.colours={listed}").exit_code == 0
    assert load_variant(path).values["deck.colours"] == ("red", "blue", "green")


def test_a_house_variant_does_not_take_the_id_of_a_shipped_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "ours.yaml"
    args = ("new", "house", "--extends", "amigo-ja", "-o", str(path))
    result = flohcati(*args, "--id", "kirppusirkus-fi")
    assert result.exit_code == 2
    assert "kirppusirkus-fi is the id of a shipped variant" in result.stderr
    assert not path.exists()


def test_a_new_profile_names_its_components_from_its_own_folder(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = Path(load_variant("mars-troupe-ja").file).parent
    shipped = min((parent / "components").glob("*.yaml"))
    (tmp_path / "mine.yaml").write_bytes(shipped.read_bytes())
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path)
    args = ("new", "profile", "--text", text, "--game", "mars-troupe")
    result = flohcati(*args, "--components", "mine.yaml", "-o", "sub/p.yaml")
    assert result.exit_code == 0
    written = Path("sub/p.yaml").read_text(encoding="utf-8")
    assert "\ncomponents: ../mine.yaml\n" in written.replace('"', "")
    assert load_variant(Path("sub/p.yaml")).components is not None


def test_a_house_variant_without_changes_offers_every_rule_point(
    tmp_path: Path,
) -> None:
    path = tmp_path / "ours.yaml"
    assert (
        flohcati("new", "house", "--extends", "amigo-ja", "-o", str(path)).exit_code
        == 0
    )
    written = path.read_text(encoding="utf-8")
    assert flohcati("check", str(path)).exit_code == 1
    for point in points_of(FleaCircus.RULES):
        assert f"\n  # {point}: " in written
    changed = written.replace("  # trio.points: 10", "  trio.points: 5")
    path.write_text(changed, encoding="utf-8")
    assert load_variant(path).changed == ("trio.points",)
    assert load_variant(path).id == "house-amigo-ja"


def test_a_house_variant_names_a_parent_of_ones_own_by_its_path(
    draft: Path, tmp_path: Path
) -> None:
    path = tmp_path / "inner" / "ours.yaml"
    path.parent.mkdir()
    result = flohcati(
        "new", "house", "--extends", str(draft), "-o", str(path),
        "--change", "trio.points=5",
    )  # fmt: skip
    assert result.exit_code == 0
    assert "\nextends: ../fleas.yaml\n" in path.read_text("utf-8").replace('"', "")
    assert load_variant(path).extends == "my-fleas"


@pytest.mark.parametrize(
    ("change", "code", "told"),
    [
        ("trio.point=5", 3, "did you mean 'trio.points'?"),
        ("trio.points=five", 2, "expected a whole number"),
        ("trio.points=10", 2, "has trio.points: 10 already"),
        ("trio.points", 2, "is not a rule point, =, and its value"),
        ("gala.bonus=101", 2, "out of range"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(
    change: str, code: int, told: str
) -> None:
    result = flohcati("new", "house", "--extends", "amigo-ja", "--change", change)
    assert result.exit_code == code
    assert told in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    "given",
    [
        ("--game", "flea-circus"),
        ("--variant", "kirppusirkus-fi"),
        ("--variant", "amigo-ja", "--clause", "gala.1", "--clause", "trio.1"),
    ],
)
def test_a_new_scenario_file_holds_as_it_is(
    tmp_path: Path, given: tuple[str, ...]
) -> None:
    path = tmp_path / "new.scenario.yaml"
    assert flohcati("new", "scenario", *given, "-o", str(path)).exit_code == 0
    assert flohcati("check", str(path)).exit_code == 0
    result = flohcati("test", str(path))
    assert result.exit_code == 0
    assert "passed" in result.stdout


def test_a_new_scenario_of_a_draft_knows_what_can_be_expected(draft: Path) -> None:
    result = flohcati("new", "scenario", "--variant", str(draft))
    assert result.exit_code == 0
    assert "#   hands: " in result.stdout
    assert "clauses: {my-fleas: []}" in result.stdout


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        ((), 2, "either --game or --variant"),
        (("--game", "flea-circus", "--clause", "gala.1"), 2, "--clause needs"),
        (("--variant", "amigo-ja", "--clause", "gala.99"), 3, "no clause 'gala.99'"),
        (("--game", "chess"), 3, "no game 'chess'"),
    ],
)
def test_a_scenario_about_nothing_is_refused(
    given: tuple[str, ...], code: int, told: str
) -> None:
    result = flohcati("new", "scenario", *given)
    assert result.exit_code == code
    assert told in " ".join(result.stderr.split())
