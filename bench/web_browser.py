"""What a person at the page waits for, measured inside Chromium."""

from __future__ import annotations

import contextlib
import gzip
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from web_server import ROOT, load, quantile, server

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = ("--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking")
STATIC = ROOT / "zermelo" / "interfaces" / "web" / "static"
LARGE = "mnk:width=4,height=4,k=4"
"""Minimax to depth 4 gives 100,000 events and more."""
FIRST = {
    "start": ("", ".gallery svg.board"),
    "board": ("#/play?g=connect4", "svg#board .cell"),
    "tree": ("#/tree", "svg#tree .node"),
}
"""What somebody sees first: the address, and what must be there."""
PATIENCE = 120_000
COMPILING = 30.0
"""Seconds that are enough to compile one search."""

OPENING = """async () => {
  const whole = () => document.querySelector('.where')?.textContent.includes('100,000');
  const old = document.getElementById('tree'), before = performance.now();
  document.querySelector('form.settings-bar button.main').click();
  let tree = old;
  while (tree === old || !tree?.dataset.openedAt || !whole()) {
    await new Promise((then) => setTimeout(then, 1));
    tree = document.getElementById('tree');
  }
  await new Promise((then) => requestAnimationFrame(() => setTimeout(then, 0)));  // it has been painted
  const painted = performance.now();
  const entries = performance.getEntriesByType('resource');
  const answers = entries.filter((entry) => entry.name.endsWith('/api/trace'));
  return [painted - before, painted - answers.at(-1).responseStart];
}"""
STEPPING = """async () => {
  const tree = document.getElementById('tree'), button = document.querySelector('[data-do=step]');
  const times = [];
  for (let i = 0; i < 400; i += 1) {
    const before = performance.now(), from = tree.dataset.step;
    button.click();
    while (tree.dataset.step === from) await new Promise((then) => setTimeout(then, 0));
    tree.getBoundingClientRect();
    times.push(performance.now() - before);
  }
  return times;
}"""


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        yield found
        found.close()


def page_at(chromium: Any, address: str, hash: str) -> Any:
    page = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://{address}/{hash}")
    return page


def opened(chromium: Any, address: str, move: str) -> tuple[Any, list[float]]:
    """A page with 100,000 events of the position after a move, and how long they took to open."""
    page = page_at(chromium, address, f"#/tree?g={LARGE}&m={move}" if move else f"#/tree?g={LARGE}")
    page.wait_for_selector("svg#tree .node")
    page.locator("select[name=source]").select_option("position")
    page.locator("input[name=depth]").fill("1")
    page.locator("select[name=algorithm]").select_option("minimax")
    page.wait_for_timeout(1000)  # these two have each begun a search of their own
    page.locator("form.settings-bar button.main:enabled").wait_for()
    page.locator("input[name=depth]").fill("5" if move else "4")
    return page, page.evaluate(OPENING)


def measure() -> None:
    """Everything, in the order in which somebody meets it."""
    print(f"the page ({load()})")
    weight = sum(
        len(gzip.compress(file.read_bytes(), 9))
        for file in STATIC.rglob("*")
        if file.suffix in (".js", ".css", ".html", ".svg")
    )
    print(f"  weight, packed         {weight / 1000:.1f} kB")
    with browser() as chromium, tempfile.TemporaryDirectory() as empty:
        first_picture(chromium)
        with server(ZERMELO_CACHE=empty) as (address, _):
            time.sleep(COMPILING / 3)  # somebody looks at the page first
            say("nothing is compiled", [timed(chromium, address, "")])
            time.sleep(COMPILING)
        with server(ZERMELO_CACHE=empty) as (address, _):
            time.sleep(COMPILING / 3)  # somebody looks at the page first
            say("compiled yesterday", [timed(chromium, address, "")])
            say("compiled", [timed(chromium, address, move) for move in ("b1", "b2", "b3", "c1", "c2")])
            steps(chromium, address)


def first_picture(chromium: Any) -> None:
    """The start screen of a server that has just come up, then a board and a tree in fresh profiles."""
    times: dict[str, list[float]] = {name: [] for name in FIRST}
    for _ in range(3):
        with server() as (address, _):
            for name, (hash, shown) in FIRST.items():
                asked = time.perf_counter()
                page = page_at(chromium, address, hash)
                page.wait_for_selector(shown)
                times[name].append(time.perf_counter() - asked)
                page.context.close()
    said = ", ".join(f"{name} {statistics.median(found):.2f}" for name, found in times.items())
    print(f"  first useful picture   {said} s after the server is up")


def timed(chromium: Any, address: str, move: str) -> list[float]:
    page, times = opened(chromium, address, move)
    page.context.close()
    return times


def say(when: str, times: list[list[float]]) -> None:
    clicks, answers = zip(*times)
    middle = f"{statistics.median(clicks):.0f} ms from the click (most {max(clicks):.0f})"
    print(f"  100,000 events, {when:20} {middle}, {statistics.median(answers):.0f} ms from the answer")


def steps(chromium: Any, address: str) -> None:
    page, _ = opened(chromium, address, "d4")
    page.locator(".track").fill("50000")
    page.wait_for_selector("svg#tree[data-step='50000']")
    times = page.evaluate(STEPPING)
    print(f"  a step                 median {statistics.median(times):.1f} ms, p99 {quantile(times):.1f} ms")
    page.context.close()
