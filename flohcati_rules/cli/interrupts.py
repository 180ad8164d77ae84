"""Interrupts: heard even where other code forgets them."""

import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def heard() -> Generator[Callable[[], None]]:
    """Yield what raises a ``KeyboardInterrupt`` again if one came and was forgotten.

    What Python raises while a compiler calls it back from C is printed and forgotten,
    and the run would go on as if nobody had wanted it to end.
    """
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield lambda: None
        return
    came = threading.Event()

    def note(_number: int, _frame: FrameType | None) -> None:
        came.set()
        raise KeyboardInterrupt

    def check() -> None:
        if came.is_set():
            raise KeyboardInterrupt

    def tell(lost: "sys.UnraisableHookArgs") -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            usual(lost)

    usual = sys.unraisablehook
    signal.signal(signal.SIGINT, note)
    sys.unraisablehook = tell
    try:
        yield check
    finally:
        sys.unraisablehook = usual
        signal.signal(signal.SIGINT, signal.default_int_handler)
