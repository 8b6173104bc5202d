"""Play: what marks and hovers promise, results in words, links, engines among themselves, parameters."""

from __future__ import annotations

import re

import pytest
from browsing import Open, both_human, wait_until
from playwright.sync_api import Page, Route, expect

from zermelo.csp.study import STRATEGIES
from zermelo.interfaces.web.puzzles import CONFLICTS

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })"
CLIPBOARD = """Object.defineProperty(navigator, 'clipboard',
  { value: { writeText: async (text) => { window.copied = text; } }, configurable: true })"""


def played(page: Page) -> int:
    return page.locator("ol.moves .move:not(.later)").count()


def test_what_a_hover_promises_a_click_does(opened: Open) -> None:
    page = opened("#/play?g=nim:heaps=(2,4)")
    both_human(page)
    page.wait_for_selector("svg#board.live")
    page.locator("svg#board [data-cell='5']").hover()
    expect(page.locator("svg#board .cell.leaving")).to_have_count(3)  # this match and all to its right
    page.locator("svg#board [data-cell='5']").click()
    expect(page.locator("ol.moves li")).to_have_text(["1.b3"])
    expect(page.locator("svg#board .match")).to_have_count(3)
    page.goto(page.url.partition("#")[0] + "#/play?g=connect4&s=0,0")
    page.wait_for_selector("svg#board.columns.live")
    page.locator("svg#board [data-cell='3']").hover()
    expect(page.locator("svg#board .foreseen .stone.max")).to_have_count(1)
    expect(page.locator("svg#board .coordinates text")).to_have_text(list("0123456"))


@pytest.mark.long
def test_moves_that_no_cell_stands_for_and_fractions(opened: Open) -> None:
    page = opened("#/play?g=go:width=3,height=3,komi=0.5&s=0,0")
    expect(page.locator(".setup input[name=komi]")).to_have_value("0.5")
    page.locator("[data-spoken=pass]").click()
    expect(page.locator("ol.moves li")).to_have_text(["1.pass"])
    page.locator(".setup input[name=komi]").fill("-2.5")
    page.locator(".setup button.main").click()
    wait_until(page, "decodeURIComponent(location.hash).includes('komi=-2.5')")
    page.locator("[data-spoken=pass]").click()
    page.locator("[data-spoken=pass]").click()
    expect(page.locator(".status.over.max")).to_have_text("MAX wins 0–−2.5")
    page.evaluate("location.hash = '#/play?g=pig&s=0,4'")
    expect(page.locator(".status")).to_have_text("Your move: you are MAX")
    page.locator("select[name=language]").select_option("es")
    expect(page.locator(".spoken button")).to_have_text(["Tirar"])
    page.locator("[data-spoken=roll]").click()
    page.locator("[data-do=roll]").click()
    expect(page.locator("ol.moves li").nth(1)).to_be_visible()


LETTERS = """() => {
  const [text] = document.querySelectorAll('svg#board .coordinates text, svg#board .goban text');
  return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
}"""


@pytest.mark.long
def test_letters_beside_a_board_are_of_one_size(opened: Open) -> None:
    page = opened("#/play?g=mnk&s=0,0", width=390, height=844)
    for game, width in (("mnk", 1440), ("hex", 1440), ("hex", 390), ("go", 390)):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate(f"location.hash = '#/play?g={game}&s=0,0'")
        page.wait_for_selector(f"svg#board.{'grid' if game == 'mnk' else game}.live")
        wait_until(page, f"(({LETTERS})() - 13) ** 2 < 0.25")


def test_the_winning_line_and_the_result_in_words(opened: Open) -> None:
    page = opened("#/play?g=connect4&m=3,2,3,2,3,2,3")
    expect(page.locator("svg#board .cell.won")).to_have_count(4)
    expect(page.locator(".status.over.max")).to_have_text("MAX wins")
    page.evaluate("location.hash = '#/play?g=dots:width=1,height=1&m=0,1,2,3'")
    expect(page.locator(".status.over.min")).to_have_text("MIN wins 1–0")
    page.locator("select[name=language]").select_option("it")
    expect(page.locator(".status.over.min")).to_have_text("MIN vince 1–0")
    page.locator("[data-do=look-back]").click()
    expect(page.locator(".bar")).to_be_visible()
    page.go_back()
    page.locator("[data-do=again]").click()  # beside the result: on a phone the form is out of sight
    expect(page.locator("svg#board .cell.can")).to_have_count(4)


