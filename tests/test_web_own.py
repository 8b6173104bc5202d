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


NAMES = '''
class Named:
    """Names as nobody writes them."""

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return ["", "Move(from='" + "a" * 40 + "')", "Move(from_place='a', to=<Colour.RED: 1>)"]

    def result(self, state, action):
        return (state[0] + 1, 1 - state[1])

    def is_terminal(self, state):
        return state[0] >= 6

    def utility(self, state):
        return 1
'''
THROWN = '''
class Thrown:
    """A die, then a choice."""

    payoff = "points"

    def initial(self):
        return (0, -1)

    def to_move(self, state):
        return state[1]

    def outcomes(self, state):
        return [("heads", 0.5), ("tails", 0.5)]

    def actions(self, state):
        return ["stay", "go"]

    def result(self, state, action):
        return (state[0] + 1, -1 if state[1] == 0 else 0)

    def is_terminal(self, state):
        return state[0] >= 4

    def utility(self, state):
        return 3
'''


def test_names_of_any_length(opened: Open, tmp_path: Path) -> None:
    """A long one is broken, and a move that is named by nothing is in the address."""
    (file := tmp_path / "named.py").write_text(NAMES, encoding="utf-8")
    (dice := tmp_path / "thrown.py").write_text(THROWN, encoding="utf-8")
    process, at = started(str(file), str(dice))
    try:
        page = opened("#/play?g=mine", at=at)
        page.set_viewport_size({"width": 390, "height": 844})
        expect(page.locator(".legal .choice")).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.goto(f"{at}/#/analyse?g=mine&m=")
        expect(page.locator(".moves .move")).to_have_count(1)
        page.goto(f"{at}/#/analyse?g=mine2")
        expect(page.locator(".legal .choice")).to_have_count(2)
        expect(page.locator(".legal .ask")).to_have_count(0)  # nobody chooses what dice show
        page.locator(".legal .choice").first.click()
        expect(page.locator(".legal .ask")).to_have_count(2)
    finally:
        ended(process)
