"""How many lines of play there are to a fixed depth, on a tiny deck.

A census notices any change of what is legal, anywhere, even one that no scenario
speaks of. The counts are pinned; `--bless` writes them anew, to be reviewed.
"""

import json
from pathlib import Path

import pytest

from flohcati_rules import load_variant
from flohcati_rules.rulepoints import points_of, written

PINNED = Path(__file__).parent / "golden" / "census.json"

TINY = {
    "deck.colours": ["red", "green", "blue"],
    "deck.highest": 2,
    "deck.demands": 1,
    "deck.draws": 1,
    "deck.chains": 2,
    "players.least": 2,
}
DECK = (
    *("red-0", "chain", "green-0", "blue-1", "red-1", "draw", "blue-0"),
    *("demand", "green-2", "chain", "red-2", "green-1", "blue-2"),
)
DEPTH = 10

TEXTS = ("amigo-ja", "kirppusirkus-fi")


def readings() -> list[tuple[str, str, object]]:
    """Return each text, and each text with one rule point at another value."""
    found: list[tuple[str, str, object]] = []
    for text in TEXTS:
        found.append((text, "", ""))
        for id, point in points_of(load_variant(text).rules).items():
            words = getattr(point.answers, "words", ())
            own = load_variant(text).values[id]
            found.extend((text, id, written(word)) for word in words if word != own)
    return found


def census(text: str, id: str, value: object) -> list[int]:
    """Return the number of lines of each length, up to the depth."""
    variant = load_variant(text).with_rules(TINY)
    game = (variant.with_rules({id: value}) if id else variant).game()
    states = [game.start(("Ann", "Ben"), deck=DECK)]
    counts = []
    for _ in range(DEPTH):
        states = [
            game.step(state, move)
            for state in states
            for move in game.legal_moves(state)
        ]
        counts.append(len(states))
    return counts


@pytest.mark.parametrize("text", TEXTS)
def test_the_census_is_the_pinned_one(text: str, bless: bool) -> None:
    found = {
        f"{id}: {value}" if id else "the text": census(text, id, value)
        for own, id, value in readings()
        if own == text
    }
    pinned = json.loads(PINNED.read_text(encoding="utf-8")) if PINNED.exists() else {}
    if bless:
        pinned[text] = found
        lines = json.dumps(pinned, indent=1, ensure_ascii=False)
        PINNED.write_text(lines + "\n", encoding="utf-8")
    assert pinned[text] == found
