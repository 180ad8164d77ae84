"""The set-up as a witness: where two variants sit down to different games."""

from collections import Counter
from typing import Any

from flohcati_rules.compare.lockstep import Difference, unequal
from flohcati_rules.errors import PositionError
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.scenarios.expectations import facts_of

CONTENTS = "contents"
"""What a scenario calls the numbers of cards in play, where the game has them."""
DECK = "deck"
"""What it calls the cards one by one."""


COMPONENTS = "components"
"""What is printed on the pieces, where the rules leave that open."""


def components_difference(a: Variant, b: Variant) -> Difference | None:
    """Return that two variants are played with other components, or None."""
    ours, theirs = a.components, b.components
    if ours is None or theirs is None or ours.digest == theirs.digest:
        return None
    if ours.title != theirs.title:
        return Difference(key=COMPONENTS, a=ours.title, b=theirs.title)
    told = [f"{one.title} ({one.digest})" for one in (ours, theirs)]
    return Difference(key=COMPONENTS, a=told[0], b=told[1])


def setup_of(a: AnyGame, b: AnyGame) -> dict[str, Any]:
    """Return the set-up for the fewest seats that both games allow, or one allows."""
    least, most = zip(a.seats_allowed, b.seats_allowed, strict=True)
    shared = max(least) <= min(most)
    return {"setup": max(least) if shared else a.seats_allowed[0]}


def setup_differences(a: AnyGame, b: AnyGame) -> tuple[Difference, ...]:
    """Return in what the set-ups of two games differ; empty when in nothing."""
    found: list[Difference] = []
    if a.seats_allowed != b.seats_allowed:
        found.append(unequal("seats_allowed", a.seats_allowed, b.seats_allowed))
    given = setup_of(a, b)
    try:
        one, other = a.position(given), b.position(given)
    except PositionError:  # no number of seats fits both
        return tuple(found)
    ours, theirs = Counter(a.deal(one)), Counter(b.deal(other))
    if ours == theirs:
        return tuple(found)
    facts = facts_of(a), facts_of(b)
    for key in (CONTENTS, DECK):
        if key in facts[0]:
            counts = facts[0][key].of(one, ()), facts[1][key].of(other, ())
            if counts[0] != counts[1]:
                found.append(unequal(key, *counts))
                break
    only = (
        tuple(sorted((ours - theirs).elements())),
        tuple(sorted((theirs - ours).elements())),
    )
    found.append(unequal("cards", *only))
    return tuple(found)
