"""Bad files are refused with every problem they have, word for word.

Beside each `NAME.yaml` in `tests/bad/` stands `NAME.expected`. When a message is
changed on purpose, `pytest tests/test_bad_files.py --bless` rewrites them all.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from flohcati_rules.errors import DocumentError
from flohcati_rules.records import read_record, replay
from flohcati_rules.registry import load_variant
from flohcati_rules.scenarios import load_scenarios, run
from tests.pebbles import problems_of

BAD = Path(__file__).parent / "bad"


def problems_of_record(path: Path) -> str:
    """Return what is wrong with a record, of a shipped variant or a tiny one."""
    tiny = load_variant("amigo-ja").with_rules(
        {
            "deck.colours": ["red", "blue", "green"],
            "deck.highest": 2,
            **dict.fromkeys(("deck.demands", "deck.draws", "deck.chains"), 1),
        },
        id="tiny",
    )
    try:
        record = read_record(path)
        replay(record, tiny if record.variant == "tiny" else None)
    except DocumentError as error:
        return str(error)
    return ""


def problems_of_scenarios(path: Path) -> str:
    """Return what is wrong with scenarios, at once or when run for amigo-ja."""
    try:
        scenarios = load_scenarios(path)
    except DocumentError as error:
        return str(error)
    results = [run(scenario, load_variant("amigo-ja")) for scenario in scenarios]
    return "\n".join(
        f"{result.scenario.file}:{finding.spot.line}:{finding.spot.column}: "
        f"{result.verdict}: {finding}"
        for result in results
        for finding in result.findings
    )


READERS: dict[str, Callable[[Path], str]] = {
    "profiles": problems_of,
    "records": problems_of_record,
    "scenarios": problems_of_scenarios,
}
FILES = [path for folder in READERS for path in sorted((BAD / folder).glob("*.yaml"))]


def refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(path.parent)
    found = READERS[path.parent.name](Path(path.name))
    return found.replace(f"{BAD.parent.parent}/", "") + "\n"


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_bad_file_is_refused_in_these_words(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, bless: bool
) -> None:
    expected = path.with_suffix(".expected")
    found = refused(path, monkeypatch)
    if bless:
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
    assert found.strip()


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_the_slow_yaml_parser_finds_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    found = refused(path, monkeypatch)
    expected = path.with_suffix(".expected").read_text(encoding="utf-8")
    if "not valid YAML" in expected:
        assert "not valid YAML" in found
    else:
        assert found == expected


def test_every_expectation_has_its_file() -> None:
    for expected in BAD.glob("*/*.expected"):
        assert expected.with_suffix(".yaml") in FILES
