"""The editions that are known from accounts, their fillings, and the misreadings."""

from itertools import pairwise
from typing import Any

import pytest

from flohcati_rules.errors import DraftError
from flohcati_rules.evidence import Standing, Strength
from flohcati_rules.profiles import Kind, Variant
from flohcati_rules.registry import list_variants, load_variant
from flohcati_rules.rulepoints import Choice, inert_reason, points_of, written
from flohcati_rules.ruletext import digest

FLEA = [one for one in list_variants() if one.game_class.ID == "flea-circus"]
EDITIONS = [one for one in FLEA if one.kind is Kind.EDITION]
MISREADINGS = [one for one in FLEA if one.kind is Kind.MISREADING]
FILLED = {
    "house-d3-local": "d3-local",
    "house-pchli-cyrk": "pchli-cyrk",
    "house-sqp-engine": "sqp-engine",
}

every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda one: one.id)
every_misreading = pytest.mark.parametrize(
    "misreading", MISREADINGS, ids=lambda one: one.id
)


def test_drafts_are_known_by_name() -> None:
    drafts = {one.id: len(one.unknown) for one in FLEA if one.unknown}
    assert drafts == {
        "circus-flohcati-25c": 17,
        "d3-local": 30,
        "d3-normal": 30,
        "natsu-no-takaramono": 11,
        "pchli-cyrk": 34,
        "sqp-engine": 1,
    }


def test_only_programs_and_publishers_speak_for_themselves() -> None:
    standings = {one.id: one.source.standing for one in EDITIONS}
    assert standings == {
        "circus-flohcati-25c": Standing.REPORT,
        "d3-local": Standing.PRIMARY,
        "d3-normal": Standing.PRIMARY,
        "natsu-no-takaramono": Standing.REPORT,
        "pchli-cyrk": Standing.REPORT,
        "sqp-engine": Standing.PRIMARY,
    }


@every_edition
def test_an_edition_fills_nothing_in_silence(edition: Variant) -> None:
    """What is silent does not come up in play; everything else is known or open."""
    values: dict[str, Any] = {
        **load_variant("amigo-ja").values,
        **edition.values,
    }
    rules = edition.game_class.RULES(
        **{points_of(edition.game_class.RULES)[id].field: values[id] for id in values}
    )
    unasked = {"win.by", "tie.winner"} if edition.id == "sqp-engine" else set()
    for id, evidence in edition.evidence.items():
        if evidence.strength is Strength.SILENT and id not in unasked:
            single = "the question does not come up" in evidence.because
            assert single or inert_reason(rules, id), id
        if evidence.strength in {Strength.STATED, Strength.INFERRED}:
            assert evidence.clauses, id
        assert (evidence.strength is Strength.UNKNOWN) == (id in edition.unknown)
        assert evidence.strength is not Strength.UNKNOWN or evidence.because


@every_edition
def test_a_clause_is_the_digest_of_our_own_words(edition: Variant) -> None:
    for clause in edition.clauses.values():
        assert clause.digest == digest(clause.gist), clause.id


@every_edition
def test_statements_of_an_account_are_counted(edition: Variant) -> None:
    places: dict[str, list[int]] = {}
    for clause in edition.clauses.values():
        account, _, number = clause.at.rpartition(", ")
        places.setdefault(account, []).append(int(number))
    for numbers in places.values():
        assert numbers[0] == 1
        assert all(b == a + 1 for a, b in pairwise(numbers))


@every_edition
def test_what_is_cited_nowhere_says_why(edition: Variant) -> None:
    cited = {
        clause.id
        for evidence in edition.evidence.values()
        for clause in evidence.clauses
    }
    for id, clause in edition.clauses.items():
        if id not in cited:
            assert clause.uncovered or clause.kind != "rule", id


@every_edition
def test_a_draft_is_not_played(edition: Variant) -> None:
    with pytest.raises(DraftError):
        edition.game()


@pytest.mark.parametrize("id", FILLED)
def test_a_filling_changes_nothing_that_is_known(id: str) -> None:
    filled, edition = load_variant(id), load_variant(FILLED[id])
    assert filled.extends == edition.id
    assert set(filled.changed) == set(edition.unknown)
    assert all(filled.evidence[point].because for point in edition.unknown)
    assert filled.game().rules == filled.rules


