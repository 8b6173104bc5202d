"""GTP: what a controller may send, and what it is answered, byte for byte where the protocol says so."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from commanding import zermelo

from zermelo import MAX, MIN, search
from zermelo.errors import SearchError
from zermelo.games import Go, Hex
from zermelo.interfaces.gtp.clocks import Clocks
from zermelo.interfaces.gtp.commands import run
from zermelo.interfaces.gtp.session import METHOD, Session, game_called


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "make_ready", lambda self: None)
    monkeypatch.setitem(METHOD, "engine", "interpreted")


def said(*lines: str, game: Any = None, seconds: float = 0.03) -> list[str]:
    """The answers to these lines."""
    output = io.StringIO()
    session = Session(game or Go(5, 5), seconds=seconds)
    run(session, io.StringIO("".join(f"{line}\n" for line in lines)), output)
    text = output.getvalue()
    assert text == "" or text.endswith("\n\n")
    return text.split("\n\n")[:-1]


def test_ids_comments_blank_lines_and_controls() -> None:
    assert said("1 name", "", "# name", "  \t ", "2 protocol_version # why", "\x07name\r") == [
        "=1 Zermelo",
        "=2 2",
        "= Zermelo",
    ]
    assert said("17", "0017 nonsense", "known_command play", "known_command", "known_command x") == [
        "?17 unknown command",
        "?0017 unknown command",
        "= true",
        "= false",
        "= false",
    ]


def test_nothing_is_answered_after_quit() -> None:
    assert said("5 quit", "name") == ["=5"]


def test_every_command_that_is_listed_is_known() -> None:
    for game in (Go(5, 5), Hex(3, swap=True)):
        listed = said("list_commands", game=game)[0].removeprefix("= ").split("\n")
        assert set(said(*(f"known_command {name}" for name in listed), game=game)) == {"= true"}
        assert {"play", "genmove", "undo", "time_left", "final_score", "quit"} <= set(listed)
    assert "komi" not in listed


def test_errors_in_the_words_of_the_protocol() -> None:
    assert said(
        *("play black c3", "play white c3", "play green a1", "play white zz", "play white", "play w z9"),
        *("boardsize 20", "boardsize", "boardsize nine", "komi", "komi x", "komi 7.3", "time_settings 1 2"),
        *("undo", "undo", "genmove", "time_left x 1 1", "loadsgf nowhere.sgf", "final_status_list"),
    ) == [
        *("=", "? illegal move", "? syntax error", "? syntax error", "? syntax error", "? illegal move"),
        *("? unacceptable size", "? syntax error", "? syntax error"),
        *("? syntax error", "? syntax error", "? syntax error", "? syntax error"),
        *("=", "? cannot undo", "? syntax error", "? syntax error", "? cannot load file", "? syntax error"),
    ]


def test_a_move_that_fails_changes_nothing() -> None:
    before, *_, refused, same = (
        said("showboard", "play w a6", "showboard")[:1]
        + said("play b a1", "undo", "play w zz", "showboard")[2:]
    )
    assert refused == "? syntax error"
    assert same == before


def test_moves_in_any_order_undo_and_the_board() -> None:
    *_, shown = said("boardsize 3", "clear_board", "play b A1", "play b pass", "play b c3", "showboard")
    assert shown == "= \n  a b c\n3 . .(X)\n2 . . .\n1 X . .\nMIN to move"
    *_, shown = said("boardsize 3", "clear_board", "play b A1", "play w B2", "undo", "showboard")
    assert shown.endswith("1(X). .\nMIN to move")


def test_the_engine_plays_legal_moves_to_the_end_of_a_game() -> None:
    session, output = Session(Go(3, 3), seconds=0.02), io.StringIO()
    for ply in range(60):
        run(session, [f"genmove {'bw'[ply % 2]}"], output)
        if session.game.is_terminal(session.state):
            break
    answers = output.getvalue().split("\n\n")[:-1]
    assert all(re.fullmatch(r"= ([A-C][1-3]|pass)", answer) for answer in answers)
    run(session, ["genmove b", "play w pass", "final_score"], output)  # whoever wants to may go on
    assert re.search(r"= ([BW]\+\d+(\.5)?|0)\n\n$", output.getvalue())


def test_what_the_engine_would_play_is_not_played() -> None:
    first, asked, second = said("showboard", "reg_genmove b", "showboard")
    assert re.fullmatch(r"= ([A-E][1-5]|pass)", asked)
    assert first == second


def test_the_score_counts_what_stands_there() -> None:
    assert said("komi 0.5", "play b c3", "final_score", "komi 30", "final_score") == [
        *("=", "=", "= B+24.5", "=", "= W+5")
    ]
    assert said("play b c3", "final_status_list alive", "final_status_list dead") == ["=", "= C3", "="]


def test_handicap_stones_stand_where_the_protocol_says() -> None:
    places = {
        2: "D4 Q16",
        3: "D4 Q16 D16",
        4: "D4 Q16 D16 Q4",
        5: "D4 Q16 D16 Q4 K10",
        6: "D4 Q16 D16 Q4 D10 Q10",
        7: "D4 Q16 D16 Q4 D10 Q10 K10",
        8: "D4 Q16 D16 Q4 D10 Q10 K4 K16",
        9: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
    }
    for count, stones in places.items():
        assert said("boardsize 19", f"fixed_handicap {count}")[1] == f"= {stones}"
    assert said("boardsize 7", "fixed_handicap 5", "place_free_handicap 5", "fixed_handicap 2") == [
        *("=", "? invalid number of stones", "= C3 E5 C5 E3", "? board not empty")
    ]
    assert (
        said("set_free_handicap A1", "set_free_handicap A1 A1", "set_free_handicap A1 B1")[:2]
        == ["? bad vertex list"] * 2
    )


def test_records_are_loaded_and_printed(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[5]KM[1.5];B[cc];W[bb];B[dd])")
    loaded, printed = said(f"loadsgf {path}", "printsgf")
    assert loaded == "= white"
    assert printed.endswith(";B[cc]\n;W[bb]\n;B[dd])")
    assert said(f"loadsgf {path} 2", "undo", "undo") == ["= white", "=", "? cannot undo"]


def test_what_is_shown_in_gogui() -> None:
    analyses, _, visits, line = said(
        "gogui-analyze_commands", "genmove b", "zermelo-visits", "zermelo-line", seconds=0.05
    )
    for row in analyses.removeprefix("= ").split("\n"):
        kind, _, command = row.split("/")
        assert (kind, command) in (("sboard", "zermelo-visits"), ("var", "zermelo-line"))
    rows = visits.split("\n")[1:]
    assert [len(row.split()) for row in rows] == [5] * 5
    assert re.match(r"= b ([A-E][1-5]|pass)", line)


# -- time ----------------------------------------------------------------------------------------------


def budgets(*lines: str) -> tuple[float, float]:
    """Seconds that the engine would take for a move of Black and of White."""
    session = Session(Go(5, 5), seconds=7.0)
    run(session, lines, io.StringIO())
    return session.budget(MAX), session.budget(MIN)


def test_rules_are_read_before_the_time_of_a_move_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading them took a short move's time, and a pass was the one move that was looked at."""
    asked: list[dict[str, Any]] = []

    def noted(*arguments: Any, **options: Any) -> Any:
        asked.append(options)
        return search(*arguments, **options)

    monkeypatch.setattr("zermelo.interfaces.gtp.session.search", noted)
    said("time_settings 5 0 0", "genmove b", "time_settings 0 1 0", "genmove w")
    assert [("nodes" in options, "seconds" in options) for options in asked] == [
        *((True, False), (False, True), (False, True))
    ]


