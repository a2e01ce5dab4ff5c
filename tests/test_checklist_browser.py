"""The page of the checklist in a real browser: Chromium, spoken to over a pipe, with no network to ask."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence

import pytest
from report_samples import empty, full, lines_of

from mslint.report.checklist_html import html

# A snap's is no use: it sees neither the pipe nor a profile in a temporary folder.
CHROMIUM = next(
    (found for found in map(shutil.which, ("chromium", "google-chrome")) if found and "/snap/" not in found), None
)
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars"
).split()
# Chromium reads commands from descriptor 3 and answers on 4, whatever numbers the pipes have here.
LAUNCHER = """
import fcntl, os, sys
ours = [fcntl.fcntl(int(each), fcntl.F_DUPFD, 10) for each in sys.argv[1:3]]
for there, each in zip((3, 4), ours):
    os.dup2(each, there)
os.execv(sys.argv[3], sys.argv[3:])
"""
PATIENCE = 60.0  # seconds

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here (Debian: apt-get install chromium)"),
    pytest.mark.skipif(os.name != "posix", reason="Chromium takes its pipe as descriptors only on POSIX"),
]


class Browser:
    """A Chromium of its own, with an empty profile; messages are JSON that ends in a zero byte."""

    def __init__(self, profile: Path) -> None:
        assert CHROMIUM is not None
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        command = [CHROMIUM, *QUIET, "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", LAUNCHER, str(theirs_in), str(theirs_out), *command],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._buffer = b""
        self._number = 0
        self.events: List[Dict[str, Any]] = []

    def send(self, method: str, session: Optional[str] = None, **params: Any) -> Dict[str, Any]:
        """Ask for something and wait for the answer; events that come meanwhile are kept."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        os.write(self._out, json.dumps({**message, "sessionId": session} if session else message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return dict(answer["result"])
            self.events.append(answer)

    def wait(self, method: str) -> None:
        """Until an event of this name has come since `events` was last emptied."""
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self._read())

    def _read(self) -> Dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(end - time.monotonic(), 0))
            assert ready, "Chromium is silent"
            part = os.read(self._in, 1 << 16)
            assert part, "Chromium ended"
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        return dict(json.loads(message))

    def close(self) -> None:
        try:
            self.send("Browser.close")
            self._process.wait(10)
        except (AssertionError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)


