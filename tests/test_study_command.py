"""The command ``study``: what is asked, what is answered, what is refused."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from flohcati_rules.cli import running
from flohcati_rules.cli.exits import Exit
from tests.test_cli import flohcati, plain

PAIR = ("study", "amigo-ja", "kirppusirkus-fi", "--games", "40", "--seats", "3")
SWEEP = ("study", "amigo-ja", "--games", "40", "--sweep")


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """Return what the program says of two texts, all asked for."""
    return plain(*PAIR, "--ablate", "--guest", "greedy")


def test_json_of_a_study_has_these_fields(found: dict[str, Any]) -> None:
    assert found.keys() == {
        "format",
        "variants",
        "games",
        "seats",
        "player",
        "seed",
        "engine",
        "paired",
        "play",
        "ablation",
        "sweep",
        "command",
    }
    assert found["format"] == "study/1"
    assert (found["games"], found["seats"], found["player"]) == (40, 3, "uniform")
    metric = found["play"]["metrics"][0]
    assert {"effect", "p", "adjusted"} < metric.keys()
    assert found["play"]["skill"].keys() > {"guest", "host", "games", "difference"}
    seats = sum(row["seats"] for row in found["play"]["scores"][0])
    assert seats == 40 * 3
    assert found["ablation"].keys() == {"whole", "rules", "rest"}
    rule = found["ablation"]["rules"][1]
    assert rule["rule_point"] == "demand.request"
    assert {"share", "p", "alone", "last", "interaction"} < rule["shares"][0].keys()
    assert found["sweep"] is None


def test_a_study_is_the_same_again_by_its_own_command(found: dict[str, Any]) -> None:
    program, *words = found["command"].split()
    assert program == "flohcati"
    assert plain(*words) == found


def test_the_same_again_shows_the_same_figures() -> None:
    shown = ("--metric", "turns", "--metric", "gala_points")
    text = flohcati(*PAIR, "--ablate", *shown).stdout
    _, _, command = text.partition("The same again: flohcati ")
    assert flohcati(*command.split()).stdout == text


def test_a_figure_that_is_refused_is_not_offered() -> None:
    words = (*PAIR, "--ablate", "--metric", "wins_of_seat_4")
    offered = flohcati(*words).stderr.partition("has:")[2]
    assert "wins_of_seat_3" in offered
    assert "wins_of_seat_4" not in offered


def test_the_text_tells_the_parts_that_were_asked_for() -> None:
    whole = flohcati(*PAIR).stdout
    assert "In play" in whole
    assert "The scores of single seats" in whole
    assert "Rule by rule" not in whole
    assert "How much skill tells" not in whole
    rules = flohcati(*PAIR, "--ablate", "--metric", "turns").stdout
    assert "turns begun:" in rules.partition("Rule by rule")[2]
    assert "start.seat: a matter of the table" in rules
    skill = flohcati(*PAIR, "--guest", "cautious(bound=0.2)").stdout
    assert "one cautious(bound=0.2) player among uniform ones wins" in " ".join(
        skill.split()
    )
    assert "--guest 'cautious(bound=0.2)'" in " ".join(skill.split())


def test_a_sweep_shows_a_line_for_each_value() -> None:
    text = flohcati(*SWEEP, "gala.bonus=0:20:10", "--metric", "winner_score").stdout
    lines = text.partition("highest score")[2].split("\n")[1:4]
    assert [line.split()[0] for line in lines] == ["0", "10", "20"]
    told = plain(*SWEEP, "demand.request=all")["sweep"]
    assert [one["value"] for one in told["values"]] == [
        "opponent-picks",
        "colour-of-opponent",
        "colour-and-direction",
    ]
    assert plain(*SWEEP, "gala.bonus=3,1,3")["sweep"]["values"][0]["value"] == 3


def test_a_sweep_over_decks_says_that_deals_are_not_shared() -> None:
    told = "the decks differ, so each value has deals of its own"
    cards = " ".join(flohcati(*SWEEP, "deck.demands=2,3").stdout.split())
    assert told in cards.lower()
    same = " ".join(flohcati(*SWEEP, "gala.bonus=0,10").stdout.split())
    assert told not in same.lower()


def test_a_sweep_without_effect_says_so() -> None:
    text = flohcati(*SWEEP, "start.seat=all").stdout
    assert "No figure clearly changes." in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("study", "amigo-ja"), "either two variants, or one and --sweep"),
        ((*PAIR, "--sweep", "gala.bonus=1"), "either two variants, or one and"),
        ((*SWEEP, "gala.bonus=1", "--ablate"), "--ablate and --guest compare two"),
        ((*SWEEP, "gala.bonus"), "such as gala.bonus=0:20:5"),
        ((*SWEEP, "=5"), "such as gala.bonus=0:20:5"),
        ((*SWEEP, "gala.bonus=a"), "written FROM:TO:STEP or X,Y,Z"),
        ((*SWEEP, "gala.bonus=5:1"), "written FROM:TO:STEP or X,Y,Z"),
        ((*SWEEP, "gala.bonus=0:9:0"), "written FROM:TO:STEP or X,Y,Z"),
        ((*SWEEP, "gala.bonus=0:999999999"), "up to 200 of them"),
        ((*SWEEP, "gala.bonus=20:0:-5"), "FROM may not exceed TO"),
        ((*SWEEP, "gala.bonus=\N{ARABIC-INDIC DIGIT THREE}"), "values are numbers"),
        ((*SWEEP, "gala.bonus=" + 5000 * "9"), "values are numbers"),
        ((*SWEEP, "gala.bonus=101"), "101 is out of range"),
        ((*SWEEP, "deck.colours=red"), "cannot be swept"),
        (
            (*PAIR, "--ablate", "--metric", "turn"),
            "no figure 'turn' at a table of 3; did you mean 'turns'?",
        ),
        ((*PAIR, "--ablate", "--metric", "wins_of_seat_4"), "at a table of 3"),
        ((*SWEEP, "gala.bonus=1", "--metric", "wins_of_seat_7"), "at a table of 4"),
        ((*PAIR, "--metric", "turns"), "--metric goes with --ablate or --sweep"),
        ((*PAIR, "--guest", "gredy"), "did you mean 'greedy'?"),
        ((*PAIR, "--player", "greedy(much=1)"), "much"),
        ((*PAIR, "-o", "x.csv"), "-o goes with --export"),
        ((*PAIR, "--export", "csv", "--json"), "two ways to print the same"),
        ((*PAIR[:3], "--games", "29"), "29 games are too few"),
        ((*PAIR[:3], "--seats", "7"), "takes 3 to 5 players"),
        (("study", "amigo-ja", "mars-troupe-ja"), "different games"),
        (("study", "amigo-ja", "pchli-cyrk"), "cannot be played"),
    ],
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...], said: str) -> None:
    result = flohcati(*words)
    assert result.exit_code == Exit.MISUSED
    assert said in " ".join(result.stderr.split())
    assert not result.stdout
    assert "Traceback" not in result.stderr


def test_an_unknown_rule_point_is_a_name_that_is_not_known() -> None:
    result = flohcati(*SWEEP, "gala.bons=1")
    assert result.exit_code == Exit.UNREADABLE
    assert "did you mean 'gala.bonus'?" in result.stderr


def test_figures_are_exported_as_rows(tmp_path: Path) -> None:
    text = flohcati(*PAIR, "--export", "csv").stdout
    rows = [*csv.DictReader(StringIO(text))]
    turns = next(row for row in rows if row["figure"] == "turns")
    told = plain(*PAIR)["play"]["metrics"][0]
    assert float(turns["difference_mean"]) == told["difference"]["mean"]
    path = tmp_path / "figures.csv"
    assert flohcati(*PAIR, "--export", "csv", "-o", str(path)).exit_code == 0
    assert [*csv.DictReader(StringIO(path.read_text(encoding="utf-8")))] == rows


def test_the_store_is_not_what_is_exported_to(tmp_path: Path) -> None:
    store = tmp_path / "games.store"
    kept = ("--store", str(store))
    assert flohcati(*PAIR, *kept).exit_code == Exit.WELL
    before = store.read_bytes()
    same = f"{tmp_path}/../{tmp_path.name}/games.store"
    result = flohcati(*PAIR, *kept, "--export", "csv", "-o", same, "--force")
    assert result.exit_code == Exit.MISUSED
    assert "both the store and what is written" in " ".join(result.stderr.split())
    assert store.read_bytes() == before


def test_who_lacks_numba_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "find_spec", lambda _: None)
    monkeypatch.setattr(running, "WORTH", 30)
    words = [*PAIR, "--ablate", "--player", "cautious(bound=0.03)"]
    told = flohcati(*words).stderr
    assert told.count('pip install "flohcati-rules[fast]"') == 1
    few = flohcati("simulate", "amigo-ja", "--games", "30").stderr
    mars = flohcati("simulate", "mars-troupe-ja", "--games", "40").stderr
    assert not few
    assert not mars
