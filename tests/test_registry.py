"""The registry: games and shipped variants by name."""

from pathlib import Path

import pytest

from flohcati_rules.errors import ProfileError, UnknownNameError, UnreadableFileError
from flohcati_rules.profiles import Kind
from flohcati_rules.registry import (
    GAMES,
    catalogue,
    game_named,
    list_variants,
    load_variant,
)


def test_every_game_is_known_by_its_id() -> None:
    for id, game in GAMES.items():
        assert game_named(id) is game
        assert id == game.ID
    with pytest.raises(UnknownNameError, match="did you mean 'flea-circus'"):
        game_named("flea-circuss")


def test_texts_are_listed_before_house_variants() -> None:
    variants = list_variants()
    assert {variant.id for variant in variants} == set(catalogue().ids())
    flea = [variant for variant in variants if variant.game_class.ID == "flea-circus"]
    assert [variant.id for variant in flea[:2]] == ["amigo-ja", "kirppusirkus-fi"]
    kinds = [list(Kind).index(variant.kind) for variant in flea]
    assert kinds == sorted(kinds)


def test_every_shipped_variant_but_a_draft_can_be_played() -> None:
    for variant in list_variants():
        if variant.unknown:
            assert variant.kind is Kind.EDITION
        else:
            assert variant.game().rules == variant.rules


def test_a_variant_is_loaded_by_its_id() -> None:
    assert load_variant("amigo-ja") is load_variant("amigo-ja")
    with pytest.raises(UnknownNameError, match="no variant 'amigo'; did you mean"):
        load_variant("amigo")


def test_a_variant_is_loaded_from_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = (
        "format: variant/1\n"
        "id: house-mine\n"
        "game: flea-circus\n"
        "kind: house\n"
        "title: Mine\n"
        "extends: amigo-ja\n"
        "rules: {gala.bonus: 0}\n"
    )
    for name in ("mine.yaml", "mine", "amigo-ja"):
        (tmp_path / name).write_text(profile, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / "mine.yaml", "mine.yaml", "./mine", "mine", "./amigo-ja"):
        assert load_variant(path).id == "house-mine"
    assert load_variant(Path("amigo-ja")).id == "house-mine"
    assert load_variant("amigo-ja").id == "amigo-ja"


def test_a_path_that_leads_nowhere_is_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="there is no such file"):
        load_variant(tmp_path / "none.yaml")
    with pytest.raises(UnreadableFileError, match="there is no such file"):
        load_variant("none.yml")


def test_a_bad_profile_is_refused_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("format: variant/1\n", encoding="utf-8")
    with pytest.raises(ProfileError, match="missing key 'rules'"):
        load_variant(path)
