"""Pebbles: a game of seven rule points, small enough to write profiles in full.

Beside it stands the flea circus with its real rules, but without its engine.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, cast

import attrs

from flohcati_rules.errors import DocumentError
from flohcati_rules.evidence import Evidence
from flohcati_rules.games.flea_circus.rules import FleaCircusRules
from flohcati_rules.profiles import (
    AnyGame,
    Catalogue,
    Variant,
    load_profile,
    variants_root,
)
from flohcati_rules.rulepoints import (
    Choice,
    Contradiction,
    Names,
    OneOf,
    Rules,
    Value,
    Whole,
    point,
    refuse_contradictions,
)

HERE = Path(__file__).parent


class Take(Choice):
    ONE = "one", "One pebble is taken."
    UP_TO_THREE = "up-to-three", "One, two or three pebbles are taken."


class Pass(Choice):
    YES = "yes", "A turn may be passed."
    NO = "no", "No turn may be passed."


class Last(Choice):
    WINS = "wins", "Whoever takes the last pebble wins."
    LOSES = "loses", "Whoever takes the last pebble loses."


class Undo(Choice):
    YES = "yes", "A take may be undone."
    NO = "no", "What is taken is taken."


def _no_bonus(last: Last, _: Mapping[str, Value]) -> Mapping[str, Value]:
    return {"end.bonus": 0} if last is Last.LOSES else {}


def _a_winner(bonus: int, _: Mapping[str, Value]) -> Mapping[str, Value]:
    return {"end.last": Last.WINS} if bonus else {}


def _one_pebble(rules: "PebblesRules") -> str | None:
    return "a single pebble leaves no choice" if rules.pile_size == 1 else None


@attrs.frozen(kw_only=True)
class PebblesRules:
    CONTRADICTIONS: ClassVar[tuple[Contradiction, ...]] = (
        Contradiction(
            ("end.last", "end.bonus"),
            lambda last, bonus: last is Last.LOSES and bonus > 0,
            "a bonus for a last pebble that loses makes no sense",
        ),
    )

    pile_size: int = attrs.field(
        metadata=point("pile.size", "How many pebbles?", Whole(1, 9, "pebbles"))
    )
    pile_colours: tuple[str, ...] = attrs.field(
        metadata=point("pile.colours", "Which colours?", Names(1, 4, "colours"))
    )
    turn_take: Take = attrs.field(
        metadata=point("turn.take", "How many a turn?", OneOf(Take), inert=_one_pebble)
    )
    turn_pass: Pass = attrs.field(
        metadata=point("turn.pass", "May one pass?", OneOf(Pass), table_only=True)
    )
    end_last: Last = attrs.field(
        metadata=point(
            "end.last", "What of the last?", OneOf(Last), companions=_no_bonus
        )
    )
    end_bonus: int = attrs.field(
        metadata=point(
            "end.bonus",
            "What is it worth?",
            Whole(0, 5, "points"),
            companions=_a_winner,
        )
    )
    turn_undo: Undo = attrs.field(
        metadata=point("turn.undo", "May one undo?", OneOf(Undo), unsaid=Undo.NO)
    )

    def __attrs_post_init__(self) -> None:
        refuse_contradictions(cast("Rules", self))


class _Table:
    COMPONENTS = ""

    def __init__(
        self, rules: Rules, evidence: Mapping[str, Evidence], _components: object = None
    ) -> None:
        self.rules = rules
        self.evidence = evidence


class Pebbles(_Table):
    ID = "pebbles"
    TITLE = "Pebbles"
    RULES = PebblesRules


class FleaCircus(_Table):
    ID = "flea-circus"
    TITLE = "Flea circus"
    RULES = FleaCircusRules


GAMES = cast(
    "Mapping[str, type[AnyGame]]", {game.ID: game for game in (FleaCircus, Pebbles)}
)


def shelf() -> Catalogue:
    """Return a catalogue of small valid profiles."""
    return Catalogue(HERE / "bad" / "shelf", GAMES)


def problems_of(path: Path) -> str:
    """Return what is wrong with a profile, one problem a line."""
    try:
        load_profile(path, GAMES, shelf())
    except DocumentError as error:
        return str(error)
    return ""


BROOK: dict[str, Any] = {
    "format": "variant/1",
    "id": "brook",
    "game": "pebbles",
    "kind": "translation",
    "title": "Brook",
    "language": "en",
    "source": {"work": "Pebbles", "text": "Its leaflet", "standing": "primary"},
    "clauses": [
        {
            "id": "pile.1",
            "at": "The pile, 1, 1",
            "kind": "rule",
            "digest": "h-3f2a9c01b7de4410",
            "gist": "Nine pebbles lie on the table.",
        }
    ],
    "rules": {
        "pile.size": {"is": 9, "stated": ["pile.1"]},
        "pile.colours": {"is": ["grey", "white"], "silent": "Any will do."},
        "turn.take": {
            "is": "one",
            "inferred": ["pile.1"],
            "because": "It speaks of one pebble.",
            "other_readings": {"up-to-three": "It does not say only one."},
        },
        "turn.pass": {"is": "no", "silent": "Nothing is said of it."},
        "end.last": {"is": "wins", "silent": "Nothing is said of it."},
        "end.bonus": {"is": 2, "silent": "Nothing is said of it."},
        "turn.undo": {"is": "no", "silent": "Nothing is said of it."},
    },
}
"""A valid translation as plain data, for tests that change it."""


RIVER: Variant = shelf().load("river")
"""A translation of pebbles."""

AMIGO: Variant = Catalogue(variants_root(), GAMES).load("amigo-ja")
"""A shipped translation of the flea circus."""
