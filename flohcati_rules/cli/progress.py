"""Progress: how much of a long task is done, told on the error stream of a terminal."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text


class _Rate(ProgressColumn):
    """How many units are done a second, once that is known."""

    def __init__(self, unit: str) -> None:
        """Take what is counted."""
        super().__init__()
        self.unit = unit

    def render(self, task: Task) -> Text:
        """Return the rate of the last half minute."""
        if not task.speed:
            return Text()
        digits = 0 if task.speed >= 10 else 1  # noqa: PLR2004 - two figures will do
        return Text(f"{task.speed:,.{digits}f} {self.unit}/s")


@contextmanager
def progress(
    task: str, total: int, *, unit: str = ""
) -> Generator[Callable[[int], None]]:
    """Show on a terminal how much of a task is done; yield what is told of it.

    What is told first was there before, and does not count for the time that is left.

    Args:
        task: what is done, in a few words.
        total: how much there is to do.
        unit: what is counted, in the plural, where the rate of it is of interest.

    """
    console = Console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield lambda _: None
        return
    counted = [TextColumn("{task.completed:,} of {task.total:,} " + unit), _Rate(unit)]
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        *(counted if unit else ()),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        id = bar.add_task(task, start=False, total=total)

        def told(done: int) -> None:
            if bar.tasks[0].started:
                bar.update(id, completed=done)
            else:
                bar.reset(id, completed=done)

        yield told
