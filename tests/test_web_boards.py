"""Boards in a real browser: played by clicks, by dragging, by keys, with dice."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Open, both_human, traced, wait_until
from budget import every, in_turn
from playwright.sync_api import Browser, BrowserContext, Page, expect


def play_out(page: Page, most: int = 80) -> int:
    """Click on playable cells until the game is over; the clicks it took."""
    over, moves = page.locator(".status.over"), page.locator("ol.moves li")
    for count in range(most):
        if over.count():
            return count
        page.locator("svg#board .cell.can").nth(count % 2 and -1).click(force=True)
        expect(moves).to_have_count(count + 1)
        page.wait_for_selector("svg#board.live, .status.over")
    raise AssertionError("the game did not end")


@pytest.mark.parametrize(
    "game",
    in_turn(
        ["nim:heaps=(2,3)", "dots"],
        ["connect4:width=5,height=4", "kalah:pits=3,seeds=2", "tictactoe", "mnk:width=4,height=3,k=3"],
    ),
)
def test_a_whole_game_by_clicks(opened: Open, game: str) -> None:
    page = opened(f"#/play?g={game}")
    both_human(page)
    assert play_out(page) > 2
    expect(page.locator(".status.over")).not_to_be_empty()


def test_a_game_against_the_engine_with_undo_and_hint(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    page.locator("svg#board.live [data-cell='0']").click()
    moves = page.locator("ol.moves li")
    expect(moves).to_have_count(2)
    page.locator("[data-do=undo]").click()
    expect(page.locator("ol.moves li button:not(.later)")).to_have_count(0)
    page.locator("[data-do=hint]").click()
    expect(page.locator("svg#board .hinted")).to_have_count(1)


def centre(page: Page, cell: int) -> tuple[float, float]:
    box = page.locator(f"svg#board [data-cell='{cell}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stones(page: Page) -> list[str]:
    found = "s => (s.classList.contains('max') ? 'X' : 'O') + s.parentNode.dataset.cell"
    return sorted(page.evaluate(f"[...document.querySelectorAll('svg#board .cell .stone')].map({found})"))


@pytest.mark.long
def test_a_stone_is_dragged_by_the_mouse(opened: Open) -> None:
    page = opened("#/play?g=ponghauki")
    both_human(page)
    page.wait_for_selector("svg#board.live")
    moves, before = page.locator("ol.moves li"), stones(page)
    page.mouse.move(*centre(page, 0))
    page.mouse.down()
    page.mouse.move(*centre(page, 2), steps=5)
    expect(page.locator("svg#board .ghost")).to_be_visible()
    expect(page.locator("svg#board .cell.target")).to_have_count(1)
    page.mouse.up()  # on another stone: back to where it was
    expect(page.locator("svg#board .ghost")).to_have_count(0)
    expect(page.locator("svg#board .cell.target")).to_have_count(0)
    assert stones(page) == before
    page.mouse.move(*centre(page, 0))
    page.mouse.down()
    page.mouse.move(*centre(page, 4), steps=5)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert stones(page) == before
    expect(moves).to_have_count(0)
    page.mouse.move(*centre(page, 0))
    page.mouse.down()
    page.mouse.move(*centre(page, 4), steps=5)
    expect(page.locator("svg#board .cell.over")).to_have_attribute("data-cell", "4")
    page.mouse.up()
    expect(moves).to_have_count(1)
    expect(page.locator("svg#board [data-cell='4'] .stone.max")).to_be_visible()
    page.wait_for_selector("svg#board.live")
    page.locator("svg#board .cell.movable").first.dispatch_event("click")  # as a screen reader clicks
    expect(page.locator("svg#board .cell.chosen")).to_have_count(1)


CLICK_AT_ONCE = """() => {
  const board = document.querySelector('svg#board');
  const seen = new MutationObserver(() => {
    if (!board.matches('.live') || !board.querySelector("[data-cell='4'] .stone")) return;
    seen.disconnect();
    board.querySelector('.cell.movable').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  seen.observe(board, { subtree: true, childList: true, attributes: true });
}"""


def test_a_click_counts_from_the_moment_the_board_is_there(opened: Open) -> None:
    """It was forgotten, when it came before the page had forgotten what was chosen on the board before."""
    page = opened("#/play?g=ponghauki")
    both_human(page)
    page.wait_for_selector("svg#board.live")
    page.evaluate(CLICK_AT_ONCE)
    page.locator("svg#board.live [data-cell='0']").click()
    page.locator("svg#board.live [data-cell='4']").click()
    expect(page.locator("ol.moves li")).to_have_count(1)
    expect(page.locator("svg#board .cell.chosen")).to_have_count(1)


def swipe(context: BrowserContext, page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger from one point to another."""
    (x, y), (u, v) = start, end
    touch = context.new_cdp_session(page)
    for part in range(9):
        point = {"x": x + (u - x) * part / 8, "y": y + (v - y) * part / 8}
        kind = "touchMove" if part else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_stone_is_dragged_by_a_finger(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{address}/#/play?g=ponghauki")
    page.wait_for_selector("svg#board.live")
    swipe(context, page, centre(page, 2), centre(page, 4))
    expect(page.locator("ol.moves li").first).to_contain_text("1-2")
    context.close()


def test_a_stone_moves_by_two_clicks_or_two_keys(opened: Open) -> None:
    page = opened("#/play?g=ponghauki")
    both_human(page)
    moves = page.locator("ol.moves li")
    page.locator("svg#board.live [data-cell='0']").click()
    expect(page.locator("svg#board .cell.chosen")).to_have_attribute("data-cell", "0")
    page.locator("svg#board.live [data-cell='2']").click()
    expect(page.locator("svg#board .cell.chosen")).to_have_attribute("data-cell", "2")
    page.locator("svg#board.live [data-cell='4']").click()
    expect(moves).to_have_count(1)
    page.wait_for_selector("svg#board.live")
    page.locator("svg#board").focus()
    page.keyboard.press("Enter")
    expect(page.locator("svg#board .cell.chosen")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(moves).to_have_count(2)


def test_a_game_by_keyboard_alone(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    page.wait_for_selector("svg#board.live")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "board":
            break
    assert page.evaluate("document.activeElement.id") == "board"
    moves = page.locator("ol.moves li")
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(moves).to_have_count(2)
    expect(moves.first).to_contain_text("4")
    for count in (4, 6, 8, 9):
        page.wait_for_selector("svg#board.live, .status.over")
        if page.locator(".status.over").count():
            break
        name = page.locator("svg#board .cell.can").first.get_attribute("data-move")
        assert name is not None
        page.keyboard.press(name)
        page.wait_for_selector(f"ol.moves li:nth-child({count}), .status.over")
    expect(page.locator(".status.over")).to_be_visible()


GAMES = Path(__file__).parent / "page_games"


@pytest.fixture
def served(request: pytest.FixtureRequest, servers: Callable[..., str]) -> str:
    """The address of a server of one of the games in tests/page_games."""
    return servers(str(GAMES / request.param))


@pytest.mark.long
@pytest.mark.parametrize("served", ["hex_game.py"], indirect=True)
def test_hex_by_clicks(opened: Open, served: str) -> None:
    page = opened("#/play", at=served)
    expect(page.locator("svg#board.hex polygon.square")).to_have_count(9)
    both_human(page)
    for count, cell in enumerate((0, 3, 1, 4, 2)):
        page.locator(f"svg#board.live [data-cell='{cell}']").click()
        expect(page.locator("ol.moves li")).to_have_count(count + 1)
        page.wait_for_selector("svg#board.live, .status.over")
    expect(page.locator(".status.over")).to_have_text("MAX wins")
    tops = [page.locator(f"svg#board [data-cell='{cell}']").bounding_box() for cell in (0, 3)]
    assert tops[0] is not None
    assert tops[1] is not None
    assert tops[1]["x"] > tops[0]["x"]  # each row half a cell further to the right


def test_go_by_clicks(opened: Open) -> None:
    """Stones on crossings, a ring in the last one; a pass from the list of moves."""
    page = opened("#/play?g=go:width=7,height=5")
    expect(page.locator("svg#board.go .goban line")).to_have_count(12)
    expect(page.locator("svg#board.go .goban circle")).to_have_count(1)
    both_human(page)
    for count, cell in enumerate((17, 18)):
        page.locator(f"svg#board.live [data-cell='{cell}']").click()
        expect(page.locator("ol.moves li")).to_have_count(count + 1)
        expect(page.locator("svg#board .newest:visible")).to_have_count(1)
        expect(page.locator(f"svg#board [data-cell='{cell}'] .newest")).to_be_visible()
    page.reload()
    expect(page.locator("svg#board [data-cell='18'] .newest")).to_be_visible()
    page.get_by_text("Legal moves").click()
    page.get_by_role("button", name="pass", exact=True).click()
    expect(page.locator("ol.moves li")).to_have_count(3)


@pytest.mark.long
@pytest.mark.parametrize("served", ["holed_game.py"], indirect=True)
def test_cells_that_are_no_place_are_not_drawn(opened: Open, served: str) -> None:
    page = opened("#/play", at=served)
    expect(page.locator("svg#board.hex polygon.square")).to_have_count(9)


@pytest.mark.long
@pytest.mark.parametrize("served", ["dice_game.py"], indirect=True)
def test_dice_are_shown_and_rolled(opened: Open, served: str) -> None:
    page = opened("#/play", at=served)
    both_human(page)
    expect(page.locator(".dice li")).to_have_text(
        [re.compile("50 %"), re.compile("25 %"), re.compile("25 %")]
    )
    expect(page.locator(".dice .die")).to_have_count(3)
    moves, over = page.locator("ol.moves li"), page.locator(".status.over")
    for turn in range(10):
        page.wait_for_selector("[data-do=roll], .status.over")
        if over.count():
            break
        page.locator("[data-do=roll]").click()
        expect(moves).to_have_count(2 * turn + 1)
        expect(page.locator(".rolled")).to_be_visible()
        page.wait_for_selector("svg#board.live")
        page.locator("svg#board .cell.movable").click()
        page.locator("svg#board .cell.target").last.click()
        expect(moves).to_have_count(2 * turn + 2)
    expect(over).to_have_text(re.compile("M(AX|IN) wins"))


@pytest.mark.long
@pytest.mark.parametrize("served", ["dice_game.py"], indirect=True)
def test_the_engine_has_its_dice_thrown_and_undo_goes_back_to_a_choice(opened: Open, served: str) -> None:
    page = opened("#/play", at=served)
    played = page.locator("ol.moves .move:not(.later)")
    page.locator("[data-do=roll]").click()
    page.locator("svg#board .cell.movable").click()
    page.locator("svg#board .cell.target").first.click()  # one step; then MIN, which is the engine
    expect(played).to_have_count(4)
    expect(page.locator("[data-do=roll]")).to_be_enabled()
    page.locator("[data-do=undo]").click()
    expect(played).to_have_count(1)
    expect(page.locator("svg#board.live .cell.movable")).to_have_count(1)
    page.locator("svg#board .cell.movable").click()
    page.locator("svg#board .cell.target").first.click()
    expect(played).to_have_count(4)
    for left in (1, 0):
        page.locator("[data-do=undo]").click()
        expect(played).to_have_count(left)


@pytest.mark.long
@pytest.mark.parametrize("served", ["dice_game.py"], indirect=True)
def test_who_opens_a_link_throws_the_dice(opened: Open, served: str) -> None:
    """A link that does not say who plays gives its reader the side to move."""
    page = opened("#/play?g=mine&m=1,1", at=served)
    expect(page.locator("[data-do=roll]")).to_be_enabled()
    page.wait_for_timeout(1500)  # longer than dice lie before they are thrown
    expect(page.locator("ol.moves li")).to_have_count(2)
    page.locator("[data-do=roll]").click()
    expect(page.locator("ol.moves li")).to_have_count(3)
    expect(page.locator("svg#board.live .cell.movable")).to_have_count(1)


@pytest.mark.long
@pytest.mark.parametrize("served", ["dice_game.py"], indirect=True)
def test_chance_nodes_in_the_tree_and_in_the_analysis(opened: Open, served: str) -> None:
    tree = opened("#/tree?g=mine", at=served)
    tree.locator("select[name=algorithm]").select_option("expectiminimax")
    tree.locator("select[name=source]").select_option("position")
    tree.locator("input[name=depth]").fill("2")
    with traced(tree, '"depth":2'):
        tree.locator("form.settings-bar button.main").click()
    expect(tree.locator("svg#tree .node.chance circle").first).to_be_visible()
    tree.locator("[data-do=end]").click()
    expect(tree.locator(".sentence")).to_contain_text("CHANCE's node is worth")
    tree.locator("[data-view=analyse]").click()
    tree.locator(".dice button.outcome").nth(1).click()
    expect(tree.locator(".rolled .die")).to_have_attribute("aria-label", "2")
    expect(tree.locator(".verdict .score")).to_contain_text("Expected value")


LARGE = ["mnk:width=64,height=1,k=5", "mnk:width=1,height=64,k=5", "nim:heaps=(60,3)", "kalah:pits=20"]
SMALLEST = """() => Math.min(...[...document.querySelectorAll('svg#board .cell.can')].flatMap((cell) => {
    const { width, height } = cell.getBoundingClientRect();
    return [width, height];
}))"""
IN_SIGHT = """() => {
    const [frame, here] = ['.board-scroll', 'svg#board .here'].map(
        (one) => document.querySelector(one).getBoundingClientRect());
    return here.left >= frame.left - 1 && here.right <= frame.right + 1
        && here.top >= frame.top - 1 && here.bottom <= frame.bottom + 1;
}"""


@pytest.mark.long
@pytest.mark.parametrize("width", in_turn([390], [1280]))
@pytest.mark.parametrize("game", every(3, LARGE))
def test_the_cells_of_a_large_board_can_be_touched(opened: Open, game: str, width: int) -> None:
    page = opened(f"#/play?g={game}", width=width)
    both_human(page)
    page.wait_for_selector("svg#board.live")
    assert page.evaluate(SMALLEST) >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for _ in range(20):
        if page.evaluate("document.activeElement.id") == "board":
            break
        page.keyboard.press("Tab")
    first = page.locator("svg#board .here").get_attribute("data-cell")
    key = "ArrowDown" if "height=64" in game else "ArrowRight"
    for _ in range(60):
        page.keyboard.press(key)
    expect(page.locator("svg#board .here")).not_to_have_attribute("data-cell", first or "")
    wait_until(page, IN_SIGHT)
    page.keyboard.press("Enter")
    expect(page.locator("ol.moves li")).to_have_count(1)


SCROLLED = "document.querySelector('.board-scroll').scrollLeft"


@pytest.mark.long
@pytest.mark.parametrize("served", ["long_game.py"], indirect=True)
def test_a_stone_dragged_to_the_edge_of_its_frame_goes_beyond_it(opened: Open, served: str) -> None:
    page = opened("#/play", at=served)
    both_human(page)
    page.wait_for_selector("svg#board.live")
    frame = page.locator(".board-scroll").bounding_box()
    assert frame is not None
    x, y = centre(page, 0)
    page.mouse.move(x, y)
    page.mouse.down()
    for wiggle in range(1000):
        page.mouse.move(frame["x"] + frame["width"] - 4 - wiggle % 2, y)
        if page.evaluate(SCROLLED) > 200:
            break
    page.mouse.move(*centre(page, 30))
    expect(page.locator("svg#board .cell.over")).to_have_attribute("data-cell", "30")
    page.mouse.up()
    expect(page.locator("ol.moves li")).to_have_text(["1.30"])
    expect(page.locator("svg#board .cell.last")).to_have_count(2)
    page.wait_for_timeout(300)  # what was played last is shown when it has been drawn: where it came to
    wait_until(page, f"{SCROLLED} > 200")  # where it was played


@pytest.mark.long
@pytest.mark.parametrize("served", ["long_game.py"], indirect=True)
def test_a_finger_on_an_empty_cell_scrolls_the_board(browser: Browser, served: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{served}/#/play?g=mine")
    page.wait_for_selector("svg#board.live")
    x, y = centre(page, 9)
    swipe(context, page, (x, y), (x - 200, y))
    wait_until(page, f"{SCROLLED} > 50")
    expect(page.locator("ol.moves li")).to_have_count(0)
    context.close()
