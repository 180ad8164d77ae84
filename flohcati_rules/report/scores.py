"""Score sheets in reports: what each seat has, line by line, and who wins."""

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.game import ScoreLine, ScoreSheet, SeatScore
from flohcati_rules.profiles import Variant
from flohcati_rules.report.page import Column, Plain, grid, indented, stacked
from flohcati_rules.report.wording import plain_variant


@attrs.frozen
class ScoreReport:
    """A score sheet under a variant."""

    variant: Variant
    sheet: ScoreSheet

    def text(self) -> RenderableType:
        """Return a block for each seat, then who wins and why."""
        parts = [*map(self._seat, self.sheet.seats)]
        parts.append(Text.assemble((self.sheet.why, "bold"), "."))
        parts.append(
            Text(f"Counted by {self.variant.id}: {', '.join(self._points())}.", "dim")
        )
        return stacked(parts, gap=True)

    def _seat(self, score: SeatScore) -> RenderableType:
        wins = score.seat in self.sheet.winners
        table = grid(Column(right=True), Column(), Column())
        for line in score.lines:
            table.add_row(
                Text(str(line.points)), Text(line.label), Text(line.detail, "dim")
            )
        if not score.lines:
            table.add_row(Text("0"), Text("nothing that counts"), Text())
        name = Text.assemble((score.seat, "bold"), f"  {score.total}")
        if wins:
            name.stylize("green")
        return stacked([name, indented(table)])

    def _points(self) -> list[str]:
        """Return the rule points that had a part in the sheet."""
        lines = [line for score in self.sheet.seats for line in score.lines]
        points = [line.rule_point for line in lines]
        return [*dict.fromkeys([*points, self.sheet.rule_point])]

    def plain(self) -> dict[str, Plain]:
        """Return the format ``score/1``."""
        return {
            "format": "score/1",
            "variants": [plain_variant(self.variant)],
            **plain_sheet(self.sheet),
        }


def plain_sheet(sheet: ScoreSheet) -> dict[str, Plain]:
    """Return a score sheet for programs."""
    return {
        "scores": [
            {
                "seat": score.seat,
                "total": score.total,
                "lines": [_plain_line(line) for line in score.lines],
            }
            for score in sheet.seats
        ],
        "winners": [*sheet.winners],
        "why": sheet.why,
        "rule_point": sheet.rule_point,
    }


def _plain_line(line: ScoreLine) -> dict[str, Plain]:
    return {
        "label": line.label,
        "points": line.points,
        "rule_point": line.rule_point,
        "detail": line.detail,
    }
