"""Documents: what YAML means here, where things stand, what is not read at all."""

import contextlib
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from flohcati_rules.documents import Node, Problems, parse_document, read_document
from flohcati_rules.documents.reading import MOST_BYTES, MOST_DEPTH
from flohcati_rules.errors import ProfileError, UnreadableFileError


class Fruit(StrEnum):
    APPLE = "apple"
    PEAR = "pear"


def document(text: str) -> Node:
    return parse_document(text, "x.yaml")


def problems(node: Node) -> list[str]:
    return [str(problem) for problem in node.problems.found]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("ON", "ON"),
        ("1:30", "1:30"),
        ("2024-01-02", "2024-01-02"),
        ("1_000", "1_000"),
        ("h-1e5", "h-1e5"),
        ("+", "+"),
        (".", "."),
        ("0b11", "0b11"),
        ("010", 10),
        ("-3", -3),
        ("0o17", 15),
        ("0x1F", 31),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("-.inf", float("-inf")),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("''", ""),
        ("'7'", "7"),
        ('"true"', "true"),
        ("|\n  7\n", "7\n"),
    ],
)
def test_words_mean_what_yaml_1_2_says(text: str, value: object) -> None:
    found = document(f"key: {text}").value
    assert found == {"key": value}
    assert isinstance(found, dict)
    assert type(found["key"]) is type(value)


def test_not_a_number_is_a_number() -> None:
    assert str(document("[.nan]").value) == "[nan]"


def test_keys_are_text_whatever_they_look_like() -> None:
    assert document("{1: a, no: b, null: c, 1.5: d}").value == {
        "1": "a",
        "no": "b",
        "null": "c",
        "1.5": "d",
    }


def test_every_value_knows_its_spot_and_that_of_its_key() -> None:
    root = document("a:\n  - b\n  - ä: 1\n    ö: [x, y]\n")
    node = root.entries()["a"].items()[1].entries()["ö"]
    assert node.spot == (4, 8, "a.1.ö")
    assert node.key_spot == (4, 5, "a.1.ö")
    assert node.items()[1].spot == (4, 12, "a.1.ö.1")
    assert root.spot == (1, 1, "")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_byte_order_marks_and_line_ends_do_not_matter(
    line_end: str, bom: bytes
) -> None:
    raw = bom + line_end.join(["# first", "a: 1", "ä: 2", ""]).encode()
    root = parse_document(raw, "x.yaml")
    assert root.value == {"a": 1, "ä": 2}
    assert root.entries()["ä"].spot == (3, 4, "ä")


def test_all_that_is_wrong_is_found_in_one_reading() -> None:
    root = document("a: 1\na: 2\nb: &x 3\nc: *x\nd: !!str 4\n[e]: 5\n*x : 6\n")
    root.mapping(["a", "b", "f"], ["c", "d"])
    assert problems(root) == [
        "x.yaml:1:1: missing key 'f'",
        "x.yaml:2:1: a: duplicate key (first at line 1)",
        "x.yaml:3:4: b: anchors (&x) are not allowed",
        "x.yaml:4:4: c: aliases (*x) are not allowed",
        "x.yaml:5:4: d: tags (!!str) are not allowed",
        "x.yaml:6:1: a key is a word, not a list or a mapping",
        "x.yaml:7:1: aliases (*x) are not allowed",
    ]
    with pytest.raises(ProfileError) as caught:
        root.problems.raise_as(ProfileError)
    assert caught.value.problems == root.problems.found


def test_what_was_reported_is_not_reported_again() -> None:
    root = document("{a: *x, b: !t 1, c: !u v}")
    before = root.problems.found
    for node in root.entries().values():
        assert node.is_hole
        assert node.value is None
        assert node.text() is None
        assert node.whole() is None
        assert node.items() == ()
        assert node.mapping(["z"]) == {}
        assert node.one_of(["a", "b"]) is None
    assert root.problems.found == before


def test_no_problems_raise_nothing() -> None:
    found = Problems("x.yaml")
    found.raise_as(ProfileError)
    assert not found


def test_readers_return_what_they_promise() -> None:
    root = document("{t: text, n: 3, b: true, f: pear, l: [a, b], m: {x: 1}}")
    nodes = root.mapping("tnb", "flm")
    assert nodes["t"].text() == "text"
    assert nodes["n"].whole() == 3
    assert nodes["n"].whole(3, 3) == 3
    assert nodes["b"].truth() is True
    assert nodes["f"].member(Fruit) is Fruit.PEAR
    assert nodes["f"].one_of(["apple", "pear"]) == "pear"
    assert nodes["l"].texts() == ("a", "b")
    assert nodes["m"].entries()["x"].value == 1
    assert nodes["m"].is_mapping
    assert not nodes["l"].is_mapping
    assert not root.problems


