"""Hypothesis strategies of the tests, besides those that users have."""

import random

from hypothesis import strategies as st

from flohcati_rules import testing
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.flea_circus.rules import FleaCircusRules
from flohcati_rules.games.flea_circus.state import State
from flohcati_rules.rulepoints import Rules, Value, points_of


def changes_to(rules: type[Rules]) -> st.SearchStrategy[dict[str, Value]]:
    """Draw new values for one to five rule points; they may contradict each other."""
    points = points_of(rules)
    one = st.sampled_from([*points.values()]).flatmap(
        lambda point: st.tuples(st.just(point.id), testing.values(point))
    )
    return st.lists(one, min_size=1, max_size=5).map(dict)


def flea_circus_rules() -> st.SearchStrategy[FleaCircusRules]:
    """Draw any valid rules of the flea circus, companions moved along."""
    return testing.rules("flea-circus").map(_of_flea_circus)


def _of_flea_circus(rules: Rules) -> FleaCircusRules:
    assert isinstance(rules, FleaCircusRules)
    return rules


@st.composite
def flea_circus_games(draw: st.DrawFn) -> tuple[FleaCircus, State, random.Random]:
    """Draw a game under any valid rules, dealt, with a source of choices."""
    dealt = draw(testing.games("flea-circus", points=None))
    assert isinstance(dealt.game, FleaCircus)
    return dealt.game, dealt.start, random.Random(draw(st.integers(0, 2**32)))
