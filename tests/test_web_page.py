"""The page in a real browser: Chromium, driven by Playwright, against the real server."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import RACE, Open, both_human, compared, ended, explained, started, traced, wait_until
from budget import LONG
from playwright.sync_api import Browser, Page, expect

from zermelo.games import PongHauKi
from zermelo.interfaces.pictures.boards import draw


def test_analysis_streams_and_stops(opened: Open) -> None:
    page = opened("#/analyse?g=connect4&m=3,3")
    nodes = page.locator("dd.nodes")
    expect(nodes).not_to_have_text("–")
    first = nodes.inner_text()
    expect(nodes).not_to_have_text(first)
    expect(page.locator("li.line")).to_have_count(3)
    page.locator("select[name=lines]").select_option("5")
    expect(page.locator("li.line")).to_have_count(5)
    expect(page.locator("svg#board .badge")).to_have_count(7)
    page.locator(".engine button.main").click()
    expect(page.locator(".engine button.main")).to_have_text("Start")
    page.wait_for_timeout(700)
    stopped = nodes.inner_text()
    page.wait_for_timeout(700)
    assert nodes.inner_text() == stopped


BOUND = """async () => {
    const { chooseLanguage, language } = await import("/static/languages.js");
    const { badge, scoreText, shortScore } = await import("/static/scores.js");
    const score = { winner: "MIN", plies: 32, exact: false, proved: true, value: -1, player: "MAX" };
    const before = language();
    const said = ["en", "it", "es"].map((tongue) => (chooseLanguage(tongue), scoreText(score)));
    chooseLanguage(before);
    return [...said, shortScore(score), badge(score, 1).text];
}"""


def test_proved_scores_lines_and_why_not(opened: Open) -> None:
    page = opened("#/analyse?g=tictactoe&m=0,4,8")
    expect(page.locator("svg#board .badge.loss")).to_have_count(2)
    expect(page.locator("svg#board .badge.draw")).to_have_count(4)
    expect(page.locator(".verdict .score")).to_have_text("A draw")
    explained(page, lambda: page.locator("svg#board [data-cell='2']").click(button="right"), "MAX wins in 4")
    page.locator("select[name=language]").select_option("it")
    said = page.evaluate(BOUND)
    assert said == [
        "MIN wins, within 32",
        "MIN vince, entro 32",
        "MIN gana, en 32 como mucho",
        "MIN #≤32",
        "+≤32",
    ]
    told = re.compile(r"A 2 si risponde 6 \d \d: MAX vince in 4\. Meglio \d: pareggio\.")
    expect(page.locator(".why p")).to_contain_text(told)
    page.locator(".why button").click()
    page.locator("li.line .step").nth(1).hover()
    expect(page.locator(".preview svg.board")).to_be_visible()
    page.locator("li.line .value").first.click()
    expect(page.locator("ol.moves li")).to_have_count(4)


def test_one_review_draws_the_course_and_names_what_gave_it_away(opened: Open) -> None:
    page = opened("#/analyse?g=tictactoe&m=0,4,8,2")
    expect(page.locator(".graph .point")).to_have_count(1)  # where the analysis is
    page.locator("[data-do=review]").click()
    expect(page.locator(".review[data-judged='4']")).to_be_visible()
    expect(page.locator(".graph :is(.point, .slip)")).to_have_count(5)
    expect(page.locator(".review li[data-label=blunder]")).to_contain_text("4. 2 (MIN)")
    named = page.locator(".review li[data-label]").count()  # on a busy machine an estimate may name another
    expect(page.locator(".graph .slip")).to_have_count(named)


PICTURE = "document.getElementById('tree').innerHTML"


@pytest.mark.long
def test_steps_forward_and_back_give_the_same_pictures(opened: Open) -> None:
    page, steps = opened("#/tree?g=tictactoe"), 30 if LONG else 12
    page.wait_for_selector("svg#tree .node")
    pictures = [page.evaluate(PICTURE)]
    for count in range(steps):
        page.locator("[data-do=step]").click()
        page.wait_for_selector(f"svg#tree[data-step='{count + 1}']")
        pictures.append(page.evaluate(PICTURE))
    assert len(set(pictures)) > 0.8 * steps
    for count in reversed(range(steps)):
        page.locator("[data-do=back]").click()
        page.wait_for_selector(f"svg#tree[data-step='{count}']")
        assert page.evaluate(PICTURE) == pictures[count]


CUTS = {
    "en": "β = 2 ≤ α = 3, which MAX has from branch 0 at A: MAX will never come to C, "
    "so the other two children are never looked at.",
    "it": "β = 2 ≤ α = 3, che MAX ha dal ramo 0 in A: MAX non verrà mai in C, "
    "quindi gli altri 2 figli non vengono mai guardati.",
    "es": "β = 2 ≤ α = 3, que MAX tiene por la rama 0 en A: MAX nunca vendrá a C, "
    "así que los otros 2 hijos nunca se miran.",
}


def test_the_sentence_of_a_cut_off_in_three_languages(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    page.locator("[data-do=cut]").click()
    for code, sentence in CUTS.items():
        page.locator("select[name=language]").select_option(code)
        expect(page.locator(".sentence")).to_have_text(sentence)
    expect(page.locator("svg#tree .node.struck").first).to_be_visible()
    expect(page.locator("svg#tree .node.current .window")).to_have_text("3 > 2")  # and not [3, 2]
    expect(page.locator(".code .now").first).to_contain_text("if best <= alpha")
    expect(page.locator("dd.cutoffs")).to_have_text("1")


def test_a_position_in_a_perfect_and_a_hopeless_order(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe&m=0,4,8,2")
    expect(page.locator("select[name=order] option")).to_have_count(6)
    leaves = {}
    for order in ("best", "natural", "worst"):
        with traced(page, f'"order":"{order}"'):
            page.locator("select[name=order]").select_option(order)
        page.locator("[data-do=end]").click()
        expect(page.locator(".where")).not_to_contain_text("Step 0")
        leaves[order] = int(page.locator("dd.leaves").inner_text())
    assert leaves["best"] < leaves["natural"] < leaves["worst"]


def test_switches_and_comparison(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    page.locator("select[name=algorithm]").select_option("minimax")
    expect(page.locator(".where")).to_contain_text("of 38")
    page.locator("[data-do=end]").click()
    expect(page.locator("dd.cutoffs")).to_have_text("0")
    page.locator("select[name=algorithm]").select_option("alphabeta")
    for order, leaves in (("", "7"), ("worst", "9"), ("best", "5")):
        if order:
            page.locator("select[name=order]").select_option(order)
        expect(page.locator(".where")).to_contain_text("Step 0")  # the search before was left at its end
        page.locator("[data-do=end]").click()
        expect(page.locator("dd.leaves")).to_have_text(leaves)
    page.locator("select[name=order]").select_option("natural")
    page.locator("[data-do=compare]").click()
    expect(page.locator(".comparison tbody tr")).to_have_count(compared())
    rows = page.locator(".comparison tbody tr").all_inner_texts()
    assert [row.split() for row in rows[:2]] == [
        ["minimax", "3", "13", "9", "0"],
        ["alphabeta", "3", "11", "7", "1"],
    ]


@pytest.mark.long
def test_table_hits_killers_and_iterations_are_visible(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe&m=0,4,8")
    page.locator("select[name=algorithm]").select_option("pvs")
    depths = page.locator(".iterations button")
    expect(depths).to_have_text(["depth 1", "depth 2", "depth 3"])
    expect(page.locator(".iterations .quiet")).to_have_text("The first depth has nothing to go by yet.")
    for depth in (2, 3):
        page.locator("[data-do=depth]").click()
        expect(page.locator(f".iterations [data-depth='{depth}']")).to_have_attribute("aria-current", "step")
        expect(page.locator("svg#tree .depth-name").first).to_have_text(f"depth {depth}")
    expect(page.locator(".iterations .quiet")).to_contain_text("The best line of depth 2, ")
    expect(page.locator(".sentence")).to_have_text(re.compile("^Depth 3, .* first: MIN to move"))
    marks = set(page.locator("svg#tree .why").all_text_contents())
    for _ in range(6):  # the path of the search is drawn, and the rest folded
        page.locator("[data-do=cut]").click()
        marks |= set(page.locator("svg#tree .why").all_text_contents())
    assert {"T", "K"} <= marks
    page.locator("[data-do=table]").click()
    expect(page.locator(".sentence")).to_contain_text("The table knows this position")
    expect(page.locator("svg#tree .node.current.by-table .value")).to_contain_text("ᵗ")
    expect(page.locator("dd.hits")).not_to_have_text("0")
    page.locator("select[name=language]").select_option("es")
    expect(page.locator(".sentence")).to_contain_text("La tabla conoce esta posición")
    with traced(page, '"algorithm":"deepening"'):
        page.locator("select[name=algorithm]").select_option("deepening")
    page.locator("[data-do=depth]").click()
    page.locator("[data-do=step]").click()
    expect(page.locator(".sentence")).to_contain_text(", de la última mejor línea:")
    expect(page.locator("svg#tree .why").first).to_have_text("L")


NAMED = """{"children": {
    "castle kingside": {"children": {
        "takes the bishop that stood in the middle": 3, "takes the knight": 12, "no": 8}},
    "castle queenside": {"children": {"retreats at once": 2, "waits a little": 4}}}}"""
BESIDE = """() => {
  const boxes = [...document.querySelectorAll('#tree .action')].map((one) => one.getBoundingClientRect());
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.length > 5 && !boxes.some((a, i) => boxes.slice(0, i).some((b) => over(a, b)));
}"""


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs"])
def test_long_names_do_not_overlap(opened: Open, algorithm: str) -> None:
    page = opened("#/tree?g=tictactoe")
    page.wait_for_selector("svg#tree .node")
    page.locator("[name=tree]").fill(NAMED)
    with traced(page, f'"algorithm":"{algorithm}"'):
        page.locator("select[name=algorithm]").select_option(algorithm)
    expect(page.locator("#tree .action", has_text="castle").first).to_be_attached()
    page.locator("[data-do=end]").click()
    wait_until(page, BESIDE)
    shortened = page.locator("#tree .action:has(title)").all_text_contents()
    assert any(re.match(r"takes.*…takes the bishop", text) for text in shortened)
    page.locator("#tree .nodes .node.leaf").first.click()
    whole = "castle kingside takes the bishop that stood in the middle"
    expect(page.locator(".node-card h2")).to_contain_text(whole)


CLEAR = """() => {
  const boxes = (one) => [...document.querySelectorAll(one)].map((found) => found.getBoundingClientRect());
  const windows = boxes('#tree .window').filter((box) => box.width);
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return windows.length > 4 && !windows.some((a) => boxes('#tree .shape').some((b) => over(a, b)));
}"""


@pytest.mark.long
def test_a_window_does_not_lie_over_the_next_node(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    page.wait_for_selector("svg#tree .node")
    page.locator("[name=tree]").fill("[[3], [5, [1]], 4, [[7, 8], 9], [2]]")
    page.locator("select[name=order]").select_option("reversed")
    expect(page.locator(".where")).to_contain_text("of 42")
    page.locator("[data-do=end]").click()
    wait_until(page, CLEAR)


def test_a_shared_link_reopens_exactly(opened: Open) -> None:
    page = opened("#/play?g=connect4:width=5,height=4")
    both_human(page)
    for count, column in enumerate((2, 2, 1, 3)):
        page.locator(f"svg#board.live [data-cell='{column}']").click()
        expect(page.locator("ol.moves li")).to_have_count(count + 1)
        page.wait_for_selector("svg#board.live")
    link = page.evaluate("location.hash")
    assert link.endswith("m=2,2,1,3")
    told = "s => s.parentNode.dataset.cell + s.classList"
    marks = f"[...document.querySelectorAll('svg#board .cell .stone')].map({told})"
    again = opened(link)
    expect(again.locator("ol.moves li")).to_have_count(4)
    expect(again.locator("svg#board .cell .stone")).to_have_count(4)
    assert again.evaluate(marks) == page.evaluate(marks)


@pytest.mark.long
def test_a_users_file_with_an_error_and_after_its_correction(opened: Open, tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    file.write_text(RACE.format(goal=5).replace("def utility", "def utility("), encoding="utf-8")
    process, at = started(str(file))
    try:
        page = opened("#/play", at=at)
        problem = page.locator(".problem").first
        expect(problem).to_be_visible()
        expect(problem).to_contain_text("race.py")
        file.write_text(RACE.format(goal=5), encoding="utf-8")
        expect(page.locator("pre.board.text")).to_be_visible()
        expect(page.locator(".problem")).to_have_count(0)
        page.locator(".legal .choice").first.click()
        expect(page.locator("ol.moves li").first).to_be_visible()
    finally:
        ended(process)


def test_queens_fill_and_go_back(opened: Open) -> None:
    page = opened("#/puzzles")
    page.locator("select[name=n]").select_option("6")
    expect(page.locator("svg#puzzle .field")).to_have_count(36)
    page.locator("[data-do=solution]").click()
    expect(page.locator("svg#puzzle .queen")).to_have_count(6)
    page.locator("[data-do=start]").click()
    expect(page.locator("svg#puzzle .queen")).to_have_count(0)
    page.locator("[data-do=back-track]").click()
    expect(page.locator(".sentence")).to_contain_text("back")


@pytest.mark.long
def test_min_conflicts_has_all_queens_on_the_board_from_the_start(opened: Open) -> None:
    page = opened("#/puzzles")
    page.locator("select[name=n]").select_option("6")
    expect(page.locator("[data-do=back-track]")).to_be_enabled()
    page.locator("select[name=strategy]").select_option("min-conflicts")
    expect(page.locator("[data-do=back-track]")).to_be_disabled()  # it never goes back: its steps are there
    page.locator("[data-do=step]").click()
    expect(page.locator(".sentence")).to_contain_text("Start with queen 1 column")
    expect(page.locator("svg#puzzle .queen")).to_have_count(6)
    expect(page.locator("svg#puzzle .attacked .queen").first).to_be_visible()
    page.locator("[data-do=step]").click()
    expect(page.locator(".sentence")).to_contain_text("left in all")
    expect(page.locator("svg#puzzle .queen")).to_have_count(6)
    page.locator("[data-do=solution]").click()
    expect(page.locator("svg#puzzle .attacked")).to_have_count(0)


def test_exports(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    page.locator("[data-do=end]").click()
    page.locator(".exports summary").click()
    starts = {"svg": b"<svg", "png": b"\x89PNG", "json": b"{", "tikz": b"", "dot": b"", "html": b"<"}
    for form, start in starts.items():
        with page.expect_download() as waiting:
            page.locator(f"[data-export={form}]").click()
        data = Path(waiting.value.path()).read_bytes()
        assert len(data) > 100, form
        assert data.lstrip().startswith(start), form


def test_exports_of_a_board(opened: Open) -> None:
    page = opened("#/play?g=ponghauki")
    page.locator(".exports summary").click()
    with page.expect_download() as waiting:
        page.locator("[data-export=dot]").click()
    assert waiting.value.suggested_filename == "board.dot"
    assert Path(waiting.value.path()).read_text(encoding="utf-8") == draw(PongHauKi()).dot


@pytest.fixture
def exported(opened: Open, browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens the file that is exported from the tree at a hash, without a server."""
    context = browser.new_context(offline=True, locale="en-GB")

    def export(hash: str, algorithm: str = "alphabeta") -> Page:
        page = opened(hash)
        page.wait_for_selector("svg#tree .node")
        with traced(page, f'"algorithm":"{algorithm}"'):
            page.locator("select[name=algorithm]").select_option(algorithm)
        page.locator(".exports summary").click()
        with page.expect_download() as waiting:
            page.locator("[data-export=html]").click()
        file = tmp_path / "tree.html"
        waiting.value.save_as(file)
        alone = context.new_page()
        alone.goto(file.as_uri())
        return alone

    yield export
    context.close()


