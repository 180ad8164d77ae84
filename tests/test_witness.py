"""Witnesses: found for every difference in play, small, reachable, and repeatable."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from flohcati_rules import diff, load_variant
from flohcati_rules.cli.exits import Exit
from flohcati_rules.cli.witness import witness_command
from flohcati_rules.compare import PointDiff
from flohcati_rules.compare.every_value import (
    DeadValue,
    Pairing,
    dead_values,
    pairings,
    values_in_use,
)
from flohcati_rules.compare.lines import Limits
from flohcati_rules.compare.witness import (
    Search,
    Witness,
    find_witness,
    searches,
    witnesses,
)
from flohcati_rules.compare.writing import format_scenario
from flohcati_rules.errors import (
    DraftError,
    FlohcatiError,
    RequestError,
    RulesError,
    UnknownNameError,
)
from flohcati_rules.game import Given, Openings
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.mars_troupe.game import MarsTroupe
from flohcati_rules.games.mars_troupe.openings import LATE
from flohcati_rules.games.mars_troupe.openings import Openings as MarsOpenings
from flohcati_rules.games.mars_troupe.past import Done
from flohcati_rules.games.mars_troupe.state import Phase, State
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.rulepoints import OneOf, Value, points_of
from flohcati_rules.scenarios import Verdict, load_scenarios, run

JA = load_variant("amigo-ja")
FI = load_variant("kirppusirkus-fi")
MARS = load_variant("mars-troupe-ja")
TEXTS: dict[type[AnyGame], list[Variant]] = {FleaCircus: [JA, FI], MarsTroupe: [MARS]}
"""The rule texts of each game."""
QUICK = Limits(sweep_size=0, deals=0)


def found(a: Variant, b: Variant, limits: Limits = QUICK) -> Witness:
    witness = find_witness(a, b, limits=limits).witness
    assert witness is not None
    return witness


def only(witness: Witness) -> str:
    (one,) = witness.deciding
    return one.point.id


def passes(witness: Witness, folder: Path) -> bool:
    """Run a witness as a scenario for both of its variants."""
    path = folder / "witness.scenario.yaml"
    path.write_text(format_scenario(witness), encoding="utf-8")
    both = (witness.a, witness.b)
    scenarios = load_scenarios(path, variants=both)
    verdicts = [{run(one, side).verdict for one in scenarios} for side in both]
    return all(
        Verdict.PASSED in seen and seen <= {Verdict.PASSED, Verdict.SAYS_NOTHING}
        for seen in verdicts
    )


# ---------------------------------------------------------------- every value


@pytest.fixture(scope="module", params=TEXTS, ids=lambda game: game.ID)
def game(request: pytest.FixtureRequest) -> type[AnyGame]:
    found: type[AnyGame] = request.param
    return found


@pytest.fixture(scope="module")
def every(game: type[AnyGame]) -> Sequence[Pairing]:
    return tuple(pairings(game))


def test_play_tells_every_two_values_of_a_rule_point_apart(
    every: Sequence[Pairing],
) -> None:
    missing = [
        (one.point.id, one.a, one.b)
        for one in every
        if one.witness is None and not one.reason
    ]
    assert not missing


def test_only_a_matter_of_the_table_has_a_reason_instead(
    every: Sequence[Pairing],
) -> None:
    assert all(one.point.table_only for one in every if one.reason)
    assert all(one.point.table_only for one in dead_values(every))


def test_every_point_with_several_values_is_tried(
    game: type[AnyGame], every: Sequence[Pairing]
) -> None:
    several = {
        id
        for id, point in points_of(game.RULES).items()
        if not isinstance(point.answers, OneOf) or len(point.answers.words) > 1
    }
    assert {one.point.id for one in every} == several


def test_a_witness_of_two_values_rests_on_their_rule_point(
    every: Sequence[Pairing],
) -> None:
    for one in every:
        if one.witness is not None:
            assert [by.point.id for by in one.witness.deciding] == [one.point.id]


def test_witnesses_pass_as_scenarios_for_both(
    every: Sequence[Pairing], tmp_path: Path
) -> None:
    told: dict[str, Pairing] = {}
    for one in every:
        if isinstance(one.point.answers, OneOf):
            told[f"{one.point.id} {one.a} {one.b}"] = one
        else:
            told.setdefault(one.point.id, one)
    for name, one in told.items():
        if one.witness is not None:
            assert passes(one.witness, tmp_path), name


def test_numbers_are_tried_at_the_ends_and_around_what_is_in_use() -> None:
    point = points_of(FleaCircus.RULES)["gala.bonus"]
    assert values_in_use(point, [JA, FI]) == (0, 1, 9, 10, 11, 100)


def test_lists_are_tried_with_an_entry_less_and_an_entry_more() -> None:
    point = points_of(FleaCircus.RULES)["deck.colours"]
    small = JA.with_rules({"deck.colours": ["red", "blue", "green"]})
    assert values_in_use(point, [small]) == (
        ("red", "blue", "green"),
        ("red", "blue"),
        ("red", "blue", "green", "another"),
    )


def test_a_value_that_nothing_tells_apart_is_dead() -> None:
    point = points_of(FleaCircus.RULES)["gala.bonus"]
    paired = [
        Pairing(point=point, a=0, b=1),
        Pairing(point=point, a=0, b=2, reason="so"),
    ]
    assert dead_values(paired) == (
        DeadValue(point=point, value=0),
        DeadValue(point=point, value=1),
        DeadValue(point=point, value=2, reason="so"),
    )


# ---------------------------------------------------------------- any variants


@st.composite
def one_point_apart(
    draw: st.DrawFn, texts: Sequence[Variant]
) -> tuple[Variant, Variant, str]:
    """Draw two variants that differ in one rule point, whatever the others are.

    A cap or a slow action marker may keep a rule from ever coming up; these stay.
    """
    points = points_of(texts[0].game_class.RULES)

    def value(id: str) -> Value:
        return draw(st.sampled_from(values_in_use(points[id], texts)))

    base = draw(st.sampled_from(texts))
    changed = [id for id in points if id not in ("length.cap", "ring.steps")]
    for id in draw(st.lists(st.sampled_from(changed), unique=True, max_size=20)):
        try:
            base = base.with_rules({id: value(id)}, id="base")
        except RulesError:
            continue
    id = draw(st.sampled_from([*points]))
    try:
        b = base.with_rules({id: value(id)}, id="b")
        return b.with_rules({id: base.values[id]}, id="a"), b, id
    except RulesError:
        return base, base, id


@given(drawn=st.data())
@settings(max_examples=100)
def test_any_difference_in_play_has_a_witness(
    game: type[AnyGame], drawn: st.DataObject
) -> None:
    a, b, id = drawn.draw(one_point_apart(TEXTS[game]))
    search = find_witness(a, b, limits=QUICK)
    in_play = [one.point.id for one in search.diff.in_play]
    assert (search.witness is None) == (not in_play)
    if in_play == [id] and search.witness is not None:
        assert only(search.witness) == id


# ---------------------------------------------------------------- small ones


@pytest.mark.parametrize(
    ("a", "changes", "decisions", "size"),
    [
        (JA, {"chain.duplicate": "takeable"}, 1, 3),
        (JA, {"chain.deck_out": "take-then-end"}, 1, 1),
        (JA, {"bust.on": "number"}, 1, 2),
        (JA, {"bust.loses": "whole-display"}, 1, 2),
        (JA, {"turn.decline": "any-time"}, 1, 1),
        (JA, {"tie.winner": "none"}, 1, 1),
        (JA, {"deck_out.last_turn": "cut-short"}, 1, 1),
        (JA, {"demand.request": "colour-of-opponent"}, 1, 2),
        (FI, {"demand.pick": "random"}, 2, 3),
        (JA, {"draw.shown": "to-the-two"}, 2, 2),
        (JA, {"trio.points": 11}, 1, 4),
        (JA, {"gala.bonus": 11}, 2, 11),
        (JA, {"bust.hand": "half-from-ten"}, 1, 12),
        (MARS, {"setup.entry_markers": "at-once"}, 2, 0),
        (MARS, {"ring.steps": 3}, 2, 0),
        (MARS, {"reveal.joining": "fires"}, 1, 1),
        (MARS, {"face_down.lasting": "off-for-good"}, 1, 1),
        (MARS, {"advance.choice": "active-player"}, 1, 0),
        (MARS, {"advance.arrows": "drawing-only"}, 1, 1),
        (MARS, {"hidden.face": "always-down"}, 2, 0),
        (MARS, {"hidden.leaves": "stays-down"}, 3, 1),
        (MARS, {"trouble.no_target": "to-centre"}, 1, 1),
        (MARS, {"score.track": "every-space"}, 1, 2),
        (MARS, {"score.face_down": "do-not-count"}, 2, 2),
        (MARS, {"score.chip": 2}, 1, 3),
        (MARS, {"tie.break": "nothing"}, 1, 2),
        (MARS, {"length.cap": 99}, 2, 1),
    ],
)
def test_a_witness_is_small(
    a: Variant, changes: dict[str, object], decisions: int, size: int
) -> None:
    witness = found(a, a.with_rules(changes), Limits(sweep_decisions=1))
    assert (len(witness.steps), witness.size) == (decisions, size)


def test_the_smallest_positions_are_tried_for_a_shorter_line() -> None:
    bounds = find_witness(JA, JA.with_rules({"draw.shown": "to-the-two"})).bounds
    assert bounds.swept == ((1, 3), (2, 1))
    assert bounds.positions > 1000
    assert bounds.complete


def test_a_witness_carries_the_evidence_of_both_sides() -> None:
    (one,) = found(JA, JA.with_rules({"chain.duplicate": "takeable"})).deciding
    assert str(one.a) == "discarded"
    assert [clause.id for clause in one.evidence_a.clauses] == ["chain.3"]
    assert str(one.evidence_b.strength) == "house"


def test_of_several_differing_points_those_that_decide_are_named() -> None:
    witness = found(JA, FI)
    assert only(witness) == "chain.deck_out"
    assert len(diff(JA, FI).in_play) > 5


def test_points_that_differ_only_together_are_all_named() -> None:
    changes = {"bust.on": "number", "bust.loses": "whole-display"}
    witness = found(JA, JA.with_rules(changes))
    assert {one.point.id for one in witness.deciding} <= {*changes}
    assert witness.deciding


def test_each_differing_point_has_a_witness_of_its_own() -> None:
    told: dict[str, Search | None] = {
        one.point.id: search for one, search in witnesses(diff(JA, FI), limits=QUICK)
    }
    assert [*told] == [one.point.id for one in diff(JA, FI).in_play]
    for id, search in told.items():
        assert search is not None
        assert search.witness is not None
        (one,) = search.witness.deciding
        assert isinstance(one, PointDiff)
        assert one.point.id == id
        assert one.evidence_b == FI.evidence[id]


def test_the_same_search_gives_the_same_answer() -> None:
    again = [find_witness(JA, FI, seed=7) for _ in range(2)]
    assert again[0] == again[1]


# ---------------------------------------------------------------- the set-up


def test_the_set_up_tells_decks_apart(tmp_path: Path) -> None:
    witness = found(JA, load_variant("house-short-show"))
    assert witness.is_setup
    assert witness.given == {"setup": 3}
    told = {one.key: (one.a, one.b) for one in witness.differences}
    assert told["contents"][0]["circus"] == 80
    assert passes(witness, tmp_path)


def test_the_set_up_tells_other_colours_apart(tmp_path: Path) -> None:
    colours = [*JA.rules.deck_colours[:9], "mauve"]  # type: ignore[attr-defined]
    witness = found(JA, JA.with_rules({"deck.colours": colours}))
    told = {one.key: (one.a, one.b) for one in witness.differences}
    assert "contents" not in told
    assert told["cards"][1][0] == "mauve-0"
    assert passes(witness, tmp_path)


def test_tables_that_share_no_number_of_seats_are_told_apart(tmp_path: Path) -> None:
    witness = found(JA, JA.with_rules({"players.least": 6}))
    told = {one.key: (one.a, one.b) for one in witness.differences}
    assert told == {"seats_allowed": ((3, 5), (6, 6))}
    assert passes(witness, tmp_path)


def test_play_comes_before_the_set_up() -> None:
    witness = found(JA, load_variant("house-young-fleas"))
    assert not witness.is_setup


# ---------------------------------------------------------------- openings


def openings_for(a: Variant, b: Variant) -> Openings:
    return a.game_class.OPENINGS(a.rules, b.rules, a.components)


def starts(a: Variant, b: Variant) -> Iterator[Given]:
    openings = openings_for(a, b)
    yield from openings.all_aimed()
    for size in (1, 2, 3):
        yield from islice(openings.of_size(size), 0, None, 7)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"bust.on": "number"},
        {"deck.colours": ["red", "blue"], "deck.highest": 1},
        {"players.least": 2, "deck.chains": 0, "deck.demands": 1},
    ],
)
def test_openings_of_the_flea_circus_can_be_reached(
    changes: dict[str, object],
) -> None:
    b = FI.with_rules(changes)
    games = (JA.game(), b.game())
    by = {str(game.rules.bust_on) for game in games}  # type: ignore[attr-defined]
    for given_ in starts(JA, b):
        assert given_["deck"]
        parts = [card.split("-") for card in given_.get("display", [])]
        for place, word in ((0, "colour"), (1, "number")):
            if word in by:
                assert len({part[place] for part in parts}) == len(parts)
        for game in games:
            state = game.position(given_)
            assert game.decider(state) == "Ann"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"ring.steps": 1, "score.track": "every-space"},
        {"ring.steps": 3, "advance.arrows": "drawing-only"},
        {"hidden.face": "always-up"},
        {"length.cap": 8},
        {"length.cap": 1},
    ],
)
def test_openings_of_mars_troupe_can_be_reached(changes: dict[str, object]) -> None:
    b = MARS.with_rules(changes)
    given_ = [one for one in starts(MARS, b) if "deck" not in one]
    assert len(given_) > 5
    for one, variant in product(given_, (MARS, b)):
        game = variant.game()
        assert isinstance(game, MarsTroupe)
        state = game.position(one)
        number = state.turn.number
        assert number <= game.rules.length_cap
        assert game.decider(state) == ("Ann" if number % 2 else "Ben")
        happened = sum(len(one.get(key, ())) for key in ("down", "woken", "chips"))
        happened += sum(len(way) - 1 for way in state.markers)
        assert number > happened
        for track, way in zip(game.components.tracks, state.markers, strict=True):
            assert not track.spaces[way[-1]].is_end
            for here, there in pairwise(track.spaces[place] for place in way):
                assert track.spaces.index(there) in {*here.exits[0], *here.exits[1]}
                assert here.arrow in (-1, track.spaces.index(there))
    if changes.get("hidden.face") == "always-up":
        assert not any({"down", "woken"} & {*one} for one in given_)


def played(game: MarsTroupe, past: tuple[Done, ...]) -> State:
    """Return the position to which a past leads, every turn played as it says."""
    start = past[0].before
    number = game.components.ring.spaces[start.ring].number
    drawn = next(c.name for c in game.components.cards if c.call == "ME"
                 and c.number == number)  # fmt: skip
    rows = (*start.stages, *start.hands, start.pool)
    deck = [card for row in rows for card in row]
    state = game.position({"seats": ["Ann", "Ben"], "deck": deck})
    for text in (drawn, "right", "right"):
        move = next(one for one in game.legal_moves(state) if str(one).endswith(text))
        state = game.step(state, move)
    for number, done in enumerate(past, 1):
        assert state.turn.number == number
        while state.turn.number == number and not game.is_over(state):
            down = " face-down" if done.down else ""
            wanted = {
                Phase.STEP: f"step {done.spaces}",
                Phase.TAKE: f"take {done.take}",
                Phase.PLAY: f"play {done.play}{down}",
                Phase.TROUBLE: f"trouble {done.chip}",
                Phase.ADVANCE: f"advance {done.space}",
                Phase.AGREE: "advance",
                Phase.SWITCH: "decline",
            }[state.turn.phase]
            moves = [*game.legal_moves(state)]
            move = next(one for one in moves if str(one).startswith(wanted))
            state = game.step(state, move)
    return state


def test_witnesses_of_mars_troupe_start_where_real_play_comes() -> None:
    certified: set[str] = set()
    for pairing in pairings(MarsTroupe):
        witness = pairing.witness
        assert witness is not None
        given_ = witness.given
        if "deck" in given_ or not 1 < given_.get("number", 1) <= LATE:
            continue
        openings = openings_for(witness.a, witness.b)
        assert isinstance(openings, MarsOpenings)
        past = openings.past(given_)
        assert past
        for game in (witness.a.game(), witness.b.game()):
            assert isinstance(game, MarsTroupe)
            state, told = played(game, past), game.position(given_)
            for key in ("hands", "pool", "ends", "ring", "markers", "chips"):
                assert getattr(state, key) == getattr(told, key)
            for mine, theirs in zip(state.stages, told.stages, strict=True):
                assert [(one.card, one.down, bool(one.since)) for one in mine] == [
                    (one.card, one.down, bool(one.since)) for one in theirs
                ]
            assert state.turn == told.turn
        certified.add(pairing.point.id)
    assert {"trouble.again", "trouble.no_target", "hidden.leaves"} <= certified


def test_a_first_turn_begins_where_a_drawn_card_may_put_the_action_marker() -> None:
    game = MARS.game()
    assert isinstance(game, MarsTroupe)
    drawn = {card.number for card in game.components.cards if card.call == "ME"}
    first = [one for one in starts(MARS, MARS) if one.get("number", 1) == 1]
    assert {one["ring"] for one in first if "ring" in one} <= drawn
    for one in first:
        assert not {"down", "woken", "red", "yellow", "green", "chips"} & {*one}


def test_all_small_positions_are_counted() -> None:
    openings = openings_for(JA, FI)
    assert [len([*openings.of_size(size)]) for size in (1, 2, 3)] == [4, 52, 1013]


def test_of_a_game_with_too_many_positions_none_is_swept() -> None:
    bounds = find_witness(MARS, MARS.with_rules({"ring.steps": 3})).bounds
    assert not bounds.swept
    assert not bounds.positions
    assert bounds.complete


def test_a_smaller_position_has_less_in_it(game: type[AnyGame]) -> None:
    a, b = TEXTS[game][0], TEXTS[game][-1]
    openings = openings_for(a, b)
    for start in openings.all_aimed():
        for smaller in openings.smaller(start):
            fewer = openings.size(smaller) < openings.size(start)
            assert fewer or len(smaller["seats"]) < len(start["seats"])
            a.game().position(smaller)


class NoOpenings:
    """The openings of a game that knows none: only full deals are left."""

    SETUP_POINTS: frozenset[str] = frozenset()
    UNIT = "card"

    def __init__(self, *_: object) -> None:
        pass

    def size(self, given: Given) -> int:
        return len(given.get("deck", ()))

    def aimed(self, *_: object) -> Iterator[Given]:
        yield from ()

    all_aimed = of_size = smaller = aimed


@pytest.mark.parametrize(
    ("a", "changes"),
    [(JA, {"bust.on": "number"}), (MARS, {"trouble.duty": "optional"})],
)
def test_full_deals_are_played_where_no_opening_tells(
    a: Variant,
    changes: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(a.game_class, "OPENINGS", NoOpenings)
    search = find_witness(a, a.with_rules(changes), limits=Limits(deals=3), seed=1)
    assert search.bounds.deals == 3
    assert search.bounds.aimed == 0
    assert search.witness is not None
    assert len(search.witness.steps) < 20
    assert passes(search.witness, tmp_path)


# ---------------------------------------------------------------- limits


def test_a_search_that_is_stopped_says_so() -> None:
    search = find_witness(FI, load_variant("house-keepsake"), seconds=0)
    assert not search.bounds.complete
    assert find_witness(JA, JA, seconds=0).bounds.complete


def test_who_stops_listening_has_the_best_so_far() -> None:
    best = None
    for search in searches(FI, load_variant("house-keepsake")):
        best = search.witness
        if best is not None:
            break
    assert best is not None
    assert only(best) == "gala.bonus"


def test_a_difference_that_is_none_in_play_has_no_witness() -> None:
    search = find_witness(JA, JA.with_rules({"start.seat": "agreed"}))
    assert search.witness is None
    assert search.bounds.complete


def test_a_draft_cannot_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Variant, "unknown", ("tie.winner",))
    with pytest.raises(DraftError):
        find_witness(JA, FI)


# ---------------------------------------------------------------- the command


def flohcati(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}).invoke(
        witness_command, args, standalone_mode=False
    )


def test_the_witness_is_told_as_a_story() -> None:
    result = flohcati("kirppusirkus-fi", "house-keepsake", "--size", "1")
    assert result.return_value is Exit.WELL
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "1. Ann: take red-1" in lines
    assert "2. Ann: gala" in lines
    assert "kirppusirkus-fi  Ann: 31" in lines
    assert "house-keepsake   Ann: 41" in lines
    assert "gala.bonus  How many points does a gala give?" in lines
    assert "No position of up to 1 card at the smallest table" in result.stdout


@pytest.mark.parametrize(
    ("house", "point"),
    [("house-open-air", "trouble.duty"), ("house-grand-finale", "reveal.joining")],
)
def test_a_house_variant_of_mars_troupe_has_a_short_story(
    house: str, point: str
) -> None:
    result = flohcati("mars-troupe-ja", house)
    assert result.return_value is Exit.WELL
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert f"mars-troupe-ja and {house} come out differently after 1 decision." in lines
    assert any(line.startswith("1. Ann: step ") for line in lines)
    assert any(line.startswith(f"{point}  ") for line in lines)
    assert len(lines) < 60


def test_the_witness_is_one_json_object() -> None:
    result = flohcati("amigo-ja", "kirppusirkus-fi", "--json")
    told = json.loads(result.stdout)
    assert told["format"] == "witness/1"
    assert [one["id"] for one in told["variants"]] == ["amigo-ja", "kirppusirkus-fi"]
    witness = told["witness"]
    assert witness["given"] == {"seats": ["Ann", "Ben", "Cleo"], "deck": ["chain"]}
    assert witness["steps"][0]["move"] == "reveal"
    assert witness["outcomes"][0] == {
        "key": "ended_by",
        "seat": "",
        "a": "chain",
        "b": "deck",
    }
    assert witness["differences"][0]["rule_point"] == "chain.deck_out"
    assert told["bounds"]["complete"] is True


def test_the_witness_is_written_as_a_scenario_and_never_over_a_file(
    tmp_path: Path,
) -> None:
    file = tmp_path / "found.scenario.yaml"
    args = ("amigo-ja", "house-gamblers", "--scenario", str(file))
    assert flohcati(*args).return_value is Exit.WELL
    (scenario,) = load_scenarios(file)
    for variant in (JA, load_variant("house-gamblers")):
        assert run(scenario, variant).verdict is Verdict.PASSED
    file.write_text("mine", encoding="utf-8")
    assert isinstance(flohcati(*args).exception, RequestError)
    assert file.read_text(encoding="utf-8") == "mine"
    assert flohcati(*args, "--force").return_value is Exit.WELL
    assert file.read_text(encoding="utf-8").startswith("format: scenario/1")


def test_no_witness_is_exit_code_1_and_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "found.scenario.yaml"
    result = flohcati("amigo-ja", "amigo-ja", "--scenario", str(file))
    assert result.return_value is Exit.NOT_SO
    assert "the same value in every rule point." in result.stdout
    assert not file.exists()


def test_a_stopped_search_tells_what_it_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(a: Variant, b: Variant, **_: object) -> Iterator[Search]:
        yield from islice(searches(a, b), 200)
        raise KeyboardInterrupt

    monkeypatch.setattr("flohcati_rules.cli.witness.searches", interrupted)
    result = flohcati("kirppusirkus-fi", "house-keepsake")
    assert result.return_value is Exit.WELL
    assert "The search was stopped from the keyboard." in result.stdout
    assert "2. Ann: gala" in result.stdout


def test_a_time_limit_stops_the_search() -> None:
    result = flohcati("kirppusirkus-fi", "house-keepsake", "--seconds", "0")
    assert result.return_value is Exit.NOT_SO
    assert "stopped after 0 seconds" in result.stdout


def test_every_value_can_be_asked_for(
    game: type[AnyGame], every: Sequence[Pairing], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "flohcati_rules.cli.witness.pairings", lambda *_, **__: iter(every)
    )
    result = flohcati("--all-values", game.ID)
    assert result.return_value is Exit.WELL
    told = json.loads(flohcati("--all-values", game.ID, "--json").stdout)
    assert told["format"] == "values/1"
    assert len(told["pairings"]) == len(every)
    for one in told["dead"]:
        assert f"{one['rule_point']}: {one['value']}: a matter of" in result.stdout


@pytest.mark.parametrize("seconds", [True, False])
def test_a_stopped_search_of_all_values_names_what_is_not_tried(
    monkeypatch: pytest.MonkeyPatch, *, seconds: bool
) -> None:
    first, *others = points_of(FleaCircus.RULES).values()

    def some(*_: object, **__: object) -> Iterator[Pairing]:
        yield Pairing(point=first, a=1, b=2)
        raise KeyboardInterrupt

    monkeypatch.setattr("flohcati_rules.cli.witness.pairings", some)
    args = ["--all-values", "flea-circus", *(["--seconds", "0"] if seconds else [])]
    result = flohcati(*args)
    assert result.return_value is Exit.NOT_SO
    told = result.stdout.partition("Not tried to the end")[2]
    assert ("Stopped after 0 seconds." in told) is seconds
    assert ("Stopped from the keyboard." in told) is not seconds
    assert {first.id, "tie.winner", others[-1].id} <= {*told.split()}
    found = json.loads(flohcati(*args, "--json").stdout)
    assert found["stopped"]
    assert "tie.winner" in found["not_tried"]
    assert found["dead"] == []


def test_a_dead_value_is_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    dead = [Pairing(point=points_of(FleaCircus.RULES)["tie.winner"], a=1, b=2)]
    monkeypatch.setattr("flohcati_rules.cli.witness.pairings", lambda *_, **__: dead)
    result = flohcati("--all-values", "flea-circus")
    assert result.return_value is Exit.NOT_SO
    assert "tie.winner: 1: dead, and no reason is declared" in result.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("amigo-ja",), "two variants are wanted, or --all-values GAME"),
        (("amigo-ja", "--all-values", "flea-circus"), "takes neither variants nor"),
        (("--all-values", "flea-circus", "--scenario", "x"), "takes neither variants"),
    ],
)
def test_wrong_usage_is_refused(args: Sequence[str], message: str) -> None:
    assert message in str(flohcati(*args).exception)


def test_an_unknown_game_is_refused_by_name() -> None:
    error = flohcati("--all-values", "flea-circs").exception
    assert isinstance(error, UnknownNameError)
    assert isinstance(error, FlohcatiError)
    assert "flea-circus" in str(error)
