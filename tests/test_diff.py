"""The diff: what two variants answer differently, and whether that matters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules.compare import Diff, diff
from flohcati_rules.errors import RequestError, RulesError
from flohcati_rules.profiles import Variant
from flohcati_rules.rulepoints import Value, points_of
from tests.pebbles import AMIGO, RIVER, Last, Take, shelf
from tests.strategies import changes_to


def ids(found: Diff) -> list[str]:
    return [difference.point.id for difference in found.values]


def test_differences_come_in_the_order_of_the_rule_points() -> None:
    found = diff(RIVER, RIVER.with_rules({"end.bonus": 1, "turn.take": "up-to-three"}))
    assert ids(found) == ["turn.take", "end.bonus"]
    assert (found.a.id, found.b.extends) == ("river", "river")
    take = found.values[0]
    assert (take.a, take.b) == (Take.ONE, Take.UP_TO_THREE)
    assert take.evidence_a.because == "It speaks of one pebble."
    assert take.inert is None
    assert not found.is_empty
    assert found.evidence_only == ()


def test_a_matter_of_the_table_does_not_touch_play() -> None:
    found = diff(RIVER, RIVER.with_rules({"turn.pass": "yes"}))
    assert found.values[0].inert == "a matter of the table: it does not touch play"
    assert found.in_play == ()


def test_a_difference_is_inert_only_where_neither_side_minds() -> None:
    single = RIVER.with_rules({"pile.size": 1})
    both = diff(single, single.with_rules({"turn.take": "up-to-three"}))
    assert [found.inert for found in both.values] == [
        "a single pebble leaves no choice"
    ]
    one = diff(single, RIVER.with_rules({"turn.take": "up-to-three"}))
    assert [found.inert for found in one.values] == [None, None]
    assert one.in_play == one.values


def test_the_unknown_differs_from_every_value_but_not_from_itself() -> None:
    lake, filled = shelf().load("lake"), shelf().load("house-lake")
    found = diff(lake, filled)
    assert ids(found) == ["pile.size", "end.bonus"]
    assert (found.values[0].a, found.values[0].b) == (None, 7)
    assert found.values[0].inert is None
    assert diff(lake, lake).is_empty
    table = diff(lake, lake.with_rules({"turn.pass": "yes"}))
    assert table.in_play == ()


def test_the_same_value_may_be_supported_differently() -> None:
    found = diff(
        RIVER,
        shelf()
        .load("lake")
        .with_rules(
            {"end.last": "wins", "pile.size": 9, "pile.colours": ["grey", "white"]}
        ),
    )
    same = {difference.point.id for difference in found.evidence_only}
    assert same == {"pile.size", "pile.colours", "end.last"}
    last = next(d for d in found.evidence_only if d.point.id == "end.last")
    assert last.a is last.b is Last.WINS
    assert not found.is_empty


def test_variants_of_different_games_have_nothing_to_compare() -> None:
    with pytest.raises(
        RequestError, match="river is a variant of pebbles and amigo-ja"
    ):
        diff(RIVER, AMIGO)


@given(
    st.sampled_from([RIVER, AMIGO]).flatmap(
        lambda parent: st.tuples(st.just(parent), changes_to(parent.game_class.RULES))
    )
)
def test_a_diff_lists_each_difference_once(
    drawn: tuple[Variant, dict[str, Value]],
) -> None:
    parent, changes = drawn
    try:
        changed = parent.with_rules(changes)
    except RulesError:
        return
    assert diff(changed, changed).is_empty
    found, back = diff(parent, changed), diff(changed, parent)
    expected = [
        id
        for id in points_of(parent.game_class.RULES)
        if parent.values[id] != changed.values[id]
    ]
    assert ids(found) == ids(back) == expected
    assert [d.inert is None for d in found.values] == [
        d.inert is None for d in back.values
    ]
