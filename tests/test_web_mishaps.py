"""The page when things happen in the wrong order: late answers, odd links, a server that goes away."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import RACE, Open, both_human, compared, ended, explained, started, wait_until
from playwright.sync_api import Browser, Page, Route, expect

from zermelo.games import Kalah
from zermelo.search import search
from zermelo.tracing.tree import TraceTree


def held(page: Page, path: str) -> list[Route]:
    """Questions at this address, kept until the test lets them go."""
    waiting: list[Route] = []
    page.route(f"**{path}", lambda route: waiting.append(route))
    return waiting


def question(page: Page, waiting: list[Route], number: int = 0) -> Route:
    """One of those that are kept, once it has been asked."""
    while len(waiting) <= number:
        page.wait_for_timeout(20)
    return waiting.pop(number)


def let_go(page: Page, waiting: list[Route], path: str) -> None:
    with page.expect_response(f"**{path}"):
        question(page, waiting).continue_()
    page.wait_for_timeout(300)


@pytest.mark.long
def test_a_hint_that_comes_after_the_move_is_not_given(opened: Open) -> None:
    page = opened("#/play?g=connect4")
    both_human(page)
    waiting = held(page, "/api/reply")
    page.locator("[data-do=hint]").click()
    page.locator("svg#board.live [data-cell='2']").click()
    expect(page.locator("ol.moves li")).to_have_count(1)
    let_go(page, waiting, "/api/reply")
    expect(page.locator(".hint-text")).to_have_text("")


@pytest.mark.long
def test_why_not_is_not_answered_about_another_position(opened: Open) -> None:
    page = opened("#/analyse?g=tictactoe")
    waiting = held(page, "/api/why")
    page.locator(".legal .ask").first.click()
    expect(page.locator(".why")).to_be_visible()
    page.locator("svg#board.live [data-cell='4']").click()
    expect(page.locator(".why")).to_have_count(0)
    let_go(page, waiting, "/api/why")
    expect(page.locator(".why")).to_have_count(0)


@pytest.mark.long
def test_a_comparison_of_another_tree_is_left(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    page.wait_for_selector("svg#tree .node")
    waiting = held(page, "/api/trace")
    page.locator("[data-do=compare]").click()
    expect(page.locator("[data-do=compare]")).to_be_disabled()
    page.locator("[name=tree]").fill("[[1, 2], [3, 4]]")
    page.locator("form.settings-bar button.main").click()
    expect(page.locator("form.settings-bar button.main")).to_be_disabled()
    question(page, waiting, 1).continue_()
    expect(page.locator("form.settings-bar button.main")).to_be_enabled()
    let_go(page, waiting, "/api/trace")
    expect(page.locator(".comparison tbody tr")).to_have_count(0)
    expect(page.locator("[data-do=compare]")).to_be_enabled()


def test_a_slip_of_the_pen_leaves_the_last_tree_in_sight(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    page.wait_for_selector("svg#tree .node")
    page.locator("[name=tree]").fill("[[3,12],[2,")
    page.locator("form.settings-bar button.main").click()
    expect(page.locator("p.problem[role=alert]")).to_be_visible()
    expect(page.locator("svg#tree .node").first).to_be_visible()


def test_another_address_is_another_tree(opened: Open) -> None:
    page = opened("#/tree?g=nim:heaps=(2,2)&m=a1")
    first = page.locator("svg#tree .action").first
    expect(first).to_have_text("a1")
    wait_until(page, "location.hash.includes('d=3')")  # from then on a second question was asked
    waiting = held(page, "/api/trace")
    page.evaluate("location.hash = '#/tree?g=tictactoe&m=4,0'")
    expect(page.locator("select[name=source] option").first).to_have_text("This position (Tic-tac-toe, 2)")
    expect(page.locator("svg#tree")).to_have_count(0)  # what was searched was another position
    question(page, waiting).continue_()
    expect(first).to_have_text("1")
    page.unroute("**/api/trace")
    page.evaluate("location.hash = '#/tree?g=tictactoe&m=4,1'")
    expect(first).to_have_text("0")


def test_a_typed_tree_stays_when_the_address_changes(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    wait_until(page, "location.hash.includes('t=[[')")  # the tree is in the address, the step is not yet
    page.evaluate("document.querySelector('[data-do=cut]').click(); location.hash = '#/tree?g=nim'")
    expect(page.locator("select[name=source] option").first).to_have_text("This position (Nim)")
    expect(page.locator("dd.cutoffs")).to_have_text("1")


def test_a_link_to_another_step_of_the_same_tree_is_followed(opened: Open) -> None:
    tree = "#/tree?t=[[3,12,8],[2,4,6],[14,5,2]]&a=alphabeta"
    page = opened(f"{tree}&s=18")
    wait_until(page, "location.hash.endsWith('s=18')")
    page.evaluate(f"location.hash = '{tree}&s=9'")
    wait_until(page, "location.hash.endsWith('s=9') && location.hash.includes('[[3,12,8]')")
    expect(page.locator("input.track")).to_have_value("9")


def test_a_double_offers_each_way_to_play_it_once(opened: Open) -> None:
    page = opened("#/play?g=backgammon&m=2-5,13/6,2-2&s=0,4")
    label = page.locator("[aria-label*='24/20(2)']").first.get_attribute("aria-label") or ""
    assert label.count("24/20(2)") == 1, label


def test_the_engine_answers_a_move_that_was_taken_back_and_played_again(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    for _ in range(2):
        page.locator("svg#board.live [data-cell='4']").click()
        expect(page.locator("ol.moves .move:not(.later)")).to_have_count(2)
        page.locator("[data-do=undo]").click()
        expect(page.locator("ol.moves .move:not(.later)")).to_have_count(0)


def test_a_link_with_names_as_nobody_writes_them(opened: Open) -> None:
    page = opened("#/play?g=connect4&m=%203")
    page.wait_for_selector("svg#board.live")
    assert page.evaluate("location.hash").endswith("m=3")


def test_an_address_without_a_game_keeps_the_game(opened: Open) -> None:
    page = opened("#/puzzles?g=tictactoe")
    page.wait_for_selector("svg#puzzle")
    page.evaluate("location.hash = '#/play'")
    expect(page.locator("svg#board .cell")).to_have_count(9)


def test_the_browsers_back_button_goes_to_the_view_before(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&m=4")
    page.wait_for_selector("svg#board")
    expect(page).to_have_title("Tic-tac-toe · Play · Zermelo")
    page.locator("[data-view=puzzles]").click()
    page.wait_for_selector("svg#puzzle")
    expect(page).to_have_title("Puzzles · Zermelo")
    page.go_back()
    expect(page.locator("ol.moves li")).to_have_count(1)
    page.go_forward()
    page.wait_for_selector("svg#puzzle")


def test_addresses_of_nothing_open_something(opened: Open) -> None:
    """The name of something that every object of JavaScript has was taken for a puzzle."""
    page = opened("#/puzzles?p=constructor&n=1e9&step=x")
    page.wait_for_selector("svg#puzzle")
    expect(page.locator("select[name=puzzle]")).to_have_value("queens")
    page.evaluate("location.hash = '#/tree?g=tictactoe&m=4,0,8,2&d=deep&s=-1'")
    page.wait_for_selector("svg#tree .node")
    expect(page.locator("input[name=depth]")).to_have_value("3")
    for step in ("-5", "deep", "0.5"):
        page.evaluate(f"location.hash = '#/tree?t=[1,2]&s={step}'")
        expect(page.locator(".where")).to_have_text("Step 0 of 8")
    page.evaluate("location.hash = '#/play?g=connect4:width=99'")
    expect(page.locator(".problem")).to_have_count(1)  # it was told beside the board and in the form


def test_the_bar_of_a_game_that_ended_in_points(opened: Open) -> None:
    page = opened("#/analyse?g=dots:width=1,height=1&m=0,1,2,3")
    expect(page.locator(".status")).to_have_text("MIN wins 1–0")
    expect(page.locator(".bar")).to_have_attribute("aria-valuenow", "0")


def test_who_played_which_move_of_a_link(opened: Open) -> None:
    page = opened("#/play?g=kalah&m=3,6,1")  # the last seed of pit 3 gives another turn
    expect(page.locator("ol.moves .move")).to_have_count(3)
    expect(page.locator("ol.moves .max")).to_have_text(["1.3", "2.6"])
    expect(page.locator("ol.moves .min")).to_have_text(["3.1"])


@pytest.mark.long
def test_a_server_that_comes_back(opened: Open) -> None:
    process, at = started()
    page = opened("#/play?g=tictactoe", at=at)
    both_human(page)
    page.wait_for_selector("svg#board.live")
    ended(process)
    page.locator("svg#board.live [data-cell='4']").click()
    expect(page.locator(".problem")).to_be_visible()
    process, _ = started("--port", at.rpartition(":")[2])
    try:
        expect(page.locator("svg#board .cell")).to_have_count(9)
        expect(page.locator(".problem")).to_have_count(0)
    finally:
        ended(process)


@pytest.mark.long
def test_an_analysis_is_made_again_by_rules_that_have_changed(opened: Open, tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    file.write_text(RACE.format(goal=4), encoding="utf-8")
    process, at = started(str(file))
    try:
        page = opened("#/analyse?g=mine", at=at)
        expect(page.locator(".verdict .score")).to_contain_text("MAX wins")
        file.write_text(RACE.format(goal=6), encoding="utf-8")
        expect(page.locator(".verdict .score")).to_contain_text("MIN wins")
    finally:
        ended(process)


DICE = '''
class Throws:
    """Two throws, each kept or not."""

    payoff = "points"

    def initial(self):
        return (0, 0, -1, 0)

    def to_move(self, state):
        return state[2]

    def actions(self, state):
        return ["keep", "leave"]

    def outcomes(self, state):
        return [(1, 0.5), (6, 0.5)]

    def result(self, state, action):
        total, turn, player, die = state
        if player == -1:
            return (total, turn, turn, action)
        kept = 0 if action == "leave" else die if player == 0 else -die
        return (total + kept, turn + 1, -1, 0)

    def is_terminal(self, state):
        return state[1] == 2

    def utility(self, state):
        return state[0]
'''


@pytest.mark.long
def test_dice_are_thrown_for_engines_and_why_not_knows_of_them(opened: Open, tmp_path: Path) -> None:
    file = tmp_path / "throws.py"
    file.write_text(DICE, encoding="utf-8")
    process, at = started(str(file))
    try:
        page = opened("#/analyse?g=mine&m=6", at=at)
        ask = page.locator(".legal .ask").nth(1).click
        explained(page, ask, "After leave the dice are rolled: expected value −3.5 for MAX.")
        page.locator("select[name=language]").select_option("es")
        expect(page.locator(".why p")).to_contain_text(
            "Tras leave se lanzan los dados: valor esperado −3.5 para MAX"
        )
        page = opened("#/play?g=mine", at=at)
        expect(page.locator("[data-do=roll]")).to_be_enabled()
        page.locator(".side.max select").select_option("1")
        expect(page.locator(".status.over")).to_be_visible()
    finally:
        ended(process)


SURE = """async (question) => {
  const { Trace } = await import('/static/trace.js');
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/trace', { method: 'POST', headers, body: JSON.stringify(question) });
  return [...new Trace(await answer.json()).sure];
}"""


@pytest.mark.long
def test_values_are_as_sure_as_the_command_line_says(opened: Open) -> None:
    """Also where an action was passed over as hopeless: what is returned then is a bound."""
    page = opened("#/puzzles?g=kalah")
    wanted = {"algorithm": "mtdf", "depth": 4}
    told = page.evaluate(SURE, {"position": {"game": "kalah"}, "events": 100_000, **wanted})
    trace = search(Kalah(), trace=100_000, memory=4, seed=0, **wanted).trace
    assert trace is not None
    signs = {"at most": -1, "exact": 0, "at least": 1}
    assert {node.number: told[node.number] for node in TraceTree(trace).walk()} == {
        node.number: signs[node.sure] for node in TraceTree(trace).walk()
    }


@pytest.mark.long
def test_a_comparison_says_what_was_not_finished(opened: Open) -> None:
    def unfinished(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["summary"]["finished"] = told["summary"]["algorithm"] != "minimax"
        route.fulfill(response=answer, json=told)

    page = opened("#/tree?g=tictactoe")
    page.wait_for_selector("svg#tree .node")
    page.route("**/api/trace", unfinished)
    page.locator("[data-do=compare]").click()
    rows = page.locator(".comparison tbody tr")
    expect(rows).to_have_count(compared())
    told = [row.split() for row in rows.all_inner_texts()]
    assert told[0] == ["minimax", "…", ">", "13", ">", "9", ">", "0"]
    assert told[1] == ["alphabeta", "3", "11", "7", "1"]
    expect(page.locator(".comparison p")).to_contain_text("the time ran out")


def test_nothing_is_analysed_where_the_game_is_over(opened: Open) -> None:
    page = opened("#/analyse?g=tictactoe&m=0,3,1,4,2")
    expect(page.locator(".status")).to_have_text("MAX wins")
    expect(page.locator(".engine .figures")).to_contain_text("Finished")
    expect(page.locator(".engine .pulse")).to_have_count(0)


LATER = "() => { const now = performance.now.bind(performance); performance.now = () => now() + 70_000; }"


@pytest.mark.long
def test_other_clocks_let_a_game_go_on_that_was_lost_on_time(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    both_human(page)
    page.locator("select[name=clock]").select_option("1")
    page.locator("svg#board.live [data-cell='0']").click()
    expect(page.locator(".side.min .clock")).not_to_have_text("1:00")  # it runs
    page.evaluate(LATER)
    expect(page.locator(".status")).to_have_text("MIN has run out of time")
    page.locator("select[name=clock]").select_option("0")
    expect(page.locator(".status")).to_have_text("MIN to move")
    page.wait_for_selector("svg#board.live")


@pytest.mark.long
def test_an_exported_file_offers_what_works_without_a_server(
    opened: Open, browser: Browser, tmp_path: Path
) -> None:
    page = opened("#/tree?g=tictactoe")
    expect(page.locator(".code")).to_contain_text("def alphabeta(")
    page.locator(".exports summary").click()
    with page.expect_download() as waiting:
        page.locator("[data-export=html]").click()
    waiting.value.save_as(tmp_path / "tree.html")
    context = browser.new_context(offline=True, locale="en-GB")
    alone = context.new_page()
    alone.goto((tmp_path / "tree.html").as_uri())
    expect(alone.locator(".code")).to_contain_text("def alphabeta(")
    alone.locator("[data-do=cut]").click()
    expect(alone.locator(".code .now").last).to_contain_text("break")
    alone.locator(".exports summary").click()
    expect(alone.locator("[data-export]")).to_have_text(["SVG", "PNG", "JSON"])
    context.close()


@pytest.mark.long
def test_a_review_that_was_left_asks_no_more(opened: Open) -> None:
    """Reviewing a game asks move by move: none is asked when the view has gone."""
    page = opened("#/analyse?g=tictactoe&m=0,4,8,2,6,3")
    expect(page.locator(".verdict .score")).to_have_text("MAX wins in 1")
    waiting = held(page, "/api/review")
    page.locator("[data-do=review]").click()
    expect(page.locator("[data-do=review]")).to_be_disabled()
    page.locator("[data-view=puzzles]").click()
    page.wait_for_selector("svg#puzzle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    let_go(page, waiting, "/api/review")
    page.wait_for_timeout(2000)
    assert not [url for url in asked if url.endswith("/api/review")]


def test_undo_goes_no_further_than_is_known(opened: Open) -> None:
    """The last move of the link is refused: who moved before is not known, and nothing else is taken back."""
    page = opened("#/play?g=tictactoe&m=0,4,8,2,6,3,3")
    expect(page.locator("ol.moves li")).to_have_count(7)
    page.locator("[data-do=undo]").click()
    expect(page.locator("ol.moves .move:not(.later)")).to_have_count(6)
