"""The page's source code follows the search step by step."""

from __future__ import annotations

import inspect
import json

import pytest
from browsing import Open
from playwright.sync_api import expect

from zermelo.algorithms.alphabeta import alphabeta
from zermelo.algorithms.pvs import pvs
from zermelo.interfaces.web.models import traced_algorithms
from zermelo.interfaces.web.offered import players_for

LIT = "() => [...document.querySelectorAll('.code li.now')].map((one) => Number(one.dataset.line))"
SEEN = """() => {
  const box = document.querySelector(".code").getBoundingClientRect();
  const file = document.querySelector(".code .file").getBoundingClientRect().height;
  const lit = document.querySelector(".code .now").getBoundingClientRect();
  return lit.top >= box.top + file - 1 && lit.top < box.bottom;
}"""


def numbers_of(function: object, *texts: str) -> list[int]:
    lines, first = inspect.getsourcelines(function)  # type: ignore[arg-type]
    return [first + number for number, line in enumerate(lines) if line.strip() in texts]


def test_the_lit_lines_follow_the_steps(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    expect(page.locator(".code li").first).to_be_visible()
    assert page.evaluate(LIT) == []

    def after(button: str) -> list[int]:
        before = page.locator("svg#tree").get_attribute("data-step")
        page.locator(f"[data-do={button}]").click()
        page.wait_for_selector(f"svg#tree:not([data-step='{before}'])")
        return list(page.evaluate(LIT))

    (larger,) = numbers_of(alphabeta, "if value > best:")
    (smaller,) = numbers_of(alphabeta, "if best <= alpha if run.options.prune_equal else best < alpha:")
    first = inspect.getsourcelines(alphabeta)[1]
    assert after("step") == [first]
    assert after("best") == [larger, larger + 1, *numbers_of(alphabeta, "alpha = max(alpha, best)")]
    cut = after("cut")
    assert cut[0] == smaller
    assert cut[1:] == numbers_of(alphabeta, "break")[1:]
    assert after("step") == numbers_of(alphabeta, "return best")
    assert after("back") == cut


DARK = """async ([folder, algorithms, about]) => {
  const { post } = await import(`${folder}/api.js`);
  const { Trace } = await import(`${folder}/trace.js`);
  const { eventAt, litBy } = await import(`${folder}/source.js`);
  const dark = [];
  for (const algorithm of algorithms) {
    const trace = new Trace(await post("/api/trace", { ...about, algorithm }));
    const parts = await post("/api/trace/source", { ...about, algorithm });
    for (let step = 1; step <= trace.length; step += 1) {
      const lit = parts.filter(({ lines }) => litBy(lines, eventAt(trace, step)).size > 0);
      if (!lit.length) dark.push([algorithm, step]);
    }
  }
  return dark;
}"""
POSITION = {"position": {"game": "connect4:width=5,height=4", "moves": ["2"]}, "depth": 4}


@pytest.mark.parametrize("about", [{"tree": "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"}, POSITION])
def test_no_step_is_without_its_line(opened: Open, about: dict[str, object]) -> None:
    page = opened("#/tree?g=tictactoe")
    folder = page.evaluate("document.querySelector('script[type=module][src]').src").rpartition("/")[0]
    for_two = [name for name in traced_algorithms() if 2 in players_for(name)]
    assert page.evaluate(DARK, [folder, for_two, about]) == []


@pytest.mark.long
def test_a_long_kernel_shows_its_lit_line_and_the_page_stays(opened: Open) -> None:
    page = opened("#/tree?g=connect4:width=5,height=4&m=2,2", height=700)
    page.locator("select[name=algorithm]").select_option("pvs")
    expect(page.locator(".code [data-part=pvs] li").first).to_be_visible()
    page.evaluate("scrollTo(0, 40)")
    for button in ("cut", "table", "best", "end", "back"):
        page.locator(f"[data-do={button}]").evaluate("(one) => one.click()")
        expect(page.locator(".code .now").first).to_be_attached()
        assert page.evaluate(SEEN), button
        assert page.evaluate("scrollY") == 40
    page.locator("[data-do=start]").evaluate("(one) => one.click()")
    page.locator("[data-do=cut]").evaluate("(one) => one.click()")
    expect(page.locator(".code .now").first).to_contain_text("if value >= beta:")
    assert page.evaluate(LIT)[-1] in numbers_of(pvs, "break")


@pytest.mark.long
def test_folds_open_one_by_one_and_all_together(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    lines, bookkeeping = page.locator(".code li"), page.locator(".code li.bookkeeping")
    expect(lines.first).to_be_visible()
    expect(bookkeeping).to_have_count(0)
    fold = page.locator(".code .fold").first
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.click()
    expect(bookkeeping.first).to_be_visible()
    fold.click()
    expect(bookkeeping).to_have_count(0)
    page.locator("input[name=whole]").check()
    expect(lines).to_have_count(len(inspect.getsource(alphabeta).splitlines()))
    expect(page.locator(".code .fold")).to_have_count(0)


COMMENTS = {"en": "# 5. What the table", "it": "# 5. Ciò che ne sa", "es": "# 5. Lo que la tabla"}


@pytest.mark.long
def test_comments_in_three_languages(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe&m=4")
    page.locator("select[name=algorithm]").select_option("pvs")
    for code, said in COMMENTS.items():
        page.locator("select[name=language]").select_option(code)
        expect(page.locator(".code")).to_contain_text(said)


def test_a_failing_server_leaves_the_rest_of_the_page(opened: Open) -> None:
    page = opened("#/play?g=tictactoe")
    page.wait_for_selector("svg#board.live")
    refused = json.dumps({"error": "busy"})
    page.route("**/api/trace/source", lambda route: route.fulfill(status=503, body=refused))
    page.locator("[data-view=tree]").click()
    page.locator("[data-do=cut]").click()
    expect(page.locator(".sentence")).to_contain_text("MAX will never come to C")
    expect(page.locator(".code li")).to_have_count(0)