@pytest.mark.parametrize(
    ("id", "point", "value", "strength"),
    [
        ("natsu-no-takaramono", "players.least", None, "unknown"),
        ("natsu-no-takaramono", "start.seat", "agreed", "stated"),
        ("natsu-no-takaramono", "demand.request", "opponent-picks", "stated"),
        ("natsu-no-takaramono", "draw.shown", "to-all", "stated"),
        ("natsu-no-takaramono", "chain.duplicate", "discarded", "stated"),
        ("natsu-no-takaramono", "chain.action", "replaces", "stated"),
        ("natsu-no-takaramono", "action.ends_turn", None, "unknown"),
        ("natsu-no-takaramono", "gala.bonus", 10, "stated"),
        ("natsu-no-takaramono", "tie.winner", None, "unknown"),
        ("circus-flohcati-25c", "players.least", 2, "stated"),
        ("circus-flohcati-25c", "deck.chains", 3, "stated"),
        ("circus-flohcati-25c", "demand.request", "opponent-picks", "stated"),
        ("circus-flohcati-25c", "chain.duplicate", None, "unknown"),
        ("circus-flohcati-25c", "action.ends_turn", None, "unknown"),
        ("circus-flohcati-25c", "score.hand", "highest-per-colour", "stated"),
        ("pchli-cyrk", "demand.request", "colour-and-direction", "inferred"),
        ("pchli-cyrk", "chain.duplicate", "discarded", "stated"),
        ("pchli-cyrk", "gala.bonus", None, "unknown"),
        ("pchli-cyrk", "score.hand", None, "unknown"),
        ("sqp-engine", "deck.highest", 10, "stated"),
        ("sqp-engine", "deck.demands", 0, "stated"),
        ("sqp-engine", "trio.timing", "before-take", "stated"),
        ("sqp-engine", "trio.points", 15, "stated"),
        ("sqp-engine", "gala.bonus", 15, "stated"),
        ("sqp-engine", "deck_out.last_turn", "cut-short", "stated"),
        ("sqp-engine", "gala.call", None, "unknown"),
        ("d3-local", "take.count", "one-or-all", "stated"),
        ("d3-local", "take.without_reveal", "no", "inferred"),
        ("d3-local", "bust.hand", "half-from-ten", "inferred"),
        ("d3-local", "trio.larger", "by-the-card", "stated"),
        ("d3-local", "score.hand", "every-card", "stated"),
        ("d3-local", "demand.request", None, "unknown"),
        ("d3-normal", "take.count", "one", "stated"),
        ("d3-normal", "take.without_reveal", "yes", "inferred"),
        ("d3-normal", "score.hand", "highest-per-colour", "stated"),
        ("d3-normal", "gala.bonus", 10, "stated"),
    ],
)
def test_facts_of_the_editions(
    id: str, point: str, value: str | int | None, strength: str
) -> None:
    edition = load_variant(id)
    found = edition.values.get(point)
    assert (None if found is None else written(found)) == value
    assert edition.evidence[point].strength == strength


def test_the_match_of_three_games_is_a_note() -> None:
    assert any("three games" in note for note in load_variant("d3-local").notes)


def test_a_gala_whenever_held_is_a_note() -> None:
    notes = " ".join(load_variant("sqp-engine").notes)
    assert "at any moment of one's turn before the take" in notes


def test_a_gala_of_trios_is_a_note() -> None:
    notes = " ".join(load_variant("misreading-trio-after-take").notes)
    assert "a set of trios" in notes


@every_misreading
def test_a_misreading_changes_one_point_of_a_text(misreading: Variant) -> None:
    assert misreading.extends is not None
    text = load_variant(misreading.extends)
    assert text.kind is Kind.TRANSLATION
    [point] = misreading.changed
    assert isinstance(misreading.values[point], Choice)
    assert misreading.values[point] != text.values[point]
    assert misreading.evidence[point].because
    assert misreading.source.standing is Standing.REPORT
    assert misreading.game().rules == misreading.rules


def test_all_known_misreadings_are_there() -> None:
    changes = {
        (point, str(one.values[point])) for one in MISREADINGS for point in one.changed
    }
    assert changes == {
        ("action.ends_turn", "no"),
        ("bust.loses", "cards-of-this-turn"),
        ("bust.on", "number"),
        ("deck_out.last_turn", "cut-short"),
        ("gala.allowed", "no"),
        ("score.hand", "caller-counts-all"),
        ("score.hand", "every-card"),
        ("trio.timing", "after-take"),
        ("trio.timing", "before-take"),
    }


def test_no_gala_brings_no_bonus() -> None:
    misreading = load_variant("misreading-deck-only")
    assert misreading.values["gala.bonus"] == 0
    assert misreading.changed == ("gala.allowed",)
