"""No letters below 11 pixels, on any view, at any width; and none that lie under a badge."""

from __future__ import annotations

import pytest
from browsing import Open, wait_until
from playwright.sync_api import expect

WIDTHS = ((390, 844), (1024, 768), (1440, 900))
SMALL = """() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [text, parent] = [texts.currentNode, texts.currentNode.parentElement];
    if (!text.textContent.trim() || parent.closest('script, style, title, option, noscript, .sr')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { width, height } = range.getBoundingClientRect();
    if (!width || !height) continue;
    const drawn = parent.ownerSVGElement && parent.getScreenCTM();
    const scale = drawn ? Math.sqrt(Math.abs(drawn.a * drawn.d - drawn.b * drawn.c)) : 1;
    const size = scale * parseFloat(getComputedStyle(parent).fontSize);
    if (size < 10.95) found.add(`${text.textContent.trim()}: ${size.toFixed(1)}`);
  }
  return [...found];
}"""
"""What is written in letters of less than 11 pixels as they are on the screen, where drawings are scaled."""
VIEWS = {
    "start": ("", ".gallery svg.board"),
    "play": ("play?g=connect4&m=3,3&s=0,0", "svg#board"),
    "tree": ("tree?t=[[3,12,8],[2,4,6],[14,5,2]]&s=12", "svg#tree .node"),
    "large tree": ("tree?g=connect4&m=3,3&d=3&a=pvs&s=200", "svg#tree .node"),
    "growing tree": ("tree?g=tictactoe&d=3&a=mcts&s=200", "svg#tree .node"),
    "matrix": ("matrix?x=1%20-1%0A-2%203", ".drawn text"),
    "sudoku": ("puzzles?p=sudoku&step=9", "svg#puzzle .gone"),
    "sum": ("puzzles?p=cryptarithm&step=3", "svg#puzzle .digit"),
    "map": ("puzzles?p=colouring&step=9", "svg#puzzle .region"),
    "pieces": ("puzzles?p=cindy&step=9", "svg#puzzle .region"),
    "kalah": ("analyse?g=kalah", "svg#board .badge"),
    "nim": ("analyse?g=nim:heaps%3D(1,2)", "svg#board .badge"),
    "dots": ("analyse?g=dots:width%3D4,height%3D4", "svg#board .badge"),
    "backgammon": ("analyse?g=backgammon&m=3-1", "svg#board .count"),
}


@pytest.mark.parametrize("view", VIEWS)
def test_letters_can_be_read_at_every_width(view: str, opened: Open) -> None:
    address, drawn = VIEWS[view]
    page = opened(f"#/{address}")
    page.wait_for_selector(drawn, state="attached")
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, f"({SMALL})().length === 0")


@pytest.mark.long
def test_the_curves_of_an_experiment_can_be_read_on_a_phone(opened: Open) -> None:
    page = opened("#/study", width=390, height=844)
    page.locator(".study-view button.main").click()
    page.wait_for_selector(".drawn text")
    assert page.evaluate(SMALL) == []


COVERED = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const digits = ({ left, right, top, height }) => (
    { left, right, top: top + height / 4, bottom: top + height * 0.8 });
  const points = boxes('svg#board .letter').map(digits);
  const [board] = boxes('svg#board');
  const bad = (badge) => badge.top < board.top || points.some((one) => meet(badge, one));
  return boxes('svg#board .badge').filter(bad).length;
}"""
"""How many badges lie over a number, over its digits, which fill the middle of its line; or are cut off."""


def test_badges_leave_the_points_of_pig_in_sight(opened: Open) -> None:
    page = opened("#/analyse?g=pig:target%3D20&m=roll,5,roll,6")
    expect(page.locator("svg#board .badge")).to_have_count(2)
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, f"({COVERED})() === 0")
