"""The tree of simulations on the page as it grows, and Hex, which is searched by them."""

from __future__ import annotations

import pytest
from browsing import Open, both_human
from playwright.sync_api import expect


@pytest.mark.long
def test_the_tree_grows_and_a_node_tells_its_numbers(opened: Open) -> None:
    page = opened("#/analyse?g=tictactoe&m=0,4")
    expect(page.locator("dd.nodes")).not_to_have_text("–")
    expect(page.locator("svg.growth")).to_have_count(0)
    page.locator("select[name=method]").select_option("mcts")
    expect(page.locator("svg.growth .bud").nth(7)).to_be_visible()
    expect(page.locator(".figures dt", has_text="Simulations")).to_be_visible()
    expect(page.locator(".grown .mean")).to_have_count(0)
    page.locator("svg.growth .bud").nth(1).click()
    expect(page.locator(".grown dd.sum")).to_be_visible()
    # The tree goes on growing: all three are read from one drawing.
    told = page.locator(".grown").evaluate(
        "grown => ['mean', 'bonus', 'sum'].map(term => grown.querySelector(`dd.${term}`).textContent)"
    )
    mean, bonus, total = (float(text.replace("−", "-")) for text in told)
    assert bonus > 0
    assert abs(mean + bonus - total) < 0.002
    expect(page.locator(".numbers dt").first).not_to_have_text("the position")


def test_hex_is_played_by_clicks_and_searched_by_simulations(opened: Open) -> None:
    page = opened("#/play?g=hex:size=3,swap=True")
    both_human(page)
    page.locator("svg#board.live [data-cell='4']").click()
    expect(page.locator("ol.moves li")).to_have_count(1)
    page.locator("svg#board.live [data-cell='4']").click()
    expect(page.locator("ol.moves li").nth(1)).to_contain_text("swap")
    page = opened("#/analyse?g=hex:size=7,swap=False")
    expect(page.locator("svg.growth .bud").nth(3)).to_be_visible()
