"""For everybody: names, contrast, fingers, keyboards, motion, both themes, narrow screens."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import Open, audited
from budget import LONG, every, in_turn
from playwright.sync_api import Browser, Page, expect

VIEWS = ["", "play", "analyse", "tree", "matrix", "puzzles", "study"]
DRAWN = (
    "#content svg.board .cell, svg#tree .node, table.payoffs td, svg.puzzle-picture .field, .study-view form"
)


NAMELESS = """() => {
  const controls = [...document.querySelectorAll('button, select, input, textarea, svg[tabindex="0"]')];
  const labels = (one) => one.labels && one.labels.length;
  const named = (one) => one.getAttribute('aria-label') || one.textContent.trim() || labels(one);
  return controls.filter((one) => !named(one)).map((one) => one.outerHTML);
}"""


OPENED = {
    "pig": ("play?g=pig&s=0,0&m=roll", ".dice", None),
    "why": ("analyse?g=tictactoe&m=0,4", "button.ask", ".why"),
    "strategy": ("tree", "[data-strategy=max]", ".strategy"),
    "first minute": ("", "[data-door=understand]", ".tour"),
    "no tree": ("tree?t=[[3,", ".problem", None),
    "backgammon": ("play?g=backgammon&s=0,0", ".dice", None),
    "go": ("play?g=go&s=0,0&m=e5,c3", "[data-spoken=pass]", None),
    "over": ("play?g=connect4&m=3,2,3,2,3,2,3", ".status.over", None),
    "simulations": ("tree?a=mcts", "svg#tree .node", None),
    "sudoku": ("puzzles?p=sudoku", "svg#puzzle", None),
    "colouring": ("puzzles?p=colouring", "svg#puzzle", None),
    "no table": ("tables", ".commands", None),
}
"""What a view becomes: its address, what appears there, and what a click on that opens."""


@pytest.mark.parametrize("what", in_turn(list(OPENED)[1:2], [*list(OPENED)[:1], *list(OPENED)[2:]]))
def test_axe_finds_nothing_in_what_opens(opened: Open, what: str) -> None:
    address, seen, more = OPENED[what]
    page = opened(f"#/{address}")
    page.wait_for_selector(seen)
    if more:
        page.locator(seen).first.click()
        page.wait_for_selector(more)
    assert audited(page) == []


def test_both_themes(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    papers = []
    for theme in ("light", "dark"):
        page.locator("select[name=theme]").select_option(theme)
        page.wait_for_selector(f"html[data-theme={theme}]")
        papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert papers == ["rgb(247, 246, 243)", "rgb(20, 23, 29)"]


CONTRAST = """() => {
  const parse = (colour) => {
    const parts = colour.match(/[\\d.]+/g).map(Number);
    return parts.length < 4 ? [...parts, 1] : parts;
  };
  const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const part = (x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * part(r / 255) + 0.7152 * part(g / 255) + 0.0722 * part(b / 255);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const said = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    // the bar is an SVG behind its words; what pulses is told beside it
    const skipped = 'svg, script, option, :disabled, .sr, .skip, .bar, .pulse';
    if (!said || element.closest(skipped) || !element.checkVisibility()) continue;
    const above = [];
    for (let one = element; one; one = one.parentElement) above.unshift(one);
    const grounds = above.map((one) => parse(getComputedStyle(one).backgroundColor));
    const back = grounds.reduce((under, one) => over(one, under), [255, 255, 255, 1]);
    const fore = parse(getComputedStyle(element).color);
    fore[3] *= above.reduce((all, one) => all * Number(getComputedStyle(one).opacity), 1);
    const [high, low] = [light(over(fore, back)), light(back)].sort((a, b) => b - a);
    if ((high + 0.05) / (low + 0.05) < 4.5) found.push(said);
  }
  return found;
}"""


def test_the_header_is_one_row_from_a_tablet_on(opened: Open) -> None:
    page = opened("#/tables?g=tictactoe", width=1024)  # with as many views as there can be, but one
    for language in ("en", "it", "es"):
        page.locator("select[name=language]").select_option(language)
        assert page.locator("header").evaluate("one => one.offsetHeight") < 80, language


SMALL = """() => {
  const large = (box) => box.width >= 39.5 && box.height >= 39.5;
  const boxes = (one) => [one, ...(one.labels || [])].map((each) => each.getBoundingClientRect());
  return [...document.querySelectorAll('button, select, input, summary, svg .cell.can')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0)
    .filter((one) => !boxes(one).some(large))
    .map((one) => one.outerHTML.slice(0, 120));
}"""


def test_nothing_moves_where_no_motion_is_wanted(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}/#/analyse?g=connect4")
    expect(page.locator("dd.pulse")).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0
    context.close()


OUTLINE = """() => ({
  ids: [...document.querySelectorAll('[id]')].map((one) => one.id),
  active: [...document.querySelectorAll('svg.live')].map((one) => one.getAttribute('aria-activedescendant')),
  levels: [...document.querySelectorAll('h1, h2, h3, h4')].map((one) => Number(one.tagName[1])),
  landmarks: ['header', 'nav', 'main'].filter((name) => document.querySelector(name)),
  jumps: [...document.querySelectorAll('[tabindex]')].filter((one) => one.tabIndex > 0).length,
})"""


@pytest.mark.parametrize("view", every(2, VIEWS))
def test_a_view_is_for_everybody(opened: Open, view: str) -> None:
    """Names, outline, axe-core in both themes, text that stands out, also of moves that were taken back."""
    page = opened(f"#/{view}?g=tictactoe&m=0,4,8,2")
    page.wait_for_selector(DRAWN)
    assert page.evaluate(NAMELESS) == []
    assert_outline(page.evaluate(OUTLINE))
    if view == "play":
        page.locator("[data-do=undo]").click()
        expect(page.locator(".move.later").first).to_be_visible()
    for theme in ("light", "dark"):
        page.locator("select[name=theme]").select_option(theme)
        page.wait_for_selector(f"html[data-theme={theme}]")
        assert page.evaluate(CONTRAST) == [], theme  # WCAG AA: at least 4.5 to 1
    assert audited(page) == []


def assert_outline(found: dict[str, Any]) -> None:
    """Ids are unique, headings skip no level, landmarks are there, focus goes in the order of the page."""
    assert len(set(found["ids"])) == len(found["ids"])
    assert set(found["active"]) <= set(found["ids"])
    assert found["levels"][0] == 1
    assert all(after - before <= 1 for before, after in zip(found["levels"], found["levels"][1:]))
    assert found["landmarks"] == ["header", "nav", "main"]
    assert found["jumps"] == 0


PHONE = ("", "play?g=connect4&m=3,3", "play?g=kalah", "analyse?g=tictactoe&m=0,4", "tree?g=nim", *VIEWS[4:])


@pytest.mark.parametrize("hash", every(2, PHONE))
def test_a_phone_needs_neither_sideways_scrolling_nor_thin_fingers(opened: Open, hash: str) -> None:
    page = opened(f"#/{hash}", width=360, height=740)
    page.wait_for_selector(DRAWN)
    for code in ("en", "it", "es") if LONG else ("es",):  # whose words are the longest
        page.locator("select[name=language]").select_option(code)
        page.wait_for_selector(f"html[lang={code}]")
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, code
        nav = page.locator("nav button").last.bounding_box()
        assert nav is not None
        assert nav["x"] + nav["width"] <= 360, code
    if hash:
        assert page.evaluate(SMALL) == []


NAME = "(({ dataset, id, name }) => dataset.do || id || name || '')(document.activeElement)"


def tabbed(page: Page, most: int = 60) -> list[str]:
    found = []
    for _ in range(most):
        page.keyboard.press("Tab")
        found.append(page.evaluate(NAME))
    return found


def test_nodes_are_reached_by_keys(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    page.locator("[data-do=end]").click()
    page.locator("svg#tree").focus()
    picked = page.locator("svg#tree .nodes .picked")
    for key, node in (("ArrowDown", 1), ("PageDown", 5), ("ArrowDown", 6), ("ArrowUp", 5), ("PageUp", 1)):
        page.keyboard.press(key)
        expect(picked).to_have_attribute("data-node", str(node))
    expect(page.locator(".node-card h2")).to_have_text("Node B · 0")


def test_the_keyboard_reaches_everything_in_order(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&m=0,4")
    page.wait_for_selector("svg#board.live")
    found = tabbed(page)
    order = ["language", "theme", "board", "undo", "hint", "flip", "share", "game"]
    assert [name for name in found if name in order][: len(order)] == order
