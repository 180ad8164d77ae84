"""The command line: what it prints, where it prints it, and how it ends."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result
from rich.cells import cell_len

from flohcati_rules import cli
from flohcati_rules.cli.program import ENTRIES, Program
from flohcati_rules.records import record_game, save_record
from flohcati_rules.registry import catalogue, load_variant
from flohcati_rules.rulepoints import points_of

GOLDEN = Path(__file__).parent / "golden"
AMIGO = Path(str(catalogue().path("amigo-ja")))
BAD_PROFILE = str(Path(__file__).parent / "bad" / "profiles" / "clauses.yaml")


def flohcati(
    *args: str, env: Mapping[str, str] | None = None, stdin: str | None = None
) -> Result:
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1", **(env or {})})
    result = runner.invoke(cli.main, args, input=stdin, prog_name="flohcati")
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert "Traceback" not in result.stderr
    return result


def run(
    *args: str,
    env: Mapping[str, str] | None = None,
    stdin: int = subprocess.DEVNULL,
    stdout: int | IO[bytes] = subprocess.PIPE,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as a process of its own."""
    return subprocess.run(
        command(*args),
        env=environment(env),
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )


def open_terminal() -> tuple[int, int]:
    """Return both ends of a terminal, or skip the test where there are none."""
    main, terminal = pytest.importorskip("pty").openpty()
    return main, terminal


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "flohcati_rules", *args]


