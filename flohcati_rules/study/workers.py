"""Workers: processes of this machine, or of a cluster, that count batches for a run.

Neither outlives the run, however it ends.
"""

import contextlib
import importlib
import os
import pkgutil
import signal
import sys
import threading
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from flohcati_rules._version import __version__
from flohcati_rules.errors import ExtraError, RequestError
from flohcati_rules.study.runs import Workers

CONNECT_SECONDS = 5
"""How long a cluster may take to answer."""


@contextlib.contextmanager
def processes(count: int) -> Generator[Workers]:
    """Start some processes on this machine; they end with the ``with`` statement.

    They are started afresh instead of copied from this one, which is safe whatever
    threads there are and the same on every platform.
    """
    if count < 1:
        message = f"{count} processes: nobody would count"
        raise RequestError(message)
    context = get_context("spawn")
    # Nothing is ever sent through this pipe. When this end of it closes, if only since
    # this process was killed, the other end is told.
    watched, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        count, mp_context=context, initializer=_settle_in, initargs=(watched,)
    )
    try:
        with _interrupts_held_back():
            # Processes are started as there is work for them: here is some.
            for _ in range(count):
                pool.submit(os.getpid)
        yield Workers(pool, count)
        pool.shutdown()
    finally:
        # On an error the workers are in the middle of something that nobody waits for.
        held.close()
        pool.shutdown(cancel_futures=True)
        watched.close()


def _settle_in(watched: Connection) -> None:
    """Make a worker of a process: its parent decides when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(watched,), daemon=True).start()


def _end_with(watched: Connection) -> None:
    """End this process as soon as the parent is gone or wants no more of it."""
    with contextlib.suppress(EOFError, OSError):
        watched.recv_bytes()
    os._exit(1)


@contextlib.contextmanager
def _interrupts_held_back() -> Generator[None]:
    """Start processes that an interrupt from the keyboard does not reach.

    They inherit it; without, one that is still being imported would die noisily.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def cluster(address: str) -> Generator[Workers]:
    """Connect to the scheduler of a Dask cluster.

    Raises:
        ExtraError: the package is missing.
        RequestError: nobody answers, there is no worker, or one has another version
            of this library.

    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ExtraError("distributed", extra="dask") from error
    try:
        # Asked before, as a client that is not made does not go quietly.
        distributed.comm.get_address_host_port(address)
        client = distributed.Client(
            address, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, ValueError) as error:
        message = (
            f"no Dask scheduler answers at {address!r} ({error}); an address is such "
            f"as tcp://192.168.1.5:8786"
        )
        raise RequestError(message) from error
    with contextlib.closing(client):
        _check_versions(client, address)
        count = sum(client.nthreads().values())
        yield Workers(client.get_executor(pure=False), count)


def _check_versions(client: Any, address: str) -> None:  # noqa: ANN401 - untyped package
    """Refuse a cluster without workers, or with one of another version."""
    # A function of the standard library: it is there, whatever else a worker has.
    found: dict[str, object] = client.run(
        pkgutil.resolve_name, "flohcati_rules._version:__version__", on_error="return"
    )
    if not found:
        message = f"the Dask cluster at {address} has no workers"
        raise RequestError(message)
    for worker, version in sorted(found.items()):
        if version != __version__:
            has = (
                f"version {version} of flohcati-rules"
                if isinstance(version, str)
                else f"no flohcati-rules ({version})"
            )
            message = (
                f"the Dask worker {worker} has {has}, and {__version__} is needed; "
                f"install the same version everywhere"
            )
            raise RequestError(message)
