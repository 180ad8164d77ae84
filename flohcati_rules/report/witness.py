"""Witnesses in reports: the shortest game on which two variants differ, as a story."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.compare.lines import Bounds
from flohcati_rules.compare.lockstep import Difference
from flohcati_rules.compare.witness import Search, Told, Witness
from flohcati_rules.faults import is_list, is_mapping
from flohcati_rules.report.differences import plain_difference
from flohcati_rules.report.page import (
    Labelled,
    Plain,
    counted,
    heading,
    indented,
    stacked,
)
from flohcati_rules.report.wording import (
    answered,
    plain_variant,
    sense_of,
    supported,
)
from flohcati_rules.rulepoints import RulePoint, Value, spoken

WORDS = {
    "turn": "who decides next",
    "moves": "what may be done",
    "over": "is the game over",
    "ended_by": "how the game ends",
    "scores": "the scores",
    "winners": "who wins",
    "shown": "hand cards that all see",
    "contents": "cards in play",
    "cards": "cards of one side only",
    "seats_allowed": "how many may play",
}
"""What differs, in words; other keys are spoken as they are."""


@attrs.frozen(kw_only=True)
class WitnessReport:
    """What a search for the shortest telling game has found.

    Attributes:
        search: the search.
        stopped: why it was stopped before its end; empty when it was not.
        file: the scenario file that the witness was written to; or empty.
        command: the command line that gives this report again.

    """

    search: Search
    stopped: str = ""
    file: str = ""
    command: str = ""

    def text(self) -> RenderableType:
        """Return the story, what either side says, and how far was looked."""
        witness = self.search.witness
        if witness is None:
            parts: list[RenderableType] = [self._none()]
        else:
            parts = [
                _title(witness),
                *story(witness),
                *_outcome(witness),
                *_because(witness),
            ]
        parts.extend((Text(), *(Text(line, "dim") for line in self._closing())))
        return stacked(parts)

    def _none(self) -> Text:
        found = self.search.diff
        text = Text.assemble(
            "No game was found on which ",
            (found.a.id, "bold cyan"),
            " and ",
            (found.b.id, "bold cyan"),
            " come out differently.",
        )
        if not found.values:
            text.append(" They have the same value in every rule point.")
        elif not found.in_play:
            listed = "; ".join(f"{one.point.id} ({one.inert})" for one in found.values)
            text.append(f" What differs makes no difference in play: {listed}.")
        return text

    def _closing(self) -> Iterator[str]:
        witness = self.search.witness
        yield bounds_told(self.search)
        if self.stopped:
            yield self.stopped
        if self.file:
            yield f"Written as a scenario: {self.file}"
        elif self.command and witness is not None and witness.deciding:
            yield f"As a scenario that passes for both: {self.command} --scenario FILE"

    def plain(self) -> dict[str, Plain]:
        """Return the format ``witness/1``."""
        found = self.search.diff
        witness = self.search.witness
        return {
            "format": "witness/1",
            "variants": [plain_variant(found.a), plain_variant(found.b)],
            "witness": None if witness is None else plain_witness(witness),
            "bounds": _plain_bounds(self.search.bounds),
            "stopped": self.stopped,
            "file": self.file or None,
        }


def _title(witness: Witness) -> Text:
    if witness.is_setup:
        told = " already differ in the set-up."
    else:
        told = f" come out differently after {decisions_told(len(witness.steps))}."
    return Text.assemble(
        (witness.a.id, "bold cyan"),
        (" and ", "bold"),
        (witness.b.id, "bold cyan"),
        (told, "bold"),
    )


def decisions_told(number: int) -> str:
    """Return a number of decisions with its noun."""
    return counted(number, "decision")


# ---------------------------------------------------------------- the story


def story(witness: Witness) -> list[RenderableType]:
    """Return the position and the steps, with what each makes happen."""
    if witness.is_setup:
        seats = counted(witness.given["setup"], "player")
        return [heading("The set-up", f"A game for {seats}.")]
    parts: list[RenderableType] = [
        heading("Given", "A turn begins."),
        position(witness.given),
        heading("The game"),
    ]
    steps = zip(witness.steps, witness.story, strict=True)
    for number, ((actor, move), told) in enumerate(steps, start=1):
        line = Text.assemble(f"{number}. ", (f"{actor}: ", "bold"), (move, "bold"))
        parts.extend((line, indented(_happened(witness, told), 3)))
    return parts


def position(given: Mapping[str, Any]) -> RenderableType:
    """Return a position as scenarios give it, a place on each line."""
    return Labelled(
        [(Text(key, "cyan"), Text(spoken_content(of))) for key, of in given.items()]
    )


def _happened(witness: Witness, told: Told) -> RenderableType:
    if told.a == told.b:
        return stacked(Text(text, "dim") for text in told.a)
    shared = [text for text in told.a if text in told.b]
    rows: list[tuple[Text, RenderableType]] = []
    for variant, texts in ((witness.a, told.a), (witness.b, told.b)):
        own = [text for text in texts if text not in shared]
        rows.append((Text(variant.id, "dim cyan"), Text("; ".join(own) or "-", "dim")))
    return stacked([*(Text(text, "dim") for text in shared), Labelled(rows)])


def spoken_content(content: Any) -> str:  # noqa: ANN401 - what a scenario may give
    """Return a content of a position or an outcome on one line."""
    match content:
        case None | () | [] | "":
            return "nothing"
        case bool():
            return "yes" if content else "no"
        case _ if is_mapping(content):
            return "; ".join(
                f"{key}: {spoken_content(of)}" for key, of in content.items()
            )
        case _ if is_list(content):
            inner = (
                f"({spoken_content(item)})" if is_list(item) else str(item)
                for item in content
            )
            return ", ".join(inner)
        case _:
            return str(content)


# ---------------------------------------------------------------- what either says


MOST_MOVES = 6
"""How many moves are listed at most."""


def _outcome(witness: Witness) -> list[RenderableType]:
    """Return what is not the same, for either variant."""
    shown = [one for one in witness.differences if not one.seat]
    shown = shown or [*witness.differences]
    parts: list[RenderableType] = [heading("Then")]
    for one in shown:
        parts.append(Text(label_of(one), "bold"))
        a, b = sides_of(one)
        rows: list[tuple[Text, RenderableType]] = [
            (Text(witness.a.id, "cyan"), Text(a)),
            (Text(witness.b.id, "cyan"), Text(b)),
        ]
        parts.append(indented(Labelled(rows)))
    return parts


def label_of(one: Difference) -> str:
    """Return what differs, in words."""
    words = WORDS.get(one.key, one.key.replace("_", " "))
    return f"what {one.seat} sees: {words}" if one.seat else words


def sides_of(one: Difference) -> tuple[str, str]:
    """Return what it is under either variant; long lists only where they differ."""
    if one.key not in ("moves", "cards", "deck"):
        return spoken_content(one.a), spoken_content(one.b)
    shared = {*one.a} & {*one.b}
    return _own(one.a, shared), _own(one.b, shared)


def _own(moves: Sequence[str], shared: set[str]) -> str:
    """Return a list of moves, short; a long one only where it is not shared."""
    if len(moves) <= MOST_MOVES:
        return spoken_content(moves)
    own = [move for move in moves if move not in shared]
    told = ", ".join(own[:MOST_MOVES])
    if len(own) > MOST_MOVES:
        told += f" and {len(own) - MOST_MOVES} more"
    same = f"{len(shared)} in common" if shared else ""
    return " and ".join(part for part in (same, told) if part)


def _because(witness: Witness) -> list[RenderableType]:
    """Return the deciding rule points, with what supports either value."""
    if not witness.deciding:
        return [heading("Because", "The two are played with other components.")]
    many = len(witness.deciding) > 1
    parts: list[RenderableType] = [
        heading("Because", "These rule points make the difference." if many else "")
    ]
    blocks: list[RenderableType] = []
    for one in witness.deciding:
        rows: list[tuple[Text, RenderableType]] = []
        for variant, value, evidence in (
            (witness.a, one.a, one.evidence_a),
            (witness.b, one.b, one.evidence_b),
        ):
            lines: list[RenderableType] = [answered(one.point, value)]
            if sense := sense_of(one.point, value):
                lines.append(Text(sense))
            lines.append(supported(evidence))
            rows.append((Text(variant.id), stacked(lines)))
        head = Text.assemble((one.point.id, "bold cyan"), f"  {one.point.question}")
        blocks.append(stacked([head, indented(Labelled(rows))]))
    return [*parts, stacked(blocks, gap=True)]


# ---------------------------------------------------------------- bounds


def bounds_told(search: Search) -> str:
    """Return how far a search has looked, in a few sentences."""
    bounds, witness = search.bounds, search.witness
    told: list[str] = []
    if witness is not None and not witness.is_setup:
        told.append(f"The position has {counted(witness.size, bounds.unit)}.")
    if bounds.aimed:
        made = counted(
            bounds.aimed,
            "position made for these rule points was tried.",
            "positions made for these rule points were tried.",
        )
        told.append(made)
    for size, group in groupby(bounds.swept, lambda one: one[1]):
        after = _decisions_of([decisions for decisions, _ in group])
        told.append(
            f"No position of up to {counted(size, bounds.unit)} at the smallest table "
            f"comes out differently after {after}."
        )
    if bounds.deals:
        deals = counted(bounds.deals, "full deal was", "full deals were")
        told.append(f"{deals} played at random.")
    if not bounds.complete:
        told.append("Not all was tried that was meant to be.")
    return " ".join(told) or "No position had to be tried."


def _decisions_of(numbers: Sequence[int]) -> str:
    *some, last = numbers
    before = ", ".join(map(str, some))
    return f"{before} or {decisions_told(last)}" if before else decisions_told(last)


def _plain_bounds(bounds: Bounds) -> dict[str, Plain]:
    return {
        "unit": bounds.unit,
        "aimed": bounds.aimed,
        "swept": [
            {"decisions": decisions, "size": size} for decisions, size in bounds.swept
        ],
        "positions": bounds.positions,
        "deals": bounds.deals,
        "complete": bounds.complete,
    }


def plain_witness(witness: Witness) -> dict[str, Plain]:
    """Return a witness for programs."""
    steps: list[Plain] = [
        {
            "actor": actor,
            "move": move,
            "events": {"a": [*told.a], "b": [*told.b]},
        }
        for (actor, move), told in zip(witness.steps, witness.story, strict=True)
    ]
    return {
        "given": _plain(witness.given),
        "size": witness.size,
        "steps": steps,
        "outcomes": [
            {"key": one.key, "seat": one.seat, "a": _plain(one.a), "b": _plain(one.b)}
            for one in witness.differences
        ],
        "differences": [plain_difference(one) for one in witness.deciding],
    }


def _plain(content: Any) -> Plain:  # noqa: ANN401 - what a scenario may give
    match content:
        case None | bool() | int() | str():
            return content
        case _ if is_mapping(content):
            return {str(key): _plain(of) for key, of in content.items()}
        case _ if is_list(content):
            return [*map(_plain, content)]
        case _:
            return str(content)


def short_value(point: RulePoint, value: Value) -> str:
    """Return a value in a few words; of a list only how long it is."""
    return point.answers.sense(value) if isinstance(value, tuple) else spoken(value)
