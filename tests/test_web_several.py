"""Three players on the page: play, analysis, the tree of max^n."""

from __future__ import annotations

import pytest
from browsing import Open
from playwright.sync_api import expect


def test_three_people_play_and_the_analysis_tells_everybody_s_share(opened: Open) -> None:
    page = opened("#/play?g=siege:stones%3D(1,1,2)&s=0,0,0")
    expect(page.locator(".side .who")).to_have_text(["▲ A", "▼ B", "◆ C"])
    page.locator("svg#board [data-move=xC]").click()
    expect(page.locator(".status")).to_contain_text("B to move")
    page.locator("svg#board [data-move=xA]").click()
    expect(page.locator(".status")).to_contain_text("C to move")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".shares dd")).to_have_text(["0", "1", "2"])
    expect(page.locator(".verdict")).to_contain_text("each for themselves; proved")
    page.locator("svg#board [data-move=xB]").click()
    expect(page.locator(".status")).to_have_text("C wins: A 0, B 1, C 2")
    expect(page.locator(".status.over.third")).to_be_visible()
    expect(page.locator(".review")).to_have_count(0)


ENDS = """async () => {
    const { endText } = await import("./scores.js");
    const ends = [[1, 0, 1], [2, 2, 2]];
    return ends.map((payoffs) => endText({ winner: null, payoffs }));
}"""


def test_who_shares_a_win_is_said(opened: Open) -> None:
    page = opened("#/play?g=siege")
    at = page.evaluate("document.querySelector('script[type=module]').src").rpartition("/")[0]
    said = page.evaluate(ENDS.replace("./", f"{at}/"))
    assert said == ["A and C share the win: A 1, B 0, C 1", "A draw: A 2, B 2, C 2"]


@pytest.mark.long
def test_the_tree_has_a_shape_for_each_and_offers_what_fits(opened: Open) -> None:
    page = opened("#/tree?g=siege:stones%3D(1,1,2)&d=4")
    page.locator("svg#tree .node.third").first.wait_for()
    options = page.locator("select[name=algorithm] option")
    expect(options).to_have_text(["deepening", "mcts", "maxn", "paranoid"])
    page.locator("[data-do=end]").click()
    expect(page.locator(".sentence")).to_contain_text("From here: A ")
    expect(page.locator("svg#tree .node.max .value").first).to_have_text("A")
    expect(page.locator(".foot")).to_contain_text("▲ A · ▼ B · ◆ C")
    page.locator("select[name=algorithm]").select_option("paranoid")
    expect(page.locator(".foot")).to_contain_text("▼ B+C")
    page.locator("select[name=algorithm]").select_option("mcts")
    page.locator(".phases").wait_for()
    page.locator("[data-do=end]").click()
    expect(page.locator(".sentence")).to_contain_text("60 visits, on average A ")
    expect(page.locator(".node-card .mean")).to_contain_text("A ")
    expect(page.locator("svg#tree .node.leaf .value").first).to_contain_text(", ")
    page.locator("select[name=algorithm]").select_option("paranoid")
    page.locator("select[name=language]").select_option("it")
    expect(page.locator(".foot")).to_contain_text("tutti i valori sono di A")
