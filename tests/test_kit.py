"""A kit lets an implementation in another language be held against this one."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

from flohcati_rules import cli, list_variants, load_variant
from flohcati_rules.errors import DocumentError, DraftError, UnreadableFileError
from flohcati_rules.profiles import Kind, Variant
from flohcati_rules.report.kit import format_kit, plain_kit
from flohcati_rules.rulepoints import OneOf, inert_reason, points_of
from flohcati_rules.scenarios import load_scenarios
from flohcati_rules.verify.kit import Kit, make_kit, told
from flohcati_rules.verify.kit_result import KitResult, read_kit_result

RUNNER = Path(__file__).parent / "kit" / "runner.mjs"
NODE = shutil.which("node")
PLAYABLE = [variant for variant in list_variants() if not variant.unknown]
FLEAS = [variant for variant in PLAYABLE if variant.game_class.ID == "flea-circus"]
ONE_OF_EACH_GAME = [
    *{variant.game_class: variant for variant in reversed(PLAYABLE)}.values()
]
POINTS = points_of(load_variant("amigo-ja").rules)

needs_node = [
    pytest.mark.node,
    pytest.mark.skipif(NODE is None, reason="there is no Node.js here"),
]


@pytest.fixture(scope="module")
def kit() -> Kit:
    return make_kit(load_variant("amigo-ja"), games=1)


def flohcati(*args: str | Path) -> Result:
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(cli.main, [*map(str, args)], prog_name="flohcati")
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def passing(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of an implementation that does everything right."""
    lines = {
        line["name"]: ["passed"] * (1 + len(line["steps"]) + bool(line["refused"]))
        for line in content["lines"]
    }
    return {
        "format": "kit-result/1",
        "kit": content["kit"],
        "implementation": "mine",
        "lines": lines,
    }


