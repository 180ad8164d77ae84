"""The trace of a text: each clause found in a copy, each change of it named."""

import codecs
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flohcati_rules import cli
from flohcati_rules.errors import RequestError, UnreadableFileError
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.profiles import Variant
from flohcati_rules.registry import load_variant
from flohcati_rules.ruletext import digest, sentences
from flohcati_rules.scenarios import load_scenarios
from flohcati_rules.verify import finding
from flohcati_rules.verify.copies import MOST_BYTES, MOST_LINES, read_copy
from flohcati_rules.verify.drafts import draft_profile
from flohcati_rules.verify.finding import in_order
from flohcati_rules.verify.trace import Trace, Whereabouts, trace

ENGLISH = """Setup

- 12 flea cards
- 3 dice

Shuffle the flea cards and deal two to each player. The rest is the deck.

The turn
Draw one card, or roll a die.
If the die shows a three, take another turn. Otherwise pass the die on.

Scoring
Each flea card counts two points. The highest total wins.
"""
TEXTS = {
    "en": ENGLISH,
    "ja": "準備\n\n・蚤のカード１２枚\n・サイコロ３個\n"
    "カードをよく切って、各プレイヤーに２枚ずつ配ります。残りは山札です。\n\n"
    "手番\n山札からカードを１枚引くか、サイコロを振ります。\n"
    "３が出たら、もう一度くりかえします（何度でもできます）。\n",
    "fi": "Sisältö\n- 12 kirppukorttia\n- 3 noppaa\nAlku\n"
    "Sekoitetaan kortit ja jaetaan kaksi jokaiselle. Loput ovat pakka.\n"
    "Pelaaja voi nostaa kortin (ei siis ole pakko) tai heittää noppaa.\n",
    "ru": "Подготовка\n\nПеремешайте карты блох и раздайте каждому по две. "
    "Остальные — колода.\n\nХод\nВозьмите одну карту или бросьте кубик.\n",
    "de": "Vorbereitung\n\n„Flöhe“ mischen – jeder bekommt zwei…\n\n"
    "Zug\n\nMan zieht eine Karte oder würfelt.\n",
    "ko": "준비\n\n카드를 섞어 두 장씩 나누어 줍니다. 나머지는 덱입니다.\n\n"
    "차례\n카드를 한 장 뽑거나 주사위를 굴립니다.\n",
    "ar": "الإعداد\n\nاخلط بطاقات البراغيث ووزع بطاقتين على كل لاعب. "
    "الباقي هو المجموعة.\n\nالدور\nهل تسحب بطاقة؟ ارم النرد.\n",
    "el": "Προετοιμασία\n\nΑνακατέψτε τις κάρτες και μοιράστε δύο. "
    "Οι υπόλοιπες είναι η τράπουλα;\n",
}

Profile = Callable[[str], Variant]


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    """Make the draft of a text into a variant."""

    def make(text: str) -> Variant:
        path = tmp_path / "invented.yaml"
        draft = draft_profile(text, FleaCircus, id="invented", title="Invented")
        path.write_text(draft, encoding="utf-8")
        return load_variant(path)

    return make


def flohcati(*args: str) -> Result:
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(cli.main, args, prog_name="flohcati")
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def missing(found: Trace) -> list[str]:
    return [one.clause.at for one in found.missing]


@pytest.mark.parametrize("language", TEXTS)
def test_a_text_has_every_clause_of_its_own_profile(
    profile: Profile, language: str
) -> None:
    found = trace(profile(TEXTS[language]), TEXTS[language])
    assert found.holds
    assert {one.whereabouts for one in found.clauses} == {Whereabouts.FOUND}
    for one, sentence in zip(found.clauses, sentences(TEXTS[language]), strict=True):
        assert one.sentence == sentence
        assert one.clause.at == sentence.place


def _bulleted(text: str) -> str:
    return "\n".join("• " + line.lstrip("-・ ") for line in text.split("\n") if line)


def _numbered(text: str) -> str:
    lines = [line.lstrip("-・ ") for line in text.split("\n") if line]
    return "\n".join(f"{at}. {line}" for at, line in enumerate(lines, 1))


def _full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isdigit() and c < "~" else c for c in text)


