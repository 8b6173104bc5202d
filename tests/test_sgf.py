"""Game records: read as the format allows, refused in a sentence, written and read back."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from commanding import zermelo
from test_go import after, board

from zermelo import MAX, MIN
from zermelo.errors import SearchError
from zermelo.games import Go, Hex
from zermelo.interfaces.load import game_from, position_after
from zermelo.interfaces.sgf import Record, game_in, main_line, record_in, text_of

GAME = r"""
some mail header
(;FF[4]GM[1]SZ[5]KM[3.5]PB[A \] B]C[(;not a node\])]Black Player[x]
;B[cc]BL[9.5]
;W[bb]
 (;B[bc];W[]
   (;B[tt])
   (;B[aa]))
 (;B[dd]))
(;GM[1]SZ[9];B[ee])
"""


def saved(folder: Path, text: str) -> Path:
    path = folder / "game.sgf"
    path.write_text(text)
    return path


def test_the_main_line_is_the_game(tmp_path: Path) -> None:
    """Variations, a second game and what is in comments are not; a pass is nothing, or tt."""
    nodes = main_line(GAME)
    assert nodes[0]["PB"] == ["A ] B"]
    assert nodes[0]["C"] == ["(;not a node])"]
    assert [[*node] for node in nodes[1:]] == [["B", "BL"], ["W"], ["B"], ["W"], ["B"]]
    record = record_in(saved(tmp_path, GAME))
    assert (record.game.width, record.game.komi) == (5, 3.5)
    assert board(record.game, record.state) == "...../.O.../.XX../...../....."
    assert record.game.is_terminal(record.state)


def test_stones_before_the_start_and_players_who_move_twice(tmp_path: Path) -> None:
    record = record_in(saved(tmp_path, "(;SZ[5]AB[aa:ba][ee]AW[cc]PL[W];W[dd];W[db];B[cd])"))
    assert board(record.game, record.states[0]) == "XX.../...../..O../...../....X"
    assert board(record.game, record.state) == "XX.../...O./..O../..XO./....X"
    assert [record.game.to_move(state) for state in record.states] == [MIN, MIN, MAX, MIN]
    handicap = record_in(saved(tmp_path, "(;SZ[5]HA[2]AB[bb][dd])"))
    assert handicap.game.to_move(handicap.state) == MIN


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no game", "there is no game in it"),
        ("(;GM[1]SZ[5];B[cc]", "a \\) is missing"),
        ("(;GM[1]\nSZ[5]\n=;B[cc])", "line 2 is not SGF"),
        ("(;GM[1]SZ[5];B[cc", "line 1 is not SGF"),
        ("(;GM[2])", "GM\\[2\\] is another game"),
        ("(;SZ[big])", "SZ\\[big\\] is not a size"),
        ("(;SZ[30])", "30 x 30 cannot be played"),
        ("(;SZ[5]KM[half])", "komi is 'half'"),
        ("(;SZ[5];B[ff])", "'ff' is not a point on a board of 5 x 5"),
        ("(;SZ[5];B[cc];W[cc])", "move 2, cc, is not legal"),
        ("(;SZ[5];B[];W[];B[cc];W[cc])", "move 4, cc, is not legal"),
        ("(;SZ[5];B[cc];AB[aa])", "after the start, in node 2"),
        ("(;SZ[2]AB[aa][ab][ba][bb])", "stones without a liberty"),
        ("(;GM[11]SZ[3];B[a9])", "move 1, a9, is not legal"),
        ("(;GM[11]SZ[3]AB[a1])", "before the start of a game of Hex"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(SearchError, match=sentence):
        record_in(saved(tmp_path, text))


@pytest.mark.parametrize("game", [Go(5, 5), Go(4, 7, komi=0), Go(2, 2, superko=True), Hex(4, swap=True)])
def test_what_is_written_is_read(tmp_path: Path, game: Any) -> None:
    dice = random.Random(1)
    for _ in range(3):
        record = Record(game, [game.initial()], [])
        while not game.is_terminal(record.state) and len(record.actions) < 40:
            record.play(dice.choice(list(game.actions(record.state))))
        again = record_in(saved(tmp_path, text_of(record)), game)
        assert (again.states, again.actions) == (record.states, record.actions)
        assert text_of(again) == text_of(record)


def test_the_result_and_the_rules_are_written() -> None:
    game = Go(5, 5, komi=0.5)
    state = after(game, game.initial(), "c3", "pass", "pass")
    text = text_of(Record(game, [state], []))
    assert "RE[B+24.5]" in text
    assert "RU[area scoring, simple ko, suicide forbidden]" in text
    assert "AB[cc]PL[W]" in text


def test_a_record_is_a_game_and_its_moves(tmp_path: Path) -> None:
    path = saved(tmp_path, GAME)
    assert game_from(str(path)).height == 5
    assert game_in(path).komi == 3.5
    game = Go(5, 5)
    assert position_after(game, str(path)) == after(game, game.initial(), "c3", "b4", "b3", "pass", "pass")
    with pytest.raises(SearchError, match="its board is 5 x 5: write go:width=5,height=5"):
        position_after(Go(), str(path))
    with pytest.raises(SearchError, match="it is a game of Go, not of Hex"):
        position_after(Hex(5), str(path))


def test_records_on_the_command_line(tmp_path: Path) -> None:
    saved(tmp_path, "(;SZ[5]KM[0.5];B[dd];W[bb])")
    assert "written" in zermelo("export", "game.sgf", "again.sgf", cwd=tmp_path).stdout
    assert (tmp_path / "again.sgf").read_text().endswith(";B[dd]\n;W[bb])\n")
    zermelo("export", "game.sgf", "board.svg", "--board", cwd=tmp_path)
    picture = (tmp_path / "board.svg").read_text()
    assert picture.count("<circle") == 4  # a star point, two stones, and a ring in the last one
    refused = zermelo("export", "tictactoe", "t.sgf", cwd=tmp_path)
    assert refused.returncode == 2
    assert "only Go and Hex are" in refused.stderr


def test_the_page_begins_with_a_record(tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason="the web app needs its extra: pip install 'zermelo[web]'")
    from urllib.parse import unquote

    from zermelo.interfaces.web.serve import begun_with

    path = str(saved(tmp_path, "(;SZ[3]KM[0.5];B[bb];W[])"))
    assert unquote(begun_with([path])) == "go:width=3,height=3,komi=0.5&m=b2,pass"
    path = str(saved(tmp_path, "(;SZ[3];B[bb];B[aa])"))
    shown = "  a b c\n3 X . .\n2 . X .\n1 . . .\nMIN to move"
    assert unquote(begun_with([path])) == f"go:width=3,height=3,komi=0&at={shown}"
    assert begun_with(["go"]) == "go"
