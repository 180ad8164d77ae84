"""The command ``simulate``."""

import json

import pytest

from flohcati_rules.cli.exits import Exit
from flohcati_rules.cli.program import ENTRIES
from flohcati_rules.games.mars_troupe.game import MarsTroupe
from flohcati_rules.study.plan import metrics_at
from tests.test_cli import flohcati


def test_it_gives_every_metric_with_an_interval() -> None:
    result = flohcati("simulate", "mars-troupe-ja", "--games", "40", "--json")
    assert result.exit_code == Exit.WELL
    told = json.loads(result.stdout)
    assert told["format"] == "simulate/1"
    assert (told["games"], told["seats"], told["player"]) == (40, 2, "uniform")
    assert {*told["metrics"]} == {*metrics_at(MarsTroupe, 2)}
    for estimate in told["metrics"].values():
        assert estimate["low"] <= estimate["mean"] <= estimate["high"]
    again = flohcati("simulate", "mars-troupe-ja", "--games", "40", "--json")
    assert told == json.loads(again.stdout)


@pytest.mark.parametrize(("variant", "seats"), [("amigo-ja", 4), ("mars-troupe-ja", 2)])
def test_the_table_is_that_of_a_study(variant: str, seats: int) -> None:
    """So that the figures of the two commands can be held beside one another."""
    told = flohcati("simulate", variant, "--games", "30", "--json").stdout
    assert json.loads(told)["seats"] == seats


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("amigo-ja", "--games", "29"), "too few"),
        (("amigo-ja", "--seats", "6"), "3 to 5 players"),
        (("amigo-ja", "--seats", "0"), "nobody would play"),
        (("amigo-ja", "--player", "serch"), "did you mean 'search'"),
        (("pchli-cyrk",), "are unknown"),
    ],
)
def test_it_refuses_what_makes_no_sense(words: tuple[str, ...], message: str) -> None:
    result = flohcati("simulate", *words)
    assert result.exit_code == Exit.MISUSED
    assert message in result.stderr


@pytest.mark.parametrize("name", ENTRIES)
def test_every_command_of_the_help_is_there(name: str) -> None:
    assert flohcati(name, "--help").exit_code == Exit.WELL


@pytest.mark.parametrize(
    "words",
    [
        ("witness", "mars-troupe-ja", "house-open-air"),
        ("show", "mars-troupe-ja", "score.track"),
        ("show", "mars-troupe-ja"),
        ("readings", "house-open-air"),
        ("compare", "mars-troupe-ja", "house-open-air", "--games", "0"),
        ("simulate", "mars-troupe-ja", "--games", "30"),
        ("test",),
        ("list",),
    ],
)
def test_invented_components_are_called_invented(words: tuple[str, ...]) -> None:
    """Whatever shows a game that is played with them says so."""
    told = " ".join(flohcati(*words).stdout.split())
    assert "invented, not the real ones: Invented troupe" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "Ann: red-3", "--hand", "Ann: blue-4"), "told twice of Ann"),
        (("--hand", "Ann: red-3", "--gala", "Ann", "--gala", "Ben"), "told twice"),
        (("--seats", "Ann Ben Cleo", "--hand", "Anne: red-3"), "did you mean 'Ann'"),
        (("--seats", "Ann Ann Ben", "--hand", "Ann: red-3"), "sits there twice"),
        (("--hand", "Ann"), "has no colon"),
    ],
)
def test_score_loses_and_invents_nothing(words: tuple[str, ...], message: str) -> None:
    result = flohcati("score", "amigo-ja", *words)
    assert result.exit_code == Exit.MISUSED
    assert message in result.stderr


def test_a_kit_is_not_written_over_a_folder() -> None:
    result = flohcati("kit", "amigo-ja", "--games", "0", "-o", ".")
    assert result.exit_code == Exit.MISUSED
    assert "is a folder" in result.stderr
