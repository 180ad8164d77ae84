"""The ladder: how strong players are, and that the declared ones differ as they say."""

import json

import pytest
from click.testing import CliRunner

from flohcati_rules.cli import main
from flohcati_rules.errors import RequestError
from flohcati_rules.games.flea_circus.players import Cautious, Greedy, uniform
from flohcati_rules.profiles import Variant
from flohcati_rules.registry import load_variant
from flohcati_rules.report.ladders import LadderReport
from flohcati_rules.study import Ladder, ladder, play, split_players


@pytest.fixture(scope="module")
def ja() -> Variant:
    return load_variant("amigo-ja")


@pytest.fixture(scope="module")
def rungs(ja: Variant) -> Ladder:
    """The simple players, measured by enough games to tell them apart."""
    return ladder(ja, ["uniform", "greedy", "planner"], games=45, seats=3, seed=11)


# -- what is measured


def test_a_cell_is_the_share_of_games_that_the_guest_wins(ja: Variant) -> None:
    """Counted once more, with a plain loop: a shared win is divided."""
    found = ladder(ja, ["greedy", "uniform"], games=60, seats=3, seed=5)
    game, won = ja.game(), 0.0
    for index in range(60):
        guest = f"seat-{index % 3 + 1}"
        table = {
            seat: Greedy() if seat == guest else uniform
            for seat in ("seat-1", "seat-2", "seat-3")
        }
        winners = play(game, table, seed=5, index=index).result.winners
        won += (guest in winners) / max(1, len(winners))
    wins = found.cells["greedy", "uniform"].wins
    assert wins.mean == pytest.approx(won / 60)
    assert wins.low < wins.mean < wins.high
    assert {*found.cells} == {("greedy", "uniform"), ("uniform", "greedy")}


def test_a_ladder_is_fixed_by_its_seed(ja: Variant) -> None:
    first = ladder(ja, ["uniform", "greedy"], games=30, seats=3, seed=2)
    assert ladder(ja, ["uniform", "greedy"], games=30, seats=3, seed=2) == first
    assert ladder(ja, ["uniform", "greedy"], games=30, seats=3, seed=3) != first


def test_a_player_among_its_equals_wins_its_even_share(ja: Variant) -> None:
    """Two names for one way to play, so that neither is the better."""
    same = [Cautious(bound=0.1), Cautious(bound=0.1000001)]
    for seats in (3, 5):
        found = ladder(ja, same, games=90, seats=seats, seed=8)
        assert found.even == 1 / seats
        for cell in found.cells.values():
            assert cell.wins.low < found.even < cell.wins.high


def test_where_no_game_varies_the_interval_is_none_the_less_one(ja: Variant) -> None:
    """A player that never wins in thirty games may win in the thirty-first."""
    reckless = Cautious(bound=1)
    found = ladder(ja, [reckless, "greedy"], games=30, seats=3, seed=1)
    wins = found.cells["cautious(bound=1)", "greedy"].wins
    assert wins.mean == wins.low == 0
    assert 0.05 < wins.high < 0.2


def test_all_declared_players_but_search_stand_on_a_ladder() -> None:
    mars = load_variant("mars-troupe-ja")
    found = ladder(mars, games=30, seats=2)
    assert found.players == ("greedy", "uniform")


# -- how strong the players are


def test_the_better_player_wins_more_both_as_guest_and_as_host(rungs: Ladder) -> None:
    """What it wins as the guest and what it lets a guest win do not overlap."""
    assert rungs.players == ("planner", "greedy", "uniform")
    order = [*rungs.players]
    for place, better in enumerate(order):
        for worse in order[place + 1 :]:
            ours, theirs = rungs.cells[better, worse], rungs.cells[worse, better]
            assert ours.wins.low > rungs.even > theirs.wins.mean
            assert ours.wins.low > theirs.wins.high


@pytest.mark.slow
def test_the_planner_beats_the_cautious_player(ja: Variant) -> None:
    found = ladder(ja, ["cautious", "planner"], games=150, seats=4, seed=12)
    ours, theirs = (
        found.cells["planner", "cautious"],
        found.cells["cautious", "planner"],
    )
    assert ours.wins.low > found.even
    assert ours.wins.low > theirs.wins.high
    assert found.players == ("planner", "cautious")


# -- how it is told


def test_a_report_has_a_figure_for_each_guest_and_host(
    ja: Variant, rungs: Ladder
) -> None:
    told = LadderReport(variant=ja, ladder=rungs).plain()
    assert told["format"] == "ladder/1"
    assert told["players"] == ["planner", "greedy", "uniform"]
    cells = told["cells"]
    assert isinstance(cells, list)
    assert len(cells) == 6
    assert all(isinstance(cell, dict) and cell["engine"] for cell in cells)


def run(*words: str) -> tuple[int, str]:
    """Run the command, and return its exit code and all that it prints."""
    result = CliRunner().invoke(main, ["ladder", *words])
    return result.exit_code, result.output


def test_the_command_prints_the_ladder() -> None:
    asked = ("amigo-ja", "--players", "uniform,greedy(enough=3)", "--games", "30")
    code, text = run(*asked, "--seats", "3", "--seed", "4")
    assert code == 0
    assert "among uniform" in text
    assert "greedy(enough=3)" in text
    assert "--players 'uniform,greedy(enough=3)' --games 30 --seats 3 --seed 4" in (
        " ".join(text.split())
    )
    code, text = run(*asked, "--seats", "3", "--seed", "4", "--json")
    told = json.loads(text)
    assert code == 0
    assert (told["games"], told["seats"], told["seed"]) == (30, 3, 4)
    assert told["players"] == ["greedy(enough=3)", "uniform"]
    guest = {cell["guest"]: cell["wins"]["mean"] for cell in told["cells"]}
    assert guest["greedy(enough=3)"] > guest["uniform"]


def test_players_in_a_list_keep_their_parameters_together() -> None:
    listed = "uniform,search(iterations=9, exploration=0.5),greedy(enough=1)"
    assert split_players(listed) == [
        "uniform",
        "search(iterations=9, exploration=0.5)",
        "greedy(enough=1)",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "uniform"], "a ladder takes two players or more, not 1"),
        (
            ["--players", "uniform,cautious(bound=0.1),cautious"],
            "a player is named twice (uniform, cautious)",
        ),
        (["--players", "uniform,gready"], "no player 'gready'; did you mean 'greedy'?"),
        (["--players", "uniform,,greedy"], "'' is not written as a player"),
        (["--games", "29"], "29 games are too few; an interval takes 30"),
        (["--seats", "6"], "6 seats; amigo-ja takes 3 to 5 players"),
    ],
)
def test_a_senseless_ladder_is_refused(words: list[str], said: str) -> None:
    code, text = run("amigo-ja", *words)
    assert code == 2
    assert said in text


def test_a_draft_has_no_ladder() -> None:
    code, text = run("natsu-no-takaramono")
    assert code != 0
    assert "cannot be played" in text
    with pytest.raises(RequestError):
        ladder(load_variant("natsu-no-takaramono"), games=30, seats=4)
