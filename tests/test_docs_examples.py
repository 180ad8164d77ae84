"""The runner of the docs' examples notices what it should."""

import re
from pathlib import Path

import pytest
from sybil.document import Document

from tests.docs_examples import (
    PARSERS,
    ROOT,
    Command,
    ExampleError,
    difference,
    read_console,
    run_pycon,
)

LANGUAGES = {"console", "json", "mermaid", "pycon", "python", "sh", "text", "yaml"}
MARKDOWN = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_a_console_block_is_cut_into_commands() -> None:
    block = (
        "$ flohcati list\nA  \n\nB\n$ flohcati diff a \\\n    b\nC \\\\\nD\n(exit 1)\n"
    )
    assert [*read_console(block)] == [
        Command("flohcati list", "A  \n\nB\n"),
        Command("flohcati diff a     b", "C \\\\\nD", exit_code=1),
    ]


def test_a_console_block_may_hold_an_exit_code_only() -> None:
    assert [*read_console("$ flohcati x\n(exit 2)\n")] == [
        Command("flohcati x", "", exit_code=2)
    ]


@pytest.mark.parametrize("block", ["flohcati list\n", "", "# first\n$ flohcati\n"])
def test_a_console_block_without_a_prompt_is_an_error(block: str) -> None:
    with pytest.raises(ExampleError, match="begins with a line"):
        [*read_console(block)]


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        ("a\nb\n", "a  \nb\n\n"),
        ("a\n...\nd\n", "a\nb\nc\nd\n"),
        ("... rules differ\n", "12 rules differ\n"),
        ("", "\n"),
    ],
)
def test_outputs_that_agree(wanted: str, got: str) -> None:
    assert difference(wanted, got) == ""


@pytest.mark.parametrize(
    ("wanted", "got"), [("a\n", "b\n"), ("a\n...\nd\n", "a\n"), ("", "a\n")]
)
def test_outputs_that_differ(wanted: str, got: str) -> None:
    assert "Got" in difference(wanted, got)


def test_the_end_of_a_session_is_not_taken_for_its_output(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```pycon\n>>> a = 1\n>>> a + 1\n2\n```\n", encoding="utf-8")
    for example in Document.parse(str(page), *PARSERS):
        example.evaluate()


def test_a_session_that_prints_something_else_fails(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```pycon\n>>> 1 + 1\n3\n```\n", encoding="utf-8")
    (example,) = Document.parse(str(page), *PARSERS)
    example.parsed = example.region.parsed
    assert "Expected:\n    3\nGot:\n    2" in run_pycon(example)


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_a_page_says_what_it_is(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    fences = re.findall(r"^[ \t]*```(.*)$", text, flags=re.MULTILINE)
    languages = {fence for fence in fences[::2] if not fence.startswith("{")}
    assert languages <= LANGUAGES, "a misspelt language would never be run"
