"""The verification commands on the second game: each answers for Mars troupe, too."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from flohcati_rules import cli, load_variant
from flohcati_rules.cli.exits import Exit
from flohcati_rules.errors import PositionError
from flohcati_rules.games.mars_troupe.game import MarsTroupe
from flohcati_rules.profiles import Variant
from flohcati_rules.records import record_game, save_record
from flohcati_rules.rulepoints import OneOf, points_of
from flohcati_rules.verify.fit import Verdict, trial
from flohcati_rules.verify.sheets import read_partial_record

JA = load_variant("mars-troupe-ja")
HOUSES = [load_variant(id) for id in ("house-open-air", "house-grand-finale")]
SEATS = ("Ann", "Ben")


def flohcati(*args: str) -> Result:
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(cli.main, args, prog_name="flohcati")
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def told(*args: str) -> dict[str, Any]:
    """Return what a command tells programs."""
    result = flohcati(*args, "--json")
    assert result.exit_code == Exit.WELL, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def played(variant: Variant, seed: int = 3) -> tuple[Any, list[Any]]:
    """Return the start and the moves of a random game."""
    game, choice = variant.game(), Random(seed)
    state = start = game.start(SEATS, seed=seed)
    moves: list[Any] = []
    while not game.is_over(state):
        moves.append(choice.choice(game.legal_moves(state)))
        state = game.step(state, moves[-1])
    return start, moves


def recorded(variant: Variant, folder: Path) -> Path:
    path = folder / f"{variant.id}.record.yaml"
    save_record(record_game(variant, *played(variant)), path)
    return path


# ---------------------------------------------------------------- a text verified


def test_no_mutant_of_the_text_is_missed() -> None:
    found = told("mutants", "mars-troupe-ja")
    fates = {one["fate"] for one in found["mutants"]}
    assert fates <= {"caught", "refused", "equivalent"}
    changed = {one["rule_point"] for one in found["mutants"]}
    points = points_of(MarsTroupe.RULES).items()
    assert changed == {
        id
        for id, point in points
        if not isinstance(point.answers, OneOf) or len(point.answers.words) > 1
    }


def test_every_sentence_of_the_text_is_covered() -> None:
    result = flohcati("coverage", "mars-troupe-ja")
    assert result.exit_code == Exit.WELL
    assert "end  a performance marker enters an END: in" in result.stdout


def test_the_register_of_readings_names_what_pins_each_down() -> None:
    result = flohcati("readings", "mars-troupe-ja")
    assert result.exit_code == Exit.WELL
    assert "length.cap" in result.stdout
    assert "pinned by" in result.stdout


def test_the_matrix_has_the_scenarios_of_the_game() -> None:
    assert "mars-troupe-ja" in [one["id"] for one in told("matrix")["variants"]]
    ids = ["mars-troupe-ja", *(house.id for house in HOUSES)]
    found = told("matrix", *(word for id in ids for word in ("--variant", id)))
    assert [one["id"] for one in found["variants"]] == ids


def test_a_text_with_other_sentences_is_noticed(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("これは別の文章です。\n", encoding="utf-8")
    result = flohcati("trace", "mars-troupe-ja", "--text", str(text))
    assert result.exit_code == Exit.NOT_SO


def test_every_two_values_are_told_apart_by_few_decisions() -> None:
    found = told("witness", "--all-values", "mars-troupe")
    assert not found["dead"]
    for one in found["pairings"]:
        assert len(one["witness"]["steps"]) <= 3, one["rule_point"]


@pytest.mark.parametrize("house", HOUSES, ids=lambda variant: variant.id)
def test_a_house_variant_is_told_from_the_text(house: Variant, tmp_path: Path) -> None:
    assert flohcati("diff", "mars-troupe-ja", house.id).exit_code == Exit.NOT_SO
    file = tmp_path / "told.scenario.yaml"
    args = ("mars-troupe-ja", house.id)
    written = flohcati("witness", *args, "--scenario", str(file))
    assert written.exit_code == Exit.WELL
    for id in args:
        tested = flohcati("test", str(file), "--variant", id)
        assert tested.exit_code == Exit.WELL, tested.output


# ---------------------------------------------------------------- played games


@pytest.mark.parametrize("variant", [JA, *HOUSES], ids=lambda variant: variant.id)
def test_a_record_replays_and_fits_its_variant(
    variant: Variant, tmp_path: Path
) -> None:
    path = recorded(variant, tmp_path)
    replayed = flohcati("replay", str(path))
    assert replayed.exit_code == Exit.WELL, replayed.output
    assert flohcati("check", str(path)).exit_code == Exit.WELL
    changed = path.read_text(encoding="utf-8").replace("step 1", "step 9", 1)
    path.write_text(changed, encoding="utf-8")
    refused = flohcati("replay", str(path))
    assert refused.exit_code == Exit.NOT_SO
    assert "ring.steps" in refused.output


def test_a_record_tells_which_values_it_was_played_by(tmp_path: Path) -> None:
    text = flohcati("fit", str(recorded(JA, tmp_path)))
    assert text.exit_code == Exit.WELL
    lines = [" ".join(line.split()) for line in text.stdout.splitlines()]
    assert "mars-troupe-ja permitted" in lines
    assert "score.track space-reached" in lines


# ---------------------------------------------------------------- score sheets


def excluded(variant: Variant, **sheet: object) -> str:
    """Return why a sheet of Ann and Ben cannot be, in one line."""
    game = variant.game()
    assert isinstance(game, MarsTroupe)
    return " / ".join(map(str, game.excluded({"seats": [*SEATS], **sheet})))


def totals(ann: int, ben: int) -> dict[str, int]:
    return {"Ann": ann, "Ben": ben}


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ({"totals": {"Ann": 60}}, "tracks, stage and chips come to"),
        ({"tracks": {"Ann": 60}}, "60 from the tracks; they come to 0 to"),
        ({"totals": totals(20, 19)}, "not both in one game"),
        ({"totals": {"Ben": 3}, "tracks": {"Ben": 4}}, "do not come to that"),
        ({"totals": totals(9, 7), "winners": ["Ben"]}, "Ann wins with 9"),
        ({"totals": totals(9, 7), "winners": [], "ended_by": "end"}, "Ann wins with 9"),
        ({"winners": ["Ann"], "ended_by": "cap"}, "is a draw"),
        ({"winners": ["Ann", "Ben"]}, "two never win together"),
        ({"tracks": {"Ann": 0, "Ben": 0}, "ended_by": "end"}, "not both"),
    ],
)
def test_the_components_exclude_what_cannot_be(
    sheet: dict[str, object], why: str
) -> None:
    assert why in excluded(JA, **sheet)


def test_what_is_excluded_depends_on_the_rules() -> None:
    nothing = JA.with_rules({"tie.break": "nothing"})
    tied = {"totals": totals(9, 9), "winners": ["Ann"]}
    assert not excluded(JA, **tied)
    assert "a draw" in excluded(nothing, **tied)
    every = JA.with_rules({"score.track": "every-space"})
    assert "at most" in excluded(JA, totals={"Ann": 35})
    assert not excluded(every, totals={"Ann": 35})
    chip = JA.with_rules({"score.chip": 5})
    assert not excluded(JA, totals=totals(9, 7), winners=[])
    assert excluded(JA, tracks={"Ann": 6}, totals={"Ann": 18})
    assert not excluded(chip, tracks={"Ann": 6}, totals={"Ann": 18})


def test_a_sheet_that_makes_no_sense_is_refused_with_every_fault() -> None:
    with pytest.raises(PositionError) as refused:
        excluded(
            JA,
            totals={"Ann": -1, "Cleo": 3},
            tracks={"Ben": True},
            first="Dora",
            ended_by="gala",
            winners=["Emil"],
        )
    assert {fault.place for fault in refused.value.faults} == {
        "totals.Ann",
        "totals.Cleo",
        "tracks.Ben",
        "first",
        "ended_by",
        "winners.0",
    }


CHOICES: dict[str, list[object]] = {
    "score.track": ["space-reached", "every-space"],
    "score.yellow": ["side-of-marker", "printed-for-each"],
    "score.face_down": ["count", "do-not-count"],
    "score.chip": [0, 1, 3],
    "hidden.face": ["either", "always-up"],
    "advance.arrows": ["bind", "drawing-only"],
    "tie.break": ["hand-numbers", "nothing"],
    "length.cap": [6, 100],
}


def sheets(choice: Random) -> Iterator[tuple[MarsTroupe, dict[str, Any]]]:
    """Yield the sheets of random games by random rules."""
    for seed in range(120):
        rules = {id: choice.choice(values) for id, values in CHOICES.items()}
        variant = JA.with_rules(rules)
        start, moves = played(variant, seed)
        game = variant.game()
        assert isinstance(game, MarsTroupe)
        state = start
        for move in moves:
            state = game.step(state, move)
        score = game.score(state)
        yield (
            game,
            {
                "seats": [*SEATS],
                "totals": score.totals,
                "tracks": {
                    one.seat: sum(
                        line.points for line in one.lines if " track, " in line.label
                    )
                    for one in score.seats
                },
                "first": SEATS[state.first],
                "ended_by": game.ended_by(state),
                "winners": [*score.winners],
            },
        )


def test_nothing_that_was_ever_played_is_excluded() -> None:
    partly = [(), ("first",), ("ended_by",), ("tracks", "first"), ("totals",)]
    for game, sheet in sheets(Random(5)):
        for left_out in partly:
            known = {key: one for key, one in sheet.items() if key not in left_out}
            assert not game.excluded(known), (game, known)


def test_the_command_judges_a_score_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.yaml"
    head = "format: partial-record/1\ngame: mars-troupe\nseats: [Ann, Ben]\n"
    path.write_text(head + "totals: {Ann: 11, Ben: 9}\n", encoding="utf-8")
    assert flohcati("fit", str(path)).exit_code == Exit.WELL
    assert flohcati("check", str(path)).exit_code == Exit.WELL
    found = trial(read_partial_record(path), JA)
    assert found.verdict is Verdict.NOT_EXCLUDED
    path.write_text(head + "totals: {Ann: 90, Ben: 9}\n", encoding="utf-8")
    assert flohcati("fit", str(path)).exit_code == Exit.NOT_SO
