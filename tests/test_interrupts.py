"""An interrupt is heard even where other code forgets it."""

import ctypes
import signal
import sys

import pytest

from flohcati_rules.cli.interrupts import heard
from tests.test_cli import heeds_interrupts


def interrupted_in_c() -> None:
    """Interrupt ourselves while C calls back, as a compiler does."""
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)

    def compare(_: int, __: int) -> int:
        signal.raise_signal(signal.SIGINT)
        return 0

    items = (ctypes.c_int * 2)(1, 2)
    sort = ctypes.CDLL(None).qsort
    sort(items, ctypes.c_size_t(2), ctypes.c_size_t(4), kind(compare))


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such signals")
@heeds_interrupts
def test_an_interrupt_that_c_forgets_is_raised_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run() -> None:
        with heard() as check:
            interrupted_in_c()
            check()

    before = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt):
        run()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert sys.unraisablehook is before
    assert capsys.readouterr().err == ""


def test_without_an_interrupt_nothing_is_raised() -> None:
    with heard() as check:
        check()


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such signals")
@heeds_interrupts
def test_an_interrupt_is_heard_at_once_where_nobody_forgets_it() -> None:
    def run() -> None:
        with heard():
            signal.raise_signal(signal.SIGINT)
            pytest.fail("it was not heard")

    with pytest.raises(KeyboardInterrupt):
        run()


def test_whoever_handles_interrupts_keeps_doing_so() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with heard():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
