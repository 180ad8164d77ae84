"""The values of a game in reports: does play tell each from the others?"""

from collections.abc import Sequence

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.compare.every_value import DeadValue, Pairing
from flohcati_rules.profiles import AnyGame
from flohcati_rules.report.page import Labelled, Plain, counted, heading, stacked
from flohcati_rules.report.witness import decisions_told, plain_witness, short_value
from flohcati_rules.report.wording import plain_value


@attrs.frozen(kw_only=True)
class ValuesReport:
    """Whether play tells every value of a game's rule points from the others.

    Attributes:
        game: the game.
        pairings: every two values of each rule point.
        dead: the values that nothing tells from any other.
        stopped: why not all was tried; empty where all was.
        not_tried: the rule points that were not tried to the end.

    """

    game: type[AnyGame]
    pairings: tuple[Pairing, ...]
    dead: tuple[DeadValue, ...]
    stopped: str = ""
    not_tried: tuple[str, ...] = ()

    def text(self) -> RenderableType:
        """Return a line for each rule point, then what nothing tells apart."""
        rows: list[tuple[Text, RenderableType]] = []
        for id, paired in self._by_point().items():
            rows.append((Text(id, "cyan"), Text(_counted_pairs(paired))))
        parts: list[RenderableType] = [
            Text(f"{self.game.TITLE}: every two values of each rule point", "bold"),
            Text(),
            Labelled(rows),
        ]
        apart = [one for one in self.pairings if one.witness is None]
        if apart:
            parts.append(heading("Not told apart"))
            parts.extend(Text(_not_told(one)) for one in apart)
        parts.append(heading("Dead values"))
        if self.dead:
            parts.extend(_dead(one) for one in self.dead)
        else:
            of = " that was tried to the end" if self.not_tried else ""
            parts.append(Text(f"None: a witness tells each{of} from some other."))
        if self.not_tried:
            parts.append(heading("Not tried to the end", self.stopped))
            parts.extend(Text(id, "yellow") for id in self.not_tried)
        return stacked(parts)

    def _by_point(self) -> dict[str, list[Pairing]]:
        found: dict[str, list[Pairing]] = {}
        for pairing in self.pairings:
            found.setdefault(pairing.point.id, []).append(pairing)
        return found

    def plain(self) -> dict[str, Plain]:
        """Return the format ``values/1``."""
        return {
            "format": "values/1",
            "game": self.game.ID,
            "pairings": [
                {
                    "rule_point": one.point.id,
                    "a": plain_value(one.a),
                    "b": plain_value(one.b),
                    "witness": (
                        None if one.witness is None else plain_witness(one.witness)
                    ),
                    "reason": one.reason,
                }
                for one in self.pairings
            ],
            "dead": [
                {
                    "rule_point": one.point.id,
                    "value": plain_value(one.value),
                    "reason": one.reason,
                }
                for one in self.dead
            ],
            "stopped": self.stopped,
            "not_tried": [*self.not_tried],
        }


def _counted_pairs(paired: Sequence[Pairing]) -> str:
    found = [one.witness for one in paired if one.witness is not None]
    pairs = counted(len(paired), "pair")
    if not found:
        return f"{pairs}, none told apart"
    longest = max(found, key=lambda witness: (len(witness.steps), witness.size))
    how = "by the set-up"
    if not longest.is_setup:
        how = f"within {decisions_told(len(longest.steps))}"
    told = "all" if len(found) == len(paired) else str(len(found))
    return f"{pairs}, {told} told apart {how}"


def _not_told(one: Pairing) -> str:
    a, b = (short_value(one.point, value) for value in (one.a, one.b))
    return f"{one.point.id}: {a} and {b}: {one.reason or 'no reason is declared'}"


def _dead(one: DeadValue) -> Text:
    text = Text(f"{one.point.id}: {short_value(one.point, one.value)}: ")
    if one.reason:
        return text.append(one.reason)
    return text.append("dead, and no reason is declared", "red")
