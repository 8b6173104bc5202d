"""Payoff matrices on the page and at the server: typed in, stepped through, shared, exported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from browsing import Open, wait_until
from playwright.sync_api import Page, expect
from test_web_languages import left_in_english
from web_running import Running, running

from zermelo.matrix import Matrix, read

__all__ = ["running"]  # a fixture

LECTURE = "2 -3\n0 2\n-5 10"


def test_the_server_answers_with_all_that_is_known(running: Running) -> None:
    found = running.asked("/api/matrix", {"matrix": LECTURE, "rounds": 50})
    assert (found["kind"], found["value"]["exact"], found["exact"]) == ("matrix", "4/7", True)
    assert set(found["pictures"]) == {"graph0", "play"}
    assert found["fictitious_play"]["rounds"] == 50
    assert read(json.dumps(found)) == Matrix([[2, -3], [0, 2], [-5, 10]])
    turned = running.asked("/api/matrix", {"matrix": LECTURE, "rows": "min"})
    assert (turned["players"], turned["value"]["exact"]) == (["MIN", "MAX"], "1/4")
    chicken = running.asked("/api/matrix", {"matrix": "0|0 -1|1; 1|-1 -9|-9"})
    assert (chicken["kind"], len(chicken["equilibria"]), chicken["pictures"]) == ("bimatrix", 3, {})


def test_the_strategies_of_a_tree_and_of_a_position(running: Running) -> None:
    tree = running.asked("/api/matrix", {"tree": "[[3, 12], [2, 4]]"})
    assert (tree["value"]["exact"], tree["saddle_points"]) == ("3", [[0, 0]])
    position = {"game": "nim:heaps=(1,1)", "moves": ["a1"]}
    assert running.asked("/api/matrix", {"position": position})["value"]["exact"] == "-1"


def test_refusals(running: Running) -> None:
    for asked, said in (
        ({"matrix": "1 2; 3"}, "row 2 has length 1"),
        ({"matrix": ""}, "the matrix is empty"),
        ({"matrix": ";".join(["1 " * 31] * 31)}, "the matrix has 961 cells, more than 900"),
        ({"matrix": "1" * 20_001}, "matrix: "),
        ({}, "ask about a matrix, a tree or a position"),
        ({"matrix": "1", "tree": "[1]"}, "exactly one of them"),
        ({"tree": "[[1"}, "this is not a tree"),
        ({"position": {"game": "tictactoe"}}, "TicTacToe is too large for a matrix of strategies"),
        ({"matrix": "1", "rounds": 0}, "at least 1"),
    ):
        assert said in running.refused("/api/matrix", asked)
    assert "no picture 'graph'" in running.refused(
        "/api/matrix/export", {"matrix": "1 2 3; 4 5 6; 7 8 9", "format": "tikz", "plot": "graph"}
    )


def test_files(running: Running) -> None:
    known = {"tikz": "\\documentclass", "csv": ",c1,c2\nr1,2,-3", "svg": "<svg ", "json": "{"}
    for form, begins in known.items():
        made = running.post("/api/matrix/export", {"matrix": LECTURE, "format": form})
        assert made.status_code == 200
        assert made.text.startswith(begins)
        assert made.headers["content-disposition"].startswith('attachment; filename="matrix.')


# -- in the browser ------------------------------------------------------------------------------------

SHOWN = """() => ({
  value: document.querySelector('.worth strong')?.textContent,
  cells: [...document.querySelectorAll('.payoffs td[data-cell] span')].map((one) => one.textContent),
  pictures: [...document.querySelectorAll('[data-picture]')].map((one) => one.dataset.picture),
})"""


TURN = "document.querySelector('.matrix-view .viewer')?.dataset.turn || ''"


@contextmanager
def solved_anew(page: Page) -> Iterator[None]:
    """What is done inside asks for another matrix; then the page shows that one."""
    before = page.evaluate(TURN)
    yield
    wait_until(page, f"(({TURN}) || {before!r}) !== {before!r}")


def test_a_matrix_is_typed_solved_and_shared(opened: Open) -> None:
    page = opened("#/matrix")
    expect(page.locator(".worth strong")).to_have_text("4/7")
    assert page.evaluate(SHOWN)["pictures"] == ["graph0", "play"]
    page.locator("textarea[name=matrix]").fill("L R\nU 1/2 0\nD 0 1")
    page.locator("form button.main").click()
    expect(page.locator(".worth strong")).to_have_text("1/3")
    assert page.evaluate(SHOWN) == {
        "value": "1/3",
        "cells": ["1/2", "0", "0", "1"],
        "pictures": ["graph0", "graph1", "play"],
    }
    wait_until(page, "location.hash.includes('U%201%2F2')")
    again = opened(f"#{page.url.partition('#')[2]}")
    expect(again.locator(".worth strong")).to_have_text("1/3")
    again.locator("select[name=rows]").select_option("min")
    wait_until(again, "location.hash.includes('rows=min')")
    expect(again.locator(".payoffs .share.min")).to_have_count(2)


def test_dominated_actions_go_step_by_step(opened: Open) -> None:
    page = opened(f"#/matrix?g=nim&x={quote('4 2 3;6 5 7;1 0 9')}")
    sentence, gone = page.locator(".matrix-view .sentence"), page.locator(".payoffs th.gone")
    expect(page.locator(".payoffs td.pure")).to_have_text("5")
    for count, said in enumerate(("r1 is strictly dominated by r2.", "c1 is strictly dominated by c2."), 1):
        page.locator("[data-do=step]").click()
        expect(sentence).to_have_text(said)
        expect(gone).to_have_count(count)
    page.locator("[data-do=back]").click()
    expect(gone).to_have_count(1)
    page.locator("input[name=replies]").check()
    expect(page.locator(".payoffs [data-cell='1,1'] sup")).to_have_text("▲◀")


@pytest.mark.long
def test_mistakes_and_words_in_three_languages(opened: Open) -> None:
    page = opened(f"#/matrix?g=nim&x={quote('1 2; 3')}")
    problem = page.locator(".problem")
    told = {"en": "row 2 has length 1", "it": "la riga 2 ha lunghezza 1", "es": "la fila 2"}
    for code, said in told.items():
        page.locator("select[name=language]").select_option(code)
        expect(problem).to_contain_text(said)
    for example in ("mxLecture", "mxMixed", "mxMorra", "mxChicken", "mxPrisoners", "mxSaddle"):
        with solved_anew(page):
            page.locator("select[name=example]").select_option(example)
        page.locator("input[name=replies]").check()
        if page.locator("[data-do=step]").count():
            page.locator("[data-do=step]").click()
        assert left_in_english(page) == []
    with solved_anew(page):
        page.locator("select[name=of]").select_option("tree")
    expect(page.locator(".payoffs tbody tr")).to_have_count(4)
    assert left_in_english(page) == []


def test_pictures_and_data_are_kept(opened: Open, tmp_path: Path) -> None:
    page = opened("#/matrix")
    expect(page.locator(".worth strong")).to_have_text("4/7")
    for place, form, begins in (
        ("section:has([data-picture=graph0])", "svg", "<svg"),
        ("section:has([data-picture=play])", "tikz", "\\documentclass"),
        ("aside", "csv", ",c1,c2"),
        ("aside", "json", "{"),
    ):
        part = page.locator(f".matrix-view {place}").last
        if not part.locator(f"[data-export={form}]").is_visible():
            part.locator(".exports summary").click()
        with page.expect_download() as kept:
            part.locator(f"[data-export={form}]").click()
        path = tmp_path / kept.value.suggested_filename
        kept.value.save_as(path)
        assert path.read_text().startswith(begins)


def test_the_address_has_the_step_the_marks_and_the_position(opened: Open) -> None:
    page = opened("#/matrix?x=3%20-1%0A1%20-2")
    expect(page.locator("table.payoffs [data-cell]")).to_have_text(["3", "−1", "1", "−2"])
    page.locator("input[name=replies]").check()
    page.locator("[data-do=step]").click()
    told = page.locator(".sentence").inner_text()
    wait_until(page, "location.hash.includes('step=1') && location.hash.includes('replies=1')")
    expect(page.locator("[data-do=share]")).to_be_visible()
    page.reload()
    expect(page.locator(".where")).to_contain_text("Step 1 of")
    expect(page.locator(".sentence")).to_have_text(told)
    expect(page.locator("input[name=replies]")).to_be_checked()
    page.goto(f"{page.url.partition('#')[0]}#/matrix?g=tictactoe&m=0,3,1,4,8,2,6")
    page.locator("select[name=of]").select_option("position")
    wait_until(page, "location.hash.includes('of=position')")
    page.reload()
    expect(page.locator("select[name=of]")).to_have_value("position")
    page.locator("select[name=of]").select_option("matrix")
    wait_until(page, "!location.hash.includes('of=position')")