class Tab:
    """One tab, and all that it complained of or asked the network for."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.send("Target.attachToTarget", targetId=self._target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> Dict[str, Any]:
        return self._browser.send(method, self._session, **params)

    def open(
        self, path: Path, *, width: int = 1280, height: int = 900, scheme: str = "light", script: bool = True
    ) -> None:
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.media(scheme)
        self.send("Emulation.setScriptExecutionDisabled", value=not script)
        self._browser.events.clear()
        self.send("Page.navigate", url=path.as_uri())
        self._browser.wait("Page.loadEventFired")

    def media(self, scheme: str, media: str = "") -> None:
        """The scheme that the user prefers; a medium is only named to look at the page as it is printed."""
        self.send(
            "Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}]
        )

    def run(self, expression: str) -> Any:
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """Where a mouse would, at the middle of the element."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        box = self.run(
            f"(box => [box.x + box.width / 2, box.y + box.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def press(self, *keys: str) -> None:
        names = {"\r": "Enter", "\t": "Tab", "\x1b": "Escape"}
        codes = {"\r": 13, "\t": 9, "\x1b": 27, " ": 32}
        for key in keys:
            named = {"key": names.get(key, key), "windowsVirtualKeyCode": codes.get(key, ord(key.upper()))}
            text = {} if key in "\t\x1b" else {"text": key}
            self.send("Input.dispatchKeyEvent", type="keyDown", **named, **text)
            self.send("Input.dispatchKeyEvent", type="keyUp", **named)

    def picture(self, path: Path) -> None:
        height = self.run("Math.ceil(document.documentElement.getBoundingClientRect().height)")
        width = self.run("innerWidth")
        shot = self.send(
            "Page.captureScreenshot",
            captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": width, "height": min(height, 16000), "scale": 1},
        )
        path.write_bytes(base64.b64decode(shot["data"]))

    def complaints(self) -> List[Dict[str, Any]]:
        kinds = (
            "Runtime.exceptionThrown",
            "Runtime.consoleAPICalled",
            "Log.entryAdded",
            "Page.javascriptDialogOpening",
        )
        return [event for event in self._browser.events if event.get("method") in kinds]

    def requests(self) -> List[str]:
        asked = [event for event in self._browser.events if event.get("method") == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in asked]

    def close(self) -> None:
        self._browser.send("Target.closeTarget", targetId=self._target)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    started = Browser(tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    opened = Tab(browser)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    made = {f"{name}-{lang}": of(lang) for name, of in (("full", full), ("empty", empty)) for lang in ("en", "zh")}
    for name, checklist in made.items():
        (folder / f"{name}.html").write_text(html(checklist, lines_of), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in made}


@pytest.fixture
def artefacts(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("MSLINT_ARTEFACTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


each_lang = pytest.mark.parametrize("lang", ["en", "zh"])
each_scheme = pytest.mark.parametrize("scheme", ["light", "dark"])

OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"
# What lies beyond the right edge and no ancestor scrolls or cuts off.
OVERFLOWING = """Array.from(document.querySelectorAll('body *')).filter(each =>
    each.getBoundingClientRect().right > innerWidth + 0.5
    && !each.closest('pre, .scroll, svg, .aloud, .skip')).map(each => each.outerHTML.slice(0, 120))"""
# The contrast of every visible text with what is behind it, where it is less than WCAG asks for at level AA.
PALE = """(() => {
  const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = rgb => {
    const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = rgb.map(part => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = element => {
    for (; element; element = element.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(element).backgroundColor);
      if (a === 1) return [r, g, b];
      if (a !== 0) throw new Error('half transparent: ' + element.outerHTML.slice(0, 80));
    }
    throw new Error('no background');
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pale = [];
  let seen = 0;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || !element.checkVisibility() || element.closest('script, style, title')) continue;
    const style = getComputedStyle(element);
    const ours = light(parse(element.closest('svg') ? style.fill : style.color).slice(0, 3));
    const theirs = light(behind(element));
    const contrast = (Math.max(ours, theirs) + 0.05) / (Math.min(ours, theirs) + 0.05);
    seen += 1;
    if (contrast < 4.5) pale.push(contrast.toFixed(2) + ' ' + text.slice(0, 60));
  }
  return [seen, pale];
})()"""


def visible(selector: str) -> str:
    """JavaScript for the elements that can be seen."""
    return f"Array.from(document.querySelectorAll({json.dumps(selector)})).filter(each => each.checkVisibility())"


def shown(tab: Tab) -> List[str]:
    return [name.replace("item-", "") for name in tab.run(f"{visible('.item')}.map(each => each.id)")]


def focused(tab: Tab) -> str:
    return str(tab.run("document.activeElement.id"))


def button(facet: str, value: str) -> str:
    return f'button[data-facet="{facet}"][data-value="{value}"]'


ALL = ["api.01", "api.02", "wi.01", "dp.01", "dp.02", "dp.03", "hp.01", "mp.01", "cg.01", "run.01", "run.02"]


@each_lang
@each_scheme
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", ["full", "empty"])
def test_the_page_fits_and_can_be_read(
    tab: Tab, pages: Dict[str, Path], artefacts: Path, name: str, width: int, scheme: str, lang: str
) -> None:
    page = pages[f"{name}-{lang}"]
    tab.open(page, width=width, height=740, scheme=scheme)
    tab.picture(artefacts / f"checklist-{name}-{lang}-{scheme}-{width}.png")
    for state in ("", OPEN_ALL):
        tab.run(state)
        assert tab.run("innerWidth") == width
        assert tab.run("document.scrollingElement.scrollWidth") <= width
        assert tab.run(OVERFLOWING) == []
    seen, pale = tab.run(PALE)
    assert seen > 20
    assert pale == []
    assert tab.complaints() == []
    assert [url for url in tab.requests() if not url.startswith("data:")] == [page.as_uri()]


def test_the_measure_of_contrast_can_fail(tab: Tab, pages: Dict[str, Path]) -> None:
    tab.open(pages["empty-en"])
    tab.run("document.querySelector('.headline').style.color = '#999'")
    assert [each.split(" ", 1)[1] for each in tab.run(PALE)[1]] == ["No problem was found in 1 item."]


def test_filters_by_mouse(tab: Tab, pages: Dict[str, Path]) -> None:
    tab.open(pages["full-en"])
    assert shown(tab) == ALL
    tab.click(button("conclusion", "problem"))
    assert shown(tab) == ["api.01", "dp.03", "cg.01"]
    assert tab.run(f"document.querySelector('{button('conclusion', 'problem')}').ariaPressed") == "true"
    assert tab.run("document.getElementById('ui-status').textContent") == "3 of 11 items shown"
    assert tab.run("document.querySelectorAll('nav li:not([hidden])').length") == 3
    tab.click(button("conclusion", "needs-you"))
    assert shown(tab) == ["api.01", "api.02", "dp.02", "dp.03", "cg.01"]
    tab.click(button("group", "g1"))
    assert shown(tab) == ["dp.02", "dp.03"]
    assert tab.run(f"{visible('h3')}.length") == 1
    tab.click("#ui-reset")
    assert shown(tab) == ALL
    assert tab.run("document.querySelectorAll('[aria-pressed=true]').length") == 0
    assert tab.complaints() == []


def test_filter_by_severity_hides_other_findings(tab: Tab, pages: Dict[str, Path]) -> None:
    tab.open(pages["full-en"])
    findings = f"{visible('.finding')}.map(each => each.dataset.severity)"
    assert tab.run(findings) == ["warning", "error", "info"]
    tab.click(button("severity", "error"))
    assert shown(tab) == ["api.01"]
    assert tab.run(findings) == ["error"]
    tab.click(button("severity", "error"))
    assert tab.run(findings) == ["warning", "error", "info"]


def test_filters_by_keyboard(tab: Tab, pages: Dict[str, Path]) -> None:
    tab.open(pages["full-en"])
    tab.press("/")
    assert focused(tab) == "ui-search"
    assert tab.run("document.activeElement.value") == ""
    tab.press(*"shuffled j")
    assert shown(tab) == []
    assert tab.run("document.getElementById('ui-status').textContent") == "No item matches these filters."
    tab.press("\x1b")
    assert shown(tab) == ALL
    tab.press("/", *"SHUFFLE")
    assert shown(tab) == ["dp.03"]
    tab.press("\t")
    assert tab.run("document.activeElement.dataset.value") == "problem"
    tab.press(" ")
    assert tab.run("document.activeElement.ariaPressed") == "true"
    tab.press("\r")
    assert tab.run("document.activeElement.ariaPressed") == "false"
    assert tab.complaints() == []


def test_the_key_of_the_search_finds_it_where_filters_are_folded_away(tab: Tab, pages: Dict[str, Path]) -> None:
    tab.open(pages["full-en"], width=360)
    assert tab.run(f"{visible('#ui-search')}.length") == 0
    tab.press("/", *"shuffle")
    assert tab.run(f"{visible('#ui-search')}.length") == 1
    assert shown(tab) == ["dp.03"]


def test_keys_move_between_the_items_that_are_shown(tab: Tab, pages: Dict[str, Path]) -> None:
    tab.open(pages["full-en"])
    tab.click(button("conclusion", "problem"))
    tab.run("document.activeElement.blur(), scrollTo(0, 0)")
    places = []
    for key in "jjjjk":
        tab.press(key)
        places.append(focused(tab).replace("item-", ""))
    assert places == ["api.01", "dp.03", "cg.01", "cg.01", "dp.03"]
    assert 0 <= tab.run("document.activeElement.getBoundingClientRect().top") < 740
    tab.click("#ui-keys")
    tab.run("document.activeElement.blur()")
    tab.press("j", "/")
    assert focused(tab) == ""


def test_the_button_changes_the_scheme_but_not_the_print(tab: Tab, pages: Dict[str, Path]) -> None:
    tab.open(pages["full-en"], scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    pressed = "document.getElementById('ui-dark').ariaPressed"
    before = tab.run(paper)
    assert tab.run(pressed) == "false"
    tab.click("#ui-dark")
    assert tab.run(pressed) == "true"
    assert tab.run(paper) != before
    assert tab.run(PALE)[1] == []
    for scheme in ("light", "dark"):
        tab.media(scheme, "print")
        assert tab.run(paper) == "rgb(255, 255, 255)"
    tab.media("dark")
    tab.click("#ui-dark")
    assert tab.run(pressed) == "false"
    assert tab.run(paper) == before


@each_lang
@pytest.mark.parametrize("script", [True, False])
def test_print_shows_everything_and_no_controls(
    tab: Tab, pages: Dict[str, Path], artefacts: Path, lang: str, script: bool
) -> None:
    tab.open(pages[f"full-{lang}"], scheme="dark", script=script)
    pdf = base64.b64decode(tab.send("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"])
    assert pdf.startswith(b"%PDF-")
    assert 5 <= pdf.count(b"/Type /Page\n") <= 20
    name = f"checklist-{lang}{'' if script else '-without-script'}.pdf"
    (artefacts / name).write_bytes(pdf)
    tab.media("dark", "print")
    if script:
        tab.run("window.dispatchEvent(new Event('beforeprint'))")
    assert tab.run("document.querySelectorAll('details:not([open])').length") == 0
    assert tab.run(f"{visible('button, input, .skip')}.length") == 0
    assert tab.run("document.scrollingElement.scrollWidth <= innerWidth")
    assert tab.run(PALE)[1] == []


@each_lang
def test_everything_is_shown_without_javascript(tab: Tab, pages: Dict[str, Path], lang: str) -> None:
    tab.open(pages[f"full-{lang}"], width=360, script=False)
    assert shown(tab) == ALL
    assert tab.run("document.querySelectorAll('details:not([open])').length") == 0
    assert tab.run(f"{visible('button, input')}.length") == 0
    assert tab.run("document.scrollingElement.scrollWidth <= innerWidth")
    assert tab.run(OVERFLOWING) == []


def test_long_lists_are_folded_with_javascript(tab: Tab, pages: Dict[str, Path]) -> None:
    tab.open(pages["full-en"])
    closed: Sequence[str] = tab.run(
        "Array.from(document.querySelectorAll('details:not([open]) > summary')).map(each => each.textContent)"
    )
    assert closed == ["24 more places", "23 more places", "The numbers as a table (60)", "The numbers as a table (5)"]


def test_the_policy_of_the_page_stops_what_was_not_written_by_us(
    tab: Tab, pages: Dict[str, Path], tmp_path: Path
) -> None:
    """A defence that is only needed where escaping failed: here it is made to fail."""
    broken = (
        pages["full-en"]
        .read_text(encoding="utf-8")
        .replace("<main", "<script>document.title = 'taken'</script><main", 1)
    )
    path = tmp_path / "broken.html"
    path.write_text(broken, encoding="utf-8")
    tab.open(path)
    assert tab.run("document.title") != "taken"
    assert "Content Security Policy" in json.dumps(tab.complaints())