FORMS: dict[str, Callable[[str], str]] = {
    "wrapped at odd places": lambda text: re.sub(r"(?s)(.{9})", r"\1\n", text),
    "one line": lambda text: " ".join(text.split()),
    "without spaces": lambda text: re.sub(r"[ \t]", "", text),
    "double spaced": lambda text: text.replace("\n", "\n\n").replace(" ", "  "),
    "bulleted": _bulleted,
    "numbered": _numbered,
    "full width digits": _full_width,
    "with a byte order mark and Windows lines": lambda text: (
        "\ufeff" + text.replace("\n", "\r\n")
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", ["en", "ja", "fi", "ru", "ko"])
def test_another_lay_out_of_a_text_is_the_same_text(
    profile: Profile, language: str, form: str
) -> None:
    found = trace(profile(TEXTS[language]), FORMS[form](TEXTS[language]))
    assert not found.missing
    assert not found.strangers


@pytest.mark.parametrize("language", TEXTS)
def test_each_changed_sentence_is_named_alone(profile: Profile, language: str) -> None:
    text = TEXTS[language]
    variant = profile(text)
    for sentence in sentences(text):
        middle = len(sentence.text) // 2
        changed = sentence.text[:middle] + "x" + sentence.text[middle:]
        assert text.count(sentence.text) == 1
        found = trace(variant, text.replace(sentence.text, changed))
        assert missing(found) == [sentence.place]
        assert [one.sentence.text for one in found.strangers] == [changed]
        assert found.strangers[0].nearest == found.missing[0].clause
        assert found.missing[0].sentence == found.strangers[0].sentence


def test_a_sentence_that_is_gone_leaves_its_clause_without_a_suggestion(
    profile: Profile,
) -> None:
    found = trace(profile(ENGLISH), ENGLISH.replace(" The rest is the deck.", ""))
    assert missing(found) == ["Setup, 3, 2"]
    assert found.missing[0].sentence is None
    assert not found.strangers
    assert not found.holds


def test_a_sentence_that_is_new_is_named(profile: Profile) -> None:
    revised = ENGLISH.replace("The highest", "Dice count nothing. The highest")
    found = trace(profile(ENGLISH), revised)
    assert not found.missing
    assert [one.sentence.text for one in found.strangers] == ["Dice count nothing."]
    assert found.strangers[0].nearest is None


def test_a_sentence_that_now_says_more_names_the_clause_in_it(
    profile: Profile,
) -> None:
    revised = ENGLISH.replace("total wins.", "total wins, except on Sundays.")
    found = trace(profile(ENGLISH), revised)
    (stranger,) = found.strangers
    assert stranger.sentence.text.endswith("Sundays.")
    assert [clause.at for clause in stranger.holds] == ["Scoring, 1, 2"]
    assert not found.holds
    (changed,) = found.changed
    assert changed.clause.at == "Scoring, 1, 2"
    assert changed.sentence == stranger.sentence
    assert not found.missing
    assert len(found.of(Whereabouts.FOUND)) == len(found.clauses) - 1


def test_of_two_changes_each_is_paired_with_its_own_clause(profile: Profile) -> None:
    revised = ENGLISH.replace("deal two to", "deal five to").replace(
        "The rest is the deck", "What is left is the deck"
    )
    found = trace(profile(ENGLISH), revised)
    assert [
        (one.clause.at, one.sentence and one.sentence.place) for one in found.missing
    ] == [
        ("Setup, 3, 1", "Setup, 3, 1"),
        ("Setup, 3, 2", "Setup, 3, 2"),
    ]


def test_a_clause_that_stands_elsewhere_has_moved_and_nothing_is_open(
    profile: Profile,
) -> None:
    first, middle, last = ENGLISH.partition("The turn")
    found = trace(profile(ENGLISH), middle + last + "\n\n" + first)
    assert found.holds
    moved = {one.clause.at for one in found.of(Whereabouts.MOVED)}
    assert moved == {one.place for one in sentences(first)}


def test_a_short_sentence_that_repeats_is_found_as_often_as_it_stands(
    profile: Profile,
) -> None:
    text = "Red\n\nTake one card. Pass.\n\nBlue\n\nTake two cards. Pass.\n"
    variant = profile(text)
    found = trace(variant, text)
    assert [one.sentence.line for one in found.clauses if one.sentence] == [
        1, 3, 3, 5, 7, 7,
    ]  # fmt: skip
    assert missing(trace(variant, text.replace("two cards. Pass.", "two cards."))) == [
        "Blue, 1, 2"
    ]
    again = trace(variant, text + "\nPass.\n")
    assert [one.repeats and one.repeats.at for one in again.strangers] == ["Red, 1, 2"]


def test_a_digest_without_a_length_finds_a_whole_sentence(
    profile: Profile, tmp_path: Path
) -> None:
    profile(ENGLISH)
    path = tmp_path / "invented.yaml"
    bare = re.sub(r"(h-[0-9a-f]{16})-\d+", r"\1", path.read_text(encoding="utf-8"))
    path.write_text(bare, encoding="utf-8")
    found = trace(load_variant(path), ENGLISH.replace("highest", "lowest"))
    assert missing(found) == ["Scoring, 1, 2"]


def test_of_two_clauses_the_likelier_one_is_suggested_for_one_new_sentence(
    profile: Profile,
) -> None:
    old = "Shuffle the flea cards and deal two to each player. The rest is the deck."
    for new, place in (
        ("Mix up the flea cards and give two to each player.", "Setup, 3, 1"),
        ("What is left is the deck.", "Setup, 3, 2"),
    ):
        found = trace(profile(ENGLISH), ENGLISH.replace(old, new))
        suggested = [one.clause.at for one in found.missing if one.sentence]
        assert missing(found) == ["Setup, 3, 1", "Setup, 3, 2"]
        assert suggested == [place]


def test_another_text_is_told_to_be_one(profile: Profile) -> None:
    found = trace(profile(ENGLISH), TEXTS["fi"])
    assert found.is_other_text
    assert not any(one.sentence for one in found.clauses)
    assert len(found.strangers) == found.sentences


def test_what_rests_on_a_clause_is_told_with_it() -> None:
    variant = load_variant("amigo-ja")
    scenario = load_scenarios(_shipped("gala"))
    found = trace(variant, "Something else.", scenario)
    points = {one.clause.id: one.points for one in found.clauses}
    assert "gala.allowed" in points["gala.1"]
    cited = {one.clause.id: one.scenarios for one in found.clauses}
    assert cited["gala.1"]
    assert set(cited["gala.1"]) <= set(scenario)


def test_a_house_variant_is_traced_in_the_text_of_its_parent() -> None:
    house = load_variant("amigo-ja").with_rules({"trio.points": 5})
    found = trace(house, "Something else.", load_scenarios(_shipped("gala")))
    assert len(found.clauses) == len(house.clauses)
    assert any(one.scenarios for one in found.clauses)


def test_a_variant_without_clauses_cannot_be_traced(tmp_path: Path) -> None:
    path = tmp_path / "bare.yaml"
    draft = draft_profile("One.", FleaCircus, id="bare", title="Bare")
    text = re.sub(r"clauses:\n(?:  .*\n)+?rules", "clauses: []\nrules", draft)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RequestError, match="lists no clauses"):
        trace(load_variant(path), "One.")


def _shipped(name: str) -> Path:
    root = Path(__file__).parents[1] / "variants" / "flea-circus" / "scenarios"
    return root / f"{name}.scenario.yaml"


def test_the_longest_chain_of_places_is_chosen() -> None:
    assert in_order([]) == {}
    assert in_order([[5], [1], [2], [], [3]]) == {1: 1, 2: 2, 4: 3}
    assert in_order([[0, 1, 2], [0, 1, 2], [0, 1, 2]]) == {0: 0, 1: 1, 2: 2}


ENCODINGS = [
    ("ja", "utf-16", "UTF-16"),
    ("ja", "utf-16-le", "UTF-16LE"),
    ("ja", "utf-16-be", "UTF-16BE"),
    ("ja", "shift_jis", "SHIFT_JIS"),
    ("ja", "euc-jp", "EUC-JP"),
    ("ja", "iso2022_jp", "ISO-2022-JP"),
    ("fi", "latin-1", "ISO-8859-1"),
    ("fi", "utf-16-le", "UTF-16LE"),
    ("de", "cp1252", "CP1252"),
    ("fi", "utf-32", "UTF-32"),
    ("ko", "euc-kr", "EUC-KR"),
    ("ru", "koi8-r", "KOI8-R"),
    ("ru", "cp1251", "CP1251"),
]


@pytest.mark.parametrize(("language", "encoding", "told"), ENCODINGS)
def test_another_encoding_is_named_with_what_converts_it(
    tmp_path: Path, language: str, encoding: str, told: str
) -> None:
    path = tmp_path / "my copy.txt"
    path.write_bytes(TEXTS[language].replace("—", "-").encode(encoding))
    with pytest.raises(UnreadableFileError) as refused:
        read_copy(path)
    message = str(refused.value)
    assert f"looks like {told}" in message
    assert f"'iconv -f {told} -t UTF-8 '{path}' > " in message
    assert codecs.lookup(told)


OTHERS = {
    "a PDF": b"%PDF-1.7 rules",
    "a zipped document": b"PK\x03\x04 rules",
    "no word": b"  \n - \n",
    "there is no word": b"",
    "it has nulls": b"rules\x00and more of them than nulls, far more of them",
    "nor in any encoding": bytes(range(256)),
    f"larger than {MOST_BYTES:,} bytes": b"A rule. " * 700_000,
    f"at most {MOST_LINES:,}": b"A rule\n" * (MOST_LINES + 1),
    "larger than": "規則です。".encode() * 400_000,
}


@pytest.mark.parametrize("told", OTHERS)
def test_what_is_no_rule_text_is_refused_by_name_and_at_once(
    tmp_path: Path, told: str
) -> None:
    path = tmp_path / "copy.txt"
    path.write_bytes(OTHERS[told])
    begun = time.perf_counter()
    with pytest.raises(UnreadableFileError, match=re.escape(told)):
        read_copy(path)
    assert time.perf_counter() - begun < 1


def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="no such file"):
        read_copy(tmp_path / "none.txt")
    with pytest.raises(UnreadableFileError, match="a directory"):
        read_copy(tmp_path)


