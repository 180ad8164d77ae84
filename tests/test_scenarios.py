"""Scenarios are loaded, run for variants, and say what comes out otherwise."""

from collections.abc import Callable, Mapping
from pathlib import Path

import attrs
import pytest

from flohcati_rules.errors import (
    Fault,
    NotationError,
    PositionError,
    Problem,
    ProfileError,
    RequestError,
    RulesError,
    ScenarioFileError,
    UnknownNameError,
    UnreadableFileError,
)
from flohcati_rules.game import Fact
from flohcati_rules.profiles import Catalogue, Kind, Variant
from flohcati_rules.registry import GAMES, catalogue, list_variants, load_variant
from flohcati_rules.scenarios import (
    EXPECTED,
    Entry,
    Outcomes,
    Scenario,
    Verdict,
    expectable,
    load_scenarios,
    outcomes,
    run,
    shipped_scenarios,
    tell_problems,
    tell_result,
    variants_for,
)
from flohcati_rules.scenarios.expectations import as_text

Write = Callable[..., tuple[Scenario, ...]]

CHAIN = """\
  - name: the chain stops at a colour on display
    clauses: {amigo-ja: [chain.2, chain.3], kirppusirkus-fi: [chain.1, chain.3]}
    given:
      seats: [Ann, Ben, Cleo]
      turn: Ann
      display: [blue-2, red-7]
      deck: [chain, red-1, green-4]
      hands: {Ben: [yellow-3]}
      trios: {Cleo: [3]}
      discard: []
    when:
      - Ann: reveal
    then:
      - for: {chain.duplicate: discarded}
        expect: {turn: Ann, moves: [take blue-2, take red-7], discard: [red-1]}
      - for: {chain.duplicate: takeable}
        expect: {turn: Ann, allows: [take blue-2, take red-7, take red-1]}
"""

