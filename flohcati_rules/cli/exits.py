"""Exit codes, and which error ends in which."""

from enum import IntEnum

from flohcati_rules.errors import (
    DocumentError,
    FlohcatiError,
    ProfileError,
    StoreError,
    StoreInUseError,
    UnknownNameError,
    UnreadableFileError,
    WorkerDiedError,
)


class Exit(IntEnum):
    """How a command ends, for the shell that called it."""

    WELL = 0
    """Done, and what was asked for holds."""
    NOT_SO = 1
    """The thing that was checked does not hold."""
    MISUSED = 2
    """The command was used wrongly, or the request makes no sense."""
    UNREADABLE = 3
    """A file cannot be read, a name is not known, a profile is not valid."""
    BROKEN = 70
    """A fault of this library's own."""
    UNFINISHED = 75
    """Nothing is wrong with the command: it may end well another time."""
    INTERRUPTED = 130
    """Stopped from the keyboard, as shells count it."""
    CLOSED = 141
    """Whoever read the output stopped reading, as shells count it."""


def exit_for(error: FlohcatiError | OSError, *, judging: bool) -> Exit:
    """Return how a command ends on an error.

    Args:
        error: what went wrong.
        judging: whether the command's answer is a verdict on files, so that a
            profile that is not valid is an answer rather than an obstacle.

    """
    match error:
        case StoreInUseError() | WorkerDiedError():
            return Exit.UNFINISHED
        case StoreError():
            return Exit.UNREADABLE
        case UnreadableFileError() | UnknownNameError() | OSError():
            return Exit.UNREADABLE
        case ProfileError():
            return Exit.NOT_SO if judging else Exit.UNREADABLE
        case DocumentError():
            return Exit.NOT_SO
        case _:
            return Exit.MISUSED
