"""Checked files in reports: what is wrong with each, or that nothing is."""

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.errors import Problem
from flohcati_rules.profiles import Variant
from flohcati_rules.report.page import Plain, stacked, whole_line
from flohcati_rules.report.wording import plain_problem, plain_variant


@attrs.frozen(kw_only=True)
class Checked:
    """What checking one file found.

    Attributes:
        file: its name, as it was given.
        format: what it declares itself to be; empty when that could not be read.
        about: what it holds, in a few words; empty when it is not valid.
        variant: the variant that it defines; None when it is no valid profile.
        problems: everything that is wrong with it.
        open_points: how many rule points of a draft have no value.
        readable: whether it could be read at all.

    """

    file: str
    format: str = ""
    about: str = ""
    variant: Variant | None = None
    problems: tuple[Problem, ...] = ()
    open_points: int = 0
    readable: bool = True


@attrs.frozen
class CheckReport:
    """What checking files found, file by file."""

    files: tuple[Checked, ...]

    def text(self) -> RenderableType:
        """Return every problem on a line of its own, and a line for a good file."""
        lines: list[RenderableType] = []
        for checked in self.files:
            lines.extend(whole_line(str(problem)) for problem in checked.problems)
            if not checked.problems:
                line = Text.assemble(
                    f"{checked.file}: ", ("ok", "green"), f", {checked.about}"
                )
                lines.append(whole_line(line))
        return stacked(lines)

    def plain(self) -> dict[str, Plain]:
        """Return the format ``check/1``."""
        return {
            "format": "check/1",
            "variants": [
                plain_variant(checked.variant)
                for checked in self.files
                if checked.variant
            ],
            "files": [
                {
                    "file": checked.file,
                    "format": checked.format or None,
                    "ok": not checked.problems,
                    "about": checked.about,
                    "open_points": checked.open_points,
                    "problems": [*map(plain_problem, checked.problems)],
                }
                for checked in self.files
            ],
        }