def test_hint_threat_and_refutation_are_marked_on_the_board(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&m=0,3,1")
    held: list[Route] = []
    page.route("**/api/reply", lambda route: held.append(route), times=1)
    page.locator("[data-do=hint]").click()
    expect(page.locator(".hint-text")).to_contain_text("thinking")  # for the second that it takes
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("svg#board .mark.hint")).to_have_count(1)
    for _ in range(20):  # on a busy machine a first search may prove nothing
        page.locator("[data-do=threat]").click()
        expect(page.locator(".hint-text")).to_contain_text("hreat")
        if "No threat" not in page.locator(".hint-text").inner_text():
            break
    expect(page.locator("svg#board .mark.threat")).to_have_count(1)
    expect(page.locator(".hint-text")).to_have_text(
        "MAX threatens 2: it is proved to win against 5 of the 6 moves."
    )
    page.locator(".all-moves summary").click()
    page.locator(".legal li", has_text="8").locator(".ask").click()
    expect(page.locator("svg#board .mark.asked text")).to_have_text("1")
    expect(page.locator("svg#board .mark.answer text")).to_have_text("2")
    page.locator("[data-view=analyse]").click()
    expect(page.locator("svg#board .mark.best")).to_have_count(1)
    expect(page.locator(".line .step.min").first).to_contain_text("4.")
    page.evaluate("location.hash = '#/analyse?g=ponghauki'")
    expect(page.locator("svg#board.points .mark.best path")).to_have_count(1)  # a stone goes: an arrow


def test_a_link_says_who_plays_and_is_copied_or_shown(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&m=4,0,8&flip=1")  # MIN to move: its reader plays MIN
    expect(page.locator(".side.min select")).to_have_value("0")
    expect(page.locator("[data-do=flip]")).to_have_attribute("aria-pressed", "true")
    wait_until(page, "location.hash === '#/play?g=tictactoe&flip=1&s=4%2C0&m=4,0,8'")
    page.evaluate(NO_CLIPBOARD)
    page.locator("[data-do=share]").click()
    expect(page.locator("input[name=link]")).to_have_value(page.url)
    page.evaluate(CLIPBOARD)
    page.locator("[data-do=share]").click()
    expect(page.locator(".banner")).to_have_text("Link copied")
    assert page.evaluate("window.copied") == page.url
    page.goto(page.url.replace("4%2C0", "0%2C3"))
    page.reload()  # now the engine is MIN, and it is its turn: it moves
    expect(page.locator("ol.moves li")).to_have_count(4)
    page.evaluate(NO_CLIPBOARD)
    page.locator("[data-do=share]").click()
    expect(page.locator("input[name=link]")).to_have_count(1)
    page.evaluate("location.hash = '#/analyse?g=tictactoe&lines=5&method=mcts'")
    expect(page.locator("select[name=lines]")).to_have_count(1)
    expect(page.locator("input[name=link]")).to_have_count(0)  # it leads to what was shown before


LEAVE_AT_ONCE = """new MutationObserver((_, seen) => {
  if (!document.querySelector(WHERE)) return;
  seen.disconnect();
  location.hash = '#/play?g=kalah';
}).observe(document, { subtree: true, childList: true })"""


@pytest.mark.long
def test_an_address_counts_from_the_moment_the_page_is_there(opened: Open) -> None:
    """It was overwritten, when it came between a drawing and what the page does after it."""
    for where in ("header", "ol.moves li:nth-child(2)"):  # the first drawing; the engine's move
        page = opened("#/")
        page.add_init_script(LEAVE_AT_ONCE.replace("WHERE", repr(where)))
        page.goto(page.url.partition("#")[0] + "?anew#/play?g=tictactoe&s=0,1&m=4")
        expect(page.locator("svg#board.pits")).to_be_visible()
        page.close()  # a script that runs at its beginning stays with a tab


def test_who_plays_is_what_was_chosen_before_the_position_came(opened: Open) -> None:
    page, held = opened("#/puzzles"), []
    page.route("**/api/position", lambda route: held.append(route), times=1)
    page.evaluate("location.hash = '#/play?g=tictactoe&m=4'")  # MIN to move: its reader would play MIN
    page.locator(".side.min select").select_option("1")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("ol.moves li")).to_have_count(2)


