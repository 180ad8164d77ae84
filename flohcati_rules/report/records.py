"""Records in reports: a game that was replayed, and how it came out."""

from collections.abc import Iterator
from typing import Any

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.game import Event
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.records import Record, Step
from flohcati_rules.report.page import Labelled, Plain, counted, stacked
from flohcati_rules.report.scores import ScoreReport, plain_sheet
from flohcati_rules.report.wording import plain_variant


@attrs.frozen(kw_only=True)
class ReplayReport:
    """A record that was replayed.

    Attributes:
        file: the name of its file.
        record: the record.
        variant: the variant it was replayed by.
        states: every state of the game.
        tells_steps: whether the text tells every step.

    """

    file: str
    record: Record
    variant: Variant
    states: tuple[Any, ...]
    tells_steps: bool

    def text(self) -> RenderableType:
        """Return how the game went, then its score sheet if it was finished."""
        game, record = self.variant.game(), self.record
        steps, seats = counted(len(record.moves), "step"), ", ".join(record.seats)
        parts: list[RenderableType] = [
            Text(f"{self.file}: a game of {self.variant.id} with {seats}, {steps}")
        ]
        if self.tells_steps:
            rows = [_told(step, events) for step, events in self._steps(game)]
            parts.append(Labelled(rows))
        ended_by = game.ended_by(self.states[-1])
        if ended_by is None:
            parts.append(Text("It replays as far as it goes; the game is not over."))
        else:
            why = game.ENDINGS[ended_by]
            parts.append(
                Text(f"It replays to the same result. It ended because {why}.")
            )
            sheet = game.score(self.states[-1])
            parts.append(ScoreReport(self.variant, sheet).text())
        return stacked(parts, gap=True)

    def _steps(self, game: AnyGame) -> Iterator[tuple[Step, tuple[Event, ...]]]:
        """Yield each step with what it made happen."""
        for step, state in zip(self.record.moves, self.states, strict=False):
            yield step, game.events(state, game.parse_move(step.move, state))

    def plain(self) -> dict[str, Plain]:
        """Return the format ``replay/1``."""
        game = self.variant.game()
        steps: list[Plain] = [
            {
                "actor": step.actor,
                "move": step.move,
                "events": [
                    {
                        "kind": event.kind,
                        "text": event.text,
                        "rule_point": event.rule_point,
                        "seen_by": [*event.seen_by],
                        "public": event.public,
                        "cards": [*event.cards],
                    }
                    for event in events
                ],
                "position": game.format_position(after),
            }
            for (step, events), after in zip(
                self._steps(game), self.states[1:], strict=True
            )
        ]
        return {
            "format": "replay/1",
            "variants": [plain_variant(self.variant)],
            "file": self.file,
            "seats": [*self.record.seats],
            "start": game.format_position(self.states[0]),
            "steps": steps,
            "ended_by": game.ended_by(self.states[-1]),
            **plain_sheet(game.score(self.states[-1])),
        }


def _told(step: Step, events: tuple[Event, ...]) -> tuple[Text, RenderableType]:
    happened = ", ".join(event.text for event in events)
    return Text(f"{step.actor}: {step.move}"), Text(happened, "dim")
