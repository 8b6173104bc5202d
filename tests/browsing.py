"""Chromium, driven by Playwright, against the real server: what the tests of the page share."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright")
pytest.importorskip("fastapi", reason="the web app needs its extra: pip install 'zermelo[web]'")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright

NAMES = (
    *("chromium-headless-shell", "chromium"),  # the first opens a page in half the time
    *("chromium-browser", "google-chrome", "google-chrome-stable"),
)
SWITCHES = (
    *("--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
    *("--process-per-site", "--renderer-process-limit=1", "--disable-site-isolation-trials"),
)
SERVE = """
import sys
from zermelo.__main__ import main
from zermelo.interfaces.web import ready
from zermelo.running import search

ready.MOST_COMPILED = 0  # what the page shows is the same, and three servers compile for minutes
search.INTERPRETED_ALONE = 10.0  # a search that lasts is finished sooner
sys.argv[0] = "zermelo"
main()
"""
BLANK = "about:blank"
"""Where a tab is that nobody uses."""
PATIENCE = 180_000
"""Milliseconds: nobody waits that long, however busy the machine is."""
RACE = '''
class Race:
    """Say one or two more; who says {goal} wins."""

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return (state[0] + action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] >= {goal}

    def utility(self, state):
        return 1 if state[1] == 1 else -1
'''
"""Rules for a file of one's own; `format(goal=…)` says where the race ends."""
expect.set_options(timeout=PATIENCE)


def started(*arguments: str) -> tuple[subprocess.Popen[str], str]:
    """A server on a free port, and its address."""
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--no-open", *arguments]
    folder = str(Path(__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": folder, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    told = ""
    for line in process.stdout:
        told += line
        found = re.search(r"http://[^/\s]+", line)
        if found:
            return process, found.group()
    raise AssertionError(f"the server did not start: {told}")


def ended(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)


@contextmanager
def launched() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"no Chromium found: none of {', '.join(NAMES)} is installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        yield found
        found.close()


Open = Callable[..., Page]


@contextmanager
def opening(profile: BrowserContext, address: str) -> Iterator[Open]:
    """Opens the page at a hash; what goes wrong inside it fails the test.

    All tests share a profile and its tabs, so that the page is not loaded anew by each; nothing else is kept.
    """
    pages: list[tuple[Page, str]] = []
    faults: list[str] = []

    def failed(error: Error) -> None:
        faults.append(str(error))

    def told(message: ConsoleMessage) -> None:
        faults.extend([message.text] if "Security Policy" in message.text else [])

    def open_page(hash: str = "", width: int = 1280, height: int = 900, at: str = address) -> Page:
        page = next((page for page in profile.pages if page.url == BLANK), None) or profile.new_page()
        pages.append((page, at))
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", failed)
        page.on("console", told)
        page.goto(f"{at}/{hash}")
        return page

    yield open_page
    for page, at in pages:
        if not page.is_closed():
            forget(page, at)
            page.remove_listener("pageerror", failed)
            page.remove_listener("console", told)
            page.unroute_all(behavior="ignoreErrors")
            page.goto(BLANK)
    profile.clear_cookies()
    assert not faults


def forget(page: Page, at: str) -> None:
    """What the page has remembered in the browser, if its server is still there."""
    with suppress(Error):
        if not page.url.startswith(at):
            page.goto(at)
        page.evaluate("localStorage.clear(); sessionStorage.clear()")


def compared() -> int:
    """How many algorithms the page compares: those for two players that go to a depth."""
    from zermelo.interfaces.web.models import traced_algorithms
    from zermelo.interfaces.web.offered import players_for

    return sum(not one.simulates and 2 in players_for(one.name) for one in traced_algorithms().values())


AUDIT = """async () => {
  const found = await axe.run(document, { resultTypes: ['violations'] });
  return found.violations.flatMap((rule) => rule.nodes.map((node) => [rule.id, node.html.slice(0, 160)]));
}"""


def audited(page: Page) -> list[list[str]]:
    """What axe-core, where it is installed, finds in the page, in both themes."""
    axe = pytest.importorskip("axe_playwright_python", reason="pip install axe-playwright-python")
    page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    found: list[list[str]] = []
    for theme in ("light", "dark"):
        page.locator("select[name=theme]").select_option(theme)
        page.wait_for_selector(f"html[data-theme={theme}]")
        found += page.evaluate(AUDIT)
    return found


def both_human(page: Page) -> None:
    page.locator(".side.max select").select_option("0")
    page.locator(".side.min select").select_option("0")


def wait_until(page: Page, expression: str) -> None:
    """Until it is true in the page, whose policy refuses Playwright's `wait_for_function` when it polls."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(20)


@contextmanager
def traced(page: Page, asked: str) -> Iterator[None]:
    """What is done inside asks for a trace, known by a part of the request; then the page shows that one."""
    with page.expect_response(lambda answer: asked in (answer.request.post_data or "")):
        yield
    page.wait_for_selector("form.settings-bar button.main:enabled")


def explained(page: Page, ask: Callable[[], None], said: str) -> None:
    """Ask why not until this is said: on a busy machine a first answer may be an estimate."""
    answer = page.locator(".why p")
    for _ in range(20):
        ask()
        expect(answer).not_to_contain_text("thinking")
        if said in answer.inner_text():
            return
    raise AssertionError(f"not said: {said}, but: {answer.inner_text()}")
