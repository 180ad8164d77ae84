"""The pytest plugin runs scenarios as tests, in the words of their files."""

import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.test_scenarios import CHAIN, PLAIN

pytest_plugins = ["pytester"]

HEAD = "format: scenario/1\ngame: flea-circus\nscenarios:\n"
FAILING = PLAIN.replace("turn: Ben", "turn: Ann").replace("taken", "not taken")
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def pytester(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> pytest.Pytester:
    """Make the plugin known where the package is not installed."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    if not entry_points(group="pytest11", name="flohcati"):
        monkeypatch.setenv("PYTEST_PLUGINS", "flohcati_rules.pytest_plugin")
    return pytester


def write(pytester: pytest.Pytester, name: str, body: str) -> Path:
    path = pytester.path / f"{name}.scenario.yaml"
    path.write_text(HEAD + body, encoding="utf-8")
    return path


def run(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", "-v", *args)


def run_apart(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    """Run in a process of its own, which may be changed at will."""
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", "-v", *args)


def test_a_scenario_is_a_test_for_each_variant(pytester: pytest.Pytester) -> None:
    write(pytester, "chain", CHAIN)
    result = run(pytester)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "chain.scenario.yaml::amigo-ja: the chain stops at a colour * PASSED *",
            "chain.scenario.yaml::kirppusirkus-fi: the chain stops * PASSED *",
        ]
    )


def test_a_failure_is_told_in_the_words_of_the_file(pytester: pytest.Pytester) -> None:
    write(pytester, "a", FAILING)
    result = run(pytester, "--flohcati-variant=amigo-ja")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*_ amigo-ja: a card is not taken _*",
            "turn: expected Ann; got Ben",
            "the position after the moves: *",
            "      7 |       - Ann: take blue-2",
            ">     8 |     then: {expect: {turn: Ann, *",
            "a.scenario.yaml:8:27",
            "FAILED a.scenario.yaml::amigo-ja: a card is not taken - turn: *",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_saying_nothing_is_no_pass(pytester: pytest.Pytester) -> None:
    write(pytester, "a", PLAIN.replace("then: {", "then:\n    - {for: amigo-ja, "))
    result = run(pytester, "-rs", "--flohcati-variant=kirppusirkus-fi")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(
        ["SKIPPED * a.scenario.yaml*: says nothing for kirppusirkus-fi"]
    )


def test_an_error_in_the_file_for_one_variant_fails_there(
    pytester: pytest.Pytester,
) -> None:
    write(pytester, "a", PLAIN.replace(", Cleo", ""))
    result = run(
        pytester,
        "--flohcati-variant=amigo-ja",
        "--flohcati-variant=house-two-players",
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "error in the file for amigo-ja: given.seats: 2 seats; the game takes *",
            "a.scenario.yaml:5:13",
        ]
    )


def test_a_broken_file_is_one_failing_test(pytester: pytest.Pytester) -> None:
    write(pytester, "a", FAILING.replace("when:", "whne:") + "    note: ours\n")
    write(pytester, "b", PLAIN)
    (pytester.path / "c.scenario.yaml").write_bytes(b"\xff\xfe")
    pytester.makepyfile("def test_another(): pass")
    result = run(pytester)
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*_ is a valid scenario file _*",
            "unknown key; did you mean 'when'? (and 1 more)",
            ">     6 |     whne:",
            "a.scenario.yaml:6:5",
            ">     9 |     note: ours",
            "a.scenario.yaml:9:5",
            "the file is not UTF-8 (byte 0xff)",
            "c.scenario.yaml:1:1",
            "FAILED a.scenario.yaml::is a valid scenario file - unknown key; did you *",
        ]
    )
    result.stdout.no_fnmatch_line("*Interrupted*")


def test_an_error_of_the_engine_is_wrapped(
    pytester: pytest.Pytester,
) -> None:
    write(pytester, "a", PLAIN)
    pytester.makeconftest(
        """
        from flohcati_rules.games.flea_circus.game import FleaCircus

        def score(self, state):
            raise TypeError("a hole in the engine")

        FleaCircus.decider = score
        """
    )
    result = run_apart(pytester, "--flohcati-variant=amigo-ja")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "engine error: TypeError: a hole in the engine",
            "raised at *conftest.py:*; --full-trace shows all of it",
            "a.scenario.yaml:4",
        ]
    )
    result = run_apart(pytester, "--flohcati-variant=amigo-ja", "--full-trace")
    result.stdout.fnmatch_lines(["*running.py*", "*TypeError: a hole in the engine"])


def test_an_error_while_loading_is_wrapped(pytester: pytest.Pytester) -> None:
    write(pytester, "a", PLAIN)
    pytester.makeconftest(
        """
        import flohcati_rules.scenarios as scenarios

        def load_scenarios(path, **more):
            raise TypeError("a hole in the loader")

        scenarios.load_scenarios = load_scenarios
        """
    )
    result = run_apart(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["engine error: TypeError: a hole in the loader", "a.scenario.yaml"]
    )


# ---------------------------------------------------------------- choosing


@pytest.mark.parametrize(
    ("words", "passed"),
    [("amigo-ja", 2), ("chain", 2), ("amigo-ja and chain", 1), ("not chain", 2)],
)
def test_tests_are_chosen_by_words(
    pytester: pytest.Pytester, words: str, passed: int
) -> None:
    write(pytester, "a", CHAIN + PLAIN)
    run(pytester, "-k", words).assert_outcomes(passed=passed, deselected=4 - passed)


def test_tests_are_chosen_by_their_id(pytester: pytest.Pytester) -> None:
    write(pytester, "a", CHAIN + PLAIN)
    run(pytester, "a.scenario.yaml::amigo-ja: a card is taken").assert_outcomes(
        passed=1
    )


def test_tests_are_chosen_by_their_marker(pytester: pytest.Pytester) -> None:
    write(pytester, "a", PLAIN)
    pytester.makepyfile("def test_another(): pass")
    result = run(pytester, "-m", "flohcati", "--strict-markers")
    result.assert_outcomes(passed=2, deselected=1)


def test_what_failed_last_is_run_again(pytester: pytest.Pytester) -> None:
    write(pytester, "a", PLAIN + FAILING)
    variant = "--flohcati-variant=amigo-ja"
    pytester.runpytest_inprocess(variant).assert_outcomes(passed=1, failed=1)
    again = pytester.runpytest_inprocess(variant, "--lf")
    again.assert_outcomes(failed=1, passed=0)


@pytest.mark.slow
def test_xdist_tells_the_same(pytester: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    write(pytester, "a", CHAIN + FAILING)
    write(pytester, "b", PLAIN.replace("then:", "thne:"))
    result = run_apart(pytester, "-n", "2", "--flohcati-variant=amigo-ja")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines_random(
        [
            "*PASSED*a.scenario.yaml::amigo-ja: the chain stops at a colour *",
            "turn: expected Ann; got Ben",
            "a.scenario.yaml:25:27",
            "missing key 'then' (and 1 more)",
            "FAILED a.scenario.yaml::amigo-ja: a card is not taken - turn: *",
        ]
    )


def test_junit_names_file_and_line(pytester: pytest.Pytester) -> None:
    write(pytester, "a", PLAIN + FAILING)
    args = ("--junitxml=report.xml", "-o", "junit_family=xunit1")
    run(pytester, *args, "--flohcati-variant=amigo-ja")
    report = ET.parse(pytester.path / "report.xml")  # noqa: S314 - our own
    passed, failed = report.iter("testcase")
    assert passed.attrib["name"] == "amigo-ja: a card is taken"
    assert (failed.attrib["file"], failed.attrib["line"]) == ("a.scenario.yaml", "8")
    [failure] = failed.iter("failure")
    assert failure.attrib["message"].startswith("turn: expected Ann; got Ben")
    assert failure.text is not None
    assert failure.text.endswith("a.scenario.yaml:13:27")


# ---------------------------------------------------------------- settings


def test_other_names_of_files_can_be_set(pytester: pytest.Pytester) -> None:
    path = write(pytester, "a", PLAIN)
    path.rename(pytester.path / "case-1.yaml")
    run(pytester).assert_outcomes(passed=0)
    pytester.makeini("[pytest]\nflohcati_scenarios = case-*.yaml *.case.yaml\n")
    run(pytester).assert_outcomes(passed=2)


HOUSE = """\
format: variant/1
id: ours
game: flea-circus
kind: house
title: Ours
extends: amigo-ja
rules:
  gala.bonus: 0
"""


def test_variants_can_be_set_once_for_all(pytester: pytest.Pytester) -> None:
    write(pytester, "a", CHAIN + PLAIN + "    clauses: {ours: [chain.1]}\n")
    (pytester.path / "ours.yaml").write_text(HOUSE, encoding="utf-8")
    pytester.makeini("[pytest]\nflohcati_variants = ours.yaml house-gamblers\n")
    inner = pytester.mkdir("inner")
    result = run(pytester, "--rootdir", ".", "-c", "tox.ini")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["*::ours: the chain*", "*::house-gamblers: *"])
    shutil.move(pytester.path / "a.scenario.yaml", inner)
    pytester.chdir()
    command = [sys.executable, "-m", "pytest", "-q"]
    elsewhere = subprocess.run(
        command, cwd=inner, capture_output=True, text=True, check=True
    )
    assert "4 passed" in elsewhere.stdout


def test_the_command_line_overrides_settings(pytester: pytest.Pytester) -> None:
    write(pytester, "a", PLAIN)
    pytester.makeini("[pytest]\nflohcati_variants = amigo-ja\n")
    result = run(pytester, "--flohcati-variant=kirppusirkus-fi")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*::kirppusirkus-fi: a card is taken PASSED*"])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["amigo-jp"], "*no variant 'amigo-jp'; did you mean 'amigo-ja'*"),
        (["none.yaml"], "*none.yaml:1:1: there is no such file*"),
        (["amigo-ja", "amigo-ja"], "*the variant amigo-ja is given twice*"),
    ],
)
def test_a_wrong_variant_ends_the_run_at_once(
    pytester: pytest.Pytester, args: list[str], message: str
) -> None:
    write(pytester, "a", PLAIN)
    result = run(pytester, *(f"--flohcati-variant={name}" for name in args))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])


def test_variants_of_another_game_leave_nothing_to_pass(
    pytester: pytest.Pytester,
) -> None:
    write(pytester, "a", PLAIN)
    pytester.makeconftest(
        """
        import attrs
        from flohcati_rules import registry
        from flohcati_rules.pytest_plugin import _VARIANTS

        def pytest_collection(session):
            variant = registry.load_variant("amigo-ja")
            class Other(variant.game_class):
                ID = "other-circus"
            other = attrs.evolve(variant, id="other", game_class=Other)
            session.config.stash[_VARIANTS] = (other,)
        """
    )
    result = run_apart(pytester, "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*no variant of flea-circus is given*"])


def test_the_plugin_loads_nothing_before_it_is_needed() -> None:
    code = (
        "import sys, flohcati_rules.pytest_plugin;"
        "print(*(name for name in sys.modules if name.startswith('flohcati_rules')))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["flohcati_rules", "flohcati_rules.pytest_plugin"]
