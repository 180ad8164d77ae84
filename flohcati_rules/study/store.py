"""The store: an SQLite file that keeps what is computed, batch by batch.

Every batch is written in a transaction of its own, so that a run may be killed at any
moment and go on where it was. One run at a time uses a store: while it does, it holds
the lock of a second file beside it, which the operating system lets go when the process
ends, however it ends.
"""

import contextlib
import hashlib
import os
import platform
import secrets
import sqlite3
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import attrs

from flohcati_rules.errors import StoreError, StoreInUseError

APPLICATION_ID = 0x466C6F68
"""Marks an SQLite file as a store: the letters ``Floh``, in SQLite's own field."""

FORMAT = 1
"""The version of the tables, in SQLite's field ``user_version``."""

_SCHEMA = """\
CREATE TABLE plan (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL
);
CREATE TABLE asked (
    plan INTEGER NOT NULL REFERENCES plan,
    games INTEGER NOT NULL CHECK (games > 0),
    at TEXT NOT NULL,
    PRIMARY KEY (plan, games)
);
CREATE TABLE batch (
    plan INTEGER NOT NULL REFERENCES plan,
    first INTEGER NOT NULL CHECK (first >= 0),
    count INTEGER NOT NULL CHECK (count > 0),
    tally TEXT NOT NULL,
    seal TEXT NOT NULL,
    PRIMARY KEY (plan, first)
);
CREATE TABLE holder (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    token TEXT NOT NULL,
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    since TEXT NOT NULL
);
"""

_MAGIC = b"SQLite format 3\0"
"""How every SQLite file begins."""

_NO_STORE = "not a store of results, nor an empty file to make one of"

_PATIENCE = 30.0
"""Seconds to wait for somebody who is reading the file."""


@attrs.frozen
class Kept:
    """A batch that is in a store: which games, and their tally as JSON."""

    games: range
    tally: str


@attrs.define(eq=False)
class Store:
    """The results that are kept in one file, for the one run that has it open.

    Make one with ``Store.open``, in a ``with`` statement.
    """

    path: Path
    _lock: sqlite3.Connection
    _connection: sqlite3.Connection
    _token: str

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open the store of a path, or make one if there is no file or an empty one.

        Raises:
            StoreInUseError: another run has it.
            StoreError: the file is something else, or cannot be read and written.

        """
        given, token = Path(path), secrets.token_hex(8)
        with _in_words(given):
            real = _place_of(given)
            with contextlib.ExitStack() as undone:
                lock = _locked(given, real)
                undone.callback(_unlock, lock, real)
                connection = _connected(given, real)
                undone.callback(connection.close)
                _take(connection, token)
                undone.pop_all()
        return cls(given, lock, connection, token)

    def close(self) -> None:
        """Let others use the file."""
        with _in_words(self.path):
            self._connection.close()
            _unlock(self._lock, self.path.resolve())

    def __enter__(self) -> Self:
        """Return the open store."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the store, whatever happened."""
        self.close()

    def shelf(self, digest: str, description: str, *, games: int) -> "Shelf":
        """Return what is kept of one plan, to read and to add to.

        Args:
            digest: says which plan it is, whatever its number of games.
            description: the plan as JSON, for people who look into the file.
            games: how many games are asked for now.

        """
        with _in_words(self.path), _transaction(self._connection) as connection:
            connection.execute(
                "INSERT OR IGNORE INTO plan (digest, description) VALUES (?, ?)",
                (digest, description),
            )
            (plan,) = connection.execute(
                "SELECT id FROM plan WHERE digest = ?", (digest,)
            ).fetchone()
            connection.execute(
                "INSERT OR IGNORE INTO asked (plan, games, at) VALUES (?, ?, ?)",
                (plan, games, _now()),
            )
        return Shelf(self.path, self._connection, self._token, plan, digest)

    def asked(self, digest: str) -> tuple[int, ...]:
        """Return the numbers of games that runs of a plan asked for, in their order."""
        with _in_words(self.path):
            rows = self._connection.execute(
                "SELECT games FROM asked JOIN plan ON plan.id = asked.plan "
                "WHERE digest = ? ORDER BY asked.rowid",
                (digest,),
            )
            return tuple(games for (games,) in rows)


