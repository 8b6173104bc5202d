"""Solved tables in the page: opened on the command line, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import Open, audited, ended, started
from budget import LONG
from commanding import zermelo
from playwright.sync_api import expect

from zermelo.errors import SearchError
from zermelo.games import Kalah, Nim, PongHauKi
from zermelo.interfaces.web.table_models import Found, Looked
from zermelo.interfaces.web.tables import Tables
from zermelo.strong.build import build_table


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Tables with lengths, with points, and with play that never ends."""
    folder = tmp_path_factory.mktemp("tables")
    games = {"nim": Nim((2, 3)), "kalah": Kalah(pits=2, seeds=1), "ponghauki": PongHauKi()}
    for name, game in games.items():
        for _ in build_table(game, str(folder / name), engine="interpreted"):
            pass
    return [str(folder / name) for name in games]


def test_every_position_says_what_the_table_says(files: list[str]) -> None:
    tables = Tables(files)
    for row in tables.rows():
        table = tables.find(row["id"]).table
        for index in range(row["positions"]):
            found = tables.look(Looked(table=row["id"], index=index))
            state = tables.find(row["id"]).state(index)
            assert found["entry"]["text"] == str(table.entry(state))
            if found["terminal"] or found["entry"]["endless"]:
                continue
            scores = [move["entry"]["score"]["value"] for move in found["moves"]]
            best = max(scores) if found["toMove"] == 0 else min(scores)
            assert found["entry"]["score"]["value"] == best
            way = found["way"]
            assert tables.look(Looked(table=row["id"], index=way[-1]["index"]))["terminal"]
            if row["payoff"] == "outcome":
                assert len(way) == found["entry"]["plies"]


def test_positions_by_value_and_length_and_the_hardest(files: list[str]) -> None:
    tables = Tables(files)
    nim = tables.find("1")
    rows, states = nim.statistics["lengths"], range(nim.table.positions)
    assert sum(row["max"] + row["draw"] + row["min"] for row in rows) == nim.table.positions
    longest = max(nim.position(index)["entry"]["plies"] for index in states)
    assert nim.position(nim.find(Found(table="1", hardest=True)))["entry"]["plies"] == longest
    for seed in range(5):
        entry = nim.position(nim.find(Found(table="1", result="min", plies=2, seed=seed)))["entry"]
        assert (entry["score"]["winner"], entry["plies"]) == ("MIN", 2)
    endless = tables.find("3").find(Found(table="3", result="endless"))
    assert tables.find("3").position(endless)["entry"]["endless"]
    for table, wish in (("2", {"hardest": True}), ("2", {"result": "max"}), ("1", {"result": "draw"})):
        with pytest.raises(SearchError):
            tables.find(table).find(Found(table=table, **wish))
    for table, index in (("9", 0), ("1", 10**9)):
        with pytest.raises(SearchError):
            tables.look(Looked(table=table, index=index))


def test_what_is_no_table_is_refused_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "no.table"
    file.write_text("nothing")
    found = zermelo("serve", "--no-open", "--port", "0", "--solved", str(file))
    assert found.returncode == 2
    assert "is not a Zermelo table" in found.stderr


def test_a_table_is_looked_through_in_the_page(opened: Open, files: list[str]) -> None:
    process, at = started("--solved", files[0], "--solved", files[1])
    try:
        page = opened("#/tables", at=at)
        status = page.locator(".status")
        expect(status).to_have_text("MAX to move: MAX wins in 5")
        expect(page.locator("svg#board .badge")).to_have_count(5)
        expect(page.locator("svg#board .mark.best")).to_have_count(1)
        page.locator(".moves .move").last.click()
        expect(page.locator(".status.over.max")).to_have_text("MAX wins")
        page.locator("[data-do=table-back]").click()
        expect(status).to_contain_text("MAX to move")
        page.locator(".bars .part.min").last.click()
        expect(status).to_contain_text("MIN wins in")
        page.locator("[data-do=table-hardest]").click()
        expect(status).to_contain_text("wins in")
        page.reload()
        expect(status).to_contain_text("wins in")
        page.evaluate("location.hash = '#/tables?t=1&i=first'")  # which is no position: the start
        expect(status).to_have_text("MAX to move: MAX wins in 5")
        page.locator("select[name=table]").select_option("2")
        expect(page.locator("svg#board.pits")).to_be_visible()
        expect(page.locator("[data-do=table-hardest]")).to_have_count(0)
        page.locator("select[name=language]").select_option("es")
        expect(page.locator("[data-view=tables]")).to_have_text("Tablas")
        assert not LONG or audited(page) == []
    finally:
        ended(process)
