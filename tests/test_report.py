"""The page of a report, without a browser: what is in it, and when it is refused."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import attrs
import pytest
from rich.console import Console

from flohcati_rules import load_variant
from flohcati_rules.cli.differences import apart
from flohcati_rules.cli.exits import Exit
from flohcati_rules.cli.measuring import Asked
from flohcati_rules.cli.seating import seats_at
from flohcati_rules.compare import Diff, diff
from flohcati_rules.profiles import Variant
from flohcati_rules.report.markdown import MarkdownPage, plain
from flohcati_rules.report.measured import Measured
from flohcati_rules.report.studies import StudyReport
from flohcati_rules.study import run
from tests.test_cli import flohcati

for package in ("jinja2", "matplotlib"):
    pytest.importorskip(package, reason="needs the extra [report]")

from flohcati_rules.report.drawn import draw_shares  # noqa: E402 - needs matplotlib

PAIRS = (
    ("amigo-ja", "kirppusirkus-fi"),
    ("mars-troupe-ja", "house-grand-finale"),
    ("amigo-ja", "house-d3-local"),
    ("amigo-ja", "house-short-show"),
    ("amigo-ja", "amigo-ja"),
    ("amigo-ja", "d3-local"),
)
"""Two texts, two games, many differences, other cards, none, and a draft."""
LIGHT = ("mars-troupe-ja", "house-open-air")
"""Two that are soon played."""
MOST_BYTES = 500_000

VOID = {"meta", "link", "br"}

each_pair = pytest.mark.parametrize("pair", PAIRS, ids="-and-".join)


@cache
def page(pair: tuple[str, str]) -> str:
    return page_of(*map(load_variant, pair))


def page_of(a: Variant, b: Variant) -> str:
    from flohcati_rules.report.webpage import WebPage  # noqa: PLC0415 - an extra

    found = diff(a, b)
    is_draft = bool(a.unknown or b.unknown)
    return WebPage(
        diff=found,
        apart=None if is_draft else apart(found, 0),
        measured=None if is_draft else measured(found),
        no_play="it is a draft" if is_draft else "",
        command="flohcati report",
    ).html()


def measured(found: Diff) -> Measured:
    seats = seats_at(None, found.a, found.b)
    asked = Asked(games=30, seats=seats, player="uniform", guest=None, seed=0)
    one_by_one = len(found.in_play) in range(2, 12)
    return asked.measure(found, run, rule_by_rule=one_by_one)


class Read(HTMLParser):
    """Reads a page, and notes whatever is not closed as it was opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.found: list[tuple[str, Mapping[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"{tag} at {self.getpos()}")

    def all(self, *tags: str) -> Iterator[tuple[str, Mapping[str, str | None]]]:
        return ((tag, given) for tag, given in self.found if tag in tags)


@each_pair
def test_a_page_is_well_formed_and_small(pair: tuple[str, str]) -> None:
    read = Read(page(pair))
    assert not read.faults
    assert not read.open
    assert len(page(pair).encode()) < MOST_BYTES
    ids = [given["id"] for _, given in read.found if "id" in given]
    assert len({*ids}) == len(ids)


@each_pair
def test_a_page_leads_nowhere_but_into_itself(pair: tuple[str, str]) -> None:
    read = Read(page(pair))
    ids = {given.get("id") for _, given in read.found}
    for _, given in read.found:
        assert "src" not in given
        href = given.get("href")
        if href is not None and href != "data:,":
            assert href.startswith("#")
            assert href[1:] in ids, href
        named = (given.get("aria-labelledby") or "").split()
        assert {*named} <= ids
    assert page(pair).count("url(") == page(pair).count("url(#")
    assert "@import" not in page(pair)


@each_pair
def test_headings_go_down_a_step_at_a_time(pair: tuple[str, str]) -> None:
    levels = [int(tag[1]) for tag, _ in Read(page(pair)).all("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1
    assert levels[0] == 1
    for one, other in pairwise(levels):
        assert other <= one + 1


@each_pair
def test_tables_have_captions_and_headers_scopes(pair: tuple[str, str]) -> None:
    read = Read(page(pair))
    assert len([*read.all("table")]) == len([*read.all("caption")])
    assert all(given.get("scope") for _, given in read.all("th"))
    assert all(given.get("type") == "button" for _, given in read.all("button"))


def test_foreign_words_say_their_language() -> None:
    read = Read(page(PAIRS[0]))
    assert {"ja", "fi"} <= {given.get("lang") for _, given in read.found}


def test_a_title_in_english_is_not_called_foreign() -> None:
    text = page(("amigo-ja", "house-short-show"))
    ja, house = map(load_variant, ("amigo-ja", "house-short-show"))
    assert ja.language == house.language == "ja"
    assert f'<span lang="ja">{ja.title}</span>' in text
    assert f"<span>{house.title}</span>" in text


def test_what_the_rules_leave_over_is_called_the_rest() -> None:
    found = diff(*map(load_variant, PAIRS[0]))
    played = measured(found)
    assert played.ablation
    rest = {
        name: attrs.evolve(one, mean=9.0, low=8.0, high=10.0)
        for name, one in played.ablation.rest.items()
    }
    played = attrs.evolve(played, ablation=attrs.evolve(played.ablation, rest=rest))
    assert ">the rest<" in draw_shares(played.taken_apart("turns")).svg()
    study = StudyReport(
        variants=(found.a, found.b),
        metrics=played.metrics,
        endings=played.endings,
        habits="",
        ablation=played.ablation,
        shown=("turns",),
    )
    console = Console(width=80)
    with console.capture() as captured:
        console.print(study.text())
    assert re.search(r"the rest +\+9\.00", captured.get())


def test_a_single_rule_has_a_verb_of_its_own() -> None:
    a = load_variant("amigo-ja")
    for changed, told in (
        ({"gala.bonus": 20}, "1 rule differs"),
        ({"gala.bonus": 20, "deck.demands": 2}, "2 rules differ"),
    ):
        found = diff(a, a.with_rules(changed))
        text = MarkdownPage(diff=found, measured=None, no_play="no", command="").text()
        assert f"### {told} in play" in text


def test_the_same_findings_make_the_same_page() -> None:
    a, b = map(load_variant, PAIRS[0])
    assert page((a.id, b.id)) == page_of(a, b)


def test_every_difference_has_its_story_or_its_reason() -> None:
    a, b = map(load_variant, PAIRS[0])
    text = page((a.id, b.id))
    found = diff(a, b)
    for one in found.in_play:
        assert f'id="rule-{one.point.id}"' in text
        assert f'href="#rule-{one.point.id}">What the texts say' in text
    for one in found.values:
        if one.inert:
            assert "No difference in play: " + one.inert in text


def test_every_rule_is_told_what_it_does() -> None:
    """Each rule that can make a difference has a row, or says why it has none."""
    a, b = map(load_variant, PAIRS[0])
    found = diff(a, b)
    shown = measured(found)
    told = {one.point for one in shown.doings} | {point for point, _ in shown.silent}
    assert told == {one.point.id for one in found.values}
    text = page(PAIRS[0])
    start = text.index('id="apart"')
    for one in shown.doings:
        assert text.index(f'href="#rule-{one.point}"', start) > start


def test_what_a_profile_says_is_text_and_never_markup() -> None:
    """Not in the title, the language, the source or the evidence."""
    evil = "<script>alert('x')</script>\"'&<!--"
    a, b = map(load_variant, PAIRS[0])
    evidence = {
        id: attrs.evolve(one, because=evil, other_readings={evil: evil})
        for id, one in a.evidence.items()
    }
    hostile = attrs.evolve(
        a,
        title=evil,
        language='"><b>',
        evidence=evidence,
        source=attrs.evolve(a.source, text=evil),
    )
    text = page_of(hostile, b)
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(&#39;x&#39;)" in text
    assert text.count("<script>") == 1
    assert not Read(text).faults


def test_the_command_writes_one_file_and_replaces_none(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    words = ("report", *LIGHT, "-o", str(file), "--games", "30")
    first = flohcati(*words)
    assert first.exit_code == Exit.WELL
    assert str(file) in first.stdout
    text = file.read_bytes()
    assert [*tmp_path.iterdir()] == [file]
    again = flohcati(*words)
    assert again.exit_code == Exit.MISUSED
    assert "--force" in again.stderr
    assert flohcati(*words, "--force").exit_code == Exit.WELL
    assert file.read_bytes() == text


def test_variants_of_two_games_make_no_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    result = flohcati("report", "amigo-ja", "mars-troupe-ja", "-o", str(file))
    assert result.exit_code == Exit.MISUSED
    assert "no rule points in common" in result.stderr
    assert not file.exists()


def test_without_the_extra_its_name_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "flohcati_rules.report.webpage", raising=False)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    file = tmp_path / "page.html"
    result = flohcati("report", *PAIRS[0], "-o", str(file))
    assert result.exit_code == Exit.MISUSED
    assert "jinja2 is needed" in result.stderr
    assert 'pip install "flohcati-rules[report]"' in result.stderr
    assert not file.exists()


TABLE = ("report", *PAIRS[0], "--markdown", "--games")


def test_tables_for_a_forum_are_tables() -> None:
    """Each row of a table has the cells that its head has."""
    result = flohcati(*TABLE, "30")
    assert result.exit_code == Exit.WELL
    lines = result.stdout.splitlines()
    widths = [line.replace("\\|", "").count("|") for line in lines]
    rules = [number for number, line in enumerate(lines) if line.startswith("| ---")]
    assert len(rules) >= 2
    for number in rules:
        end = next(at for at in range(number, len(lines)) if not widths[at])
        assert {*widths[number - 1 : end]} == {widths[number]}
        assert end > number + 1
    told = result.stdout
    for one in diff(*map(load_variant, PAIRS[0])).values:
        assert f"`{one.point.id}`" in told
    assert "flohcati report amigo-ja kirppusirkus-fi --games 30" in told


def test_a_table_without_play_says_why() -> None:
    result = flohcati(*TABLE, "0")
    assert "Nothing was played: no games were asked for." in result.stdout


def test_markup_in_a_table_is_text() -> None:
    assert plain("a|b *c* `d` <e>\nf_g") == r"a\|b \*c\* \`d\` \<e\> f\_g"
