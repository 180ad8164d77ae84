"""Hypothesis strategies of the tests."""

import random

from hypothesis import strategies as st

from flohcati_rules import load_variant
from flohcati_rules.description import SETUP_NAMES
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.flea_circus.rules import FleaCircusRules
from flohcati_rules.games.flea_circus.state import State
from flohcati_rules.rulepoints import (
    Answers,
    Names,
    OneOf,
    Rules,
    Value,
    Whole,
    points_of,
    with_changes,
)


def values_of(answers: Answers) -> st.SearchStrategy[Value]:
    """Draw any value that may answer a rule point."""
    match answers:
        case OneOf():
            return st.sampled_from(list(answers.words))
        case Whole():
            return st.integers(answers.least, answers.most)
        case Names():
            words = st.text("abc_", min_size=1).filter(lambda word: word.strip("_"))
            return st.lists(
                words, min_size=answers.least, max_size=answers.most, unique=True
            ).map(tuple)
    raise AssertionError(answers)


def changes_to(rules: type[Rules]) -> st.SearchStrategy[dict[str, Value]]:
    """Draw new values for one to five rule points; they may contradict each other."""
    points = points_of(rules)
    one = st.sampled_from(list(points)).flatmap(
        lambda id: st.tuples(st.just(id), values_of(points[id].answers))
    )
    return st.lists(one, min_size=1, max_size=5).map(dict)


@st.composite
def flea_circus_rules(draw: st.DrawFn) -> FleaCircusRules:
    """Draw any valid rules of the flea circus, companions moved along."""
    rules = load_variant("amigo-ja").rules
    assert isinstance(rules, FleaCircusRules)
    points = points_of(FleaCircusRules)
    for id in draw(st.lists(st.sampled_from(list(points)), unique=True, max_size=30)):
        rules = with_changes(rules, {id: draw(values_of(points[id].answers))})
    return rules


@st.composite
def flea_circus_games(draw: st.DrawFn) -> tuple[FleaCircus, State, random.Random]:
    """Draw a game under any valid rules, dealt, with a source of choices."""
    game = FleaCircus(draw(flea_circus_rules()))
    least, most = game.seats_allowed
    seats = SETUP_NAMES[: draw(st.integers(least, most))]
    state = game.start(seats, seed=draw(st.integers(0, 2**64 - 1)))
    return game, state, random.Random(draw(st.integers(0, 2**32)))
