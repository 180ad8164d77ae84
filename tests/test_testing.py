"""The strategies that users get draw what they promise, of any game."""

import random
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

from flohcati_rules import GAMES, list_variants, load_variant, testing
from flohcati_rules.errors import RequestError, UnknownNameError
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.rulepoints import (
    Names,
    OneOf,
    RulePoint,
    Rules,
    Whole,
    point,
    points_of,
    refuse_contradictions,
    values_of,
)
from flohcati_rules.streams import PLAY, Stream

PLAYABLE = [variant for variant in list_variants() if not variant.unknown]
TABLED = sorted({variant.game_class.ID for variant in PLAYABLE})
"""The games of which some variant can be played."""

games_here = pytest.mark.parametrize("id", TABLED)


def test_what_is_public_is_documented_and_sorted() -> None:
    assert sorted(testing.__all__) == testing.__all__
    for name in testing.__all__:
        assert getattr(testing, name).__doc__


def test_without_hypothesis_the_import_says_what_to_install() -> None:
    code = """
import sys
sys.modules["hypothesis"] = None
try:
    import flohcati_rules.testing
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(testing.__file__).parents[1],
    )
    assert done.stdout == (
        "flohcati_rules.testing needs Hypothesis: pip install hypothesis\n"
    )


# ---------------------------------------------------------------- rules and variants


@games_here
@given(st.data())
def test_rules_make_sense_whatever_is_changed(id: str, data: st.DataObject) -> None:
    rules = data.draw(testing.rules(id))
    assert isinstance(rules, GAMES[id].RULES)
    refuse_contradictions(rules)


@games_here
@given(st.data())
def test_every_word_of_every_point_can_be_drawn(id: str, data: st.DataObject) -> None:
    for each in points_of(GAMES[id].RULES).values():
        each.answers.read(data.draw(testing.values(each)))


@given(testing.variants("amigo-ja", points=["gala.bonus", "trio.timing"]))
def test_only_the_named_points_are_changed(variant: object) -> None:
    ja = load_variant("amigo-ja")
    assert isinstance(variant, type(ja))
    for id, value in variant.values.items():
        assert value == ja.values[id] or id in {"gala.bonus", "trio.timing"}


@given(testing.rules("amigo-ja", points=["gala.allowed"]))
def test_companions_move_along(rules: Rules) -> None:
    values = values_of(rules)
    assert str(values["gala.allowed"]) == "yes" or values["gala.bonus"] == 0


def test_rules_shrink_to_those_of_the_variant() -> None:
    found = find(testing.rules("amigo-ja"), lambda _: True)
    assert found == load_variant("amigo-ja").rules


def test_what_is_drawn_prints_as_what_one_would_type() -> None:
    """A variant has a hundred clauses; only what was changed is told of it."""
    ja = load_variant("amigo-ja")
    assert pretty(ja) == "load_variant('amigo-ja')"

    @settings(max_examples=200, database=None, derandomize=True)
    @given(testing.variants("amigo-ja", points=["gala.bonus"]))
    def fail(variant: Variant) -> None:
        assert variant.values["gala.bonus"] == 10

    with pytest.raises(AssertionError) as caught:
        fail()
    said = "\n".join(caught.value.__notes__)
    assert "variant=load_variant('amigo-ja').with_rules({'gala.bonus': 0})" in said


def test_variants_are_drawn_of_all_that_is_meant() -> None:
    ja = load_variant("amigo-ja")
    drawn: set[str] = set()

    @settings(max_examples=200, database=None, derandomize=True)
    @given(testing.variants(ja.game_class, points=[]))
    def draw(variant: object) -> None:
        assert isinstance(variant, type(ja))
        drawn.add(variant.id)

    draw()
    of_game = [one for one in PLAYABLE if one.game_class is ja.game_class]
    assert drawn == {variant.id for variant in of_game}
    assert find(testing.variants(ja, points=[]), lambda _: True) is ja


def test_a_profile_of_ones_own_is_drawn_from_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = find(testing.profiles("amigo-ja", points=["gala.bonus"]), lambda _: True)
    path.write_text(text, encoding="utf-8")
    variant = find(testing.variants(path), lambda _: True)
    assert (variant.id, variant.extends) == ("drawn-house", "amigo-ja")


@pytest.mark.parametrize(
    ("of", "points", "message"),
    [
        ("amigo-jp", [], "no variant 'amigo-jp'; did you mean 'amigo-ja'?"),
        ("amigo-ja", ["gala.bones"], "no rule point 'gala.bones'; did you mean"),
    ],
)
def test_names_that_are_not_known_are_refused_at_once(
    of: str, points: list[str], message: str
) -> None:
    with pytest.raises(UnknownNameError) as caught:
        testing.variants(of, points=points)
    assert str(caught.value).startswith(message)


def test_what_cannot_be_played_is_not_drawn_from() -> None:
    ja = load_variant("amigo-ja")
    draft = attrs.evolve(ja, values={**ja.values} | {"gala.bonus": 0})
    values = {id: value for id, value in ja.values.items() if id != "gala.bonus"}
    draft = attrs.evolve(ja, values=values)
    with pytest.raises(RequestError, match="no variant of flea-circus here that can"):
        testing.rules(draft)


def test_what_answers_a_point_in_a_way_of_its_own_is_refused() -> None:
    @attrs.frozen
    class Moods:
        def read(self, written: object) -> int:
            raise AssertionError

        def describe(self) -> str:
            raise AssertionError

        def sense(self, value: object) -> str:
            raise AssertionError

    [odd] = point("end.mood", "In which mood?", Moods()).values()
    with pytest.raises(RequestError, match=r"how to draw what answers end\.mood"):
        testing.values(odd)
    assert {
        type(each.answers) for game in GAMES.values() for each in _points(game)
    } <= {
        OneOf,
        Whole,
        Names,
    }


def _points(game: type[AnyGame]) -> list[RulePoint]:
    return [*points_of(game.RULES).values()]


# ---------------------------------------------------------------- games and play


@games_here
@given(st.data())
def test_a_dealt_game_is_the_one_that_its_seed_deals(
    id: str, data: st.DataObject
) -> None:
    line = data.draw(testing.games(id, points=None))
    least, most = line.game.seats_allowed
    assert least <= len(line.seats) <= most
    assert line.start is line.state
    assert line.start == line.game.start(line.seats, seed=line.seed)
    assert not line.moves


@games_here
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_line_is_play_by_the_rules(id: str, data: st.DataObject) -> None:
    line = data.draw(testing.lines(id, points=None, most_moves=30))
    assert len(line.moves) == len([*line.steps]) <= 30
    for state, move, after in line.steps:
        assert move in line.game.legal_moves(state)
        assert after == line.game.apply(state, move)
    if len(line.moves) < 30 and line.game.is_over(line.state):
        assert line.game.ended_by(line.state) in line.game.ENDINGS


@games_here
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_line_can_be_played_to_its_end(id: str, data: st.DataObject) -> None:
    line = data.draw(testing.lines(id, most_moves=20, to_the_end=True))
    assert line.game.is_over(line.state)


@games_here
@given(st.data())
def test_a_position_is_one_that_its_game_can_read_and_count(
    id: str, data: st.DataObject
) -> None:
    position = data.draw(testing.positions(id, most_moves=40))
    game, state = position.game, position.state
    assert state == game.parse_position(game.format_position(state))
    assert game.score(state).totals.keys() == {*game.seats(state)}
    assert repr(position) == (
        f"Position({position.variant.id}; {game.format_position(state)})"
    )


def test_a_failing_line_shrinks_to_the_shortest_and_prints_as_one_can_play_it() -> None:
    found = find(
        testing.lines("amigo-ja"),
        lambda line: any(str(move).startswith("take") for move in line.moves),
        settings=settings(max_examples=500, database=None),
        random=random.Random(0),
    )
    assert repr(found).startswith("Line(amigo-ja; Ann, Ben, Cleo; seed ")
    assert [str(move).split()[0] for move in found.moves] == ["reveal", "take"]
    game = found.game
    state = game.start(found.seats, seed=found.seed)
    for text in repr(found).removesuffix(")").rpartition("; ")[2].split(", "):
        state = game.apply(state, game.parse_move(text, state))
    assert state == found.state
    start = attrs.evolve(found, moves=(), states=found.states[:1])
    assert repr(start).endswith("; no move)")


@settings(max_examples=5)
@given(testing.lines("amigo-ja", most_moves=0, to_the_end=True))
def test_the_rest_of_a_game_follows_from_its_seed(line: testing.Line) -> None:
    """What Hypothesis plays again comes out the same."""
    stream = Stream(line.seed, 0, PLAY)
    for state, move, _ in line.steps:
        legal = line.game.legal_moves(state)
        assert move == legal[stream.below(len(legal))]


# ---------------------------------------------------------------- profiles


@games_here
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_profile_loads_and_changes_what_it_lists(
    id: str, tmp_path: Path, data: st.DataObject
) -> None:
    text = data.draw(testing.profiles(id))
    path = tmp_path / "drawn.yaml"
    path.write_text(text, encoding="utf-8")
    variant = load_variant(path)
    assert variant.extends is not None
    parent = load_variant(variant.extends)
    listed = {line.partition(":")[0].strip() for line in text.splitlines()[7:]}
    assert {*variant.changed} == listed
    assert variant.values != parent.values
    for point_id, value in variant.values.items():
        assert value == parent.values[point_id] or point_id in listed


def test_profiles_extend_what_is_shipped_and_change_something() -> None:
    ja = load_variant("amigo-ja")
    with pytest.raises(RequestError, match="is not shipped"):
        testing.profiles(ja.with_rules({"gala.bonus": 3}))
    with pytest.raises(RequestError, match="no rule point is given"):
        testing.profiles(ja, points=())
