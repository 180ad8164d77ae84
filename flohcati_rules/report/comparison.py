"""The comparison of two variants: their rules, their scenarios, and their play."""

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.compare import Diff, Parting, Unplayable
from flohcati_rules.report.apart import Apart, plain_apart
from flohcati_rules.report.differences import (
    evidence_differences,
    introduction,
    plain_differences,
    value_differences,
)
from flohcati_rules.report.page import Plain, counted, heading, stacked
from flohcati_rules.report.play import PlayReport
from flohcati_rules.report.scenarios import partings, plain_partings
from flohcati_rules.report.wording import plain_variant


@attrs.frozen(kw_only=True)
class ComparisonReport:
    """Everything in which two variants differ, from the texts to the table.

    Attributes:
        diff: where the rules differ.
        partings: the scenarios that come out differently.
        not_played: the scenarios that a variant cannot set up.
        scenarios_tried: how many scenarios were tried.
        apart: the shortest games that tell the two apart; None for a draft.
        play: what simulated play shows, or None.
        no_play: why nothing was played; empty where it was.
        command: the command line that gives this report again.
        named: how a command line names both variants.

    """

    diff: Diff
    partings: tuple[Parting, ...]
    not_played: tuple[Unplayable, ...]
    scenarios_tried: int
    apart: Apart | None
    play: PlayReport | None
    no_play: str
    command: str
    named: tuple[str, str]

    def text(self) -> RenderableType:
        """Return the story: the texts, the rules, the scenarios, the play."""
        parts: list[RenderableType] = [
            introduction(self.diff),
            Text(),
            self._in_short(),
            *value_differences(self.diff),
            *evidence_differences(self.diff),
            *partings(self.partings, self.scenarios_tried, self.not_played),
            *(self.apart.text() if self.apart is not None else ()),
        ]
        if self.play is not None:
            parts.append(self.play.text())
        else:
            parts.append(heading("In play", f"Nothing was played: {self.no_play}."))
        parts.extend((Text(), *self._closing()))
        return stacked(parts)

    def _in_short(self) -> Text:
        """Return the counts of everything that differs."""
        idle = len(self.diff.values) - len(self.diff.in_play)
        text = Text.assemble(
            ("In short: ", "bold"),
            counted(len(self.diff.in_play), "rule point differs", "rule points differ"),
            f" in play, {idle} in words only, {len(self.diff.evidence_only)} in "
            f"evidence only.",
        )
        if self.scenarios_tried:
            tried = counted(self.scenarios_tried, "scenario")
            text.append(f" {len(self.partings)} of {tried} come out differently.")
        if self.play is not None:
            clear, all_ = self.play.clear, len(self.play.study.metrics)
            text.append(f" In random play {clear} of {all_} figures clearly differ.")
        return text

    def _closing(self) -> list[RenderableType]:
        first, second = self.named
        lines = [f"The same again: {self.command}"]
        if self.diff.values:
            point = next(iter(self.diff.in_play or self.diff.values)).point.id
            lines.append(f"One rule in full: flohcati show {first} {point}")
        if self.apart is not None and self.diff.in_play:
            lines.append(
                f"The shortest game as a story: flohcati witness {first} {second}"
            )
        if self.play is not None:
            lines.append(
                f"Rule by rule, as a page with pictures: "
                f"flohcati report {first} {second}"
            )
        return [Text(line, "dim") for line in lines]

    def plain(self) -> dict[str, Plain]:
        """Return the format ``compare/1``."""
        return {
            "format": "compare/1",
            "variants": [plain_variant(self.diff.a), plain_variant(self.diff.b)],
            **plain_differences(self.diff),
            **plain_partings(self.partings, self.scenarios_tried, self.not_played),
            **plain_apart(self.apart),
            "play": None if self.play is None else self.play.plain(),
            "no_play": self.no_play,
            "command": self.command,
        }