@pytest.mark.parametrize(
    ("reader", "text", "message"),
    [
        (Node.text, "3", "expected text; got 3"),
        (Node.text, "'  '", "expected text; got '  '"),
        (Node.whole, "'3'", "expected a whole number; got '3'"),
        (Node.whole, "true", "expected a whole number; got true"),
        (Node.whole, "3.0", "expected a whole number; got 3.0"),
        (lambda n: n.whole(1), "0", "expected a whole number from 1; got 0"),
        (lambda n: n.whole(1, 2), "3", "expected a whole number from 1 to 2; got 3"),
        (lambda n: n.whole(most=2), "3", "expected a whole number to 2; got 3"),
        (Node.truth, "yes", "expected true or false; got 'yes'"),
        (Node.truth, "1", "expected true or false; got 1"),
        (Node.items, "{a: 1}", "expected a list; got a mapping"),
        (Node.texts, "~", "expected a list; got nothing"),
        (Node.entries, "[1]", "expected a mapping; got a list"),
        (
            lambda n: n.member(Fruit),
            "appel",
            "expected one of apple, pear; got 'appel'; did you mean 'apple'?",
        ),
        (lambda n: n.member(Fruit), "false", "expected one of apple, pear; got false"),
        (lambda n: n.text("a word", "[a-z]+"), "'A'", "expected a word; got 'A'"),
        (lambda n: n.has_format("f/1"), "3", "expected a mapping; got 3"),
    ],
)
def test_readers_say_what_they_wanted_and_what_they_got(
    reader: Callable[[Node], object], text: str, message: str
) -> None:
    root = document(text)
    assert not reader(root)
    assert problems(root) == [f"x.yaml:1:1: {message}"]


def test_texts_skip_what_is_none_and_report_it() -> None:
    root = document("[a, 3, b]")
    assert root.texts() == ("a", "b")
    assert problems(root) == ["x.yaml:1:5: 1: expected text; got 3"]


def test_an_unknown_key_is_reported_at_the_key() -> None:
    root = document("a:\n  colour: red\n  siz: 3\n")
    root.entries()["a"].mapping(["size"], ["colour"])
    assert problems(root) == [
        "x.yaml:2:3: a: missing key 'size'",
        "x.yaml:3:3: a.siz: unknown key; did you mean 'size'?",
    ]


def test_the_format_is_asked_for_first() -> None:
    assert document("{format: f/1, a: 1}").has_format("f/1")
    root = document("{format: f/2}")
    assert not root.has_format("f/1")
    assert problems(root) == ["x.yaml:1:10: format: expected f/1; got 'f/2'"]
    root = document("{a: 1}")
    assert not root.has_format("f/1")
    assert problems(root) == [
        "x.yaml:1:1: missing key 'format'; expected 'format: f/1' first"
    ]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    with pytest.raises(UnreadableFileError, match=r"none\.yaml:1:1: there is no such"):
        read_document(path)


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match=r"^x:1:1: this is a directory"):
        read_document(tmp_path, "x")


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(UnreadableFileError, match="cannot be opened"):
        read_document(Path("a\0b"))


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_bytes(b"#" * MOST_BYTES)
    with pytest.raises(UnreadableFileError, match="the file is empty"):
        read_document(path)
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(UnreadableFileError, match="larger than 1,000,000 bytes"):
        read_document(path)


def test_nesting_has_a_limit() -> None:
    deepest = "[" * MOST_DEPTH + "1" + "]" * MOST_DEPTH
    assert document(deepest).value
    for too_deep in (f"[{deepest}]", "[" * 200_000, "{a: " * 61 + "1" + "}" * 61):
        with pytest.raises(UnreadableFileError, match="nested deeper than 60 levels"):
            document(too_deep)


def test_a_document_is_read_from_an_archive(tmp_path: Path) -> None:
    archive = tmp_path / "package.zip"
    with ZipFile(archive, "w") as writer:
        writer.writestr("variants/a.yaml", "a: 1\n")
    folder = ZipPath(archive) / "variants"
    assert read_document(folder / "a.yaml").value == {"a": 1}
    with pytest.raises(UnreadableFileError, match="there is no such file"):
        read_document(folder / "b.yaml")
    with pytest.raises(UnreadableFileError, match="this is a directory"):
        read_document(folder)


def test_a_byte_that_is_not_utf_8_is_found() -> None:
    with pytest.raises(UnreadableFileError, match=r"^x:2:5: .*byte 0xff"):
        parse_document(b"\xc3\xa4: 1\nb\xc3\xa4: \xff", "x")


def test_what_the_yaml_parser_does_not_place_is_refused_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: int) -> yaml.Event:
        raise yaml.YAMLError("no more")

    monkeypatch.setattr(yaml, "parse", lambda *_, **__: map(fail, [0]))
    with pytest.raises(UnreadableFileError, match="x:1:1: not valid YAML: no more"):
        parse_document("a: 1", "x")


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"))),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "no", "1", "x.y"]), inner, max_size=4)
    ),
    max_leaves=12,
)


class Quoting(yaml.SafeDumper):
    """Writes aliases out, as documents want them."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _in_quotes(dumper: Quoting, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')


# PyYAML writes by YAML 1.1, in which 1e3 is text without quotes.
Quoting.add_representer(str, _in_quotes)


@given(PLAIN)
def test_what_is_written_is_read_again(value: object) -> None:
    text = yaml.dump(value, Dumper=Quoting, allow_unicode=True)
    root = document(text)
    assert root.value == value
    assert not root.problems


@given(st.text(st.sampled_from("ab:-[]{},&*!|>'\"%@`?#~ \n\t\r0.\x07ä\ufeff")))
def test_any_text_is_a_document_or_is_refused(text: str) -> None:
    with contextlib.suppress(UnreadableFileError):
        assert isinstance(document(text), Node)


@given(PLAIN, st.sampled_from([None, False, True]))
def test_both_yaml_parsers_agree(value: object, style: bool | None) -> None:
    text = yaml.dump(
        value, Dumper=Quoting, default_flow_style=style, allow_unicode=True
    )
    quick = document(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(yaml, "CSafeLoader", raising=False)
        slow = document(text)
    assert slow.value == quick.value
    assert slow.problems.found == quick.problems.found