PLAIN = """\
  - name: a card is taken
    given: {seats: [Ann, Ben, Cleo], display: [blue-2, red-7], deck: [red-1]}
    when:
      - Ann: take blue-2
    then: {expect: {turn: Ben, hands: {Ann: [blue-2]}}}
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(body: str, *own: Variant) -> tuple[Scenario, ...]:
        path = tmp_path / "a.scenario.yaml"
        head = "format: scenario/1\ngame: flea-circus\nscenarios:\n"
        path.write_text(head + body, encoding="utf-8")
        return load_scenarios(path, file="a.scenario.yaml", variants=own)

    return written


def only(scenarios: tuple[Scenario, ...]) -> Scenario:
    [scenario] = scenarios
    return scenario


@pytest.fixture
def ja() -> Variant:
    return load_variant("amigo-ja")


@pytest.fixture
def fi() -> Variant:
    return load_variant("kirppusirkus-fi")


# ---------------------------------------------------------------- loading


def test_every_part_of_a_scenario_knows_its_place(write: Write) -> None:
    [scenario] = write(CHAIN)
    assert scenario.name == "the chain stops at a colour on display"
    assert (scenario.game, scenario.file) == ("flea-circus", "a.scenario.yaml")
    assert scenario.spot[:2] == (4, 5)
    assert scenario.seats == ("Ann", "Ben", "Cleo")
    assert [(step.actor, step.text) for step in scenario.when] == [("Ann", "reveal")]
    assert scenario.when[0].spot[:2] == (15, 9)
    assert scenario.when[0].move_spot[:2] == (15, 14)
    cited = [(found.variant, found.clause) for found in scenario.citations]
    assert cited == [
        ("amigo-ja", "chain.2"),
        ("amigo-ja", "chain.3"),
        ("kirppusirkus-fi", "chain.1"),
        ("kirppusirkus-fi", "chain.3"),
    ]
    assert scenario.citations[1].spot[:2] == (5, 35)
    assert [str(entry.condition) for entry in scenario.then] == [
        "chain.duplicate: discarded",
        "chain.duplicate: takeable",
    ]
    turn, moves, _ = scenario.then[0].expectations
    assert (turn.key, turn.written.value) == ("turn", "Ann")
    assert moves.written.spot_of("1").place == "scenarios.0.then.0.expect.moves.1"


def test_a_place_that_is_not_there_is_that_of_what_is_around_it(write: Write) -> None:
    [scenario] = write(CHAIN)
    given = scenario.given
    assert given.spot_of("hands.Ben.7.x") == given.spot_of("hands.Ben")
    assert given.spot_of("nothing.of.it") == given.spot_of("")


def test_when_may_be_left_out_or_empty(write: Write) -> None:
    given = "    given: {seats: [Ann, Ben, Cleo]}\n    then: {expect: {turn: Ann}}\n"
    scenarios = write(
        f"  - name: a\n{given}  - name: b\n    when:\n{given}"
        f"  - name: c\n    when: []\n{given}"
    )
    assert [scenario.when for scenario in scenarios] == [(), (), ()]


def test_a_scenario_may_cite_nothing(write: Write) -> None:
    [scenario] = write(PLAIN)
    assert scenario.citations == ()
    assert scenario.named == ()


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="there is no such file"):
        load_scenarios(str(tmp_path / "none.scenario.yaml"))


def test_a_variant_of_ones_own_may_be_named_where_it_is_given(
    write: Write, ja: Variant
) -> None:
    own = ja.with_rules({"gala.bonus": 0}, id="ours")
    body = PLAIN + "    clauses: {ours: [chain.1]}\n"
    with pytest.raises(ScenarioFileError, match="no variant 'ours'"):
        write(body)
    [scenario] = write(body, own)
    assert scenario.named == ("ours",)


def test_a_shipped_profile_that_is_not_valid_spoils_only_what_names_it(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = Catalogue.load

    def load_all_but_one(
        self: Catalogue, id: str, *, extended_by: tuple[str, ...] = ()
    ) -> Variant:
        if id == "amigo-ja":
            raise ProfileError([Problem("amigo-ja.yaml", 7, 1, "", "it is torn")])
        return load(self, id, extended_by=extended_by)

    monkeypatch.setattr(Catalogue, "load", load_all_but_one)
    write(PLAIN)
    message = "'amigo-ja' is not valid: amigo-ja.yaml:7:1: it is torn"
    with pytest.raises(ScenarioFileError, match=message):
        write(CHAIN)


def test_own_variants_of_another_game_cannot_be_named(
    write: Write, ja: Variant
) -> None:
    class Other(ja.game_class):  # type: ignore[misc, name-defined]
        ID = "other-circus"

    own = attrs.evolve(ja, id="elsewhere", game_class=Other)
    message = "elsewhere is a variant of another game, other-circus"
    with pytest.raises(ScenarioFileError, match=message):
        write(PLAIN + "    clauses: {elsewhere: []}\n", own)


# ---------------------------------------------------------------- which variants


def test_a_scenario_runs_for_the_variants_that_it_names(write: Write) -> None:
    [scenario] = write(CHAIN)
    assert scenario.named == ("amigo-ja", "kirppusirkus-fi")
    assert [variant.id for variant in variants_for(scenario)] == [
        "amigo-ja",
        "kirppusirkus-fi",
    ]


def test_naming_in_conditions_counts(write: Write) -> None:
    body = """\
  - name: a
    clauses: {kirppusirkus-fi: [chain.1]}
    given: {seats: [Ann, Ben, Cleo]}
    then:
      - for: house-gamblers
        expect: {turn: Ann}
      - for: [kirppusirkus-fi, amigo-ja]
        expect: {turn: Ann}