def test_the_time_that_a_controller_sets_is_obeyed() -> None:
    assert budgets() == (7.0, 7.0)
    assert budgets("time_settings 0 1 0") == (7.0, 7.0)  # overtime without stones: no limit
    assert budgets("time_settings 0 10 1") == pytest.approx((8.98, 8.98))
    assert budgets("time_settings 0 50 5", "time_left w 8 2") == pytest.approx((8.98, 3.58))
    assert budgets("time_settings 300 0 0") == pytest.approx((10, 10))
    assert budgets("time_settings 300 0 0", "time_left b 30 0", "time_left w 0 0") == pytest.approx((1, 0))
    assert budgets("kgs-time_settings none") == (7.0, 7.0)
    assert budgets("kgs-time_settings absolute 60")[0] == pytest.approx(2)
    assert budgets("kgs-time_settings byoyomi 0 20 5")[0] == pytest.approx(17.98)
    assert budgets("kgs-time_settings canadian 0 100 25")[0] == pytest.approx(3.58)
    assert budgets("time_settings 300 0 0", "time_left b 5 0", "clear_board")[0] == pytest.approx(10)


def test_a_clock_of_its_own_runs_where_the_controller_says_nothing() -> None:
    clocks = Clocks(10, 20, 4)
    clocks.spend(MAX, 4)
    assert clocks.left[MAX] == (6, 0)
    clocks.spend(MAX, 7)
    assert clocks.left[MAX] == (20, 4)
    for _ in range(3):
        clocks.spend(MAX, 5)
    assert clocks.left[MAX] == (5, 1)
    clocks.spend(MAX, 5)
    assert clocks.left[MAX] == (20, 4)
    japanese = Clocks(0, 30, 1, periods=3)
    japanese.spend(MIN, 20)
    assert japanese.left[MIN] == (30, 3)
    japanese.spend(MIN, 31)
    assert japanese.left[MIN] == (30, 2)


# -- Hex -----------------------------------------------------------------------------------------------


def test_hex_as_its_programs_expect_it() -> None:
    game = game_called("hex:size=3")
    assert game.swap
    assert not game_called("hex:size=3,swap=False").swap
    answers = said(
        *("boardsize 4 4", "play black b2", "play white swap-pieces", "play black a1", "showboard"),
        *("play white pass", "final_score", "boardsize 3 4", "genmove white"),
        game=game,
    )
    assert answers[:4] == ["="] * 4
    assert answers[4] == "= \n  a b c d\n1 X . . .\n 2 . O . .\n  3 . . . .\n   4 . . . .\nMIN to move"
    assert answers[5:8] == ["? illegal move", "? cannot score", "? unacceptable size"]
    assert re.fullmatch(r"= [a-d][1-4]", answers[8])


def test_a_game_of_hex_ends() -> None:
    won = said(*("play b b1", "play b b2", "final_score"), game=Hex(2))
    assert won[-1] == "= B+"
    assert said("play b b1", "play b b2", "genmove w", "play w a1", game=Hex(2))[2:] == [
        "? the game is over",
        "? illegal move",
    ]


# -- the command ---------------------------------------------------------------------------------------


def test_by_a_pipe_nothing_else_is_printed() -> None:
    done = zermelo("gtp", "--game", "go:width=5,height=5", typed="1 name\n2 play b c3\n3 quit\n")
    assert (done.stdout, done.stderr, done.returncode) == ("=1 Zermelo\n\n=2\n\n=3\n\n", "", 0)
    assert zermelo("gtp", "--game", "hex", typed="komi 5").stdout == "? unknown command\n\n"


def test_other_games_are_refused() -> None:
    with pytest.raises(SearchError, match="GTP plays Go and Hex, not TicTacToe"):
        game_called("tictactoe")
    done = zermelo("gtp", "--game", "chess")
    assert done.returncode == 2
    assert done.stdout == ""