LONG = {
    "one line of sentences": "Lorem ipsum dolor sit amet. " * 3_500,
    "one line of words": "lorem ipsum dolor " * 5_500,
    "lines of words": "lorem, ipsum\n" * 4_000,
    "no spaces": "これはルールです。" * 3_500,
}


@pytest.mark.parametrize("what", LONG)
def test_a_long_text_gets_its_answer_quickly(what: str) -> None:
    begun = time.perf_counter()
    found = trace(load_variant("amigo-ja"), LONG[what])
    assert found.is_other_text
    assert time.perf_counter() - begun < 5


def test_the_command_shows_each_clause_and_what_rests_on_it(
    profile: Profile, tmp_path: Path
) -> None:
    profile(ENGLISH)
    copy = tmp_path / "copy.txt"
    copy.write_text(ENGLISH, encoding="utf-8")
    result = flohcati("trace", str(tmp_path / "invented.yaml"), "--text", str(copy))
    assert result.exit_code == 0
    flat = " ".join(result.stdout.split())
    assert "all of 12 clauses found, and nothing else." in flat
    assert "setup.3 line 6 Setup, 3, 1" in flat


def test_the_command_names_the_changed_sentence_and_ends_with_1(
    profile: Profile, tmp_path: Path
) -> None:
    profile(ENGLISH)
    copy = tmp_path / "copy.txt"
    revised = ENGLISH.replace("shows a three", "shows a four")
    copy.write_text(revised + "\nPlay again.\n", encoding="utf-8")
    args = ("trace", str(tmp_path / "invented.yaml"), "--text", str(copy))
    result = flohcati(*args)
    assert result.exit_code == 1
    flat = " ".join(result.stdout.split())
    assert "11 of 12 clauses found; 2 of 13 sentences are new." in flat
    assert "Line 10 may have it now: If the die shows a four" in flat
    assert "line 15 Play again. No clause is this sentence." in flat
    found = json.loads(flohcati(*args, "--json").stdout)
    assert found["format"] == "trace/1"
    assert found["open"] == 2
    (gone,) = [one for one in found["clauses"] if one["whereabouts"] == "missing"]
    assert gone["sentence"] is None
    assert gone["nearest"]["line"] == 10
    assert [one["nearest"] for one in found["unknown"]] == [gone["clause"], None]


