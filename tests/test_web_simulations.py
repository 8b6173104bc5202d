"""Monte Carlo tree search on the page, step by step: phases, source, numbers, three languages, a replay."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from browsing import Open, traced, wait_until
from playwright.sync_api import Page, expect

from zermelo import search
from zermelo.algorithms import mcts, playout
from zermelo.interfaces.pictures.exports import export_tree

PARTS = {"select": mcts.select, "expand": mcts.expand, "playout": playout.playout, "backup": mcts.backup}
SHOWN = """() => ({
  step: Number(document.querySelector("svg#tree").dataset.step),
  phase: [...document.querySelectorAll(".phases [aria-current]")].map((one) => one.dataset.phase),
  lit: [...document.querySelectorAll(".code li.now")].map((one) => {
    return [one.closest("[data-part]").dataset.part, Number(one.dataset.line)];
  }),
  visits: document.querySelector("svg#tree .node.current .window").textContent,
})"""


def simulated(page: Page) -> None:
    with traced(page, '"algorithm":"mcts"'):
        page.locator("select[name=algorithm]").select_option("mcts")
    expect(page.locator(".code [data-part=backup] li").first).to_be_attached()


def step(page: Page, button: str = "step") -> dict[str, object]:
    before = page.locator("svg#tree").get_attribute("data-step")
    page.locator(f"[data-do={button}]").click()
    page.wait_for_selector(f"svg#tree:not([data-step='{before}'])")
    return dict(page.evaluate(SHOWN))


def test_four_phases_are_lit_in_their_own_functions(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    simulated(page)
    phases = []
    for _ in range(6):
        shown = step(page)
        (phase,) = shown["phase"] or [""]  # type: ignore[misc]
        phases.append(phase)
        if not phase:
            continue
        parts = {part for part, _ in shown["lit"]}  # type: ignore[union-attr]
        assert parts == {"simulate", phase}
        lines, first = inspect.getsourcelines(PARTS[phase])
        inside = range(first, first + len(lines))
        assert all(line in inside for part, line in shown["lit"] if part == phase)  # type: ignore[union-attr]
    assert phases == ["", "expand", "select", "playout", "backup", "backup"]
    assert step(page, "back")["phase"] == ["backup"]


SENTENCES = {
    "en": "Select: MAX takes 2: a mean of 14 for MAX + 9.991 for being little known = 23.991, "
    "the most of all 3 children.",
    "it": "Selezione: MAX sceglie 2: media 14 per MAX + 9.991 perché poco conosciuto = 23.991, "
    "il massimo fra tutti i 3 figli.",
    "es": "Selección: MAX elige 2: media 14 para MAX + 9.991 por ser poco conocido = 23.991, "
    "lo máximo entre los 3 hijos.",
}


def test_the_terms_of_a_choice_in_three_languages(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe")
    simulated(page)
    for _ in range(4):
        step(page, "simulation")
    assert step(page)["visits"] == "×1"
    for code, sentence in SENTENCES.items():
        page.locator("select[name=language]").select_option(code)
        expect(page.locator(".sentence")).to_have_text(sentence)
        expect(page.locator(".terms dd")).to_have_text(["14", "9.991", "23.991"])  # as in the sentence
    page.locator("select[name=language]").select_option("en")
    expect(page.locator("dd.simulations")).to_have_text("4")
    step(page, "proof")
    expect(page.locator(".sentence")).to_have_text("Backup: proved: this node is worth at most 5 for MAX.")
    step(page, "end")
    expect(page.locator("svg#tree .node.current .value")).to_have_text("=3")
    expect(page.locator("svg#tree .node.current .window")).to_have_text("×11")


PLACES = """() => [...document.querySelectorAll("svg#tree .nodes .node")].map((one) => [
  one.classList.contains("ghost"), one.classList.contains("struck"), one.querySelector(".window").textContent,
])"""


@pytest.mark.long
def test_a_typed_tree_is_whole_and_nothing_in_it_is_struck_out(opened: Open) -> None:
    page = opened("#/tree?g=tictactoe&t=[[3,12,8],[2,4,6],[14,5,2]]&a=mcts&sims=9")
    expect(page.locator(".phases")).to_be_attached()
    for jump in ("step", "simulation", "simulation", "proof", "end"):
        step(page, jump)
        places = page.evaluate(PLACES)
        assert len(places) == 13
        assert not any(struck or (ghost and visits) for ghost, struck, visits in places)
    expect(page.locator("dd.simulations")).to_have_text("9")
    expect(page.locator("input[name=simulations]")).to_have_value("9")
    assert any(ghost for ghost, _, _ in places)
    page.locator("svg#tree .nodes .node.ghost").first.click()
    expect(page.locator(".node-card dd.visits")).to_have_text("0")
    wait_until(page, "() => /[?&]sims=9(&|$)/.test(location.hash)")
    expect(page.locator("input[name=predict]")).to_have_count(0)


@pytest.mark.long
def test_so_many_simulations_of_a_position_with_dice(opened: Open) -> None:
    page = opened("#/tree?g=pig:target=10&m=roll,3")
    simulated(page)
    page.locator("input[name=simulations]").fill("9")
    with traced(page, '"simulations":9'):
        page.locator("form.settings-bar button.main").click()
    step(page, "end")
    expect(page.locator("dd.simulations")).to_have_text("9")
    expect(page.locator("svg#tree .node.chance").first).to_be_attached()
    page.locator("input[name=simulations]").fill("0")
    page.locator("form.settings-bar button.main").evaluate("(one) => one.form.noValidate = true")
    page.locator("form.settings-bar button.main").click()
    expect(page.locator(".problem")).to_have_text("simulations: choose at least 1")


@pytest.mark.long
def test_an_exported_file_replays_without_a_server(opened: Open, tmp_path: Path) -> None:
    report = search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], algorithm="mcts", trace=True, engine="interpreted")
    file = tmp_path / "tree.html"
    export_tree(str(file), report, 300)
    page = opened("#/tree?g=tictactoe").context.new_page()
    try:
        page.goto(file.as_uri())
        expect(page.locator("svg#tree .node").first).to_be_attached()
        assert step(page, "end")["phase"] == ["backup"]
        expect(page.locator("svg#tree .node.current .value")).to_have_text("=3")
        expect(page.locator(".sentence")).to_contain_text("what is proved of this node is counted instead, 3")
    finally:
        page.close()
