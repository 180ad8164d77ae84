"""The page of a report in a real browser: its buttons, its looks, who can use it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chromium import Browser, browsing, chromium

for package in ("jinja2", "matplotlib"):
    pytest.importorskip(package, reason="needs the extra [report]")

from tests.test_report import PAIRS, page  # noqa: E402 - needs them, too

pytestmark = pytest.mark.browser

WIDTHS = (360, 768, 1280)
SHOWN = PAIRS[:2]

each_width = pytest.mark.parametrize("width", WIDTHS)
each_scheme = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
each_shown = pytest.mark.parametrize("pair", SHOWN, ids="-and-".join)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium is found: install it, or name it in $CHROME")
    with browsing(path) as running:
        yield running


@pytest.fixture(scope="module")
def urls(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for number, pair in enumerate(SHOWN):
        file: Path = folder / f"{number}.html"
        file.write_text(page(pair), encoding="utf-8")
        found[pair] = file.as_uri()
    return found


Urls = dict[tuple[str, str], str]

STORY = "document.querySelectorAll('[data-story]')[3]"
STEPS = f"[...{STORY}.querySelectorAll('[data-step]')]"
SHOWN_STEP = f"{STEPS}.map((step, i) => step.hidden ? 0 : i + 1).filter(Boolean)"
LIVE = f"{STORY}.querySelector('[data-live]').textContent"


@each_shown
def test_the_buttons_go_through_a_story(
    browser: Browser, urls: Urls, pair: tuple[str, str]
) -> None:
    """One step shows at a time; each is announced; the ends are no trap."""
    with browser.page(urls[pair]) as tab:
        number = tab.evaluate(f"{STEPS}.length")
        assert number > 1
        tab.evaluate(f"{STORY}.id = 'tried'")
        assert tab.evaluate(SHOWN_STEP) == [1]
        assert tab.evaluate(LIVE) == ""
        for step in range(2, number + 1):
            tab.click("#tried [data-on]")
            assert tab.evaluate(SHOWN_STEP) == [step]
            assert tab.evaluate(LIVE).startswith(f"Step {step} of {number}. ")
        tab.click("#tried [data-on]")
        assert tab.evaluate(SHOWN_STEP) == [number]
        tab.click("#tried [data-back]")
        assert tab.evaluate(SHOWN_STEP) == [number - 1]
        assert tab.complaints() == []


def test_the_keyboard_is_enough(browser: Browser, urls: Urls) -> None:
    """Tab gets to the button and shows it; arrows, Home and End step from there."""
    with browser.page(urls[SHOWN[0]]) as tab:
        number = tab.evaluate(f"{STEPS}.length")
        tab.press("Tab")
        assert tab.evaluate("document.activeElement.className") == "skip"
        tab.press("Enter")
        assert tab.evaluate("document.activeElement.id") == "main"
        tab.evaluate(f"{STORY}.querySelector('[data-back]').focus()")
        tab.press("Tab")
        focused = "document.activeElement"
        assert tab.evaluate(f"{focused}.matches('[data-on]')")
        assert tab.evaluate(f"getComputedStyle({focused}).outlineStyle") == "solid"
        for key, step in (
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("End", number),
            ("ArrowRight", number),
            ("Home", 1),
            ("Enter", 2),
        ):
            tab.press(key)
            assert tab.evaluate(SHOWN_STEP) == [step], key
        assert tab.evaluate(f"{focused}.matches('[data-on]')")


@each_shown
@each_width
@each_scheme
def test_nothing_sticks_out_or_complains(
    browser: Browser, urls: Urls, pair: tuple[str, str], width: int, *, dark: bool
) -> None:
    """No sideways scrolling, no word in the console, no request but the page."""
    with browser.page(urls[pair], width=width, dark=dark) as tab:
        assert tab.evaluate("innerWidth") == width
        assert tab.evaluate(TOO_WIDE) == []
        assert tab.complaints() == []
        asked = [one for one in tab.requests() if not one.startswith("data:")]
        assert asked == [urls[pair]]


TOO_WIDE = """
[...document.querySelectorAll('body *')]
  .filter(e => !e.closest('.scroll, .unseen, .skip, .bunting, svg'))
  .filter(e => e.getBoundingClientRect().right > innerWidth + 0.5)
  .map(e => e.tagName + '.' + e.className)
  .concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])
