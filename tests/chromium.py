"""A real browser for tests: Chromium without a window, driven over a pipe.

Chromium reads commands of its DevTools protocol from file descriptor 3 and writes
answers to 4, each a JSON object with a zero byte after it. So no driver is needed.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from select import select
from time import monotonic
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 60.0
"""For how many seconds an answer is waited for."""

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


def chromium() -> str | None:
    """Return the path of a Chromium, or None where there is none."""
    named = os.environ.get("CHROME")
    if named:
        return shutil.which(named)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """A running Chromium; ``page`` opens one tab at a time in it."""

    def __init__(self, path: str, profile: str) -> None:
        """Start it with an empty profile."""
        reads, self._writes = os.pipe()
        self._reads, writes = os.pipe()

        def as_three_and_four() -> None:
            # Out of the way first: one of them may be 3 or 4 already.
            ours, theirs = os.dup(reads), os.dup(writes)
            os.dup2(ours, 3)
            os.dup2(theirs, 4)

        self._process = subprocess.Popen(
            [path, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            env={**os.environ, "HOME": profile},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=as_three_and_four,  # noqa: PLW1509 - no threads here
            close_fds=False,
        )
        os.close(reads)
        os.close(writes)
        self._rest = b""
        self._last = 0
        self._happened: list[dict[str, Any]] = []

    def close(self) -> None:
        """Ask it to leave; make it leave."""
        try:
            self.call("Browser.close")
            self._process.wait(10)
        except (OSError, AssertionError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._writes)
        os.close(self._reads)

    def call(self, method: str, session: str = "", **params: object) -> dict[str, Any]:
        """Send a command and return its answer."""
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._writes, json.dumps(message).encode() + b"\0")
        answer = self._wait(lambda found: found.get("id") == self._last)
        assert "error" not in answer, f"{method}: {answer['error']}"
        result = answer["result"]
        assert isinstance(result, dict)
        return result

    def wait(self, event: str, session: str) -> None:
        """Wait until something has happened in a tab."""

        def is_it(found: Mapping[str, Any]) -> bool:
            return found.get("method") == event and found.get("sessionId") == session

        if not any(map(is_it, self._happened)):
            self._wait(is_it)

    def happened(self, event: str, session: str) -> list[dict[str, Any]]:
        """Return what happened of a sort in a tab so far."""
        return [
            found["params"]
            for found in self._happened
            if found["method"] == event and found.get("sessionId") == session
        ]

    def _wait(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        end = monotonic() + PATIENCE
        while True:
            while b"\0" in self._rest:
                line, _, self._rest = self._rest.partition(b"\0")
                found: dict[str, Any] = json.loads(line)
                if "method" in found:
                    self._happened.append(found)
                if wanted(found):
                    return found
            ready, _, _ = select([self._reads], [], [], max(0.0, end - monotonic()))
            assert ready, "Chromium does not answer"
            more = os.read(self._reads, 1 << 20)
            assert more, "Chromium has gone"
            self._rest += more

    @contextmanager
    def page(
        self, url: str, *, width: int = 1280, dark: bool = False, script: bool = True
    ) -> Iterator["Page"]:
        """Open a tab of some width, and close it again."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call(
            "Target.createTarget", url="about:blank", browserContextId=context
        )["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)
        page = Page(self, session["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility", "DOM"):
            page.call(f"{domain}.enable")
        page.call("Emulation.setScriptExecutionDisabled", value=not script)
        page.resize(width)
        page.scheme(dark=dark)
        page.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired", page.session)
        try:
            yield page
        finally:
            self.call("Target.disposeBrowserContext", browserContextId=context)


class Page:
    """A tab."""

    def __init__(self, browser: Browser, session: str) -> None:
        """Know the browser, and what the tab is called there."""
        self._browser = browser
        self.session = session

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command to this tab and return its answer."""
        return self._browser.call(method, self.session, **params)

    def resize(self, width: int, height: int = 900) -> None:
        """Make the tab so wide, in CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def scheme(self, *, dark: bool, media: str = "") -> None:
        """Prefer light or dark; perhaps look as on paper."""
        value = "dark" if dark else "light"
        features = [{"name": "prefers-color-scheme", "value": value}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - as the page has it
        """Return the value of an expression of JavaScript."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key that is named like in events, such as ``ArrowRight``."""
        codes = {"Tab": 9, "Enter": 13, " ": 32, "End": 35, "Home": 36}
        codes |= {"ArrowLeft": 37, "ArrowRight": 39}
        common = {"key": key, "code": "Space" if key == " " else key}
        text = {"Enter": "\r", " ": " "}.get(key)
        down = {"text": text} if text else {}
        number = codes[key]
        self.call(
            "Input.dispatchKeyEvent",
            type="keyDown" if text else "rawKeyDown",
            windowsVirtualKeyCode=number,
            **common,
            **down,
        )
        self.call(
            "Input.dispatchKeyEvent",
            type="keyUp",
            windowsVirtualKeyCode=number,
            **common,
        )

    def click(self, selector: str) -> None:
        """Click in the middle of an element with the mouse."""
        spot = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center', behavior: 'instant'});"
            "const r = e.getBoundingClientRect();"
            "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=spot[0],
                y=spot[1],
                button="left",
                clickCount=1,
            )

    def complaints(self) -> list[str]:
        """Return what the console has to say, errors and all."""
        happened = self._browser.happened
        entries = happened("Log.entryAdded", self.session)
        thrown = happened("Runtime.exceptionThrown", self.session)
        called = happened("Runtime.consoleAPICalled", self.session)
        return [
            *(one["entry"]["text"] for one in entries),
            *(str(one["exceptionDetails"]) for one in thrown),
            *(str(one["args"]) for one in called),
        ]

    def requests(self) -> list[str]:
        """Return every address that was asked for."""
        sent = self._browser.happened("Network.requestWillBeSent", self.session)
        return [one["request"]["url"] for one in sent]

    def tree(self) -> list[dict[str, Any]]:
        """Return the nodes that a screen reader is told of."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node["ignored"]]

    def screenshot(self, path: Path) -> None:
        """Take a picture of the whole page."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"]}
        taken = self.call(
            "Page.captureScreenshot",
            captureBeyondViewport=True,
            clip={**clip, "scale": 1},
        )
        path.write_bytes(base64.b64decode(taken["data"]))

    def pdf(self) -> bytes:
        """Print the page."""
        return base64.b64decode(self.call("Page.printToPDF")["data"])


@contextmanager
def browsing(path: str) -> Iterator[Browser]:
    """Start a browser, and end it again."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(path, profile)
        try:
            yield browser
        finally:
            browser.close()
