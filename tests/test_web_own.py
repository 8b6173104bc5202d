"""A file of one's own, saved while another view than the board shows it."""

from __future__ import annotations

from pathlib import Path

from browsing import RACE, Open, ended, started
from playwright.sync_api import expect


def test_every_view_of_a_file_follows_what_is_saved(opened: Open, tmp_path: Path) -> None:
    """Tree, sentences and matrix were those of the rules before, until the page was loaded anew."""
    file = tmp_path / "race.py"
    file.write_text(RACE.format(goal=2), encoding="utf-8")
    process, at = started(str(file))
    try:
        page = opened("#/tree?g=mine&d=4&a=minimax&s=3", at=at)
        where, problem = page.locator(".where"), page.locator(".problem")
        expect(where).to_contain_text("Step 3 of")
        before = where.inner_text()
        file.write_text(RACE.format(goal=3), encoding="utf-8")
        expect(where).not_to_have_text(before)
        expect(where).to_contain_text("Step 3 of")  # the same step of another search
        page.locator("[data-do=end]").click()
        expect(page.locator(".sentence")).to_contain_text("a win for MIN")
        file.write_text(RACE.format(goal=4).replace("[1, 2]", "[1, 2"), encoding="utf-8")
        expect(problem).to_have_count(1)  # once, with its line, above the tree that stays
        expect(problem).to_contain_text("line")
        expect(page.locator("svg#tree .node").first).to_be_visible()
        page.goto(f"{at}/#/")
        expect(page.locator(".gallery .own .problem")).to_contain_text("the last good version plays on")
        page.goto(f"{at}/#/matrix?g=mine&of=position")
        expect(page.locator("table.payoffs thead th[scope=col]").first).to_be_visible()
        cells = page.locator("table.payoffs [data-cell]").count()
        file.write_text(RACE.format(goal=2), encoding="utf-8")
        expect(page.locator("table.payoffs [data-cell]")).not_to_have_count(cells)
    finally:
        ended(process)
