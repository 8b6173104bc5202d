"""The tree of a search on the page: drawn whole, held in the address, stepped through, predicted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from browsing import Open, traced, wait_until
from playwright.sync_api import Browser, Page, expect

from zermelo import search
from zermelo.interfaces.pictures.tikz import tree_dot, tree_input
from zermelo.tracing.tree import TraceTree
from zermelo.trees.tree import Tree

TEXTBOOK = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
DEEP = Tree.random(3, 3, seed=4, low=0, high=20).json()
"""Twenty-seven leaves."""


def at(tree: str, **fields: Any) -> str:
    return "#/tree?" + "&".join(
        f"{key}={value}" for key, value in {"g": "tictactoe", "t": tree, **fields}.items()
    )


def shown(page: Page, step: int) -> None:
    page.wait_for_selector(f"svg#tree[data-step='{step}']")


PICTURE = """() => {
  const tree = document.getElementById('tree'), box = tree.getBoundingClientRect();
  const nodes = [...tree.querySelectorAll('.nodes > .node')];
  const scale = box.width / tree.viewBox.baseVal.width;
  const sizes = [...tree.querySelectorAll('text')].filter((one) => one.textContent)
    .map((one) => parseFloat(getComputedStyle(one).fontSize) * scale);
  const root = tree.querySelector('[data-node="0"]').getBoundingClientRect();
  const words = (one) => [...one.querySelectorAll('.value')].map((text) => text.textContent).join('');
  return {
    places: nodes.map((one) => `${one.dataset.node} ${one.getAttribute('transform')}`).sort(),
    leaves: nodes.filter((one) => one.classList.contains('leaf')).map(words),
    names: nodes.flatMap((one) => [...one.querySelectorAll('.name')].map((name) => name.textContent)),
    struck: nodes.filter((one) => one.classList.contains('struck')).map((one) => Number(one.dataset.node)),
    smallest: Math.min(...sizes),
    rootSeen: root.top >= box.top && root.bottom <= box.bottom
      && root.left >= box.left && root.right <= box.right,
  };
}"""


def test_a_typed_tree_is_whole_from_the_first_step_and_nothing_moves(opened: Open) -> None:
    page = opened(at(DEEP), width=1440)
    shown(page, 0)
    before = page.evaluate(PICTURE)
    tree = Tree.parse(DEEP)
    assert len(before["places"]) == len(tree.count) == 40
    assert before["leaves"] == [str(value) for value, count in zip(tree.value, tree.count) if not count]
    assert before["names"] == [*"ABEFGCHIJDKLM"]
    assert before["struck"] == []  # nobody is told in advance
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    shown(page, 4)  # a leaf
    deep = page.evaluate(PICTURE)
    assert (deep["places"], deep["rootSeen"]) == (before["places"], True)
    page.locator("[data-do=end]").click()
    expect(page.locator(".where")).to_have_text(re.compile(r"Step (\d+) of \1"))
    after = page.evaluate(PICTURE)
    assert (after["places"], after["rootSeen"]) == (before["places"], True)
    assert after["struck"]
    assert round(min(before["smallest"], after["smallest"]), 1) >= 11


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1024])
def test_a_tree_that_does_not_fit_is_folded_and_stays_legible(opened: Open, width: int) -> None:
    page = opened(at(Tree.random(4, 4, seed=1).json()), width=width)
    shown(page, 1)  # of a long search the first step is shown
    for button in ("cut", "step", "end"):
        page.locator(f"[data-do={button}]").click()
        picture = page.evaluate(PICTURE)
        assert round(picture["smallest"], 1) >= 11
        assert picture["rootSeen"]
    expect(page.locator("#tree .folded").first).to_be_attached()


def test_what_is_pruned_is_struck_out_when_it_is_pruned(opened: Open) -> None:
    page = opened(at(TEXTBOOK, s=17))
    shown(page, 17)
    assert page.evaluate(PICTURE)["struck"] == []
    page.keyboard.press("ArrowRight")
    shown(page, 18)
    assert page.evaluate(PICTURE)["struck"] == [7, 8]
    expect(page.locator("#tree .arc")).to_have_count(1)
    page.locator(".mention", has_text="A").hover()
    expect(page.locator("#tree .nodes .lit")).to_have_attribute("data-node", "0")
    page.locator(".mention", has_text="C").click()
    expect(page.locator("#tree .nodes .picked")).to_have_attribute("data-node", "5")
    wait_until(page, "location.hash.endsWith('&s=18&n=C')")
    page.reload()
    expect(page.locator("#tree .nodes .picked")).to_have_attribute("data-node", "5")


def test_everything_is_in_the_address(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    shown(page, 0)
    with traced(page, '"order":"worst"'):
        page.locator("select[name=order]").select_option("worst")
    with traced(page, '"prune_equal":false'):
        page.locator("input[name=prune_equal]").uncheck()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    shown(page, 2)
    wait_until(page, "location.hash.endsWith('&a=alphabeta&o=worst&e=0&s=2')")
    again = opened(page.evaluate("location.hash"))
    shown(again, 2)
    expect(again.locator("select[name=order]")).to_have_value("worst")
    expect(again.locator("input[name=prune_equal]")).not_to_be_checked()
    expect(again.locator("[name=tree]")).to_have_value(TEXTBOOK)
    again.evaluate("location.hash = '#/tree?g=tictactoe&t=[1,[2,3]]&a=minimax&s=1'")
    expect(again.locator("[name=tree]")).to_have_value("[1,[2,3]]")
    expect(again.locator("select[name=algorithm]")).to_have_value("minimax")
    shown(again, 1)


def test_a_link_is_said_to_be_copied_only_when_it_was(opened: Open) -> None:
    page = opened(at(TEXTBOOK, s=3))
    shown(page, 3)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined, configurable: true})")
    page.locator("[data-do=share]").click()
    expect(page.locator("input[name=link]")).to_have_value(re.compile(r"#/tree\?g=tictactoe&t=.*&s=3$"))
    expect(page.locator(".share-link [role=status]")).to_have_text("")
    working = "{value: {writeText: async () => {}}, configurable: true}"
    page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {working})")
    page.locator("[data-do=share]").click()
    expect(page.locator(".share-link [role=status]")).to_have_text("Link copied")


def test_a_leaf_that_was_skipped_says_why_whenever_it_is_asked(opened: Open) -> None:
    """At the end of the search too, by the sentence and the arc of its cut-off; a link keeps it."""
    page = opened(at(TEXTBOOK, s=33))
    shown(page, 33)
    expect(page.locator(".sentence")).to_have_text("A is worth 3.")
    page.locator("#tree [data-node='7']").click()
    expect(page.locator(".sentence")).to_contain_text("Skipped at step 18: β = 2 ≤ α = 3")
    expect(page.locator(".node-card h2")).to_contain_text("Leaf")
    assert page.locator("#tree .arc").count() == 1
    wait_until(page, "location.hash.endsWith('&s=33&n=1.1')")
    page.reload()
    expect(page.locator("#tree .nodes .picked")).to_have_attribute("data-node", "7")
    page.locator("[data-do=skipped]").click()
    shown(page, 18)
    expect(page.locator(".sentence")).not_to_contain_text("Skipped")
    page.keyboard.press("End")
    shown(page, 33)
    page.locator("#tree [data-node='4']").click()  # a leaf that was looked at
    expect(page.locator("[data-do=skipped]")).to_have_count(0)
    page.keyboard.press("Home")
    shown(page, 0)
    page.locator("#tree [data-node='7']").click()  # nobody is told in advance
    expect(page.locator("[data-do=skipped]")).to_have_count(0)


def test_little_is_not_drawn_as_nothing(opened: Open) -> None:
    page = opened(at("[0.004, [-0.0000002, 3], -0.00001, 0, -20000000]"))
    shown(page, 0)
    assert page.evaluate(PICTURE)["leaves"] == ["0.004", "−2e−7", "3", "−1e−5", "0", "−2.0e+7"]


def test_what_was_typed_is_drawn_as_it_was_typed(opened: Open) -> None:
    """12.25 and 12.3 were both drawn as 12.3, and told as what they are."""
    page = opened(at("[[12.25, 12.3], [0.125, 6.66667]]"))
    shown(page, 0)
    assert page.evaluate(PICTURE)["leaves"] == ["12.25", "12.3", "0.125", "6.67"]


def test_examples_show_what_may_be_typed(opened: Open) -> None:
    """An outline keeps its lines, in the address too; Enter searches; for dice the algorithm is at hand."""
    page = opened(at(TEXTBOOK))
    shown(page, 0)
    source, tree = page.locator("select[name=source]"), page.locator("[name=tree]")
    with traced(page, "Bridge"):
        source.select_option("outline")
    expect(tree).to_have_value(re.compile(r"^Start\n  left -> Cave\n"))
    expect(page.locator("#tree .name.beside")).to_have_text(["Start", "Cave", "Bridge", "Ford"])
    wait_until(page, "location.hash.includes('%0A')")
    page.reload()
    expect(tree).to_have_value(re.compile(r"^Start\n"))
    for example, algorithm in (("dice", "expectiminimax"), ("textbook", "alphabeta")):
        with traced(page, f'"algorithm":"{algorithm}"'):
            source.select_option(example)
        expect(source).to_have_value("tree")
    tree.fill("[1/6: 3, 5/6: [1, 2]]")
    tree.press("Enter")
    expect(page.locator(".problem")).to_contain_text("chance nodes")
    expect(page.locator("[data-do=compare]")).to_have_count(0)
    with traced(page, '"algorithm":"expectiminimax"'):
        page.locator("[data-do=with-dice]").click()
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.locator("#tree .node.chance")).to_have_count(1)


@pytest.mark.long
def test_the_reader_predicts(opened: Open) -> None:
    page = opened(at(TEXTBOOK, s=17))
    page.locator("input[name=predict]").check()
    expect(page.locator(".prediction")).to_contain_text("Is the next child of C searched or pruned?")
    page.locator("[data-answer=pruned]").click()
    expect(page.locator(".told")).to_have_text("Right.")
    expect(page.locator(".prediction")).to_contain_text("Which value does C return?")
    page.locator("[data-answer='3']").click()
    expect(page.locator(".told")).to_have_text("No: 2.")
    expect(page.locator(".prediction")).to_contain_text("1 of 2 right")
    shown(page, 19)


SEEN = """() => ['#tree', '.player'].every((one) => {
  const box = document.querySelector(one).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
})"""


@pytest.mark.long
def test_on_a_phone_tree_and_buttons_are_seen_together(opened: Open) -> None:
    page = opened(at(TEXTBOOK), width=390, height=844)
    shown(page, 0)
    expect(page.locator("form.settings-bar")).to_be_hidden()
    for _ in range(18):
        page.locator("[data-do=step]").click()
    shown(page, 18)
    assert page.evaluate(SEEN)
    page.locator(".folding summary").click()
    expect(page.locator("select[name=algorithm]")).to_be_visible()


TOP = "document.getElementById('tree').getBoundingClientRect().top"
BAR = "document.querySelector('.player').getBoundingClientRect().top"


@pytest.mark.long
@pytest.mark.parametrize("width", [1440, 390])
def test_a_long_sentence_moves_neither_the_tree_nor_the_buttons(opened: Open, width: int) -> None:
    page = opened(at(TEXTBOOK), width=width)
    shown(page, 0)
    before = [page.evaluate(TOP), page.evaluate(BAR)]
    page.keyboard.press("c")
    shown(page, 18)
    assert [page.evaluate(TOP), page.evaluate(BAR)] == before
    assert page.locator(".whole").all_inner_texts() == ["A:", "C,"]  # a stop does not begin a line
    page.locator("input[name=predict]").check()
    asked = page.evaluate(BAR) - page.evaluate(TOP)
    for key, step in (("ArrowLeft", 17), ("Home", 0)):  # before a cut-off it is asked, at the start it is not
        page.keyboard.press(key)
        shown(page, step)
        assert page.evaluate(BAR) - page.evaluate(TOP) == asked


@pytest.mark.long
def test_the_leaf_that_is_searched_is_drawn_also_in_a_long_row(opened: Open) -> None:
    page = opened("#/tree?g=mnk3&d=2&a=maxn&s=40")
    shown(page, 40)
    expect(page.locator("svg#tree .nodes > .leaf.current")).to_have_count(1)
    expect(page.locator(".sentence")).to_contain_text("C −0.12")


def test_the_steps_that_matter_are_marked(opened: Open) -> None:
    page = opened(at(TEXTBOOK))
    expect(page.locator(".marks .cut")).to_have_attribute("d", f"M{round(18000 / 33)} 0V8")
    expect(page.locator(".marks .best")).to_have_attribute("d", f"M{round(13000 / 33)} 0V8")


def test_strategies_are_drawn_beside_what_was_visited(opened: Open) -> None:
    page = opened(at(TEXTBOOK))
    page.locator("[data-strategy=min]").click()
    expect(page.locator(".strategy")).to_have_text(
        "One move of MIN, every answer of MAX: MAX gets at most 3. Leaves that prove it: 3 of 9. "
        "Both strategies together prove the result with 5 leaves; the search visited 7."
    )
    picture = page.evaluate(PICTURE)
    assert (picture["leaves"], picture["names"]) == (["3", "2", "2"], [*"ABCD"])
    wait_until(page, "location.hash.endsWith('&p=min')")
    page.locator("[data-do=end]").click()
    expect(page.locator(".sentence")).to_have_text("A is worth 3.")
    again = opened("#/tree?g=nim:heaps=(1,2)&d=9&p=max")
    expect(again.locator(".strategy")).to_contain_text("A winning tree for MAX")
    again.locator("[data-strategy=search]").click()
    expect(again.locator("[data-strategy=search]")).to_have_attribute("aria-pressed", "true")


def saved(page: Page, form: str) -> str:
    with page.expect_download() as waiting:
        page.locator(f"[data-export={form}]").click()
    return Path(waiting.value.path()).read_text(encoding="utf-8")


def test_files_show_what_the_page_shows(opened: Open) -> None:
    """After the same step, with the same windows; in the colours of paper, whatever the theme."""
    page = opened(at(TEXTBOOK, s=19))
    shown(page, 19)
    page.locator("select[name=theme]").select_option("dark")
    page.locator(".exports summary").click()
    svg, slides, dot = saved(page, "svg"), saved(page, "input"), saved(page, "dot")
    root = ElementTree.fromstring(svg)
    texts = [(one.text or "").strip() for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"A", "B", "C", "D", "≤2", "3 > 2", "[3, +∞]", "14"} <= set(texts)
    assert "dominant-baseline" not in svg
    assert 'fill="#ffffff"' in svg
    assert "rgb(232, 233, 236)" not in svg  # the ink of the dark theme
    tree = search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], trace=True, engine="interpreted").trace
    assert tree is not None
    assert (slides, dot) == (tree_input(TraceTree(tree, 19)), tree_dot(TraceTree(tree, 19)))
    page.locator("input[name=transparent]").check()
    assert "#ffffff" not in saved(page, "svg")
    page.locator("select[name=theme]").select_option("auto")


@pytest.mark.long
def test_a_replay_keeps_every_leaf_and_the_step(opened: Open, browser: Browser, tmp_path: Path) -> None:
    page = opened(at(TEXTBOOK, s=4))
    shown(page, 4)
    page.locator(".exports summary").click()
    file = tmp_path / "tree.html"
    file.write_text(saved(page, "html"), encoding="utf-8")
    context = browser.new_context(offline=True)
    alone = context.new_page()
    alone.goto(file.as_uri())
    shown(alone, 4)
    assert alone.evaluate(PICTURE)["leaves"] == page.evaluate(PICTURE)["leaves"]
    context.close()


def test_a_drawing_is_moved_without_picking_what_it_is_held_by(opened: Open) -> None:
    """What was dragged was picked when it was let go; Space started the steps wherever it was pressed."""
    page = opened(at(TEXTBOOK))
    shown(page, 0)
    box = page.locator("#tree .nodes .min").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.locator("#tree").get_attribute("viewBox")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 10, steps=4)
    page.mouse.up()
    assert page.locator("#tree").get_attribute("viewBox") != before
    expect(page.locator("#tree .nodes .picked")).to_have_count(0)
    page.mouse.click(x + 60, y + 10)
    expect(page.locator("#tree .nodes .picked")).to_have_count(1)
    page.locator("input[name=predict]").press(" ")
    expect(page.locator("input[name=predict]")).to_be_checked()
    page.locator(".exports summary").press(" ")
    expect(page.locator("[data-export=svg]")).to_be_visible()
    expect(page.locator(".where")).to_contain_text("Step 0 of")


BESIDE = """() => {
  const box = document.getElementById("tree").viewBox.baseVal;
  const nodes = [...document.querySelectorAll("#tree .nodes [data-node]")];
  const at = nodes.map((one) => one.transform.baseVal[0].matrix.e);
  return [Math.min(...at) - box.x, box.x + box.width - Math.max(...at)];
}"""


def test_a_drawing_that_is_followed_is_not_pushed_out_of_sight(opened: Open) -> None:
    """The right half of the canvas was empty, and what belongs there was cut off on the left."""
    page = opened("#/tree?g=kalah&d=3&a=deepening", width=1440)
    page.wait_for_selector("#tree .nodes [data-node]")
    for _ in range(4):
        page.locator("[data-do=cut]").click()
    page.wait_for_selector("svg#tree[data-step='65']")
    left, right = page.evaluate(BESIDE)
    assert left > 0 or right < 120