def test_an_exported_file_replays_without_a_server(exported: Callable[..., Page]) -> None:
    alone = exported("#/tree?g=tictactoe")
    alone.locator("[data-do=cut]").click()
    for code, sentence in CUTS.items():
        alone.locator("select[name=language]").select_option(code)
        expect(alone.locator(".sentence")).to_have_text(sentence)


@pytest.mark.long
def test_an_exported_file_shows_the_boards_of_its_nodes(exported: Callable[..., Page]) -> None:
    alone = exported("#/tree?g=tictactoe&m=4,0,8")
    alone.locator("[data-do=step]").click()
    expect(alone.locator("svg#mini .cross")).to_have_count(2)
    expect(alone.locator("svg#mini .ring")).to_have_count(1)
    alone.locator("[data-do=step]").click()
    expect(alone.locator("svg#mini .ring")).to_have_count(2)


@pytest.mark.long
def test_an_exported_file_says_that_its_boards_are_too_many(exported: Callable[..., Page]) -> None:
    alone = exported("#/tree?g=mnk:width=5,height=4,k=4&m=0", "minimax")
    alone.locator("[data-do=end]").click()
    expect(alone.locator(".node-card")).to_contain_text("The boards are left out: ")
    expect(alone.locator("svg#mini")).to_have_count(0)


