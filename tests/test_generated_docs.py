"""What docs/generate.py and docs/picture.py make is what is checked in."""

import html
import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flohcati_rules.cli.program import main
from flohcati_rules.documents import read_document
from flohcati_rules.profiles import variants_root
from flohcati_rules.registry import GAMES, catalogue
from flohcati_rules.report.schemas import SCHEMAS
from tests.docs_examples import ROOT

DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
MADE: dict[str, Callable[[], str]] = runpy.run_path(str(DOCS / "generate.py"))["MADE"]
AGAIN = "run: python docs/generate.py"


@pytest.mark.parametrize("name", MADE)
def test_a_page_or_schema_is_up_to_date(name: str) -> None:
    assert (REFERENCE / name).read_text(encoding="utf-8") == MADE[name](), AGAIN


@pytest.mark.slow
def test_the_picture_shows_what_the_command_prints_now() -> None:
    drawn = runpy.run_path(str(DOCS / "picture.py"))
    picture: Callable[[str], str] = drawn["picture"]
    kept = (DOCS / "_static" / "compare.svg").read_text(encoding="utf-8")
    assert words(kept) == words(picture(drawn["shown"]())), (
        "run: python docs/picture.py"
    )


def words(picture: str) -> list[str]:
    """Return the texts of a picture, whatever drew it."""
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", picture)
    return " ".join(map(html.unescape, texts)).split()


# ---------------------------------------------------------------- schemas


@pytest.fixture(scope="module")
def valid() -> Callable[[str, object], bool]:
    """Whether a document is valid by the schema of its kind."""
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    judge: Any = jsonschema.Draft202012Validator

    def is_valid(kind: str, document: object) -> bool:
        schema = SCHEMAS[kind]()
        judge.check_schema(schema)
        return bool(judge(schema).is_valid(document))

    return is_valid


def shipped() -> list[tuple[str, Path]]:
    """Return every shipped profile and scenario file, each with its kind."""
    profiles = [Path(str(catalogue().path(id))) for id in catalogue().ids()]
    scenarios = Path(str(variants_root())).glob("*/scenarios/*.scenario.yaml")
    components = Path(str(variants_root())).glob("*/components/*.yaml")
    return [
        *(("profile", path) for path in profiles),
        *(("components", path) for path in components),
        *(("scenario", path) for path in scenarios if path.parent.parent.name in GAMES),
    ]


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("kind", "path"), shipped(), ids=lambda value: Path(value).name
)
def test_what_is_shipped_is_valid_by_its_schema(
    kind: str, path: Path, valid: Callable[[str, object], bool]
) -> None:
    is_template = path.name == "template.yaml"
    assert valid(kind, read_document(path).value) is not is_template


BAD = {
    "profiles": {"misspelt-keys", "unknown-values", "wrong-types", "evidence"},
    "scenarios": {"misspelt-expect", "empty-then", "for-is-missing", "wrong-types"},
    "records": {"misspelt-keys", "wrong-types", "steps", "digest"},
}


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("folder", "name"),
    [(folder, name) for folder in BAD for name in sorted(BAD[folder])],
)
def test_what_is_misspelt_is_not_valid_by_its_schema(
    folder: str, name: str, valid: Callable[[str, object], bool]
) -> None:
    kind = folder.removesuffix("s")
    ending = ".yaml" if kind == "profile" else f".{kind}.yaml"
    document = read_document(ROOT / "tests" / "bad" / folder / (name + ending))
    assert not valid(kind, document.value)


def test_the_first_line_of_every_shipped_file_names_its_schema() -> None:
    for kind, path in shipped():
        line = path.read_text(encoding="utf-8").splitlines()[0]
        prefix = "# yaml-language-server: $schema="
        assert line.startswith(prefix), path
        schema = (path.parent / line.removeprefix(prefix)).resolve()
        assert schema == REFERENCE / f"{kind}.schema.json", path


@pytest.mark.parametrize("kind", SCHEMAS)
def test_the_program_prints_a_schema(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["schema", kind])
    assert not ended.value.code
    assert capsys.readouterr().out == MADE[f"{kind}.schema.json"]()


def test_every_page_of_the_docs_is_in_a_table_of_contents() -> None:
    for index in DOCS.glob("*/index.md"):
        listed = set(re.findall(r"^[\w-]+$", index.read_text("utf-8"), re.MULTILINE))
        pages = {page.stem for page in index.parent.glob("*.md")} - {"index"}
        assert pages <= listed
