"""Experiments on the page and at the server: watched as they go, in three languages, kept as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browsing import Open, wait_until
from playwright.sync_api import expect
from test_web_languages import left_in_english
from web_running import Running, running

from zermelo.interfaces.web import studies
from zermelo.interfaces.web.study_models import StudyAsked
from zermelo.studies.experiments import EXPERIMENTS

__all__ = ["running"]  # a fixture


def finished(running: Running, **asked: Any) -> dict[str, Any]:
    """An experiment asked for until it is over."""
    while (found := running.asked("/api/study", asked))["done"] < found["planned"]:
        pass
    return found  # type: ignore[no-any-return]


def test_an_experiment_goes_on_with_every_request(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "MOMENT", 0.0)
    course = studies.Studies(lambda name: None)
    asked = StudyAsked(experiment="backtracking", seed=5)
    first, second = course.row(asked), course.row(asked)
    assert (first["done"], second["done"]) == (1, 2)
    assert first["rows"] < second["rows"]


def test_the_server_measures_and_says_what_holds(running: Running) -> None:
    found = finished(running, experiment="backtracking")
    assert [claim["holds"] for claim in found["claims"]] == [True, True]
    (picture,) = found["pictures"]
    assert picture["svg"].startswith("<svg ")
    told = running.asked("/api/study", {"experiment": "backtracking", "language": "it"})
    assert (told["done"], told["claims"][1]["said"]) == (
        found["planned"],
        "Genera e verifica guarda n^n configurazioni.",
    )


def test_a_game_of_the_page_is_studied(running: Running) -> None:
    found = running.asked("/api/study", {"experiment": "orders", "game": "nim:heaps=(1,2)"})
    assert (found["game"], found["done"] > 0) == ("nim:heaps=(1,2)", True)
    assert "Nim" not in running.refused("/api/study", {"experiment": "orders", "game": "chess"})


@pytest.mark.long
def test_techniques_and_simulations_are_measured_without_machine_code(running: Running) -> None:
    """A job at a time, in seconds; the rest of the ablation is more of the same."""
    asked = {"game": "nim:heaps=(1,2)", "seed": 2}
    found = running.asked("/api/study", {"experiment": "ablation", **asked})
    assert 0 < found["done"] <= found["planned"]
    found = finished(running, experiment="mcts", **asked)
    assert [picture["name"] for picture in found["pictures"]] == ["score"]
    assert "Here Python runs the rules" in found["notes"][1]
    several = {"experiment": "mcts", "game": "nimn:heaps=(1,1,1)"}
    assert "two players" in running.refused("/api/study", several)


def test_the_list_has_what_can_be_watched(running: Running) -> None:
    rows = running.page.get("/api/studies").json()
    assert tuple(row["name"] for row in rows) == tuple(EXPERIMENTS)
    assert all(set(row["about"]) == {"en", "it", "es"} for row in rows)


def test_files(running: Running) -> None:
    finished(running, experiment="backtracking")
    begins = {"svg": b"<svg ", "png": b"\x89PNG", "pdf": b"%PDF", "csv": b"strategy,n,", "json": b"{"}
    for form, beginning in begins.items():
        made = running.post("/api/study/export", {"experiment": "backtracking", "format": form})
        assert made.status_code == 200
        assert made.content.startswith(beginning)
    data = running.post("/api/study/export", {"experiment": "backtracking", "format": "json"}).content
    assert json.loads(data)["experiment"] == "backtracking"


def test_refusals(running: Running) -> None:
    for asked, said in (
        ({"experiment": "love"}, "experiment"),
        ({"experiment": "trees", "seed": -1}, "at least 0"),
        ({}, "experiment"),
    ):
        assert said in running.refused("/api/study", asked)
    asked = {"experiment": "backtracking", "format": "svg", "plot": "love"}
    assert "no drawing 'love' here: choose from tries" in running.refused("/api/study/export", asked)


# -- in the browser ------------------------------------------------------------------------------------

OVER = """(() => {
  const shown = document.querySelector('.study-view .viewer')?.dataset;
  return shown !== undefined && shown.done === shown.planned;
})()"""


def test_an_experiment_is_watched_told_and_kept(opened: Open, tmp_path: Path) -> None:
    page = opened("#/study?g=tictactoe&e=backtracking")
    page.locator(".study-view form button.main").click()
    wait_until(page, OVER)
    expect(page.locator(".claims [data-holds=true]")).to_have_count(2)
    expect(page.locator("[data-picture=tries] svg")).to_be_visible()
    page.locator("section:has([data-picture=tries]) .exports summary").click()
    with page.expect_download() as kept:
        page.locator("[data-export=pdf]").click()
    kept.value.save_as(tmp_path / "plot.pdf")
    assert (tmp_path / "plot.pdf").read_bytes().startswith(b"%PDF")
    page.locator("select[name=language]").select_option("es")
    expect(page.locator(".claims li").last).to_contain_text("Generar y probar mira n^n configuraciones.")
    wait_until(page, OVER)
    assert left_in_english(page) == []
    assert "e=backtracking&run=1" in page.url
    page.reload()  # what was measured is measured again
    wait_until(page, OVER)
    page.locator("select[name=experiment]").select_option("utility")
    expect(page.locator(".study-view .viewer")).to_have_count(0)
    page.locator(".study-view form button.main").click()
    wait_until(page, "document.querySelector('[data-picture=changed] svg') !== null")


def test_what_may_be_measured_is_one_click_away(opened: Open) -> None:
    page = opened("#/study")
    expect(page.locator("[data-experiment]")).to_have_count(len(EXPERIMENTS))
    page.locator("[data-experiment=backtracking]").click()
    expect(page.locator("select[name=experiment]")).to_have_value("backtracking")
    expect(page.locator("[data-picture]").first).to_be_visible()
    expect(page.locator("[data-experiment]")).to_have_count(0)
    wait_until(page, "location.hash.includes('e=backtracking') && location.hash.includes('run=1')")