STEPS = """async () => {
  const tree = document.getElementById('tree'), button = document.querySelector('[data-do=step]');
  const times = [];
  for (let i = 0; i < 200; i += 1) {
    const before = performance.now(), from = tree.dataset.step;
    button.click();
    while (tree.dataset.step === from) await new Promise((then) => setTimeout(then, 0));
    tree.getBoundingClientRect();
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b);
}"""


UNFOLDING = """async () => {
  for (let i = 0; i < 150; i += 1) {
    const found = [...document.querySelectorAll('#tree .folded')].at(i % 5);
    found?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await new Promise((then) => setTimeout(then, 20));
  }
  return document.querySelectorAll('#tree .nodes > g, #tree .gone').length;
}"""
OPENING = """() => {
  const entries = performance.getEntriesByType('resource');
  const answers = entries.filter((entry) => entry.name.endsWith('/api/trace'));
  return Number(document.getElementById('tree').dataset.openedAt) - answers.at(-1).responseStart;
}"""


@pytest.mark.slow
@pytest.mark.long
def test_a_hundred_thousand_events(opened: Open, capsys: pytest.CaptureFixture[str]) -> None:
    page = opened("#/tree?g=mnk:width=4,height=4,k=4")
    page.wait_for_selector("svg#tree .node")
    page.locator("select[name=source]").select_option("position")
    page.locator("select[name=algorithm]").select_option("minimax")
    page.locator("input[name=depth]").fill("4")
    began = time.perf_counter()
    page.locator("form.settings-bar button.main").click()
    where = page.locator(".where")
    expect(where).to_have_text(re.compile(r" of (\d\d|100),\d{3}$"))  # a busy machine gets less far
    middle = int((where.text_content() or "").split()[-1].replace(",", "")) // 2
    whole = time.perf_counter() - began
    opening = page.evaluate(OPENING)
    page.locator(".track").fill(str(middle))
    page.wait_for_selector(f"svg#tree[data-step='{middle}']")
    times = page.evaluate(STEPS)
    drawn = int(page.get_attribute("svg#tree", "data-drawn") or 0)
    with capsys.disabled():
        print(
            f"\n{2 * middle:,} events: {whole:.2f} s from click to picture with the search, {opening:.0f} ms "
            f"from the answer; a step {times[100]:.1f} ms (median), {times[190]:.1f} ms (95 of 100); "
            f"{drawn} nodes drawn"
        )
    assert 0 < drawn <= 1500
    assert 400 < page.evaluate(UNFOLDING) <= 1500