"""
    [scenario] = write(body)
    named = ("kirppusirkus-fi", "house-gamblers", "amigo-ja")
    assert scenario.named == named
    assert tuple(variant.id for variant in variants_for(scenario)) == named


def test_one_that_names_none_runs_for_every_translation(write: Write) -> None:
    [scenario] = write(PLAIN)
    found = variants_for(scenario)
    assert {"amigo-ja", "kirppusirkus-fi"} <= {variant.id for variant in found}
    assert {variant.kind for variant in found} == {Kind.TRANSLATION}
    assert {variant.game_class.ID for variant in found} == {"flea-circus"}


def test_variants_that_are_given_come_instead(write: Write, ja: Variant) -> None:
    [scenario] = write(CHAIN)
    house = load_variant("house-gamblers")
    assert variants_for(scenario, [house, ja]) == (house, ja)
    assert variants_for(scenario, []) == ()


# ---------------------------------------------------------------- running


def test_what_comes_out_as_expected_passes(
    write: Write, ja: Variant, fi: Variant
) -> None:
    [scenario] = write(CHAIN)
    for index, variant in enumerate((ja, fi)):
        result = run(scenario, variant)
        assert result.verdict is Verdict.PASSED
        assert result.entry is scenario.then[index]
        assert result.findings == ()
        assert (result.variant, result.reading_as) == (variant.id, variant.id)
        state = ja.game().parse_position(result.position)
        assert ja.game().decider(state) == "Ann"


def test_every_mismatch_is_reported_with_its_place(write: Write, ja: Variant) -> None:
    body = PLAIN.replace("turn: Ben", "turn: Ann, over: true").replace(
        "Ann: [blue-2]", "Ann: [red-7], Ben: [], Cleo: [red-1]"
    )
    result = run(only(write(body)), ja)
    assert result.verdict is Verdict.FAILED
    assert [(found.what, found.expected, found.found) for found in result.findings] == [
        ("turn", "Ann", "Ben"),
        ("over", "true", "false"),
        ("hands.Ann", "red-7", "blue-2"),
        ("hands.Cleo", "red-1", "nothing"),
    ]
    assert [str(problem) for problem in result.problems] == [
        f"a.scenario.yaml:8:{column}: scenarios.0.then.expect.{message}"
        for column, message in [
            (27, "turn: expected Ann; got Ben"),
            (38, "over: expected true; got false"),
            (52, "hands.Ann: expected red-7; got blue-2"),
            (75, "hands.Cleo: expected red-1; got nothing"),
        ]
    ]


def test_a_refused_step_names_the_rule_and_its_clause(
    write: Write, ja: Variant
) -> None:
    body = CHAIN.replace("    then:\n", "      - Ann: take red-1\n    then:\n")
    [finding] = run(only(write(body)), ja).findings
    assert finding.what == "step 2"
    place = ja.evidence["chain.duplicate"].places[0]
    assert "'take red-1' is refused" in finding.message
    assert f"[chain.duplicate: {place}" in finding.message
    assert finding.spot.place == "scenarios.0.when.1.Ann"


def test_a_variant_that_no_entry_speaks_of_is_not_passed(
    write: Write, ja: Variant, fi: Variant
) -> None:
    body = PLAIN.replace("then: {", "then:\n      - {for: {gala.bonus: 10}, ")
    [scenario] = write(body)
    assert run(scenario, ja).verdict is Verdict.PASSED
    silent = run(scenario, fi)
    assert silent.verdict is Verdict.SAYS_NOTHING
    assert silent.entry is None
    assert silent.findings == ()


def test_an_id_in_a_condition_is_that_variant_and_no_descendant(
    write: Write, ja: Variant
) -> None:
    body = PLAIN.replace("then: {", "then:\n      - {for: amigo-ja, ")
    [scenario] = write(body)
    assert run(scenario, ja).verdict is Verdict.PASSED
    house = load_variant("house-gamblers")
    assert house.extends == "amigo-ja"
    assert run(scenario, house).verdict is Verdict.SAYS_NOTHING


def test_all_values_of_a_condition_must_match(write: Write, ja: Variant) -> None:
    body = PLAIN.replace(
        "then: {", "then:\n      - {for: {gala.bonus: 10, chain.stop: at-will}, "
    )
    [scenario] = write(body)
    assert run(scenario, ja).verdict is Verdict.SAYS_NOTHING
    at_will = ja.with_rules({"chain.stop": "at-will"})
    assert run(scenario, at_will).verdict is Verdict.PASSED


def test_two_entries_that_match_are_an_error(write: Write, ja: Variant) -> None:
    body = CHAIN.replace("takeable", "discarded")
    result = run(only(write(body)), ja)
    assert result.verdict is Verdict.ERROR
    assert result.entry is None
    [finding] = result.findings
    assert "2 entries speak of amigo-ja" in finding.message
    assert finding.spot[:2] == (19, 9)


def test_rules_are_played_as_one_and_read_as_another(
    write: Write, ja: Variant, fi: Variant
) -> None:
    [scenario] = write(CHAIN)
    result = run(scenario, fi, reading_as=ja)
    assert result.verdict is Verdict.FAILED
    assert (result.variant, result.reading_as) == ("kirppusirkus-fi", "amigo-ja")
    assert result.entry is scenario.then[0]
    assert [found.what for found in result.findings] == ["moves", "discard"]


def test_a_card_that_only_one_deck_has_is_an_error_for_the_other(
    write: Write, ja: Variant
) -> None:
    [scenario] = write(PLAIN)
    small = ja.with_rules({"deck.highest": 5})
    assert run(scenario, ja).verdict is Verdict.PASSED
    result = run(scenario, small)
    assert result.verdict is Verdict.ERROR
    [finding] = result.findings
    assert str(finding).startswith(
        "given.display.1: 'red-7' is not a card of this deck"
    )


def test_a_number_of_seats_is_an_error_only_where_it_is_forbidden(
    write: Write, ja: Variant
) -> None:
    [scenario] = write(PLAIN.replace(", Cleo", ""))
    assert run(scenario, ja).verdict is Verdict.ERROR
    assert run(scenario, load_variant("house-two-players")).verdict is Verdict.PASSED


def test_an_error_outweighs_a_mismatch(write: Write, ja: Variant) -> None:
    body = PLAIN.replace("turn: Ben", "turn: Ann, display: [red-9]")
    result = run(only(write(body)), ja)
    assert result.verdict is Verdict.ERROR
    assert [found.what for found in result.findings] == ["display"]


def test_a_draft_cannot_be_played(write: Write, ja: Variant) -> None:
    values = {id: value for id, value in ja.values.items() if id != "tie.winner"}
    draft = attrs.evolve(ja, id="draft", values=values)
    result = run(only(write(PLAIN)), draft)
    assert result.verdict is Verdict.ERROR
    [finding] = result.findings
    assert str(finding).startswith("draft cannot be played: tie.winner is unknown")
    condition = "then:\n      - {for: {tie.winner: shared}, "
    [scenario] = write(PLAIN.replace("then: {", condition))
    assert run(scenario, draft).verdict is Verdict.SAYS_NOTHING


def test_a_scenario_is_not_run_for_another_game(write: Write, ja: Variant) -> None:
    class Other(ja.game_class):  # type: ignore[misc, name-defined]
        ID = "other-circus"

    other = attrs.evolve(ja, game_class=Other)
    [scenario] = write(PLAIN)
    with pytest.raises(RequestError, match="is a scenario of flea-circus"):
        run(scenario, other)
    with pytest.raises(RequestError):
        run(scenario, ja, reading_as=other)
    with pytest.raises(RequestError):
        outcomes(scenario, other)


def test_a_game_may_find_fault_in_its_own_ways(write: Write, ja: Variant) -> None:
    class Other(ja.game_class):  # type: ignore[misc, name-defined]
        def position(self, given: Mapping[str, object]) -> object:
            raise NotationError("red-7", "a card of this game")

        def facts(self) -> dict[str, Fact]:
            def read(written: object) -> object:
                raise PositionError([Fault("Ann.0", "no"), Fault("", "and no")])

            return {"hands": Fact("…", read, lambda *_: {}, named_only=True)}

    [scenario] = write(PLAIN)
    [finding] = run(scenario, attrs.evolve(ja, game_class=Other)).findings
    assert str(finding) == "given: 'red-7' is not a card of this game"
    assert finding.spot.place == "scenarios.0.given.display.1"
    del Other.position
    result = run(scenario, attrs.evolve(ja, game_class=Other))
    assert result.verdict is Verdict.ERROR
    assert [(str(found), found.spot.place) for found in result.findings] == [
        ("hands: and no", "scenarios.0.then.expect.hands"),
        ("hands.Ann.0: no", "scenarios.0.then.expect.hands.Ann.0"),
    ]


def test_chance_moves_where_chance_decides(write: Write, ja: Variant) -> None:
    body = """\
  - name: a draw
    given:
      seats: [Ann, Ben, Cleo]
      display: [red-7]
      deck: [draw, red-0]
      hands: {Ben: [red-1, red-2]}
    when:
      - Ann: reveal
      - Ann: draw from Ben
    then: {expect: {turn: chance, moves: [red-2, red-1], forbids: [red-7]}}
  - name: what it draws
    given:
      seats: [Ann, Ben, Cleo]
      display: [red-7]
      deck: [draw, red-0]
      hands: {Ben: [red-1, red-2]}
    when:
      - Ann: reveal
      - Ann: draw from Ben
      - chance: red-1
    then: {expect: {hands: {Ann: [red-1], Ben: [red-2]}, discard: [draw]}}
