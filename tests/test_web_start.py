"""The first screen: what this is, and three doors."""

from __future__ import annotations

from pathlib import Path

from browsing import RACE, Open, ended, started, wait_until
from playwright.sync_api import expect

from zermelo.games import BUILT_IN
from zermelo.interfaces.web.example import example_row

STOPS = 7
POINTED = "document.querySelectorAll('.pointed').length"


def test_three_doors_and_a_picture_of_every_game(opened: Open) -> None:
    page = opened("#/")
    expect(page.locator("[data-door]")).to_have_count(3)
    expect(page.locator(".gallery button")).to_have_count(len(BUILT_IN))
    expect(page.locator(".gallery svg.board")).to_have_count(len(BUILT_IN))
    page.locator("[data-door=play]").click()
    assert page.evaluate("document.activeElement.closest('section').dataset.part") == "games"
    expect(page.locator(".own-rules code").first).to_have_text(example_row()["text"])
    with page.expect_download() as saved:
        page.locator("[data-do=keep-example]").click()
    assert Path(saved.value.path()).read_text(encoding="utf-8") == example_row()["text"]
    page.locator("[data-do=play-example]").click()
    expect(page.locator("pre.board.text")).to_have_text("|" * 12)
    expect(page.locator(".legal.large .choice")).to_have_text(["1", "2", "3"])
    page.locator("h1 a").click()
    page.locator(".gallery [data-game=kalah]").click()
    expect(page.locator("svg#board.pits")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-door]")).to_have_count(3)
    assert page.evaluate("location.hash") == "#/"


def test_the_guided_first_minute(opened: Open) -> None:
    """Each stop says what to look at; pressing what it asks for leads on."""
    page = opened("#/")
    page.locator("[data-door=understand]").click()
    tour = page.locator(".tour")
    expect(tour.locator("h2")).to_contain_text(f"1 of {STOPS}")
    expect(page.locator("svg#tree.pointed")).to_be_visible()
    page.locator("[data-do=tour-next]").click()
    page.locator(".player [data-do=step]").click()
    expect(tour.locator("h2")).to_contain_text(f"3 of {STOPS}")
    expect(page.locator(".sentence.pointed")).not_to_be_empty()
    page.locator("[data-do=tour-next]").click()
    page.locator("[data-do=cut]").first.click()
    expect(tour.locator("h2")).to_contain_text(f"5 of {STOPS}")
    for stop in range(6, STOPS + 1):
        page.locator("[data-do=tour-next]").click()
        expect(tour.locator("h2")).to_contain_text(f"{stop} of {STOPS}")
        wait_until(page, f"{POINTED} === 1")
    page.locator("[data-do=tour-next]").click()
    expect(tour).to_have_count(0)
    assert page.evaluate(POINTED) == 0


def test_next_alone_does_what_the_words_ask_for(opened: Open) -> None:
    """Who presses nothing but Next sees what each stop speaks of, also after having stepped past it."""
    page = opened("#/")
    page.locator("[data-door=understand]").click()
    heading, onward = page.locator(".tour h2"), page.locator("[data-do=tour-next]")
    page.wait_for_selector("svg#tree .node")
    for _ in range(2):
        onward.click()
    expect(heading).to_contain_text(f"3 of {STOPS}")
    expect(page.locator(".where")).to_contain_text("Step 1 of")
    page.locator(".player [data-do=end]").click()  # past the only cut-off
    onward.click()
    expect(heading).to_contain_text(f"4 of {STOPS}")
    onward.click()
    expect(heading).to_contain_text(f"5 of {STOPS}")
    expect(page.locator("svg#tree .struck, svg#tree .cut").first).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("never looked at")
    for _ in range(2):
        onward.click()
    expect(heading).to_contain_text(f"7 of {STOPS}")
    expect(page.locator("[data-do=end]")).to_be_disabled()


FREE = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [part, card] = [box('.pointed'), box('.tour')];
  return part.top >= 0 && part.width > 0 && part.bottom <= card.top;
}"""


def test_on_a_phone_the_card_hides_nothing_that_it_speaks_of(opened: Open) -> None:
    page = opened("#/", width=390, height=844)
    page.locator("[data-door=understand]").click()
    page.wait_for_selector("svg#tree.pointed")
    for stop in range(2, STOPS + 1):
        page.locator("[data-do=tour-next]").click()
        expect(page.locator(".tour h2")).to_contain_text(f"{stop} of {STOPS}")
        wait_until(page, f"({FREE})()")


def test_an_own_file_comes_first_and_plays_on_when_it_is_wrong(opened: Open, tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    file.write_text(RACE.format(goal=5), encoding="utf-8")
    process, at = started(str(file))
    try:
        page = opened("#/", at=at)
        first = page.locator(".gallery button").first
        expect(first).to_contain_text("Race (yours)")
        expect(first).to_contain_text("Say one or two more; who says 5 wins.")
        first.click()
        expect(page.locator(".legal.large .choice")).to_have_count(2)
        page.locator("[data-view=tree]").click()
        expect(page.locator("select[name=source] option").first).to_have_text("This position (Race)")
        page.locator("[data-view=play]").click()
        expect(page.locator(".legal.large .choice")).to_have_count(2)
        file.write_text(RACE.format(goal=6).replace("return [1, 2]", "return [1, 2"), encoding="utf-8")
        expect(page.locator(".problem pre")).to_have_count(1)  # once, and with its line
        expect(page.locator(".problem")).to_contain_text("line")
        expect(page.locator(".problem strong")).to_contain_text("the last good version plays on")
        expect(page.locator(".banner")).to_have_count(0)
        page.locator(".legal.large .choice").first.click()
        expect(page.locator("ol.moves li")).to_have_count(2)
        file.write_text(RACE.format(goal=6), encoding="utf-8")
        expect(page.locator(".problem")).to_have_count(0)
        expect(page.locator(".banner")).to_have_text("race.py was saved and loaded again.")
    finally:
        ended(process)
