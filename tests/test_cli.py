"""The command line as people and scripts use it: answers, one sentence for a mistake, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def zermelo(*arguments: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zermelo.interfaces.cli", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, cwd=cwd)


def printed(*arguments: str, typed: str = "", cwd: Path | None = None) -> str:
    done = zermelo(*arguments, typed=typed, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_help_names_the_commands() -> None:
    text = printed("--help")
    for command in ("play", "search", "trace", "perft", "games", "new", "cache"):
        assert command in text


def test_search() -> None:
    text = printed("search", TREE, "--values")
    assert "3 for MAX (proved)" in text
    assert "11 (7 leaves, 2 cut-offs)" not in text  # the value of every action is a search of its own
    assert "9 leaves" in text


def test_search_as_json() -> None:
    lines = printed("search", "tictactoe", "--moves", "4", "--nodes", "2000", "--json").splitlines()
    reports = [json.loads(line) for line in lines]
    assert [report["depth"] for report in reports] == list(range(1, len(reports) + 1))
    assert all(report["action"] in (0, 1, 2, 3, 5, 6, 7, 8) for report in reports)


def test_trace_and_perft(tmp_path: Path) -> None:
    assert "the other two children are never looked at" in printed("trace", TREE)
    kinds = [json.loads(line)["kind"] for line in printed("trace", TREE, "--json").splitlines()]
    assert kinds[:4] == ["enter", "enter", "enter", "leaf"]
    printed("trace", TREE, "--output", str(tmp_path / "t.jsonl"))
    assert len((tmp_path / "t.jsonl").read_text().splitlines()) == 30
    assert printed("perft", "tictactoe", "3") == "0 1\n1 9\n2 72\n3 504\n"


def test_a_trace_step_by_step() -> None:
    assert len(printed("trace", TREE, "--step", typed="\n\n\nq\n").splitlines()) == 4


def test_a_game_typed_move_by_move() -> None:
    done = zermelo("play", "tictactoe", "--human", "both", typed="0\n3\n1\nnonsense\n4\n2\n")
    assert done.returncode == 0
    assert done.stdout.rstrip().endswith("MAX wins.")
    assert "'nonsense' is not a legal move" in done.stderr


def test_undo_hint_and_quit() -> None:
    text = printed("play", "tictactoe", "--human", "both", typed="4\nundo\nhint\nquit\n")
    assert text.count("MAX, your move") == 3
    assert "a draw" in text


def test_the_end_of_the_input_ends_the_game() -> None:
    printed("play", "tictactoe", typed="")


def test_engines_play_each_other() -> None:
    assert (
        printed("play", "tictactoe", "--human", "nobody", "--seconds", "0.05")
        .rstrip()
        .endswith(("draw.", "wins."))
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("search", "chess"), "there is no game called 'chess'"),
        (("search", "connect4:width=99"), "does not fit"),
        (("search", "[[1, 2], [true]]"), "this is no tree"),
        (("search", "tictactoe", "--moves", "9"), "'9' is not legal here"),
        (("search", "tictactoe", "--depth", "-1"), "depth must be a number from 0 up"),
        (("search", "tictactoe", "--algorithm", "magic"), "algorithm 'magic' is unknown"),
        (("search", "nowhere.py"), "there is no file nowhere.py"),
        (("play", "tictactoe", "--human", "me"), "human is 'me'"),
        (("trace", TREE, "--output", "no/such/folder/t"), "could not be written"),
        (("new", "not a name"), "cannot be the name of a Python file"),
    ],
)
def test_a_mistake_gets_one_sentence(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = zermelo(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_unknown_option_is_refused() -> None:
    done = zermelo("search", TREE, "--colour", "red")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_closed_pipe_is_no_traceback() -> None:
    command = (
        f"'{sys.executable}' -m zermelo.interfaces.cli trace tictactoe --depth 4 --events 100000 | head -1"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout == "MAX to move.\n"
    assert "Traceback" not in done.stderr


def test_new_writes_a_game_that_plays(tmp_path: Path) -> None:
    assert "zermelo play my_game.py" in printed("new", "my_game", cwd=tmp_path)
    assert printed("play", "my_game.py", "--human", "nobody", cwd=tmp_path).rstrip().endswith("MIN wins.")
    again = zermelo("new", "my_game", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (
        2,
        "zermelo: my_game.py exists already and is left as it is\n",
    )
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    assert subprocess.run(tests, cwd=tmp_path, capture_output=True, check=False).returncode == 0


def test_check() -> None:
    good = zermelo("check", "tictactoe", "--seconds", "0.5")
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.splitlines()[-1].startswith("0 faults in")
    fault = zermelo("check", str(Path(__file__).parent / "faults" / "board.py"), "--seconds", "0.5")
    assert fault.returncode == 1
    assert fault.stdout.startswith("fault: Faulty.board() gives None, in the position at the start")
    missing = zermelo("check", "nowhere.py")
    assert (missing.returncode, missing.stderr) == (2, "zermelo: there is no file nowhere.py\n")


def test_games() -> None:
    assert "connect4" in printed("games")
    assert (
        json.loads(printed("games", "--json"))["connect4"]["parameters"] == "width: int = 7, height: int = 6"
    )


def test_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "kept"))
    assert printed("cache", "info").startswith("0 compiled units, 0.0 of at most")
    printed("search", "tictactoe", "--depth", "2", "--engine", "compiled")
    assert json.loads(printed("cache", "info", "--json"))["units"] == 1
    assert printed("cache", "clear") == "1 compiled units removed\n"
    assert os.listdir(tmp_path / "kept") == []