def environment(env: Mapping[str, str] | None = None) -> dict[str, str]:
    unwanted = {"COLUMNS", "NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "TERM"}
    kept = {key: value for key, value in os.environ.items() if key not in unwanted}
    root = str(Path(cli.__file__).parents[2])
    return {**kept, "PYTHONPATH": root, "TERM": "xterm-256color", **(env or {})}


def plain(*args: str, code: int = 0) -> dict[str, Any]:
    result = flohcati(*args, "--json")
    assert result.exit_code == code
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def draft(tmp_path: Path) -> str:
    """The path of a draft: a translation with one point unknown."""
    text = AMIGO.read_text(encoding="utf-8")
    known = re.search(r"^  gala\.bonus: .*\n(?:    .*\n)*", text, re.MULTILINE)
    assert known
    text = text.replace(known[0], "  gala.bonus: {unknown: The page is torn.}\n")
    path = tmp_path / "torn.yaml"
    path.write_text(text.replace("id: amigo-ja", "id: torn"), encoding="utf-8")
    return str(path)


@pytest.fixture
def scenarios(tmp_path: Path) -> Callable[[str], str]:
    """Write a scenario file about a bonus, and return its path."""

    def write(expected: str) -> str:
        path = tmp_path / "bonus.scenario.yaml"
        path.write_text(
            "format: scenario/1\n"
            "game: flea-circus\n"
            "scenarios:\n"
            "  - name: The caller gets a bonus\n"
            "    given: {seats: [Ann, Ben, Cleo], gala: Cleo}\n"
            "    then:\n"
            "      - for: {gala.bonus: 10}\n"
            f"        expect: {{scores: {{Cleo: {expected}}}}}\n",
            encoding="utf-8",
        )
        return str(path)

    return write


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The path of a record of a few moves."""
    variant = load_variant("amigo-ja")
    game = variant.game()
    start = state = game.start(["Ann", "Ben", "Cleo"], seed=3)
    moves = []
    for _ in range(6):
        moves.append(game.legal_moves(state)[0])
        state = game.apply(state, moves[-1])
    path = tmp_path / "game.yaml"
    save_record(record_game(variant, start, moves), path)
    return str(path)


# ---------------------------------------------------------------- help


def test_the_help_lists_every_command_with_the_first_sentence_of_its_own() -> None:
    assert isinstance(cli.main, Program)
    text = flohcati("--help").stdout
    context = click.Context(cli.main)
    for name, entry in ENTRIES.items():
        found = cli.main.get_command(context, name)
        assert found is not None
        assert found.name == name
        assert found.help
        assert re.search(
            rf"^  {name} +{re.escape(entry.help[:40])}", text, re.MULTILINE
        )
        assert flohcati(name, "--help").exit_code == 0


def test_without_a_command_the_help_is_shown() -> None:
    assert "compare" in flohcati().output


def test_the_version_is_told() -> None:
    assert re.fullmatch(r"flohcati \d+\.\d+\.\d+\S*\n", flohcati("--version").stdout)


def test_a_misspelt_command_gets_the_nearest_one() -> None:
    result = flohcati("dif", "amigo-ja", "kirppusirkus-fi")
    assert result.exit_code == 2
    assert "no command 'dif'; did you mean 'diff'?" in result.stderr
    assert result.stdout == ""


def test_a_misspelt_option_gets_the_nearest_one() -> None:
    result = flohcati("list", "--jsn")
    assert result.exit_code == 2
    assert "--json" in result.stderr


# ---------------------------------------------------------------- golden outputs


@pytest.mark.parametrize(
    ("name", "args", "code"),
    [
        ("list", ("list",), 0),
        ("show-point", ("show", "amigo-ja", "gala.bonus"), 0),
        ("diff", ("diff", "amigo-ja", "kirppusirkus-fi"), 1),
    ],
)
def test_this_is_printed(
    name: str, args: Sequence[str], code: int, *, bless: bool
) -> None:
    result = flohcati(*args)
    expected = GOLDEN / f"{name}.txt"
    if bless:
        expected.write_text(result.stdout, encoding="utf-8")
    assert result.stdout == expected.read_text(encoding="utf-8")
    assert result.exit_code == code
    assert result.stderr == ""


# ---------------------------------------------------------------- reading rules


def test_a_variant_is_shown_with_every_rule_point() -> None:
    text = flohcati("show", "house-gamblers").stdout
    for id in points_of(load_variant("house-gamblers").game_class.RULES):
        assert f"\n{id} " in text
    assert "stated in amigo-ja" in text  # inherited
    assert "\n              house: " in text  # its own


def test_a_point_is_shown_with_other_readings_and_what_comes_along() -> None:
    text = flohcati("show", "kirppusirkus-fi", "turn.decline").stdout
    assert "other readings  after-reveal" in text
    text = flohcati("show", "amigo-ja", "gala.allowed").stdout
    assert "Brings along gala.bonus: 0." in text


def test_a_point_says_why_it_makes_no_difference() -> None:
    text = flohcati("show", "amigo-ja", "demand.pick").stdout
    assert "no difference: the opponent picks" in text


def test_an_inherited_value_says_whose_it_is() -> None:
    text = flohcati("show", "house-keepsake", "bust.on").stdout
    assert "kirppusirkus-fi, and inherited from there" in text


def test_a_draft_says_what_is_open(draft: str) -> None:
    assert "A draft: 1 rule point is open." in " ".join(
        flohcati("show", draft).stdout.split()
    )
    assert "unknown" in flohcati("show", draft, "gala.bonus").stdout
    result = flohcati("diff", draft, "amigo-ja")
    assert result.exit_code == 1
    assert "The page is torn." in result.stdout


def test_variants_and_points_are_completed() -> None:
    assert isinstance(cli.main, Program)
    completion = ShellComplete(cli.main, {}, "flohcati", "_FLOHCATI_COMPLETE")

    def completed(args: list[str], incomplete: str) -> list[str]:
        return [item.value for item in completion.get_completions(args, incomplete)]

    assert completed([], "di") == ["diff"]
    assert completed(["diff"], "ami") == ["amigo-ja"]
    assert completed(["show", "amigo-ja"], "gala.b") == ["gala.bonus", "gala.bonus_to"]
    assert completed(["diff"], "./my") == ["./my"]


def test_diff_finds_nothing_between_a_variant_and_itself() -> None:
    result = flohcati("diff", "amigo-ja", "amigo-ja")
    assert result.exit_code == 0
    assert "the same value to every rule point" in result.stdout


def test_diff_does_not_fail_for_a_difference_of_evidence(tmp_path: Path) -> None:
    path = tmp_path / "twin.yaml"
    path.write_text(
        "format: variant/1\nid: twin\ngame: flea-circus\nkind: house\ntitle: Twin\n"
        "extends: amigo-ja\nrules:\n  bust.loses: whole-display\n",
        encoding="utf-8",
    )
    other = tmp_path / "triplet.yaml"
    other.write_text(
        "format: variant/1\nid: triplet\ngame: flea-circus\nkind: house\n"
        "title: Triplet\nextends: twin.yaml\nrules:\n  bust.loses: new-card\n",
        encoding="utf-8",
    )
    result = flohcati("diff", "amigo-ja", str(other))
    assert result.exit_code == 0
    assert "other evidence" in result.stdout
    assert "house in triplet" in result.stdout


# ---------------------------------------------------------------- compare


def test_compare_tells_the_rules_the_scenarios_and_the_play() -> None:
    result = flohcati("compare", "amigo-ja", "kirppusirkus-fi", "--games", "30")
    assert result.exit_code == 0
    assert result.stderr == ""
    headings = re.findall(r"^(.+?) ─+$", result.stdout, re.MULTILINE)
    assert headings == [
        "The rules that differ",
        "Different words, the same play",
        "The same rules, other evidence",
        "The scenarios",
        "Told apart in play",
        "In play",
    ]
    points = re.findall(r"^([a-z_]+\.[a-z_]+)  \S", result.stdout, re.MULTILINE)
    declared = [*points_of(load_variant("amigo-ja").game_class.RULES)]
    in_play = points[: points.index("start.seat")]
    assert in_play == sorted(in_play, key=declared.index)
    told = "flohcati compare amigo-ja kirppusirkus-fi --games 30 --seats 4 --seed 0"
    assert told in " ".join(result.stdout.split())


def test_compare_gives_the_same_answer_twice() -> None:
    args = ("compare", "amigo-ja", "house-gamblers", "--games", "30", "--seats", "3")
    assert flohcati(*args).stdout == flohcati(*args).stdout


def test_compare_says_why_nothing_is_played(draft: str) -> None:
    result = flohcati("compare", "amigo-ja", draft)
    assert result.exit_code == 0
    assert "Nothing was played: torn is a draft; gala.bonus unknown." in result.stdout
    result = flohcati("compare", "amigo-ja", "house-keepsake", "--games", "0")
    assert "Nothing was played: no games were asked for." in result.stdout


def test_compare_of_different_decks_says_that_deals_are_not_shared() -> None:
    result = flohcati("compare", "amigo-ja", "house-short-show", "--games", "30")
    assert result.exit_code == 0
    assert "the decks differ" in " ".join(result.stdout.split())


def test_compare_tells_apart_the_scenarios_that_a_variant_cannot_set_up() -> None:
    args = ("compare", "amigo-ja", "house-short-show", "--games", "0")
    found = plain(*args)
    cannot = [(one["variant"], one["scenario"]) for one in found["not_playable"]]
    short = [name for variant, name in cannot if variant == "house-short-show"]
    assert len(short) > 20
    assert all(one["why"].startswith("given") for one in found["not_playable"])
    assert not {name for _, name in cannot} & {
        one["scenario"] for one in found["scenarios"]
    }
    told = " ".join(flohcati(*args).stdout.split())
    assert f"{len(short)} scenarios cannot be played by house-short-show." in told
    assert f" {len(found['scenarios'])} of {found['scenarios_tried']} scenarios" in told


def test_compare_names_a_profile_by_its_path(draft: str) -> None:
    found = plain("compare", "amigo-ja", draft)
    assert found["command"] == f"flohcati compare amigo-ja {draft} --games 2000"


@pytest.mark.parametrize("option", [("--seats", "9"), ("--games", "7")])
def test_compare_refuses_what_makes_no_sense(option: Sequence[str]) -> None:
    result = flohcati("compare", "amigo-ja", "kirppusirkus-fi", *option)
    assert result.exit_code == 2
    assert option[1] in result.stderr


# ---------------------------------------------------------------- check and test


def test_check_says_ok_for_every_good_file(
    draft: str, record: str, scenarios: Callable[[str], str]
) -> None:
    result = flohcati("check", draft, scenarios("10"), record)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"{draft}: ok, torn, of kind translation, a draft: 1 rule point is open",
        f"{scenarios('10')}: ok, 1 scenario of flea-circus",
        f"{record}: ok, a record of amigo-ja, 6 steps",
    ]


def test_check_lists_all_problems_and_goes_on(tmp_path: Path) -> None:
    result = flohcati("check", BAD_PROFILE, str(AMIGO))
    assert result.exit_code == 1
    *problems, last = result.stdout.splitlines()
    assert len(problems) > 1
    assert all(problem.startswith(f"{BAD_PROFILE}:") for problem in problems)
    assert last == f"{AMIGO}: ok, amigo-ja, of kind translation"
    missing = tmp_path / "missing.yaml"
    result = flohcati("check", BAD_PROFILE, str(missing))
    assert result.exit_code == 3
    assert f"{missing}:1:1: there is no such file\n" in result.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("format: varient/1\n", "did you mean 'variant/1'?"),
        ("game: flea-circus\n", "missing key 'format'"),
        ("- format\n", "expected a mapping; got a list"),
    ],
)
def test_check_wants_a_format_that_it_knows(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(text, encoding="utf-8")
    result = flohcati("check", str(path))
    assert result.exit_code == 1
    assert message in result.stdout


def test_check_knows_the_variants_that_are_checked_along(tmp_path: Path) -> None:
    profile = tmp_path / "mine.yaml"
    profile.write_text(
        "format: variant/1\nid: mine\ngame: flea-circus\nkind: house\ntitle: Mine\n"
        "extends: amigo-ja\nrules:\n  gala.bonus: 3\n",
        encoding="utf-8",
    )
    scenario = tmp_path / "mine.scenario.yaml"
    scenario.write_text(
        "format: scenario/1\ngame: flea-circus\nscenarios:\n"
        "  - name: Mine\n    given: {setup: 3}\n"
        "    then: [{for: [mine], expect: {over: false}}]\n",
        encoding="utf-8",
    )
    assert flohcati("check", str(scenario)).exit_code == 1
    assert flohcati("check", str(scenario), str(profile)).exit_code == 0


def test_test_runs_the_shipped_scenarios() -> None:
    result = flohcati("test")
    assert result.exit_code == 0
    assert "in all: " in result.stdout


def test_test_fails_and_says_where(scenarios: Callable[[str], str]) -> None:
    path = scenarios("11")
    result = flohcati("test", path, "--variant", "amigo-ja")
    assert result.exit_code == 1
    assert "FAILED The caller gets a bonus [amigo-ja]" in result.stdout
    wrong = r":8:\d+: scores.Cleo: expected 11; got 10\n"
    assert re.search(re.escape(path) + wrong, result.stdout)


def test_test_counts_what_says_nothing(scenarios: Callable[[str], str]) -> None:
    path = scenarios("10")
    result = flohcati("test", path)
    assert result.exit_code == 0
    assert result.stdout == f"{path}: 1 passed, 1 says nothing\n"


def test_test_goes_on_after_a_broken_file(
    scenarios: Callable[[str], str], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("format: scenario/1\n", encoding="utf-8")
    path = scenarios("10")
    result = flohcati("test", str(broken), path)
    assert result.exit_code == 1
    assert f"{broken}:1:1: missing key 'game'" in result.stdout
    assert f"{path}: 1 passed" in result.stdout
    assert flohcati("test", str(tmp_path / "none.yaml"), path).exit_code == 3


def test_test_fails_without_any_scenario(
    scenarios: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flohcati_rules.cli.checks.variants_for", lambda *_: ())
    result = flohcati("test", scenarios("10"))
    assert result.exit_code == 1
    assert "no scenario was run" in result.stderr


# ---------------------------------------------------------------- score and replay

TABLE = (
    "--hand",
    "Ann: red-6 blue-4 green-4 green-2",
    "--trios",
    "Ann: 3 5",
    "--hand",
    "Ben: grey-7",
    "--hand",
    "Cleo: red-1",
    "--gala",
    "Cleo",
)


def test_score_counts_the_cards_on_the_table() -> None:
    result = flohcati("score", "amigo-ja", *TABLE)
    assert result.exit_code == 0
    assert "Ann  34" in result.stdout
    assert "   4  green 4    2 not counted" in result.stdout
    assert "Cleo  11" in result.stdout
    assert "Ann has the highest total, 34." in result.stdout


def test_score_reads_the_table_from_a_pipe() -> None:
    words = [word.removeprefix("--") for word in TABLE]
    lines = "\n".join(map(" ".join, zip(words[::2], words[1::2], strict=True)))
    piped = flohcati("score", "amigo-ja", stdin=lines)
    assert piped.exit_code == 0
    assert piped.stdout == flohcati("score", "amigo-ja", *TABLE).stdout


def test_score_takes_trios_by_their_cards() -> None:
    trio = "Ann: red-3+blue-3+green-3"
    found = plain("score", "amigo-ja", *TABLE[4:8], "--trios", trio)
    assert [seat["total"] for seat in found["scores"]] == [7, 1, 10]


def test_score_seats_those_who_hold_nothing() -> None:
    found = plain("score", "amigo-ja", "--seats", "Dora Cleo Ben", *TABLE[4:])
    assert [seat["seat"] for seat in found["scores"]] == ["Dora", "Cleo", "Ben"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--hand", "Ann: blu-4", *TABLE[4:]), "did you mean 'blue-4'?"),
        (TABLE[:4], "1 seats; the game takes 3 to 5 players"),
        ((*TABLE, "--hand", "Dora: grey-7"), "grey-7"),
        ((*TABLE[:8], "--gala", "Clea"), "there is no seat 'Clea'"),
    ],
)
def test_score_refuses_a_table_that_cannot_be(
    args: Sequence[str], message: str
) -> None:
    result = flohcati("score", "amigo-ja", *args)
    assert result.exit_code == 2
    assert message in result.stderr


def test_score_refuses_a_line_that_tells_nothing() -> None:
    result = flohcati("score", "amigo-ja", stdin="hnad Ann: red-1\n")
    assert result.exit_code == 2
    assert "'hnad' tells nothing; did you mean 'hand'?" in result.stderr


def test_score_asks_again_at_a_terminal() -> None:
    main, terminal = open_terminal()
    lines = ["hand Ann: red-9", "hnad", "hand Ben: red-2", "hand Cleo:", ""]
    lines += ["hand Ann: red-7", ""]
    os.write(main, "".join(f"{line}\n" for line in lines).encode())
    result = run("score", "amigo-ja", stdin=terminal)
    os.close(terminal)
    os.close(main)
    assert result.returncode == 0
    assert b"red-9" in result.stderr
    assert b"'hnad' tells nothing" in result.stderr
    assert b"Ann has the highest total, 7." in result.stdout
    assert b">" not in result.stdout


def test_score_of_a_draft_makes_no_sense(draft: str) -> None:
    assert flohcati("score", draft, *TABLE).exit_code == 2


def test_replay_tells_how_the_game_went(record: str) -> None:
    result = flohcati("replay", record, "--steps")
    assert result.exit_code == 0
    assert "with Ann, Ben, Cleo, 6 steps" in " ".join(result.stdout.split())
    assert "\nAnn: reveal  " in result.stdout


def test_replay_refuses_a_record_at_its_first_illegal_move(record: str) -> None:
    path = Path(record)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Ann: reveal", "Ann: gala", 1), encoding="utf-8")
    result = flohcati("replay", record)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{record}:")
    assert "'gala' is refused" in result.stderr


def test_replay_wants_the_rules_that_were_played_by(record: str) -> None:
    result = flohcati("replay", record, "--variant", "house-gamblers")
    assert result.exit_code == 1
    assert ": digest: " in result.stderr
    assert "house-gamblers" in result.stderr


# ---------------------------------------------------------------- JSON

ANSWER = {"value", "sense", "evidence"}
EVIDENCE = {"strength", "places", "clauses", "because", "other_readings", "origin"}
SHEET = {"scores", "winners", "why", "rule_point"}


def test_json_of_list_has_these_fields() -> None:
    found = plain("list")
    assert found.keys() == {"format", "variants"}
    assert found["format"] == "list/1"
    fields = {"id", "game", "kind", "title", "language", "source", "extends"}
    for variant in found["variants"]:
        assert variant.keys() == fields | {"unknown", "digest", "components"}


def test_json_of_show_has_these_fields() -> None:
    found = plain("show", "amigo-ja")
    assert found.keys() == {"format", "variants", "points"}
    point = found["points"][0]
    assert point.keys() == {"rule_point", "question", "inert"} | ANSWER
    assert point["evidence"].keys() == EVIDENCE
    (one,) = plain("show", "amigo-ja", "gala.bonus")["points"]
    assert one.keys() == point.keys() | {"answers", "clashes"}
    assert one["value"] == 10


def test_json_of_diff_has_these_fields() -> None:
    found = plain("diff", "amigo-ja", "kirppusirkus-fi", code=1)
    assert found.keys() == {"format", "variants", "differences", "evidence_only"}
    assert found["format"] == "diff/1"
    assert [variant["id"] for variant in found["variants"]] == [
        "amigo-ja",
        "kirppusirkus-fi",
    ]
    rows = {row["rule_point"]: row for row in found["differences"]}
    bonus = rows["gala.bonus"]
    assert bonus.keys() == {"rule_point", "question", "a", "b", "inert"}
    assert bonus["a"].keys() == ANSWER
    assert (bonus["a"]["value"], bonus["b"]["value"]) == (10, 0)
    assert bonus["a"]["evidence"]["strength"] == "stated"
    assert bonus["a"]["evidence"]["places"]
    assert bonus["b"]["evidence"]["strength"] == "silent"
    assert rows["start.seat"]["inert"]
    assert (
        found["evidence_only"][0]["a"]["value"]
        == found["evidence_only"][0]["b"]["value"]
    )


def test_json_of_compare_has_these_fields() -> None:
    found = plain("compare", "amigo-ja", "kirppusirkus-fi", "--games", "30")
    assert found.keys() == {
        "format",
        "variants",
        "differences",
        "evidence_only",
        "scenarios_tried",
        "not_playable",
        "scenarios",
        "witness",
        "witnesses",
        "play",
        "no_play",
        "command",
    }
    scenario = found["scenarios"][0]
    assert scenario.keys() == {
        "scenario",
        "file",
        "line",
        "rule_points",
        "differs",
        "a",
        "b",
    }
    assert scenario["a"].keys() == {"facts", "stopped"}
    play = found["play"]
    assert play["games"] == 30
    assert play["paired"] is True
    metric = play["metrics"][0]
    assert metric.keys() == {
        "metric",
        "sense",
        "unit",
        "a",
        "b",
        "difference",
        "effect",
        "p",
        "adjusted",
    }
    assert metric["difference"].keys() == {"mean", "low", "high"}
    assert {ending["ending"] for ending in play["endings"]} >= {"deck", "gala"}


def test_json_of_check_test_score_and_replay_has_these_fields(
    record: str, scenarios: Callable[[str], str]
) -> None:
    found = plain("check", BAD_PROFILE, code=1)
    assert found.keys() == {"format", "variants", "files"}
    (file,) = found["files"]
    assert file.keys() == {"file", "format", "ok", "about", "open_points", "problems"}
    assert file["problems"][0].keys() == {"file", "line", "column", "place", "message"}
    found = plain("test", scenarios("11"), "--variant", "amigo-ja", code=1)
    assert found.keys() == {"format", "variants", "results", "problems"}
    (result,) = found["results"]
    assert result["verdict"] == "failed"
    assert result["findings"][0]["found"] == "10"
    found = plain("score", "amigo-ja", *TABLE)
    assert found.keys() == {"format", "variants"} | SHEET
    assert found["scores"][0].keys() == {"seat", "total", "lines"}
    found = plain("replay", record)
    assert (
        found.keys()
        == {
            "format",
            "variants",
            "file",
            "seats",
            "start",
            "steps",
            "ended_by",
        }
        | SHEET
    )
    assert found["steps"][0].keys() == {"actor", "move", "events", "position"}


# ---------------------------------------------------------------- exit codes


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("show", "amigo-jo"), 3, "did you mean 'amigo-ja'?"),
        (("show", "amigo-ja", "gala.bonos"), 3, "did you mean 'gala.bonus'?"),
        (("diff", "amigo-ja", "no/such.yaml"), 3, "no/such.yaml:1:1: there is no"),
        (("show", BAD_PROFILE), 3, f"{BAD_PROFILE}:"),
        (("test", "--variant", BAD_PROFILE), 1, f"{BAD_PROFILE}:"),
        (("replay", "no/such.yaml"), 3, "there is no such file"),
        (("replay", str(AMIGO)), 1, "record/1"),
        (("compare", "amigo-ja"), 2, "Missing argument 'B'"),
        (("check",), 2, "Missing argument"),
        (("list", "more"), 2, "unexpected extra argument"),
    ],
)
def test_what_is_wrong_has_an_exit_code(
    args: Sequence[str], code: int, message: str
) -> None:
    result = flohcati(*args)
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 141, ""),
        (PermissionError(13, "Permission denied", "x.yaml"), 3, "x.yaml: Permission"),
        (ZeroDivisionError("by nought"), 70, "ZeroDivisionError: by nought"),
    ],
)
def test_no_error_shows_a_traceback(
    error: BaseException, code: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr("flohcati_rules.cli.variants.list_variants", fail)
    result = flohcati("list")
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stdout == ""


def test_the_traceback_is_there_for_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flohcati_rules.cli.variants.list_variants", lambda: 1 / 0)
    runner = CliRunner()
    result = runner.invoke(cli.main, ["--debug", "list"])
    assert result.exit_code == 70
    assert "Traceback" in result.stderr


# ---------------------------------------------------------------- terminals and pipes


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize(
    "args",
    [
        ("list",),
        ("show", "kirppusirkus-fi"),
        ("show", "kirppusirkus-fi", "turn.decline"),
        ("compare", "amigo-ja", "kirppusirkus-fi", "--games", "30"),
        ("score", "amigo-ja", *TABLE),
    ],
)
def test_lines_fit_the_terminal(args: Sequence[str], columns: int) -> None:
    result = flohcati(*args, env={"COLUMNS": str(columns)})
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(cell_len, lines)) <= columns
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize(
    "env",
    [{"LANG": "C", "LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}],
)
def test_any_encoding_will_do(env: Mapping[str, str]) -> None:
    for args in (["list"], ["diff", "amigo-ja", "kirppusirkus-fi"]):
        result = run(*args, env=env)
        assert result.returncode in {0, 1}
        assert result.stderr == b""
        assert b"kirppusirkus-fi" in result.stdout
        assert result.stdout.isascii() or "PYTHONIOENCODING" not in env


def test_json_is_whole_in_any_encoding() -> None:
    result = run("list", "--json", env={"PYTHONIOENCODING": "ascii"})
    titles = {one["title"] for one in json.loads(result.stdout)["variants"]}
    assert load_variant("amigo-ja").title in titles


def test_a_reader_who_stops_reading_is_not_told_of() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        result = run("show", "amigo-ja", stdout=closed)
    assert result.returncode == 141
    assert result.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_of() -> None:
    with Path("/dev/full").open("wb") as full:
        result = run("list", stdout=full)
    assert result.returncode == 3
    assert result.stderr == b"Error: No space left on device\n"


def test_a_pipe_gets_no_colour() -> None:
    result = run("show", "amigo-ja")
    assert b"\x1b" not in result.stdout
    assert max(cell_len(line) for line in result.stdout.decode().splitlines()) <= 80


def on_terminal(*args: str, env: Mapping[str, str] | None = None) -> tuple[str, str]:
    """Return what a process prints where both its streams are terminals."""
    found = []
    for stream in ("stdout", "stderr"):
        main, terminal = open_terminal()
        other = {"stdout": "stderr", "stderr": "stdout"}[stream]
        process = subprocess.Popen(
            command(*args),
            env=environment(env),
            **{stream: terminal, other: subprocess.DEVNULL},  # type: ignore[call-overload]
        )
        os.close(terminal)
        read = b""
        while True:
            try:
                more = os.read(main, 65536)
            except OSError:
                break
            if not more:
                break
            read += more
        os.close(main)
        process.wait(60)
        found.append(read.decode(errors="replace"))
    return found[0], found[1]


def test_a_terminal_gets_colour_unless_it_wants_none() -> None:
    colour = re.compile(r"\x1b\[[\d;]*3\d")
    assert colour.search(on_terminal("show", "amigo-ja")[0])
    plain_terminals = ({"NO_COLOR": "1"}, {"TERM": "dumb"})
    for env in plain_terminals:
        assert not colour.search(on_terminal("show", "amigo-ja", env=env)[0])


def test_progress_is_shown_on_the_error_stream_of_a_terminal_only() -> None:
    args = ("compare", "amigo-ja", "kirppusirkus-fi", "--games", "200")
    stdout, stderr = on_terminal(*args)
    assert "playing amigo-ja and kirppusirkus-fi" in stderr
    assert "playing" not in stdout
    assert run(*args).stderr == b""


# Whoever runs tests in the background of a shell may have them ignored.
heeds_interrupts = pytest.mark.skipif(
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN,
    reason="interrupts are ignored here",
)


# Few enough games to be played one by one, which begins at once; and so many that
# the kernel plays them, where there is one.
@heeds_interrupts
@pytest.mark.parametrize("games", ["1900", "100000000"])
def test_an_interrupt_ends_quietly(games: str) -> None:
    main, terminal = open_terminal()
    process = subprocess.Popen(
        command("compare", "amigo-ja", "kirppusirkus-fi", "--games", games),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=terminal,
    )
    os.close(terminal)
    said = b""
    while b"playing" not in said:
        said += os.read(main, 1024)
    process.send_signal(signal.SIGINT)
    stdout, _ = process.communicate(timeout=120)
    said += os.read(main, 65536)
    os.close(main)
    # Shells tell both as 130; Python ends by the signal itself if it was caught while
    # a module ran code that it had written.
    assert process.returncode in {130, -signal.SIGINT}
    assert stdout == b""
    assert b"Traceback" not in said


def test_the_list_is_quick_to_start() -> None:
    """Only what a command needs is imported."""
    code = (
        "import sys; from flohcati_rules.cli import main; "
        "assert not [name for name in sys.modules "
        "if name.startswith(('rich', 'yaml', 'flohcati_rules.games'))]"
    )
    subprocess.run([sys.executable, "-c", code], env=environment(), check=True)