@attrs.frozen(eq=False)
class Shelf:
    """What a store keeps of one plan.

    Attributes:
        path: the file of the store.

    """

    path: Path
    _connection: sqlite3.Connection
    _token: str
    _plan: int
    _digest: str

    def batches(self) -> Iterator[Kept]:
        """Yield the batches that are kept, in the order of their games.

        Raises:
            StoreError: one was changed since it was written, or two overlap.

        """
        end = 0
        with _in_words(self.path):
            rows = self._connection.execute(
                "SELECT first, count, tally, seal FROM batch WHERE plan = ? "
                "ORDER BY first",
                (self._plan,),
            )
            for first, count, tally, seal in rows:
                if seal != self._seal(first, count, tally) or first < end:
                    reason = (
                        f"the file is damaged: the batch of {count} games from {first} "
                        f"is not what was written; remove the file to start over"
                    )
                    raise StoreError(str(self.path), reason)
                end = first + count
                yield Kept(range(first, end), tally)

    def keep(self, games: range, tally: str) -> None:
        """Write a batch, in a transaction of its own.

        Raises:
            StoreError: it cannot be written; what was written before is still there.

        """
        count = len(games)
        seal = self._seal(games.start, count, tally)
        with _in_words(self.path):
            written = self._connection.execute(
                "INSERT INTO batch (plan, first, count, tally, seal) "
                "SELECT ?, ?, ?, ?, ? "
                "WHERE EXISTS (SELECT 1 FROM holder WHERE token = ?)",
                (self._plan, games.start, count, tally, seal, self._token),
            ).rowcount
        if not written:
            reason = "another run has taken the store; this one has stopped writing"
            raise StoreInUseError(str(self.path), reason)

    def _seal(self, first: object, count: object, tally: object) -> str:
        """Return the digest of a batch, by which a damaged one is noticed."""
        written = f"{self._digest} {first} {count} {tally}"
        return hashlib.blake2b(written.encode(), digest_size=8).hexdigest()


def _place_of(path: Path) -> Path:
    """Return where a file is, or can be made, with links followed."""
    real = path.resolve()
    if real.is_dir():
        reason = "a folder; a store is a file"
    elif real.exists() and not real.is_file():
        reason = "not a regular file, as a store is"
    elif not real.parent.is_dir():
        reason = f"there is no folder {path.parent} to make it in"
    else:
        return real
    raise StoreError(str(path), reason)


def _lock_file(real: Path) -> Path:
    return real.with_name(f"{real.name}-lock")


def _locked(path: Path, real: Path) -> sqlite3.Connection:
    """Lock the file beside a store; nothing is ever written to it.

    An exclusive transaction of SQLite is a lock of the operating system on every
    platform, and Python has no other that is.
    """
    try:
        lock = sqlite3.connect(_lock_file(real), timeout=0, isolation_level=None)
        try:
            lock.execute("PRAGMA journal_mode = OFF")
            lock.execute("BEGIN EXCLUSIVE")
        except BaseException:
            lock.close()
            raise
    except sqlite3.Error as error:
        if _is(error, "BUSY"):
            reason = f"another run is using it{_holder(real)}"
            raise StoreInUseError(str(path), reason) from error
        reason = _why(error)
        if _is(error, "CANTOPEN", "READONLY"):
            reason = "no file can be made beside it"
        elif _is(error, "NOTADB"):
            reason = f"{_lock_file(real)} is in the way"
        raise StoreError(str(path), f"cannot be locked: {reason}") from error
    return lock


def _unlock(lock: sqlite3.Connection, real: Path) -> None:
    """Let others lock a store, and leave no file behind."""
    with contextlib.suppress(OSError):  # Windows keeps what is open
        # Whoever has this file open already and gets its lock in a moment is found out
        # by its token, when another run has taken the store, too.
        _lock_file(real).unlink()
    lock.close()