"""
    for scenario in write(body):
        result = run(scenario, ja)
        assert result.verdict is Verdict.PASSED, result.findings


def test_moves_are_compared_as_moves_and_not_as_texts(
    write: Write, ja: Variant
) -> None:
    body = """\
  - name: a trio by number or by cards
    given: {seats: [Ann, Ben, Cleo], hands: {Ann: [red-3, blue-3, pink-3]}}
    then: {expect: {moves: ["trio  red-3 pink-3 blue-3", end], allows: [trio 3]}}
"""
    result = run(only(write(body)), ja)
    assert result.verdict is Verdict.PASSED, result.findings


def test_text_and_number_are_told_apart(write: Write, ja: Variant) -> None:
    body = """\
  - name: a number in quotes
    given: {setup: 4}
    then: {expect: {contents: {circus: "80"}}}
"""
    result = run(only(write(body)), ja)
    assert result.verdict is not Verdict.PASSED
    assert "'80'" in str(result.findings[0])


def test_results_are_values(write: Write, ja: Variant) -> None:
    [scenario] = write(CHAIN)
    assert run(scenario, ja) == run(scenario, ja)
    assert len({run(scenario, ja), run(scenario, ja)}) == 1
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        scenario.name = "another"  # type: ignore[misc]


# ---------------------------------------------------------------- expectations


def test_all_that_can_be_expected_has_a_sense() -> None:
    for variant in list_variants():
        if not variant.unknown:
            senses = expectable(variant.game())
            assert senses.keys() >= EXPECTED.keys()
            assert all(sense.strip() for sense in senses.values())


def test_values_as_text() -> None:
    assert as_text({"Ann": ("red-1", "blue-2"), "Ben": ()}) == (
        "Ann: red-1, blue-2; Ben: nothing"
    )
    assert as_text((("red-1", "red-2"), 3)) == "(red-1, red-2), 3"


# ---------------------------------------------------------------- outcomes


def test_outcomes_of_two_variants_stand_side_by_side(
    write: Write, ja: Variant, fi: Variant
) -> None:
    [scenario] = write(CHAIN)
    a, b = outcomes(scenario, ja), outcomes(scenario, fi)
    assert a.facts == {
        "turn": "Ann",
        "moves": "take blue-2, take red-7",
        "discard": "red-1",
    }
    assert b.facts == {
        "turn": "Ann",
        "moves": "decline, take blue-2, take red-1, take red-7",
        "discard": "nothing",
    }
    assert a.differs_from(b) == ("moves", "discard")
    assert a.differs_from(a) == ()


def test_outcomes_are_for_the_names_and_moves_that_any_entry_checks(
    write: Write, ja: Variant
) -> None:
    body = """\
  - name: a
    given: {seats: [Ann, Ben, Cleo], display: [red-7], hands: {Ben: [red-1]}}
    then:
      - for: amigo-ja
        expect: {scores: {Ben: 1}, allows: [take red-7], forbids: [end, demand red]}
      - for: kirppusirkus-fi
        expect: {hands: {Ben: [red-1], Ann: []}, contents: {circus: 2, flies: 0}}
