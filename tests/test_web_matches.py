"""Matches in the page: the file of one that is going on, looked at again and again; and a game reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import Open, ended, started
from commanding import zermelo
from playwright.sync_api import expect

from zermelo import SearchError, Sprt, match, matching
from zermelo.games import TicTacToe
from zermelo.interfaces.web.matches import Matches
from zermelo.matches.match import results_in

PLAYERS = ["expert", "random"]


def played(file: Path, games: int) -> None:
    match(TicTacToe(), PLAYERS, games=games, openings=2, sprt=Sprt(0, 5), store=file)


def begun(file: Path, games: int) -> None:
    """A match of eight games, left after some."""
    for results in matching(TicTacToe(), PLAYERS, games=8, openings=2, sprt=Sprt(0, 5), store=file):
        if len(results.records) == games:
            return


def test_a_file_says_what_the_match_said(tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    results = match(TicTacToe(), PLAYERS, games=6, openings=2, sprt=Sprt(0, 5), store=file)
    found = results_in(file)
    assert (found.records, found.planned, found.llr) == (results.records, 6, results.llr)
    row = Matches([str(file)]).look("1")
    assert (row["played"], row["planned"], row["finished"]) == (6, 6, True)
    assert sum(player["points"] for player in row["players"]) == 6
    assert row["test"]["llr"] == results.llr
    assert [game["number"] for game in row["latest"]] == [6, 5, 4, 3, 2, 1]
    assert row["board"]["board"]["cells"].count(".") == 9 - len(results.records[-1].moves)
    with pytest.raises(SearchError, match="no match of this name"):
        Matches([str(file)]).look("2")


@pytest.mark.parametrize(
    ("held", "said"), [(None, "there is no file"), ("nothing", "is not the file of a match")]
)
def test_what_is_no_match_is_refused_on_the_command_line(held: str | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "no.db"
    if held is not None:
        file.write_text(held)
    found = zermelo("serve", "--no-open", "--port", "0", "--match", str(file))
    assert found.returncode == 2
    assert said in found.stderr
    assert file.exists() == (held is not None)


def test_a_match_is_watched_in_the_page_while_it_goes_on(opened: Open, tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    begun(file, 4)
    process, at = started("--match", str(file))
    try:
        page = opened("#/matches", at=at)
        expect(page.locator(".status[data-played='4']")).to_contain_text("4 of 8 games; the match goes on")
        expect(page.locator("svg#board")).to_be_visible()
        expect(page.locator(".standings tbody tr")).to_have_count(2)
        expect(page.locator(".test")).to_contain_text("not decided yet")
        played(file, 8)
        expect(page.locator(".status[data-played='8']")).to_contain_text("8 of 8 games; the match is over")
        last = results_in(file).records[-1]
        page.locator(f"li[data-game='{last.number}'] button").click()
        expect(page.locator("ol.moves .move")).to_have_count(len(last.moves))
        assert page.evaluate("location.hash").startswith("#/analyse?g=tictactoe")
        page.go_back()
        expect(page.locator(".standings")).to_be_visible()
        page.goto(f"{at}#/analyse?g=tictactoe&m=0,3,1,4,8")
        page.locator("[data-do=review]").click()
        expect(page.locator(".review[data-judged='5']")).to_be_visible()
        bad = page.locator(".review li[data-label=blunder]").last  # a win at once, which every search sees
        expect(bad).to_contain_text("5. 8 (MAX)")
        expect(bad).to_contain_text("MAX wins in 1")
        page.locator("select[name=language]").select_option("it")
        expect(bad).to_contain_text("errore grave")
        expect(page.locator("[data-view=matches]")).to_have_text("Incontri")
    finally:
        ended(process)