@pytest.fixture
def amigo(tmp_path: Path) -> tuple[Path, Path]:
    """A profile of an invented text with a few clauses of a shipped one, and it."""
    invented = {
        "gala.1": "Who has all colours may show off.",
        "trio.1": "Three alike may be laid.",
        "trio.2": "They are laid in the open.",
    }
    shipped = load_variant("amigo-ja")
    text = Path(shipped.file).read_text(encoding="utf-8")
    for id, sentence in invented.items():
        text = text.replace(shipped.clauses[id].digest, digest(sentence))
    profile, copy = tmp_path / "amigo.yaml", tmp_path / "copy.txt"
    profile.write_text(text, encoding="utf-8")
    copy.write_text(
        f"{invented['trio.2']} {invented['trio.1']}\n\n"
        f"{invented['gala.1']} {invented['gala.1']}\n\n"
        "Nothing more, and nothing less.\n",
        encoding="utf-8",
    )
    return profile, copy


def test_the_command_tells_rule_values_scenarios_and_what_has_moved(
    amigo: tuple[Path, Path],
) -> None:
    profile, copy = amigo
    args = ("trace", str(profile), "--text", str(copy))
    result = flohcati(*args)
    assert result.exit_code == 1
    flat = " ".join(result.stdout.split())
    assert "rests on it: gala.allowed yes" in flat
    assert "(inferred)" in flat
    assert "; it has moved" in flat
    assert "scenarios: " in flat
    assert "more" in flat
    assert "It is not there, and nothing stands in its place." in flat
    assert "It says gala.1 once more." in flat
    found = json.loads(flohcati(*args, "--json").stdout)
    (gala,) = [one for one in found["clauses"] if one["clause"] == "gala.1"]
    assert gala["sentence"]["line"] == 3
    assert {one["rule_point"] for one in gala["rule_points"]} >= {"gala.allowed"}
    assert gala["scenarios"][0].keys() == {"scenario", "file", "line"}