"""
    [scenario] = write(body)
    assert outcomes(scenario, ja).facts == {
        "scores.Ben": "1",
        "take red-7": "allowed",
        "end": "refused",
        "demand red": "no move of this game",
        "hands.Ben": "red-1",
        "hands.Ann": "nothing",
        "contents.circus": "2",
        "contents.flies": "nothing",
    }


def test_outcomes_say_which_step_is_refused(
    write: Write, ja: Variant, fi: Variant
) -> None:
    body = CHAIN.replace("    then:\n", "      - Ann: take red-1\n    then:\n")
    [scenario] = write(body)
    stopped = outcomes(scenario, ja)
    assert stopped.facts == {}
    assert stopped.stopped_at == 2
    assert stopped.stopped.startswith("step 2: 'take red-1' is refused: ")
    assert outcomes(scenario, fi).stopped_at is None
    assert stopped.differs_from(outcomes(scenario, fi)) == ("when",)
    also = Outcomes(variant="x", stopped="step 2: for another reason", stopped_at=2)
    assert stopped.differs_from(also) == ()


def test_outcomes_say_when_a_position_is_not_possible(
    write: Write, ja: Variant
) -> None:
    [scenario] = write(PLAIN.replace(", Cleo", ""))
    found = outcomes(scenario, ja)
    assert found.stopped_at == 0
    assert found.stopped == "given.seats: 2 seats; the game takes 3 to 5 players"


# ---------------------------------------------------------------- in words


def test_a_result_is_told_with_the_lines_around_it(write: Write, ja: Variant) -> None:
    body = PLAIN.replace("turn: Ben", "turn: Ann, over: true")
    result = run(only(write(body)), ja)
    lines = ["format: scenario/1", "game: flea-circus", "scenarios:"]
    lines += body.splitlines()
    assert tell_result(result, lines) == "\n".join(
        [
            "turn: expected Ann; got Ben (and 1 more)",
            "the position after the moves: " + result.position,
            "at column 38: over: expected true; got false",
            "",
            "      6 |     when:",
            "      7 |       - Ann: take blue-2",
            ">     8 | " + lines[7],
            "",
            "a.scenario.yaml:8:27",
        ]
    )


def test_problems_of_different_lines_have_excerpts_of_their_own(write: Write) -> None:
    body = PLAIN.replace("when", "whne").replace("then", "thne")
    with pytest.raises(ScenarioFileError) as refused:
        write(body)
    lines = ["format: scenario/1", "game: flea-circus", "scenarios:"]
    told = tell_problems(refused.value.problems, [*lines, *body.splitlines()])
    blocks = told.split("\n\n")
    assert blocks[0] == "missing key 'then' (and 2 more)"
    assert told.count(">") == 3
    assert told.endswith("a.scenario.yaml:8:5")


# ---------------------------------------------------------------- what is shipped


def test_shipped_scenarios_are_those_of_a_known_game() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'flea-circus'"):
        shipped_scenarios("flea-circsu")
    for game in GAMES:
        found = shipped_scenarios(game)
        assert {scenario.game for scenario in found} <= {game}
        files = {path.name for path in catalogue().scenario_files(game)}
        assert {Path(scenario.file).name for scenario in found} == files


SHIPPED = [scenario for game in GAMES for scenario in shipped_scenarios(game)]


def title(scenario: Scenario) -> str:
    return f"{Path(scenario.file).name}: {scenario.name}"


@pytest.mark.parametrize("scenario", SHIPPED, ids=title)
def test_every_entry_holds_under_rules_that_it_speaks_of(scenario: Scenario) -> None:
    for entry in scenario.then:
        verdicts = [
            run(scenario, variant).verdict for variant in spoken_of(scenario, entry)
        ]
        assert Verdict.PASSED in verdicts, f"{entry.spot}: {verdicts}"


def spoken_of(scenario: Scenario, entry: Entry) -> list[Variant]:
    """Return variants with the values that an entry speaks of."""
    if entry.condition.variants:
        return [load_variant(id) for id in entry.condition.variants]
    found = []
    for variant in variants_for(scenario):
        try:
            changed = variant.with_rules(dict(entry.condition.values))
        except RulesError:
            continue
        if scenario.entries_for(changed) == (entry,):
            found.append(changed)
    return found
