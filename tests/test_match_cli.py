"""`zermelo match`: what is typed, watched, printed, written and refused."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from commanding import printed, zermelo

from zermelo import Sprt, match
from zermelo.games import Nim, TicTacToe
from zermelo.interfaces.pictures.ratings import ratings_svg
from zermelo.interfaces.terminal import cli
from zermelo.interfaces.terminal.match_live import picture
from zermelo.interfaces.terminal.match_text import forfeits, report
from zermelo.matches.bradley_terry import Pool, Rating
from zermelo.matches.records import Record
from zermelo.strong.build import solved

TWO = ("match", "tictactoe", "expert", "random", "--games", "20", "--openings", "2")


def test_the_block_of_two_players() -> None:
    lines = printed(*TWO, "--sprt", "0,80").splitlines()
    assert lines[0].startswith("TicTacToe(): ")
    assert lines[1] == "expert against random:"
    assert [line.split()[0] for line in lines[2:]] == ["Elo", "LOS", "games", "pairs", "SPRT", "LLR"]
    results = match(TicTacToe(), ["expert", "random"], games=20, openings=2, sprt=Sprt(0, 80))
    assert lines == list(report(results))


def test_pairs_that_are_all_alike_have_no_error_bar() -> None:
    lines = printed("match", "tictactoe", "one=expert", "expert", "--games", "2").splitlines()
    assert lines[2].endswith(": no error bar, since all pairs are alike")
    assert "±" not in lines[2]
    assert lines[3].split()[:2] == ["LOS", "unknown:"]


def test_many_players_and_all_that_can_be_written(tmp_path: Path) -> None:
    words = ("match", "tictactoe", "expert", "random", "other=random", "--games", "4", "--openings", "1")
    out = printed(*words, "--save", "games.pgn", "--export", "ratings.svg", "--store", "m.db", cwd=tmp_path)
    assert "playing MAX is worth" in out
    assert out.splitlines()[-2:] == ["games.pgn written", "ratings.svg written"]
    assert (tmp_path / "games.pgn").read_text().count("[Result ") == 12
    assert ET.parse(tmp_path / "ratings.svg").getroot().tag.endswith("svg")
    again = printed(*words, "--save", "games.json", "--store", "m.db", cwd=tmp_path)
    assert again.splitlines()[:-1] == out.splitlines()[:-2]
    assert len(json.loads((tmp_path / "games.json").read_text())["games"]) == 12


def test_json_has_a_line_for_each_game() -> None:
    lines = [json.loads(line) for line in printed(*TWO, "--json").splitlines()]
    assert [line["event"] for line in lines] == ["game"] * 20 + ["results"]
    assert [line["number"] for line in lines[:20]] == [*range(1, 21)]
    (comparison,) = lines[-1]["comparisons"]
    assert sum(comparison["tally"].values()) == 20
    assert sum(comparison["pairs"]) == 10


def test_openings_from_a_book_and_rules_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("# corners\n0,4\n0;1\n\n0,8  # opposite\n")
    out = printed(*TWO[:4], "--games", "6", "--book", "book.txt", cwd=tmp_path)
    assert "6 games, 3 different openings" in out
    zermelo("new", "mygame", cwd=tmp_path)
    words = ("match", "mygame.py", "random", "other=random", "--games", "2", "--openings", "1")
    assert "2 games" in printed(*words, "--processes", "2", cwd=tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("match",), "match needs GAME"),
        (("match", "tictactoe"), "match needs PLAYER"),
        (("match", "tictactoe", "expert"), "a match needs two players or more, not 1"),
        (("match", "tictactoe", "expert", "nobody"), "'nobody' is not a player: choose from engine"),
        (("match", "nogame", "expert", "random"), "'nogame'"),
        ((*TWO, "--sprt", "much"), "two differences in Elo, such as 0,10, not 'much'"),
        ((*TWO, "--sprt", "0,5", "--model", "guess"), "in one of normalised"),
        ((*TWO, "--alpha", "0.01"), "are of a test: ask for one, such as --sprt 0,10"),
        ((*TWO, "--sprt", "0,5", "--alpha", "2"), "must lie between 0 and 1"),
        ((*TWO, "--clock", "soon"), "'soon'"),
        ((*TWO, "--save", "games.txt"), "games.txt must end in one of .pgn, .json"),
        ((*TWO, "--export", "plot.png"), "plot.png must end in one of .svg"),
        ((*TWO, "--book", "no.txt"), "no.txt"),
        ((*TWO, "--judge", "no.table", "--adjudicate", "3"), "no.table"),
        ((*TWO, "--cluster", "nowhere"), "'nowhere' is not the address of a Dask cluster"),
        ((*TWO[:-4], "--games", "3"), "games must be an even number"),
        ((*TWO[:-4], "--games", "x"), "--games must be a whole number, not 'x'"),
    ],
)
def test_a_wrong_call_gets_one_sentence(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["zermelo", *words])
    assert cli.exit_code() == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err


def test_a_terminal_sees_the_standings_the_test_and_the_latest_games() -> None:
    from rich.console import Console

    results = match(TicTacToe(), ["expert", "random"], games=10, openings=2, sprt=Sprt(0, 5))
    console = Console(record=True, width=100)
    with console.capture() as seen:
        console.print(picture(results, 0, 2.0))
    text = seen.get()
    assert "10 of 10 games" in text
    assert "LLR" in text
    assert text.index("expert") < text.index("random")
    assert f"{results.records[-1].number}. " in text


def test_ratings_are_drawn_to_scale() -> None:
    ratings = (Rating("a <b>", 120.0, 30.0), Rating("c", 0.0, 20.0), Rating("d", -120.0, 45.0))
    root = ET.fromstring(ratings_svg(Pool(ratings, 0.0, 0.3), "a & b"))
    dots = [float(dot.get("cx", 0)) for dot in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert dots[0] - dots[1] == pytest.approx(dots[1] - dots[2], abs=0.11)
    assert dots == sorted(dots, reverse=True)
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a <b>", "a & b", "+120 ± 30"} <= set(texts)


def test_forfeits_are_told_and_not_all_of_them() -> None:
    lost = [Record(n, n, "a", "b", (), (), 0.0, None, "time", "a (MAX): late") for n in range(1, 14)]
    lines = list(forfeits(lost))
    assert lines[0] == "forfeits: 13 (13 by time, 0 by crash, 0 by illegal)"
    assert lines[1] == "  game 1: a (MAX): late"
    assert lines[-1] == "  … 3 more"
    assert list(forfeits([])) == []


def test_regret_is_told(tmp_path: Path) -> None:
    solved(Nim((2, 3)), tmp_path / "nim.table", engine="interpreted")
    words = ("match", "nim:heaps=(2,3)", "table:nim.table", "random", "--games", "10", "--openings", "0")
    out = printed(*words, "--judge", "nim.table", "--regret", cwd=tmp_path).splitlines()
    table = [line for line in out if line.startswith("table:nim.table ")][-1]
    assert table.split()[2:4] == ["0", "0.00%"]
    data = printed(*words, "--judge", "nim.table", "--regret", "--json", cwd=tmp_path).splitlines()
    assert json.loads(data[-1])["players"]["table:nim.table"]["mistakes"] == 0