def test_the_command_shows_a_sentence_that_says_more(
    profile: Profile, tmp_path: Path
) -> None:
    profile(ENGLISH)
    copy = tmp_path / "copy.txt"
    copy.write_text(ENGLISH.replace("deck.", "deck, or not."), encoding="utf-8")
    result = flohcati("trace", str(tmp_path / "invented.yaml"), "--text", str(copy))
    assert result.exit_code == 1
    flat = " ".join(result.stdout.split())
    assert "11 of 12 clauses found; 1 of 12 sentences is new." in flat
    assert "says setup.4, and more: The rest is the deck, or not." in flat
    args = ("trace", str(tmp_path / "invented.yaml"), "--text", str(copy), "--json")
    found = json.loads(flohcati(*args).stdout)
    assert found["open"] == 1
    (one,) = [one for one in found["clauses"] if one["whereabouts"] == "changed"]
    assert one["clause"] == "setup.4"
    assert one["sentence"]["text"] == "The rest is the deck, or not."


def test_a_sentence_that_says_more_is_told_with_what_rests_on_its_clause(
    amigo: tuple[Path, Path],
) -> None:
    profile, copy = amigo
    text = copy.read_text(encoding="utf-8").replace(
        "Who has all colours may show off. Who has all colours may show off.",
        "Who has all colours may show off, but only at night.",
    )
    copy.write_text(text, encoding="utf-8")
    result = flohcati("trace", str(profile), "--text", str(copy))
    opened = " ".join(result.stdout.split("Clauses that are there")[0].split())
    _, _, told = opened.partition("says gala.1, and more: ")
    assert told.startswith("Who has all colours may show off, but only at night.")
    assert "gala.allowed yes" in told
    assert "scenarios: " in told


def test_where_far_too_much_is_new_only_whole_sentences_are_compared(
    amigo: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "MOST_EDGES", 10)
    monkeypatch.setattr(finding, "MOST_LETTERS", 10)
    profile, copy = amigo
    result = flohcati("trace", str(profile), "--text", str(copy))
    assert result.exit_code == 1
    assert "clauses were not looked for within sentences" in " ".join(
        result.stdout.split()
    )


def test_the_command_says_when_it_is_another_text(tmp_path: Path) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_text(ENGLISH, encoding="utf-8")
    result = flohcati("trace", "amigo-ja", "--text", str(copy))
    assert result.exit_code == 1
    assert "this is hardly that text" in " ".join(result.stdout.split())


def test_the_command_goes_on_without_a_broken_scenario_file(
    profile: Profile, tmp_path: Path
) -> None:
    profile(ENGLISH)
    (tmp_path / "bad.scenario.yaml").write_text("format: scenario/1\n")
    copy = tmp_path / "copy.txt"
    copy.write_text(ENGLISH, encoding="utf-8")
    path = str(tmp_path / "invented.yaml")
    result = flohcati("trace", path, "--text", str(copy), "--scenarios", str(tmp_path))
    assert result.exit_code == 1
    assert "missing key 'game'" in " ".join(result.stdout.split())
    assert "clauses found, and nothing else" in " ".join(result.stdout.split())


def test_the_command_ends_with_3_where_the_copy_cannot_be_read(
    tmp_path: Path,
) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_bytes(TEXTS["ja"].encode("shift_jis"))
    result = flohcati("trace", "amigo-ja", "--text", str(copy))
    assert result.exit_code == 3
    assert "looks like SHIFT_JIS" in result.stderr