def test_redo_goes_as_far_as_undo_and_nothing_stalls(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&s=0,1")
    page.locator("svg#board.live [data-cell='4']").click()
    expect(page.locator("ol.moves .move")).to_have_count(2)
    for _ in range(2):
        page.locator("[data-do=undo]").click()
        expect(page.locator("ol.moves .move.later")).to_have_count(2)
        page.locator("[data-do=redo]").click()
        expect(page.locator("ol.moves .move.later")).to_have_count(0)
        assert played(page) == 2
    page.wait_for_selector("svg#board.live")
    page.locator("ol.moves .move").first.click()  # the engine is to move, in a game that went on
    expect(page.locator("[data-do=go-on]")).to_be_visible()
    page.locator("[data-do=go-on]").click()
    expect(page.locator("ol.moves .move:not(.later)")).to_have_count(2)


def test_arrow_keys_go_through_the_game_the_puzzle_and_the_elimination(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&m=4,0,8&s=0,0")
    page.locator("svg#board [data-cell='2']").click()
    expect(page.locator("svg#board [data-cell='2'].can")).to_have_count(0)
    page.keyboard.press("ArrowLeft")  # the board was clicked on, not reached by keys
    expect(page.locator("svg#board [data-cell='2'].can")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.locator("svg#board .cell.can")).to_have_count(9)
    page.keyboard.press("End")
    expect(page.locator("svg#board .cell.can")).to_have_count(5)
    page.goto(f"{page.url.partition('#')[0]}#/puzzles?p=queens&n=4")
    expect(page.locator(".where")).to_contain_text("Step 0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text("Step 1 ")
    page.goto(f"{page.url.partition('#')[0]}#/matrix?x=1%202%0A0%201")
    expect(page.locator(".where")).to_contain_text("Step 0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text("Step 1 ")


@pytest.mark.long
def test_engines_among_themselves_at_their_pace(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&s=1,1")
    page.locator("select[name=engine-pace]").select_option("0.2")
    expect(page.locator("ol.moves .move").nth(1)).to_be_visible()
    page.locator("[data-do=pause]").click()
    page.locator("[data-do=go-on]").click()
    expect(page.locator(".status.over")).to_be_visible()
    page.locator("[data-do=sound]").click()
    expect(page.locator("[data-do=sound]")).to_have_attribute("aria-pressed", "true")


def test_parameters_are_fields_that_say_their_limits(opened: Open) -> None:
    page = opened("#/play?g=connect4")
    expect(page.locator(".fields .limits")).to_have_text(["1 to 9", "1 to 8"])
    page.locator("input[name=width]").fill("5")
    expect(page.locator(".fields .limits")).to_have_text(["1 to 9", "1 to 11"])
    page.locator("input[name=width]").fill("12")
    expect(page.locator(".setup .problem")).to_be_visible()
    expect(page.locator(".setup button.main")).to_be_disabled()
    page.locator("input[name=width]").fill("4")
    expect(page.locator(".setup button.main")).to_be_enabled()
    page.locator(".setup button.main").click()
    expect(page.locator("svg#board .cell")).to_have_count(24)
    page.locator("select[name=game]").select_option("nim")
    expect(page.locator("input[name=heaps]")).to_have_value("3,4,5")
    page.locator("input[name=heaps]").fill("2, 7")
    wait_until(page, "document.querySelector('.setup button.main').disabled === false")
    page.locator(".setup button.main").click()
    expect(page.locator("svg#board .match")).to_have_count(9)


SHARE = """() => { const { width, height } = document.querySelector('svg#board').getBoundingClientRect();
  return [width / document.querySelector('.stage').clientWidth, height / innerHeight]; }"""


def test_a_board_is_as_large_as_the_window_allows(opened: Open) -> None:
    page = opened("#/play?g=dots")
    for game, kind in (("kalah", "pits"), ("connect4", "columns"), ("tictactoe", "grid"), ("hex", "hex")):
        page.evaluate(f"location.hash = '#/play?g={game}'")
        page.wait_for_selector(f"svg#board.{kind}")
        wide, high = page.evaluate(SHARE)
        assert wide > 0.95 or high > 0.6, game
        foot = page.locator(".tools").bounding_box()
        assert foot is not None
        assert foot["y"] + foot["height"] <= 900, game


DIGIT, REGION = ".digit", ".region"
PICTURES = {"knights": ".queen", "cindy": REGION, "sudoku": DIGIT, "colouring": REGION, "cryptarithm": DIGIT}
TOLD = {"it": re.compile("prende|avanza|salta"), "es": re.compile("toma|avanza|salta")}


def test_every_puzzle_is_solved_on_one_screen(opened: Open) -> None:
    page = opened("#/puzzles?p=queens&n=6&step=3")
    expect(page.locator(".where")).to_contain_text("Step 3 of")
    for puzzle, drawn in PICTURES.items():
        page.locator("select[name=puzzle]").select_option(puzzle)
        expect(page.locator(".where")).to_contain_text("Step 0 of")
        page.locator("[data-do=step]").click()
        for code, said in TOLD.items():
            page.locator("select[name=language]").select_option(code)
            expect(page.locator(".sentence")).to_have_text(said)
        page.locator("select[name=language]").select_option("en")
        page.locator("[data-do=solution]").click()
        expect(page.locator(f"svg#puzzle {drawn}").first).to_be_visible()
        expect(page.locator(".sentence")).to_contain_text(re.compile("solution|way 1", re.IGNORECASE))
        box = page.locator("svg#puzzle").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 900, puzzle
        assert f"p={puzzle}" in page.evaluate("location.hash")
    page.locator("input[name=given]").fill("SEND + MORE")
    page.locator(".settings-bar button.main").click()
    expect(page.locator(".problem")).to_contain_text("is not a sum of words")


def test_a_puzzle_ends_with_its_answer(opened: Open) -> None:
    """After the best solution a search goes on until nothing better is left; the end shows the answer."""
    page = opened("#/puzzles?p=knights&n=4")
    page.locator("[data-do=end]").click()
    sentence, knights = page.locator(".sentence"), page.locator("svg#puzzle .queen")
    expect(sentence).to_have_text("The answer: 4 knights cover the board, and fewer cannot.")
    expect(knights).to_have_count(4)
    page.locator("select[name=language]").select_option("it")
    expect(sentence).to_have_text("La risposta: 4 cavalli coprono la scacchiera, e con meno non si può.")
    page.locator("[data-do=back]").click()
    expect(sentence).not_to_contain_text("La risposta")
    page.locator("select[name=puzzle]").select_option("colouring")
    page.locator("select[name=colours]").select_option("2")
    page.wait_for_selector(".tree-view[aria-busy=false]")
    page.locator("[data-do=end]").click()
    expect(sentence).to_have_text("Non c'è nessuna soluzione.")


STORIES = """async (questions) => {
  const [{ chooseLanguage, language }, { sentenceOf }] = await Promise.all(
    ["languages", "stories"].map((name) => import(`/static/${name}.js`)));
  const [before, found] = [language(), []];
  for (const body of questions) {
    const headers = { 'content-type': 'application/json' };
    const asked = await fetch('/api/csp', { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await asked.json();
    for (const code of ["it", "es"]) {
      chooseLanguage(code);
      found.push(...answer.steps.map((step) => sentenceOf(answer, step)));
    }
  }
  chooseLanguage(before);
  return [...new Set(found)];
}"""
SMALL = [
    *({"puzzle": "queens", "n": 5, "strategy": strategy} for strategy in (*STRATEGIES, CONFLICTS)),
    *({"puzzle": "knights", "n": 3, "strategy": strategy} for strategy in STRATEGIES[1:]),
    {"puzzle": "cindy", "n": 2},
    {"puzzle": "sudoku", "given": "1...2......3...."},
    {"puzzle": "colouring", "given": "A-B, B-C, C-A, T", "strategy": "arc consistency, MRV"},
    {"puzzle": "cryptarithm", "given": "A + A = B"},
]


@pytest.mark.long
def test_every_step_of_every_strategy_is_told_in_italian_and_spanish(opened: Open) -> None:
    page = opened("#/puzzles")
    told = page.evaluate(STORIES, SMALL)
    assert len(told) > 100
    wrong = re.compile(r"[{}]|undefined|\b(the|takes|loses|queen|back|of)\b")
    assert [text for text in told if wrong.search(text)] == []


LEFT = "[...document.querySelectorAll('.clock')].map((one) => one.textContent)"


def test_the_clock_goes_on_after_a_reload(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    both_human(page)
    page.locator("select[name=clock]").select_option("5")
    page.locator("svg#board [data-cell='4']").click()
    expect(page.locator(".side.min .clock")).to_have_text("4:58")
    assert "c=5" in page.evaluate("location.hash")
    page.reload()
    expect(page.locator("select[name=clock]")).to_have_value("5")
    expect(page.locator(".side.max .clock")).to_have_text("5:00")
    assert page.evaluate(LEFT)[1] < "4:59"
    page.locator("[data-view=tree]").click()
    page.wait_for_selector("svg#tree .node")
    page.locator("[data-view=play]").click()
    expect(page.locator(".side.min .clock")).to_be_visible()
    assert page.evaluate(LEFT)[1] < "4:59"
    expect(page.locator(".side.min select")).to_have_value("0")  # who plays is kept as well
    page.locator("form.setup button.main").click()
    expect(page.locator(".side.min .clock")).to_have_text("5:00")
