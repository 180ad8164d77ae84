"""Progress: how much of a long task is done, told on the error stream of a terminal."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress(task: str, total: int) -> Generator[Callable[[int], None]]:
    """Show on a terminal how much of a task is done; yield what is told of it."""
    console = Console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield lambda _: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        id = bar.add_task(task, total=total)
        yield lambda done: bar.update(id, completed=done)
