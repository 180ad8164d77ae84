"""The command line. `main` is the program; a command is imported when it is run."""

import sys
from types import TracebackType


def _quiet(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Say nothing of an interrupt while the program is still being imported."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _quiet

from flohcati_rules.cli.program import main  # noqa: E402 - quiet before anything else

__all__ = ["main"]
