"""The store: what is kept is what was written, and bad files are refused in words."""

import multiprocessing
import os
import pickle
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from flohcati_rules.errors import StoreError, StoreInUseError
from flohcati_rules.study.store import FORMAT, Kept, Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.store"


def fill(path: Path, batches: int = 3) -> list[Kept]:
    """Keep some batches of ten games."""
    written = [
        Kept(range(first, first + 10), f'{{"games":10,"sum":{first}}}')
        for first in range(0, 10 * batches, 10)
    ]
    with Store.open(path) as store:
        shelf = store.shelf("d1", '{"seats": 4}', games=100)
        for kept in written:
            shelf.keep(kept.games, kept.tally)
    return written


def read(path: Path) -> list[Kept]:
    with Store.open(path) as store:
        return [*store.shelf("d1", '{"seats": 4}', games=100).batches()]


def refusal(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        read(path)
    assert caught.value.path == str(path)
    assert str(caught.value).startswith(f"{path}: ")
    return caught.value.reason


# -- keeping


def test_what_is_kept_is_read_in_the_order_of_the_games(path: Path) -> None:
    with Store.open(path) as store:
        shelf = store.shelf("d1", "{}", games=30)
        for first in (20, 0, 10):
            shelf.keep(range(first, first + 10), str(first))
    with Store.open(path) as store:
        kept = [*store.shelf("d1", "{}", games=30).batches()]
    assert kept == [Kept(range(n, n + 10), str(n)) for n in (0, 10, 20)]


def test_a_store_holds_many_plans_apart(path: Path) -> None:
    with Store.open(path) as store:
        one = store.shelf("d1", "{}", games=30)
        other = store.shelf("d2", "{}", games=30)
        one.keep(range(10), "one")
        other.keep(range(10), "other")
        assert [kept.tally for kept in one.batches()] == ["one"]
        assert [kept.tally for kept in other.batches()] == ["other"]


def test_a_store_remembers_how_many_games_were_asked_for(path: Path) -> None:
    for games in (5000, 300, 5000):
        with Store.open(path) as store:
            store.shelf("d1", "{}", games=games)
    with Store.open(path) as store:
        assert store.asked("d1") == (5000, 300)
        assert store.asked("d2") == ()


def test_nothing_but_the_store_is_left_behind(path: Path) -> None:
    fill(path)
    assert [*path.parent.iterdir()] == [path]


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    assert fill(path) == read(path)


def test_a_store_can_be_looked_into_while_it_is_in_use(path: Path) -> None:
    with Store.open(path) as store:
        store.shelf("d1", "{}", games=30).keep(range(10), "{}")
        with sqlite3.connect(path) as reader:
            assert reader.execute("SELECT count(*) FROM batch").fetchone() == (1,)
        reader.close()


def test_a_closed_store_is_closed_and_not_damaged(path: Path) -> None:
    with Store.open(path) as store:
        shelf = store.shelf("d1", "{}", games=30)
        shelf.keep(range(10), "{}")
    uses: tuple[Callable[[], object], ...] = (
        lambda: store.shelf("d1", "{}", games=30),
        lambda: store.asked("d1"),
        lambda: [*shelf.batches()],
        lambda: shelf.keep(range(10, 20), "{}"),
    )
    for use in uses:
        with pytest.raises(StoreError) as caught:
            use()
        assert caught.value.reason == "the store is closed; open it again"


# -- one run at a time


def test_a_second_run_is_told_who_has_the_store(path: Path) -> None:
    with Store.open(path), pytest.raises(StoreInUseError) as caught:
        Store.open(path)
    assert f"process {os.getpid()} on " in caught.value.reason
    Store.open(path).close()


def test_a_second_name_of_the_same_file_is_no_way_in(path: Path) -> None:
    fill(path)
    link = path.with_name("link.store")
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("this system makes no links")
    with Store.open(path), pytest.raises(StoreInUseError):
        Store.open(link)


def hold(path: Path, ready: "multiprocessing.synchronize.Event") -> None:
    """Open a store in another process, and stay."""
    with Store.open(path) as store:
        store.shelf("d1", "{}", games=30).keep(range(10), "kept")
        ready.set()
        multiprocessing.Event().wait()


def test_a_killed_run_leaves_no_lock(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    process = context.Process(target=hold, args=(path, ready))
    process.start()
    try:
        assert ready.wait(60)
        with pytest.raises(StoreInUseError, match=f"process {process.pid} on "):
            Store.open(path)
    finally:
        process.kill()
        process.join()
    with Store.open(path) as store:
        kept = [*store.shelf("d1", "{}", games=30).batches()]
    assert kept == [Kept(range(10), "kept")]


def test_who_lost_the_store_writes_no_more(path: Path) -> None:
    with Store.open(path) as first:
        shelf = first.shelf("d1", "{}", games=30)
        # As on a drive whose locks do not hold.
        with sqlite3.connect(path) as thief:
            thief.execute("UPDATE holder SET token = 'another'")
        thief.close()
        with pytest.raises(StoreInUseError, match="has taken the store"):
            shelf.keep(range(10), "{}")
        assert [*shelf.batches()] == []


# -- files that are no store


def test_a_missing_folder(path: Path) -> None:
    assert "no folder" in refusal(path.parent / "none" / "games.store")


def test_a_folder(path: Path) -> None:
    path.mkdir()
    assert refusal(path) == "a folder; a store is a file"


@pytest.mark.skipif(sys.platform == "win32", reason="has no such file")
def test_a_device() -> None:
    assert refusal(Path("/dev/null")) == "not a regular file, as a store is"


@pytest.mark.parametrize("content", [b"a,b\n1,2\n" * 400, b"x", bytes(4096)])
def test_a_file_of_another_kind_is_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert "not a store" in refusal(path)
    assert path.read_bytes() == content
    assert [*path.parent.iterdir()] == [path]


def test_a_database_of_another_program(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE batch (x)")
    other.close()
    before = path.read_bytes()
    assert "another program" in refusal(path)
    assert path.read_bytes() == before


def test_a_store_of_another_format(path: Path) -> None:
    fill(path)
    with sqlite3.connect(path) as later:
        later.execute(f"PRAGMA user_version = {FORMAT + 1}")
    later.close()
    before = path.read_bytes()
    assert f"format {FORMAT + 1}" in refusal(path)
    assert path.read_bytes() == before


def test_something_in_the_place_of_the_lock(path: Path) -> None:
    lock = path.with_name(f"{path.name}-lock")
    lock.write_bytes(b"important " * 100)
    assert f"{lock} is in the way" in refusal(path)
    assert lock.read_bytes() == b"important " * 100
    lock.unlink()
    lock.mkdir()
    assert "cannot be locked" in refusal(path)


@pytest.fixture
def guarded() -> Iterator[Path]:
    """A folder in which this process, whoever runs it, may be forbidden to write."""
    if sys.platform == "win32":
        pytest.skip("permissions are another matter there")
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    was = os.geteuid()
    if was == 0:
        os.seteuid(65534)
    try:
        yield folder
    finally:
        os.seteuid(was)
        folder.chmod(0o777)
        shutil.rmtree(folder)


def test_a_read_only_file(guarded: Path) -> None:
    path = guarded / "games.store"
    fill(path)
    path.chmod(0o444)
    assert "read-only" in refusal(path)
    path.chmod(0o000)
    assert "ermission denied" in refusal(path)
    path.chmod(0o600)
    assert len(read(path)) == 3


def test_a_read_only_folder(guarded: Path) -> None:
    folder = guarded / "kept"
    folder.mkdir()
    path = folder / "games.store"
    fill(path)
    folder.chmod(0o555)
    assert "no file can be made beside it" in refusal(path)
    assert "no file can be made beside it" in refusal(folder / "new.store")
    folder.chmod(0o000)
    refusal(path)
    folder.chmod(0o755)


# -- damage


def test_a_full_disk_keeps_what_was_written(path: Path) -> None:
    fill(path)
    with Store.open(path) as store:
        shelf = store.shelf("d1", "{}", games=100_000)
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages + 4}")
        written = 3

        def keep_on() -> None:
            nonlocal written
            for first in range(30, 10_000, 10):
                shelf.keep(range(first, first + 10), "1" * 1000)
                written += 1

        with pytest.raises(StoreError, match="no room is left"):
            keep_on()
    assert written > 3
    assert len(read(path)) == written


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_a_limit_on_the_size_of_files(path: Path) -> None:
    # The system refuses to write on, in the middle of the file.
    program = (
        "import resource, signal, sys\n"
        "from flohcati_rules.study.store import Store\n"
        "from flohcati_rules.errors import StoreError\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "with Store.open(sys.argv[1]) as store:\n"
        "    shelf = store.shelf('d1', '{}', games=100)\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "    written = 0\n"
        "    try:\n"
        "        for first in range(0, 1000, 10):\n"
        "            shelf.keep(range(first, first + 10), '1' * 9000)\n"
        "            written += 1\n"
        "    except StoreError as error:\n"
        "        print(written, error)\n"
    )
    words = [sys.executable, "-c", program, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    written, _, message = done.stdout.partition(" ")
    assert message.startswith(f"{path}: ")
    assert 0 < int(written) == len(read(path)) < 12


def test_a_changed_batch_is_noticed(path: Path) -> None:
    fill(path)
    with sqlite3.connect(path) as other:
        other.execute("UPDATE batch SET tally = replace(tally, '10', '11')")
    other.close()
    assert "the batch of 10 games from 0 is not what was written" in refusal(path)


def test_no_damage_goes_unnoticed(path: Path) -> None:
    """A file with a few bytes changed is refused, or has lost some whole batches."""
    written = fill(path, batches=40)
    good, random, refused = path.read_bytes(), Random(3), 0
    for _ in range(150):
        bad = bytearray(good)
        for _ in range(random.choice((1, 2, 50))):
            bad[random.randrange(len(bad))] = random.randrange(256)
        if random.random() < 0.1:
            del bad[random.randrange(1, len(bad)) :]
        path.write_bytes(bad)
        try:
            found = read(path)
        except StoreError:
            refused += 1
        else:
            assert all(kept in written for kept in found)
    assert refused > 20


def test_a_file_that_vanishes_under_a_run(path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("what is open cannot be removed there")
    with Store.open(path) as store:
        shelf = store.shelf("d1", "{}", games=100)
        path.unlink()
        with pytest.raises(StoreError, match="moved or removed"):
            shelf.keep(range(10), "{}")


def test_the_errors_travel_between_processes(path: Path) -> None:
    for error in (StoreError("a", "b"), StoreInUseError("a", "c")):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - written here
        assert type(again) is type(error)
        assert (again.path, again.reason) == (error.path, error.reason)
        assert str(again) == str(error)