def _holder(real: Path) -> str:
    """Return who has a store, in brackets; empty when nobody can tell."""
    with contextlib.suppress(sqlite3.Error):
        reader = sqlite3.connect(f"{real.as_uri()}?mode=ro", uri=True, timeout=1)
        with contextlib.closing(reader):
            pid, host, since = reader.execute(
                "SELECT pid, host, since FROM holder"
            ).fetchone()
            return f" (process {pid} on {host}, since {since})"
    return ""


def _connected(path: Path, real: Path) -> sqlite3.Connection:
    """Connect to a store, and make its tables in a new file."""
    if not _may_be_database(real):
        raise StoreError(str(path), _NO_STORE)
    connection = sqlite3.connect(real, timeout=_PATIENCE, isolation_level=None)
    try:
        # The defaults of SQLite stay: a rollback journal, which network drives can
        # have and a write-ahead log cannot, and full synchronisation, so that a batch
        # that is reported as kept outlives a power cut. At a batch a second, neither
        # costs anything. Nothing that somebody hid in a file is run as a function.
        connection.execute("PRAGMA trusted_schema = OFF")
        _check_format(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_format(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a database that is no store, and make an empty one a store."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not (application or version or tables):
        with _transaction(connection):
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
        return
    if application != APPLICATION_ID:
        reason = "a database of another program; a store is a file of its own"
    elif version != FORMAT:
        reason = (
            f"a store of format {version}; this version reads and writes format "
            f"{FORMAT}"
        )
    else:
        return
    raise StoreError(str(path), reason)


def _may_be_database(real: Path) -> bool:
    """Tell whether SQLite may open a file: it takes a short text for an empty one."""
    journal = real.with_name(f"{real.name}-journal")
    if journal.exists() or not real.exists():
        return True
    with real.open("rb") as file:
        return file.read(len(_MAGIC)) in {_MAGIC, b""}


def _take(connection: sqlite3.Connection, token: str) -> None:
    """Write down who has the store from now on."""
    connection.execute(
        "INSERT OR REPLACE INTO holder (id, token, pid, host, since) "
        "VALUES (1, ?, ?, ?, ?)",
        (token, os.getpid(), platform.node(), _now()),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@contextlib.contextmanager
def _transaction(
    connection: sqlite3.Connection,
) -> Generator[sqlite3.Connection]:
    """Write all or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def _in_words(path: Path) -> Generator[None]:
    """Turn what SQLite or the system says into what is wrong with the store."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(str(path), _why(error)) from error
    except UnicodeError as error:  # what SQLite quotes from a damaged file
        raise StoreError(str(path), _damaged(error)) from error
    except OSError as error:
        raise StoreError(str(path), error.strerror or str(error)) from error


def _is(error: sqlite3.Error, *kinds: str) -> bool:
    """Tell whether an error of SQLite is of some kind, by SQLite's name of it."""
    name: str = getattr(error, "sqlite_errorname", "")
    return name.startswith(tuple(f"SQLITE_{kind}" for kind in kinds))


def _why(error: sqlite3.Error) -> str:
    """Return what an error of SQLite says of a store."""
    if isinstance(error, sqlite3.ProgrammingError):  # not the file, but its use
        is_closed = "closed" in str(error)
        return "the store is closed; open it again" if is_closed else str(error)
    if _is(error, "NOTADB"):
        return _NO_STORE
    if _is(error, "READONLY_DBMOVED"):
        return "the file was moved or removed while a run was using it"
    if _is(error, "READONLY"):
        return "the file is read-only, and a store is written to"
    if _is(error, "FULL"):
        return "no room is left; all that was written before is still there"
    if _is(error, "BUSY", "LOCKED"):
        return f"another program has been using the file for {_PATIENCE:.0f} seconds"
    if _is(error, "CANTOPEN", "PERM", "AUTH"):
        return "the file cannot be opened; a store has to be readable and writable"
    if _is(error, "IOERR"):
        return f"the file cannot be read or written ({error})"
    return _damaged(error)


def _damaged(error: Exception) -> str:
    return f"the file is damaged ({error}); remove it to start over"
