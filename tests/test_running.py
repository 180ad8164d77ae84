"""The options of how games are played, and what is printed of a study for programs."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import Result

from flohcati_rules.cli.exits import Exit
from flohcati_rules.cli.progress import progress
from flohcati_rules.report.export import Cell, as_csv
from flohcati_rules.study import Store
from tests.test_cli import flohcati, heeds_interrupts

WORDS = ("simulate", "amigo-ja", "--games", "60", "--seats", "3", "--json")
STUDY = ("study", "amigo-ja", "kirppusirkus-fi", "--games", "40", "--seats", "3")
PLAYING = ("simulate", "study", "compare", "report", "plot")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.store"


@pytest.mark.parametrize("command", PLAYING)
def test_every_command_that_plays_says_where(command: str) -> None:
    told = flohcati(command, "--help").stdout
    assert all(option in told for option in ("--jobs N", "--dask ADDR", "--store FILE"))


def test_the_answer_is_the_same_however_it_is_played(path: Path) -> None:
    alone = flohcati(*WORDS)
    assert alone.exit_code == Exit.WELL
    store = ("--store", str(path))
    for options in (store, store, ("--jobs", "2"), ("--jobs", "2", *store)):
        found = flohcati(*WORDS, *options)
        assert (found.exit_code, found.stdout, found.stderr) == (0, alone.stdout, "")


@pytest.mark.parametrize("command", ["study", "compare"])
def test_a_store_is_gone_on_from(command: str, path: Path) -> None:
    words = (command, *STUDY[1:], "--store", str(path), "--json")
    first, second = flohcati(*words), flohcati(*words)
    assert first.exit_code == second.exit_code == Exit.WELL
    assert first.stdout == second.stdout


def test_more_games_than_before_are_no_secret(path: Path) -> None:
    longer = (*WORDS[:3], "90", *WORDS[4:])
    store = ("--store", str(path))
    flohcati(*WORDS, *store)
    found = flohcati(*longer, *store)
    assert found.stdout == flohcati(*longer).stdout
    assert "Note: 60 of these games were to be all before." in found.stderr
    assert flohcati(*longer, *store).stderr == ""


def refused(result: Result, code: Exit, message: str) -> None:
    assert result.exit_code == code
    assert re.search(message, result.stderr)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_what_makes_no_sense_leaves_no_store(path: Path) -> None:
    result = flohcati("simulate", "amigo-ja", "--games", "3", "--store", str(path))
    refused(result, Exit.MISUSED, "too few")
    assert [*path.parent.iterdir()] == []


def test_refusals(path: Path) -> None:
    for jobs in ("0", "513"):
        refused(flohcati(*WORDS, "--jobs", jobs), Exit.MISUSED, "1<=x<=512")
    both = ("--jobs", "2", "--dask", "tcp://localhost:1")
    refused(flohcati(*WORDS, *both), Exit.MISUSED, "exclude each other")
    path.write_text("diary")
    found = flohcati(*WORDS, "--store", str(path))
    refused(found, Exit.UNREADABLE, "games.store: not a store")
    assert path.read_text() == "diary"
    path.unlink()
    with Store.open(path):
        found = flohcati(*WORDS, "--store", str(path))
        refused(
            found, Exit.UNFINISHED, f"another run is using it .process {os.getpid()}"
        )


@pytest.mark.heavy
@pytest.mark.parametrize("address", ["nonsense", "foo://bar:1", "tcp://127.0.0.1:1"])
def test_a_cluster_that_is_not_there(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("flohcati_rules.study.workers.CONNECT_SECONDS", 0.5)
    result = flohcati(*WORDS, "--dask", address)
    refused(result, Exit.MISUSED, f"no Dask scheduler answers at '{address}'")


def test_a_cluster_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = flohcati(*WORDS, "--dask", "tcp://127.0.0.1:1")
    refused(result, Exit.MISUSED, r"distributed is needed .*flohcati-rules\[dask\]")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no signals")
@heeds_interrupts
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_keeps_what_is_done(path: Path, jobs: str) -> None:
    # Such players take their time, and have no kernel.
    words = ["simulate", "amigo-ja", "--games", "15000", "--player", "planner"]
    options = ["--seats", "3", "--jobs", jobs, "--store", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "flohcati_rules", *words, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=Path(__file__).parent.parent,
    )
    until = time.monotonic() + 60
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.3)
    # The whole group, as a terminal does.
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == Exit.INTERRUPTED
    assert out == ""
    assert "Traceback" not in err
    assert err.strip().split("\n")[-1] == (  # what comes before is a note on numba
        f"What is done is kept in {path}; the same command goes on from there."
    )
    assert [*path.parent.iterdir()] == [path]


# -- progress


def test_a_bar_tells_the_rate(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with progress("playing a [b]", 2000, unit="games") as told:
        told(1500)
        for done in range(1510, 1600, 10):
            time.sleep(0.02)
            told(done)
        time.sleep(0.15)
    out, err = capsys.readouterr()
    assert out == ""
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", err)
    assert "playing a [b]" in plain
    assert "1,590 of 2,000 games" in plain
    # What was there before counts for neither.
    rates = [float(n.replace(",", "")) for n in re.findall(r"([\d,.]+) games/s", plain)]
    assert rates
    assert max(rates) < 1000


def test_a_pipe_is_told_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("playing", 20, unit="games") as told:
        told(10)
    assert capsys.readouterr() == ("", "")


# -- tables


def read(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(text, newline=""), strict=True)]


def test_a_study_as_a_table_says_what_its_json_does() -> None:
    rows = read(flohcati(*STUDY, "--guest", "greedy", "--export", "csv").stdout)
    told = json.loads(flohcati(*STUDY, "--guest", "greedy", "--json").stdout)["play"]
    figures = {one["metric"]: one for one in told["metrics"]}
    figures |= {one["ending"]: one for one in told["endings"]}
    figures["skill"] = told["skill"]
    assert [row["figure"] for row in rows] == [*figures]
    for row in rows:
        contrast = figures[row["figure"]]
        for part in ("a", "b", "difference"):
            for edge in ("mean", "low", "high"):
                number = contrast[part][edge]
                assert row[f"{part}_{edge}"] == ("" if number is None else repr(number))
        assert (row["a"], row["b"]) == ("amigo-ja", "kirppusirkus-fi")
        assert (row["games"], row["seats"], row["seed"]) == ("40", "3", "0")
        assert row["guest"] == ("greedy" if row["figure"] == "skill" else "")


def test_rules_and_values_have_rows_of_their_own() -> None:
    rows = read(flohcati(*STUDY, "--ablate", "--export", "csv").stdout)
    assert {row["part"] for row in rows} == {"play", "ablation", "rest"}
    ablated = [row for row in rows if row["part"] == "ablation"]
    assert all(row["rule_point"] and row["share_mean"] for row in ablated)
    swept = ("study", "amigo-ja", "--sweep", "gala.bonus=0:20:10", "--games", "30")
    rows = read(flohcati(*swept, "--export", "csv").stdout)
    values = dict.fromkeys((row["value_a"], row["value_b"]) for row in rows)
    assert [*values] == [("10", "0"), ("10", "10"), ("10", "20")]


def test_a_table_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / "study.csv"
    export = (*STUDY, "--export", "csv", "-o", str(file))
    assert flohcati(*export).stdout == f"The table is {file}.\n"
    text = file.read_bytes()
    assert text.count(b"\r\n") == text.count(b"\n") > 10
    refused(flohcati(*export), Exit.MISUSED, "only by --force")
    assert flohcati(*export, "--force").exit_code == Exit.WELL
    refused(flohcati(*STUDY, "-o", "x.csv"), Exit.MISUSED, "goes with --export")
    refused(flohcati(*STUDY, "--json", "--export", "csv"), Exit.MISUSED, "two ways")


def test_cells() -> None:
    row: dict[str, Cell] = {
        "plain": "a b",
        "comma": "a,b",
        "quote": 'a "b"',
        "lines": "a\r\nb",
        "formula": "=1+1",
        "at": "@SUM(A1)",
        "minus": -1.5,
        "tiny": 1e-300,
        "whole": 10**20,
        "unknown": None,
        "no_number": float("nan"),
    }
    text = as_csv([row])
    assert text.splitlines()[0] == ",".join(row)
    (cells,) = read(text)
    assert cells["lines"] == "a\r\nb"
    assert cells["formula"] == "'=1+1"
    assert cells["at"] == "'@SUM(A1)"
    assert [cells[name] for name in ("plain", "comma", "quote")] == [
        "a b",
        "a,b",
        'a "b"',
    ]
    assert float(cells["minus"]) == -1.5
    assert float(cells["tiny"]) == 1e-300
    assert int(cells["whole"]) == 10**20
    assert cells["unknown"] == cells["no_number"] == ""
