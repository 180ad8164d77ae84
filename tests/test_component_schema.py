"""The JSON Schema of component files and the reader of such files agree."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from flohcati_rules.documents import read_document
from flohcati_rules.errors import ComponentsError
from flohcati_rules.games.mars_troupe.effects import Deed
from flohcati_rules.profiles import variants_root
from flohcati_rules.registry import GAMES
from flohcati_rules.report.schemas import components_schema
from tests.docs_examples import flohcati

pytestmark = pytest.mark.heavy

FOLDER = Path(str(variants_root())) / "mars-troupe" / "components"
INVENTED: Any = read_document(FOLDER / "invented.yaml").value
TEMPLATE: Any = read_document(FOLDER / "template.yaml").value
MARS = GAMES["mars-troupe"]

Judge = Callable[[object], list[str]]
Place = tuple[str | int, ...]


@pytest.fixture(scope="module")
def objections() -> Judge:
    """Return where a document is not valid by the schema."""
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    judge: Any = jsonschema.Draft202012Validator
    judge.check_schema(components_schema())
    validator = judge(components_schema())

    def found(document: object) -> list[str]:
        return [error.json_path for error in validator.iter_errors(document)]

    return found


def readable(document: Any) -> bool:  # noqa: ANN401 - plain data
    """Whether the game reads components from a document."""
    try:
        MARS.read_components(document)
    except ComponentsError:
        return False
    return True


def places(part: object, path: Place = ()) -> Iterator[Place]:
    """Yield the path of everything within a document."""
    yield path
    match part:
        case dict():
            for key, inner in part.items():
                yield from places(inner, (*path, key))
        case list():
            for index, inner in enumerate(part):
                yield from places(inner, (*path, index))


def at(path: Place, document: object = INVENTED) -> Any:  # noqa: ANN401 - plain data
    """Return what is at a place of a document."""
    spot: Any = document
    for key in path:
        spot = spot[key]
    return spot


def changed(path: Place, value: object) -> Any:  # noqa: ANN401 - plain data
    """Return the invented components with something else at a place."""
    document = deepcopy(INVENTED)
    at(path[:-1], document)[path[-1]] = value
    return document


PLACES = [path for path in places(INVENTED) if path]


def test_both_accept_the_invented_set(objections: Judge) -> None:
    assert not objections(INVENTED)
    assert readable(INVENTED)


def test_the_schema_finds_the_holes_of_the_template(objections: Judge) -> None:
    holes = [path for path in places(TEMPLATE) if at(path, TEMPLATE) is None]
    assert len(holes) > 50
    assert len(objections(TEMPLATE)) == len(holes)


def test_both_refuse_a_key_that_nobody_knows(objections: Judge) -> None:
    for path in [(), *PLACES]:
        if isinstance(at(path), dict):
            document = changed((*path, "colur"), 1)
            assert objections(document), path
            assert not readable(document), path


def test_both_refuse_a_value_of_another_type(objections: Judge) -> None:
    for path in PLACES:
        document = changed(path, 1.5)
        assert objections(document), path
        assert not readable(document), path


def test_what_is_readable_without_a_key_is_valid_without_it(objections: Judge) -> None:
    left_out = 0
    for path in PLACES:
        if not isinstance(path[-1], str) or path == ("format",):
            continue
        document = deepcopy(INVENTED)
        del at(path[:-1], document)[path[-1]]
        if readable(document):
            left_out += 1
            assert not objections(document), path
    assert left_out > 20


@pytest.mark.parametrize("deed", Deed, ids=str)
def test_an_effect_names_a_colour_exactly_where_it_takes_one(
    deed: Deed, objections: Judge
) -> None:
    for effect in ({"does": str(deed)}, {"does": str(deed), "colour": "red"}):
        document = changed(("cards", 5, "effect"), effect)
        assert bool(objections(document)) is (deed.takes_colour != ("colour" in effect))
        assert readable(document) is not bool(objections(document))


def test_the_schema_tells_every_effect_with_its_timing() -> None:
    does: Any = components_schema()
    for key in ("$defs", "mars-troupe", "properties", "cards", "items"):
        does = does[key]
    told = does["properties"]["effect"]["properties"]["does"]["description"]
    for deed in Deed:
        assert f"{deed}: {deed.sense} ({deed.timing})" in told


def test_a_word_of_the_notation_names_no_card(objections: Judge) -> None:
    document = changed(("cards", 0, "card"), "left")
    assert objections(document)
    assert not readable(document)


def test_a_game_without_component_files_has_no_schema_of_them() -> None:
    for game in GAMES.values():
        assert bool(game.components_schema()) is bool(game.COMPONENTS)


def test_the_program_prints_it() -> None:
    code, output = flohcati("flohcati schema components")
    assert code == 0
    assert '"mars-troupe.components/1"' in output
