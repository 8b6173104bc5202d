"""Dice in the page: thrown, entered by hand, fixed by a seed; backgammon's board."""

from __future__ import annotations

import re

import pytest
from browsing import Open, both_human, traced, wait_until
from playwright.sync_api import Page, expect

from zermelo.games import Backgammon

WORDS = {"en": "entered by hand", "it": "inseriti a mano", "es": "puestos a mano"}


def choose_seed(page: Page, seed: int) -> None:
    page.locator("[data-do=dice]").select_option("seed")
    page.locator("[data-do=seed]").fill(str(seed))
    page.locator("[data-do=seed]").press("Tab")


def first_throws(page: Page) -> list[str]:
    """What three turns of Pig bring, of which each player rolls one and holds, or loses it."""
    both_human(page)
    for count in range(1, 4):
        page.locator("svg#board.live .cell.can").first.wait_for()
        page.locator("svg#board [data-move*=roll]").click()
        page.locator("[data-do=roll]").wait_for()
        choose_seed(page, 5)
        page.locator("[data-do=roll]").click()
        expect(page.locator("ol.moves li")).to_have_count(2 * count)
    names = page.locator("ol.moves .move").all_inner_texts()
    return [name.split(".")[1].strip() for name in names[1::2]]


@pytest.mark.long
def test_a_seed_fixes_the_dice(opened: Open) -> None:
    first, again = (first_throws(opened("#/play?g=pig")) for _ in range(2))
    assert first == again
    assert all(face in "123456" for face in first)


@pytest.mark.long
def test_dice_are_entered_by_hand_also_the_engines(opened: Open) -> None:
    page = opened("#/play?g=race")
    page.locator("[data-do=dice]").select_option("hand")
    expect(page.locator("[data-do=roll]")).to_have_count(0)
    page.locator(".dice button.outcome").nth(1).click()
    page.locator("svg#board .cell.movable").first.click()
    page.locator("svg#board .cell.target").last.click()  # then MIN's dice, which is the engine
    expect(page.locator(".dice button.outcome")).to_have_count(2)
    page.wait_for_timeout(1000)  # longer than dice lie before they are thrown
    expect(page.locator("ol.moves li")).to_have_count(2)
    page.locator(".dice button.outcome").nth(0).click()
    expect(page.locator("ol.moves li")).to_have_count(4)  # the engine has moved


def test_how_dice_are_thrown_outlives_a_reload(opened: Open) -> None:
    page = opened("#/play?g=pig&s=0,0&dice=7")
    page.locator("[data-spoken=roll]").click()
    expect(page.locator("[data-do=seed]")).to_have_value("7")
    page.locator("[data-do=dice]").select_option("hand")
    wait_until(page, "location.hash.includes('dice=hand')")
    page.reload()
    expect(page.locator("[data-do=dice]")).to_have_value("hand")
    page.evaluate("location.hash = '#/play?g=nim'")
    wait_until(page, "location.hash.startsWith('#/play?g=nim&s=')")
    assert "dice" not in page.evaluate("location.hash")


@pytest.mark.parametrize("tongue", WORDS)
def test_where_dice_come_from_is_said_in_every_language(opened: Open, tongue: str) -> None:
    page = opened("#/play?g=race")
    page.locator("select[name=language]").select_option(tongue)
    expect(page.locator("[data-do=dice] option[value=hand]")).to_have_text(WORDS[tongue])


def test_a_chance_tree_is_typed_and_its_edges_have_probabilities(opened: Open) -> None:
    page = opened("#/tree?g=nim")
    page.locator("select[name=source]").select_option("tree")
    page.locator("[name=tree]").fill("[[1/6: 3, 5/6: 9], 4]")
    with traced(page, '"algorithm":"expectiminimax"'):
        page.locator("select[name=algorithm]").select_option("expectiminimax")
    page.locator("[data-do=end]").click()
    expect(page.locator("svg#tree .edge", has_text="(1/6)")).to_have_count(1)
    expect(page.locator("svg#tree .edge", has_text="(5/6)")).to_have_count(1)
    expect(page.locator("svg#tree .node.chance .value")).to_have_text("8")
    page.locator("[name=tree]").fill("[3, [0.5: 0, 0.25: 1, 0.25: 4]]")
    with traced(page, '"algorithm":"star1"'):
        page.locator("select[name=algorithm]").select_option("star1")
    page.locator("[data-do=end]").click()
    expect(page.locator("svg#tree .edge", has_text="0 (0.5)")).to_have_count(1)
    expect(page.locator("svg#tree .edge.struck", has_text="1 (0.25)")).to_have_count(1)  # left out


# -- backgammon ----------------------------------------------------------------------------------------


def place(number: int) -> int:
    """The cell of the page's board at which MAX's point of this number is."""
    game = Backgammon()
    upper, lower = game.layout()
    width = len(upper) + 1
    return width + upper.index(number) if number in upper else 3 * width + lower.index(number)


def test_backgammon_is_played_by_clicks(opened: Open) -> None:
    page = opened("#/play?g=backgammon&m=6-1")
    both_human(page)
    board = page.locator("svg#board.backgammon")
    expect(board.locator(".spike")).to_have_count(24)
    expect(board.locator(".stone.max")).to_have_count(15)
    expect(board.locator(".face")).to_have_count(2)
    for point in (13, 7, 8):
        board.locator(f"[data-cell='{place(point)}']").click()
    expect(page.locator("ol.moves .move").last).to_have_text(re.compile(r"13/7\+8/7"))
    expect(page.locator(".dice .outcome")).to_have_count(21)
    expect(page.locator(".dice .outcome").first).to_have_text(re.compile("2.8 %"))
    choose_seed(page, 3)
    page.locator("[data-do=roll]").click()
    expect(page.locator(".status")).to_have_text("MIN to move")


def test_a_turn_is_chosen_among_those_through_a_point(opened: Open) -> None:
    page = opened("#/play?g=backgammon&m=6-1")
    both_human(page)
    page.locator(f"svg#board [data-cell='{place(8)}']").click()
    page.locator(".chooser button", has_text="13/7+8/7").click()
    expect(page.locator("ol.moves li")).to_have_count(2)


@pytest.mark.long
def test_the_engine_plays_backgammon(opened: Open) -> None:
    page = opened("#/play?g=backgammon:stones%3D3,home%3D3&m=1-2")
    page.locator(".side.min select").select_option("1")
    expect(page.locator("ol.moves li")).to_have_count(2)
    expect(page.locator("[data-do=roll]")).to_be_enabled()


def test_the_tree_of_a_game_with_dice_is_drawn_by_an_algorithm_for_it(opened: Open) -> None:
    """Who comes from a game with dice is shown a tree, not told that alpha-beta is for others."""
    page = opened("#/play?g=pig&m=roll,5")
    page.wait_for_selector("svg#board")
    page.locator("[data-view=tree]").click()
    page.wait_for_selector("svg#tree .node.chance")
    expect(page.locator("select[name=algorithm]")).to_have_value("expectiminimax")
    expect(page.locator("select[name=algorithm] option", has_text="alphabeta")).to_have_count(0)
    expect(page.locator(".problem")).to_have_count(0)
