"""Takes the pictures of the page in docs/images, with the browser of the tests.

PYTHONPATH=tests python docs/make_images.py             # all of them
PYTHONPATH=tests python docs/make_images.py web-start   # some
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from browsing import both_human, ended, launched, started
from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).parent / "images"
DESK, PHONE = (1280, 860), (390, 844)


def at_the_start(page: Page) -> None:
    """The three doors."""
    page.wait_for_selector(".gallery svg.board")
    page.wait_for_timeout(1500)


def analysed(page: Page) -> None:
    """Connect Four after a few moves, every move with its score."""
    page.goto(f"{page.url.partition('#')[0]}#/analyse?g=connect4&m=3,3,3,3,2,4,1,0,5,5,5,2,2")
    page.wait_for_selector(".status, svg#board.live")
    page.wait_for_timeout(20_000)


def at_a_cut_off(page: Page) -> None:
    """The textbook's tree, where alpha-beta leaves two leaves unseen."""
    page.goto(f"{page.url.partition('#')[0]}#/tree")
    page.wait_for_selector("svg#tree .node")
    page.locator("[data-do=cut]").click()
    page.wait_for_timeout(1500)


def in_the_dark(page: Page) -> None:
    """The engine's search of tic-tac-toe, at a table hit of its third iteration."""
    page.goto(f"{page.url.partition('#')[0]}#/tree?g=tictactoe&m=4,0,8,2")
    page.wait_for_selector("svg#tree .node")
    page.locator("select[name=source]").select_option("position")
    page.locator("select[name=algorithm]").select_option("pvs")
    page.locator("input[name=depth]").fill("3")
    page.locator("form.settings-bar button.main").click()
    page.wait_for_timeout(2000)
    for _ in range(2):
        page.locator("[data-do=depth]").click()
    page.locator("[data-do=table]").click()
    page.wait_for_timeout(1500)


def on_a_phone(page: Page) -> None:
    """Dots and boxes, half filled."""
    page.goto(f"{page.url.partition('#')[0]}#/play?g=dots")
    both_human(page)
    page.wait_for_selector("svg#board.live")
    for count in range(9):
        page.locator("svg#board .cell.can").nth(count % 2 and -1).click(force=True)
        page.wait_for_timeout(400)
    page.evaluate("scrollTo(0, 0)")


PICTURES: dict[str, tuple[Callable[[Page], None], tuple[int, int], str]] = {
    "web-start": (at_the_start, DESK, "light"),
    "web-analyse": (analysed, DESK, "light"),
    "web-tree": (at_a_cut_off, DESK, "light"),
    "web-dark": (in_the_dark, DESK, "dark"),
    "web-phone": (on_a_phone, PHONE, "light"),
}


@contextmanager
def page_of(browser: Browser, address: str, size: tuple[int, int], theme: str) -> Iterator[Page]:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale="en-GB",
        color_scheme="dark" if theme == "dark" else "light",
    )
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def main() -> None:
    process, address = started()
    try:
        with launched() as browser:
            for name in sys.argv[1:] or PICTURES:
                prepare, size, theme = PICTURES[name]
                with page_of(browser, address, size, theme) as page:
                    prepare(page)
                    page.screenshot(path=IMAGES / f"{name}.png")
                    print(IMAGES / f"{name}.png")
    finally:
        ended(process)


if __name__ == "__main__":
    main()