def write(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


# ---------------------------------------------------------------- the kit


@pytest.mark.parametrize("variant", ONE_OF_EACH_GAME, ids=lambda variant: variant.id)
def test_the_lines_of_a_kit_play_again_from_what_it_says(variant: Variant) -> None:
    """The start in plain data and the moves in the notation are all that is needed."""
    game = variant.game()
    kit = json.loads(format_kit(make_kit(variant, games=2, seed=5)))
    for line in kit["lines"]:
        state = game.position(line["given"])
        assert line["seats"] == [*game.seats(state)]
        assert line["start"] == told(game, state)
        for step in line["steps"]:
            assert step["actor"] == game.decider(state)
            move = game.parse_move(step["move"], state)
            events = game.events(state, move)
            state = game.apply(state, move)
            assert step["after"] == told(game, state, events)
        if line["refused"]:
            asked = line["refused"]["actor"] == game.decider(state)
            moves = [*map(str, game.legal_moves(state))]
            assert not asked or line["refused"]["move"] not in moves
    ends = [line["steps"][-1]["after"]["over"] for line in kit["lines"][-2:]]
    assert ends == [True, True]


def test_every_state_tells_what_the_kit_explains(kit: Kit) -> None:
    for line in kit.lines:
        for state in line.states:
            assert state.keys() == kit.facts.keys()


def test_lines_have_names_of_their_own_and_cite_their_clauses(
    kit: Kit, tmp_path: Path
) -> None:
    names = [line.name for line in kit.lines]
    assert len(names) == len({*names})
    clauses = {clause for line in kit.lines for clause in line.clauses}
    assert clauses
    assert clauses <= kit.variant.clauses.keys()
    file = tmp_path / "one.scenario.yaml"
    file.write_text(SCENARIO, encoding="utf-8")
    same = [*load_scenarios(file), *load_scenarios(file)]
    twice = make_kit(kit.variant, games=0, scenarios=same)
    assert [line.name for line in twice.lines] == ["one: Stop", "one: Stop (2)"]


SCENARIO = """\
format: scenario/1
game: flea-circus
scenarios:
  - name: Stop
    given: {seats: [Ann, Ben, Cleo], deck: [red-1, blue-2]}
    when:
      - Ann: reveal
      - Ann: take red-1
      - Ben: stop
    then: {expect: {turn: Ben}}
"""


@pytest.mark.parametrize(
    ("step", "reason", "rule_point"),
    [
        ("Ben: stop", "a chain may not be stopped at will", "chain.stop"),
        ("Ann: reveal", "Ben decides", None),
        ("Ben: take mauve-1", "'mauve-1' is not a card of this deck", None),
    ],
)
def test_a_step_that_is_refused_ends_its_line(
    step: str, reason: str, rule_point: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "one.scenario.yaml"
    file.write_text(SCENARIO.replace("Ben: stop", step), encoding="utf-8")
    kit = make_kit(load_variant("amigo-ja"), games=0, scenarios=load_scenarios(file))
    [line] = json.loads(format_kit(kit))["lines"]
    assert len(line["steps"]) == 2
    assert line["refused"]["reason"].startswith(reason)
    assert line["refused"]["rule_point"] == rule_point


def test_what_makes_no_sense_under_a_variant_is_left_out_with_the_reason() -> None:
    table = load_variant("amigo-ja").with_rules({"players.least": 5})
    kit = make_kit(table, games=0)
    assert "4 seats; the game takes exactly 5 players" in {
        reason.partition(": ")[2] for reason in kit.left_out.values()
    }
    assert not {line.name for line in kit.lines} & kit.left_out.keys()


def test_what_is_left_out_is_counted_by_reason(tmp_path: Path) -> None:
    profile = tmp_path / "five.yaml"
    profile.write_text(
        "format: variant/1\nid: five\ngame: flea-circus\nkind: house\n"
        "title: Five\nextends: amigo-ja\nrules: {players.least: 5}\n",
        encoding="utf-8",
    )
    path = tmp_path / "kit.json"
    result = flohcati("kit", str(profile), "-o", path, "--games", "0")
    number = len(json.loads(path.read_text(encoding="utf-8"))["left_out"])
    assert number > 20
    assert f"Left out: {number} lines" in result.output
    assert re.search(
        r"^  \d+ lines: \d seats; the game takes", result.output, re.MULTILINE
    )
    assert len(re.findall(r"^  \d+ lines?: ", result.output, re.MULTILINE)) <= 3


def test_the_same_kit_is_the_same_text_and_another_has_another_name(kit: Kit) -> None:
    again = make_kit(load_variant("amigo-ja"), games=1)
    assert format_kit(kit) == format_kit(again)
    other = make_kit(load_variant("amigo-ja"), games=1, seed=1)
    assert plain_kit(kit)["kit"] != plain_kit(other)["kit"]


def test_every_step_is_a_line_of_the_text(kit: Kit) -> None:
    text = format_kit(kit)
    assert json.loads(text) == plain_kit(kit)
    steps = sum(len(line.steps) for line in kit.lines)
    assert text.count('\n        {"actor": ') == steps


def test_a_draft_has_no_kit() -> None:
    variant = load_variant("amigo-ja")
    values = {id: value for id, value in variant.values.items() if id != "gala.bonus"}
    with pytest.raises(DraftError):
        make_kit(attrs.evolve(variant, values=values))


# ---------------------------------------------------------------- results


@pytest.fixture
def files(kit: Kit, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A kit as a file, and the result of an implementation that does all right."""
    content = plain_kit(kit)
    return write(tmp_path / "kit.json", content), passing(content)


Files = tuple[Path, dict[str, Any]]


def test_a_result_in_which_all_passed_holds(files: Files, tmp_path: Path) -> None:
    kit, result = files
    found = read_kit_result(write(tmp_path / "result.json", result), kit)
    assert found.holds
    assert (found.implementation, found.variant) == ("mine", "amigo-ja")


def test_what_differs_is_told_with_what_the_kit_has(
    files: Files, tmp_path: Path
) -> None:
    kit, result = files
    first, second, *_ = result["lines"]
    result["lines"][first][1] = {"scores": {"Ann": 99}, "turn": "nobody"}
    del result["lines"][second]
    found = read_kit_result(write(tmp_path / "result.json", result), kit)
    assert not found.holds
    [step] = found.lines[0].differing
    assert [one.what for one in step.differences] == ["scores", "turn"]
    assert step.differences[1].found == "nobody"
    assert step.differences[1].expected == found_in(kit, 0, 1)["turn"]
    assert found.lines[1].not_run == len(found_line(kit, 1)["steps"]) + 1


def found_line(kit: Path, line: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(kit.read_text(encoding="utf-8"))["lines"][line]
    return found


def found_in(kit: Path, line: int, step: int) -> dict[str, Any]:
    found: dict[str, Any] = found_line(kit, line)["steps"][step - 1]["after"]
    return found


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"format": "kit-result/2"}, "format: expected 'kit-result/1'"),
        ({"kit": "k-0123456789abcdef"}, "kit: a result of k-0123456789abcdef; "),
        ({"implementation": ""}, "implementation: expected text"),
        ({"lines": []}, "lines: expected a mapping from lines to lists of steps"),
        ({"lins": {}}, "lins: unknown key; did you mean 'lines'?"),
        ({"lines": {"no such": []}}, "lines.no such: the kit has no such line"),
        ({"lines": {"LINE": "passed"}}, "lines.LINE: expected a list of steps"),
        ({"lines": {"LINE": ["passed"] * 99}}, "lines.LINE: 99 steps; the start and"),
        ({"lines": {"LINE": ["ok"]}}, "lines.LINE.0: expected 'passed', or a mapping"),
        ({"lines": {"LINE": [{}]}}, "lines.LINE.0: expected 'passed', or a mapping"),
        (
            {"lines": {"LINE": [{"score": 1}]}},
            "lines.LINE.0.score: the kit tells no 'score' here; did you mean 'scores'?",
        ),
        (
            {"lines": {"LINE": [{"over": False}]}},
            "lines.LINE.0.over: this is what the kit has: no difference",
        ),
    ],
)
def test_a_result_that_is_not_one_of_the_kit_is_refused(
    change: dict[str, Any], problem: str, files: Files, tmp_path: Path
) -> None:
    kit, result = files
    name = found_line(kit, 0)["name"]
    text = json.dumps({**result, **change}).replace("LINE", name)
    path = tmp_path / "result.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        read_kit_result(path, kit)
    assert f"{path}:1:1: {problem.replace('LINE', name)}" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"{", ":1:2: not JSON: Expecting property name"),
        (b"[]", ":1:1: expected a mapping"),
        (b"\xff", ":1:1: not UTF-8"),
        (b'{"format": NaN}', ":1:1: not JSON: NaN is no number"),
        (b"[" * 200_000, ":1:1: not JSON: "),
        (None, ":1:1: cannot be read: No such file or directory"),
    ],
)
def test_a_file_that_is_no_json_is_refused_by_name(
    text: bytes | None, problem: str, files: Files, tmp_path: Path
) -> None:
    path = tmp_path / "result.json"
    if text is not None:
        path.write_bytes(text)
    with pytest.raises(UnreadableFileError) as caught:
        read_kit_result(path, files[0])
    assert str(caught.value).startswith(str(path) + problem)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"format": "kit/2"}, "format: expected 'kit/1'"),
        ({"variant": 3}, "variant: expected text"),
        ({"lines": []}, "lines: expected a list of lines"),
        ({"lines": [{"name": "one"}]}, "lines.0: not a line of a kit"),
    ],
)
def test_a_kit_that_is_none_is_refused(
    change: dict[str, Any], problem: str, files: Files, tmp_path: Path
) -> None:
    kit, result = files
    content = json.loads(kit.read_text(encoding="utf-8"))
    write(kit, {**content, **change})
    with pytest.raises(DocumentError) as caught:
        read_kit_result(write(tmp_path / "result.json", result), kit)
    assert f"{kit}:1:1: {problem}" in str(caught.value)


def test_a_key_that_is_there_twice_is_refused(files: Files, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text('{"format": "kit-result/1", "kit": "", "kit": ""}', "utf-8")
    with pytest.raises(DocumentError, match="'kit' is there twice in one mapping"):
        read_kit_result(path, files[0])


# ---------------------------------------------------------------- the command


def test_the_command_writes_a_kit_and_never_over_another(tmp_path: Path) -> None:
    path = tmp_path / "kit.json"
    written = flohcati("kit", "amigo-ja", "-o", path, "--games", "0")
    assert written.exit_code == 0
    assert "by the rules of amigo-ja" in " ".join(written.output.split())
    assert "Left out: " in written.output
    printed = flohcati("kit", "amigo-ja", "--games", "0")
    assert printed.exit_code == 0
    assert printed.stdout == path.read_text(encoding="utf-8")
    assert flohcati("kit", "amigo-ja", "-o", path).exit_code == 2
    assert printed.stdout == path.read_text(encoding="utf-8")
    forced = flohcati("kit", "amigo-ja", "-o", path, "--games", "1", "--force")
    assert forced.exit_code == 0
    assert printed.stdout != path.read_text(encoding="utf-8")


def test_the_command_sums_up_a_result(files: Files, tmp_path: Path) -> None:
    kit, result = files
    path = write(tmp_path / "result.json", result)
    well = flohcati("kit", "--check", path, kit)
    assert well.exit_code == 0
    assert "mine plays the kit of amigo-ja" in well.output
    *_, last = result["lines"]
    result["lines"][last][2:] = [{"turn": "Ben", "discard": ["red-1"]}]
    wrong = flohcati("kit", "--check", write(path, result), kit)
    assert wrong.exit_code == 1
    assert "1 different" in wrong.output
    assert "step 2, Ann: " in wrong.output
    assert 'discard: expected []; found ["red-1"]' in wrong.output
    assert "steps not reached" in wrong.output
    plain = flohcati("kit", "--check", path, kit, "--json")
    assert plain.exit_code == 1
    found = json.loads(plain.stdout)
    assert (found["format"], found["holds"]) == ("kit-check/1", False)
    assert found["lines"][-1]["differing"][0]["step"] == 2


def test_the_command_takes_scenarios_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "one.scenario.yaml"
    file.write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "two.scenario.yaml").write_text("format: scenario/1", "utf-8")
    result = flohcati("kit", "amigo-ja", "--scenarios", tmp_path, "--games", "0")
    assert result.exit_code == 1
    assert [line["name"] for line in json.loads(result.stdout)["lines"]] == [
        "one: Stop"
    ]
    assert "two.scenario.yaml:1:1" in result.stderr


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["amigo-jp"], 3),
        (["amigo-ja", "--games", "-1"], 2),
        (["--check", "no.json", "no-kit.json"], 3),
        (["--check", "no.json", "no-kit.json", "-o", "kit.json"], 2),
        ([], 2),
    ],
)
def test_the_command_says_what_is_wrong(args: list[str], code: int) -> None:
    result = flohcati("kit", *args)
    assert result.exit_code == code
    assert result.stderr


# ---------------------------------------------------------------- JavaScript


def by_node(kits: Mapping[str, str], folder: Path) -> dict[str, KitResult | str]:
    """Return what the JavaScript makes of kits, or why it will not play them."""
    assert NODE is not None
    kit_files = {name: folder / f"{name}.kit.json" for name in kits}
    results = {name: folder / f"{name}.json" for name in kits}
    for name, text in kits.items():
        kit_files[name].write_text(text, encoding="utf-8")
    files = [file for name in kits for file in (kit_files[name], results[name])]
    done = subprocess.run(
        [NODE, RUNNER, *files], capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 2}, done.stderr
    complaints = dict(line.split(": ", 1) for line in done.stderr.splitlines())
    return {
        name: complaints.get(str(file)) or read_kit_result(results[name], file)
        for name, file in kit_files.items()
    }


def mixtures() -> list[Variant]:
    """Return variants that have every word of every rule point between them."""
    words = {
        id: [*point.answers.words]
        for id, point in POINTS.items()
        if isinstance(point.answers, OneOf)
    }
    small = {
        "deck.colours": ["red", "green", "blue", "grey"],
        "deck.highest": 3,
        "players.least": 2,
        "players.most": 6,
    }
    found = []
    for turn in range(max(map(len, words.values()))):
        variant = load_variant("kirppusirkus-fi").with_rules(small, id=f"mixed-{turn}")
        for id, choices in words.items():
            change = {id: choices[turn % len(choices)]}
            variant = variant.with_rules(change, id=variant.id)
        found.append(variant)
    return found


def _differing(result: KitResult) -> list[tuple[str, object]]:
    return [
        (line.name, line.differing[:1])
        for line in result.lines
        if line.differing or line.not_run
    ]


def kit_of(variant: Variant) -> str:
    """Return a kit: of a text with all scenarios, else of a few games."""
    is_text = variant.kind is Kind.TRANSLATION
    games = 12 if variant.file == "with_rules" else 1
    kit = make_kit(variant, games=games, seed=3, scenarios=None if is_text else ())
    return format_kit(kit)


ALIKE = [*FLEAS, *mixtures()]
MISREAD = [
    id
    for id, point in POINTS.items()
    if isinstance(point.answers, OneOf) and len(point.answers.words) > 1
    if inert_reason(load_variant("kirppusirkus-fi").rules, id) is None
]


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> dict[str, KitResult | str]:
    """What the JavaScript makes of shipped variants, and of every rule value."""
    kits = {variant.id: kit_of(variant) for variant in ALIKE}
    return by_node(kits, tmp_path_factory.mktemp("alike"))


@pytest.fixture(scope="module")
def misread(tmp_path_factory: pytest.TempPathFactory) -> dict[str, KitResult | str]:
    """What the JavaScript makes of a kit if it reads one rule value wrongly."""
    kit = plain_kit(make_kit(load_variant("kirppusirkus-fi"), games=0))
    rules = kit["rules"]
    assert isinstance(rules, dict)
    kits: dict[str, str] = {}
    for id in MISREAD:
        answers = POINTS[id].answers
        assert isinstance(answers, OneOf)
        words = [str(word) for word in answers.words]
        wrong = next(word for word in words if word != rules[id])
        kits[id] = json.dumps({**kit, "rules": {**rules, id: wrong}})
    return by_node(kits, tmp_path_factory.mktemp("misread"))


class TestInJavaScript:
    pytestmark = needs_node

    @pytest.mark.parametrize("variant", ALIKE, ids=lambda variant: variant.id)
    def test_another_implementation_plays_alike(
        self, variant: Variant, alike: dict[str, KitResult | str]
    ) -> None:
        """Cards are conserved, and states, moves and scores are the same."""
        result = alike[variant.id]
        assert isinstance(result, KitResult), result
        assert result.holds, _differing(result)

    @pytest.mark.parametrize("id", MISREAD)
    def test_a_rule_value_that_is_misread_shows(
        self, id: str, misread: dict[str, KitResult | str]
    ) -> None:
        """Another implementation that reads one rule wrongly is found out."""
        result = misread[id]
        assert isinstance(result, str) or not result.holds

    @pytest.mark.parametrize(
        ("spoil", "complaint"),
        [
            (lambda state: state["scores"].update(Ann=77), "should be"),
            (lambda state: state["winners"].clear(), "other winners"),
            (lambda state: state["deck"].pop(), "lost: "),
            (lambda state: state["discard"].append("red-1"), "comes from nowhere"),
        ],
    )
    def test_a_kit_that_is_wrong_in_itself_is_not_played(
        self,
        spoil: Callable[[Any], None],
        complaint: str,
        kit: Kit,
        tmp_path: Path,
    ) -> None:
        content = json.loads(format_kit(kit))
        spoil(content["lines"][-1]["steps"][0]["after"])
        result = by_node({"spoilt": json.dumps(content)}, tmp_path)["spoilt"]
        assert isinstance(result, str)
        assert complaint in result

    def test_rules_that_are_not_known_are_not_played(
        self, kit: Kit, tmp_path: Path
    ) -> None:
        content = json.loads(format_kit(kit))
        content["rules"]["gala.dance"] = "waltz"
        assert by_node({"waltz": json.dumps(content)}, tmp_path) == {
            "waltz": "no answer is known here to gala.dance: waltz"
        }
