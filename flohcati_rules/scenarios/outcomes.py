"""What a scenario comes to under a variant, whatever the scenario expects of it.

Two variants can then be put side by side: where their texts differ in play, their
outcomes do.
"""

from collections.abc import Mapping

import attrs

from flohcati_rules.errors import NotationError, PositionError
from flohcati_rules.profiles import Variant
from flohcati_rules.scenarios.expectations import (
    MOVES,
    Reached,
    as_text,
    facts_of,
)
from flohcati_rules.scenarios.model import Scenario
from flohcati_rules.scenarios.running import Stopped, check_same_game, play


@attrs.frozen(kw_only=True)
class Outcomes:
    """What a scenario comes to under one variant, as texts.

    Attributes:
        variant: the id of the variant.
        facts: what the position is after the moves, for everything that any entry
            of the scenario checks; by key, such as ``turn`` or ``hands.Ben``. A move
            that is to be allowed or forbidden is a key of its own. Empty when the
            moves could not all be made.
        stopped: why they could not, such as ``step 2 is refused: …``; or empty.
        stopped_at: the step that could not be made; 0 is the position itself.

    """

    variant: str
    facts: Mapping[str, str] = attrs.field(factory=dict[str, str], hash=False)
    stopped: str = ""
    stopped_at: int | None = None

    def differs_from(self, other: "Outcomes") -> tuple[str, ...]:
        """Return the keys that come out differently; ``when`` for the moves.

        Two variants that stop at the same step do not differ, whatever their reasons.
        """
        if self.stopped_at != other.stopped_at:
            return ("when",)
        keys = dict.fromkeys([*self.facts, *other.facts])
        return tuple(key for key in keys if self.facts.get(key) != other.facts.get(key))


def outcomes(scenario: Scenario, variant: Variant) -> Outcomes:
    """Return what a scenario comes to under a variant, whatever it expects of it.

    Raises:
        RequestError: the scenario and the variant are of different games.

    """
    check_same_game(scenario, variant)
    reached = play(scenario, variant)
    if isinstance(reached, Stopped):
        why = "; ".join(map(str, reached.findings))
        return Outcomes(variant=variant.id, stopped=why, stopped_at=reached.step)
    facts: dict[str, str] = {}
    for key, names in _checked(scenario).items():
        if key in MOVES:
            facts.update(_moves(key, names, reached))
        else:
            facts.update(_fact(key, names, reached))
    return Outcomes(variant=variant.id, facts=facts)


def _checked(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Return every key that is checked, with the names or moves it is checked for."""
    checked: dict[str, dict[str, None]] = {}
    for entry in scenario.then:
        for expectation in entry.expectations:
            names = checked.setdefault(expectation.key, {})
            value = expectation.written.value
            if isinstance(value, dict) or expectation.key in MOVES:
                assert isinstance(value, dict | list)
                names.update(dict.fromkeys(map(str, value)))
    if "moves" in checked:
        checked.pop("allows", None)
        checked.pop("forbids", None)
    return {key: tuple(names) for key, names in checked.items()}


def _fact(key: str, names: tuple[str, ...], reached: Reached) -> dict[str, str]:
    fact = facts_of(reached.game)[key]
    found = fact.of(reached.state, reached.events)
    if not fact.named_only:
        return {key: as_text(found)}
    return {f"{key}.{name}": as_text(found.get(name)) for name in names}


def _moves(key: str, texts: tuple[str, ...], reached: Reached) -> dict[str, str]:
    game, state, _ = reached
    if key == "moves":
        return {key: as_text(tuple(sorted(map(str, game.legal_moves(state)))))}
    return {text: _allowed(text, reached) for text in texts}


def _allowed(text: str, reached: Reached) -> str:
    game, state, _ = reached
    try:
        move = game.parse_move(text, state)
    except (NotationError, PositionError):
        return "no move of this game"
    return "allowed" if game.refusal(state, move) is None else "refused"