"""


@each_shown
@each_scheme
def test_all_text_stands_out_from_its_ground(
    browser: Browser, urls: Urls, pair: tuple[str, str], *, dark: bool
) -> None:
    """At least 4.5 to 1, as WCAG 2.2, 1.4.3 asks; 3 to 1 where it is large."""
    with browser.page(urls[pair], dark=dark) as tab:
        tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        tab.evaluate(
            "document.querySelectorAll('[data-step]').forEach(s => s.hidden = false)"
        )
        assert (
            tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == dark
        )
        number, faint = json.loads(tab.evaluate(CONTRASTS))
        assert number > 100
        assert faint == []


CONTRASTS = """
(() => {
  const parts = text => text.match(/[\\d.]+/g).map(Number);
  const over = (top, below) => {
    const alpha = top[3] ?? 1;
    return [0, 1, 2].map(i => top[i] * alpha + below[i] * (1 - alpha));
  };
  const ground = element => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const colour = parts(getComputedStyle(e).backgroundColor);
      layers.push(colour);
      if ((colour[3] ?? 1) === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const light = colour => {
    const [r, g, b] = colour.slice(0, 3).map(c => c / 255)
      .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = new Set();
  let number = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !element.getClientRects().length) continue;
    if (element.closest('svg, script, .unseen')) continue;
    const style = getComputedStyle(element), below = ground(element);
    const [one, other] = [light(over(parts(style.color), below)), light(below)]
      .sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = (one + 0.05) / (other + 0.05);
    number += 1;
    if (ratio < (large ? 3 : 4.5)) {
      faint.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
    }
  }
  return JSON.stringify([number, [...faint]]);
})()
"""

NAMED = {"button", "link", "image", "heading", "table", "region", "navigation"}
"""Roles that are nothing without a name."""


@each_shown
def test_a_screen_reader_is_told_of_everything(
    browser: Browser, urls: Urls, pair: tuple[str, str]
) -> None:
    with browser.page(urls[pair]) as tab:
        nodes = [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in tab.tree()
            if "role" in node
        ]
    roles = {role for role, _ in nodes}
    assert {"main", "banner", "contentinfo", "navigation", "button", "image"} <= roles
    assert [role for role, name in nodes if role in NAMED and not name.strip()] == []
    pictures = [name for role, name in nodes if role == "image"]
    assert any("hand of" in name for name in pictures)


@each_shown
def test_without_a_script_every_step_is_there(
    browser: Browser, urls: Urls, pair: tuple[str, str]
) -> None:
    with browser.page(urls[pair], script=False) as tab:
        names = [
            node.get("name", {}).get("value", "")
            for node in tab.tree()
            if node.get("role", {}).get("value") in ("button", "heading")
        ]
    assert not any("Next" in name for name in names)
    told = page(pair)
    assert sum(name == "1 The position" for name in names) == told.count(
        "</span> The position</h4>"
    )


def test_on_paper_every_step_is_there(browser: Browser, urls: Urls) -> None:
    with browser.page(urls[SHOWN[0]]) as tab:
        assert tab.pdf().startswith(b"%PDF-")
        tab.scheme(dark=False, media="print")
        shown = tab.evaluate(
            f"{STEPS}.every(step => getComputedStyle(step).display !== 'none')"
        )
        assert shown
        buttons = "[...document.querySelectorAll('button')]"
        assert tab.evaluate(f"{buttons}.every(b => !b.getClientRects().length)")