STATIC = Path(__file__).parents[1] / "zermelo" / "interfaces" / "web" / "static"


def test_the_page_is_light() -> None:
    import gzip

    files = [file for file in STATIC.rglob("*") if file.suffix in (".js", ".css", ".html", ".svg")]
    weight = sum(len(gzip.compress(file.read_bytes())) for file in files)
    assert weight <= 250_000


def test_effects_run_with_the_drawing() -> None:
    """One that runs after the paint undoes what somebody does between the two."""
    late = [file.name for file in STATIC.glob("*.js") if re.search(r"\buseEffect\b", file.read_text())]
    assert not late, f"useLayoutEffect instead of useEffect in {', '.join(late)}"


@pytest.mark.long
def test_a_link_opened_where_the_engine_would_move_waits(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&m=0,4,8")
    expect(page.locator("ol.moves li")).to_have_count(3)
    page.wait_for_timeout(1500)
    expect(page.locator("ol.moves li")).to_have_count(3)
    page.locator("svg#board.live [data-cell='1']").click()
    expect(page.locator("ol.moves li")).to_have_count(4)


@pytest.mark.long
def test_the_clock_of_the_player_to_move_runs(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    both_human(page)
    page.locator("select[name=clock]").select_option("1")
    clocks = page.locator(".clock")
    expect(clocks.first).to_have_text("1:00")
    page.locator("svg#board.live [data-cell='0']").click()
    expect(clocks.nth(1)).to_have_text(re.compile(r"0:5[0-8]"))
    expect(clocks.first).to_have_text("1:00")


def test_a_link_to_an_impossible_move_says_so(opened: Open) -> None:
    page = opened("#/play?g=tictactoe&m=0,0")
    expect(page.locator(".problem").first).to_be_visible()
    page.locator("form.setup button.main").click()
    expect(page.locator("svg#board .cell")).to_have_count(9)
