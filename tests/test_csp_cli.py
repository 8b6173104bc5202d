"""`zermelo solve` and `zermelo study` of puzzles."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from budget import LONG
from commanding import in_process

from zermelo.csp import study
from zermelo.csp.parallel import Progress
from zermelo.csp.puzzles import cindy
from zermelo.csp.solve import Inquiry
from zermelo.errors import Stopped
from zermelo.interfaces.terminal.counting import duration, progress_text
from zermelo.interfaces.terminal.puzzles import PUZZLES

ROOT = Path(__file__).parents[1]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(line: str, *more: str) -> str:
        code, out, err = in_process(capsys, monkeypatch, *line.split(), *more)
        told = [each for each in err.splitlines() if " so far, " not in each]  # progress, on a slow machine
        assert (code, told) == (0, []), err
        return out

    return call


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(line: str, *more: str) -> str:
        code, out, err = in_process(capsys, monkeypatch, *line.split(), *more)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        return err

    return call


def test_first_solution(run: Any) -> None:
    out = run("solve queens --n 6")
    assert out.startswith("· ♛ · · · ·\n· · · ♛ · ·\n")
    assert "a solution\n" in out


def test_solve_takes_games_too(run: Any) -> None:
    assert run("solve tictactoe --no-values").startswith("a draw")
    assert "--strategy" in run("solve queens --help")
    assert "--certificate" in run("solve --help")


def test_the_lecture_by_its_name(run: Any) -> None:
    out = run("solve queens --n 8 --count --strategy backtracking,static,none")
    assert "92 solutions\n2,056 assignments, 15,720 checks, 1,964 backtracks, 0 prunings" in out


def test_all_solutions(run: Any) -> None:
    out = run("solve queens --n 6 --all")
    assert out.count("♛") == 24
    assert "4 solutions in all" in out
    few = run("solve queens --n 8 --all --up-to-symmetry --show 2")
    assert few.count("♛") == 16
    assert "… 10 more are not drawn" in few
    assert "12 solutions up to symmetry" in few


def test_counts(run: Any) -> None:
    n, count = (11, "2,680") if LONG else (8, "92")
    assert run(f"solve queens --n {n} --count").startswith(f"{count} solutions\n")
    assert run("solve queens --n 9 --count --strategy fc,degree --processes 1").startswith("352 solutions")
    assert json.loads(run("solve queens --n 10 --count --json"))["solutions"] == 724


def test_no_solution(run: Any) -> None:
    assert run("solve queens --n 3").startswith("there is no solution: every possibility was covered\n")


@pytest.mark.long
def test_other_puzzles(run: Any, tmp_path: Path) -> None:
    assert "4 moves" not in run("solve cindy --n 3")
    assert "15 moves: the shortest of 2 ways" in run("solve cindy --n 3")
    assert "a solution worth 8, proved to be the best" in run("solve knights --n 6")
    counted = run("solve knights --n 3 --count")
    assert counted.startswith("Every solution counts here, not only the best.\n131 solutions\n")
    assert "a solution worth 3, proved to be the best" in run("solve dominating-queens --n 5")
    assert "5 3 4 │ 6 7 8 │ 9 1 2" in run("solve sudoku")
    assert "9567 + 1085 = 10652" in run("solve cryptarithm --all")
    assert "3 colours; with one less there is none, which is proved" in run("solve colouring")
    assert "18 solutions" in run("solve colouring --colours 3 --count")
    (tmp_path / "grid.txt").write_text("1...\n..2.\n.3..\n...4\n")
    assert "exactly one solution" in run("solve sudoku --count --given", str(tmp_path / "grid.txt"))
    graph = ROOT / "tests" / "data" / "dimacs" / "myciel4.col"
    found = json.loads(run("solve colouring --json --given", str(graph)))
    assert (found["colours"], found["proved"]) == (5, True)


def test_ortools_from_the_command_line(run: Any) -> None:
    pytest.importorskip("ortools")
    assert "4 solutions\n" in run("solve queens --n 6 --count --engine ortools")


def test_every_puzzle_answers_in_json(run: Any) -> None:
    for name in PUZZLES:
        size = "--n 4" if PUZZLES[name].reads == "n" else ""
        assert json.loads(run(f"solve {name} {size} --json"))["puzzle"] == name


def test_the_story(run: Any, tmp_path: Path) -> None:
    out = run("solve queens --n 6 --strategy static,none --tell --show 40")
    assert "Queen 4 has no cell left: back to queen 3.\n" in out
    assert "more steps are not told" in out
    file = tmp_path / "steps.jsonl"
    monkey = subprocess.run(
        [sys.executable, "-m", "zermelo", "solve", "queens", "--n", "6", "--output", str(file)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "steps written to" in monkey.stderr
    assert all(json.loads(line)["kind"] for line in file.read_text().splitlines())


def test_cindy_is_told(run: Any, tmp_path: Path) -> None:
    out = run("solve cindy --n 2 --tell")
    assert out.startswith("Red steps from 2 to 3: R _ R G G.\n  Red steps from 1 to 2: _ R R G G.\n")
    assert "\n    No piece can move: back to R _ R G G.\n" in out
    assert "Way 2, 8 moves: all have changed places.\n" in out
    assert "\nEvery move of R R _ G G was tried: that is all.\n\n     R R _ G G\n" in out
    told = [line for line in out.split("\n\n")[0].splitlines() if " from " in line]
    assert f"\n{len(told)} moves tried" in out
    assert "more steps are not told" in run("solve cindy --n 3 --tell --show 5")


def interrupted_after(found: int) -> Any:
    """The search of a problem that somebody stops after so many solutions."""

    def counting(inquiry: Inquiry, most: int | None) -> Any:
        yield from itertools.islice(inquiry.solutions(most), found)
        raise KeyboardInterrupt

    return counting


def test_ctrl_c_shows_the_best_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Inquiry, "counting", interrupted_after(1))
    words = "solve knights --n 4 --engine interpreted".split()
    code, out, err = in_process(capsys, monkeypatch, *words)
    assert (code, err) == (130, "zermelo: stopped\n")
    assert "♞" in out
    assert "the best that was found, not proved" in out
    code, out, _ = in_process(capsys, monkeypatch, *words, "--json")
    assert (code, json.loads(out)["interrupted"], json.loads(out)["finished"]) == (130, True, False)
    code, out, err = in_process(capsys, monkeypatch, *"solve queens --n 6 --engine interpreted".split())
    assert (code, out, err) == (130, "", "zermelo: stopped\n")
    monkeypatch.setattr(Inquiry, "counting", interrupted_after(0))
    code, out, err = in_process(capsys, monkeypatch, "solve", "colouring")
    assert (code, err) == (130, "zermelo: stopped\n")
    assert out == ("at least 3 colours: the search was stopped before it could tell whether that is enough\n")


def test_ctrl_c_shows_what_a_study_has_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(n: int) -> Any:
        if n > 3:
            raise KeyboardInterrupt
        return case(n)

    case = study.cindy_case
    monkeypatch.setattr(study, "cindy_case", stopped)
    code, out, err = in_process(capsys, monkeypatch, "study", "cindy")
    assert (code, err) == (130, "zermelo: stopped\n")
    assert "\n3  all ways                  2    100 " in out
    assert "  c  each row once\n" in out


def test_ctrl_c_and_time_leave_the_ways_of_cindy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(reason: type[BaseException], *asked: Any) -> Any:
        yield next(ways(*asked))
        raise reason

    ways = cindy.solutions
    for reason, expected in ((KeyboardInterrupt, 130), (Stopped, 0)):
        monkeypatch.setattr(cindy, "solutions", partial(stopped, reason))
        code, out, _ = in_process(capsys, monkeypatch, "solve", "cindy")
        assert code == expected
        assert "15 moves: the shortest of 1 way, before it was stopped: not proved" in out
    monkeypatch.setattr(cindy, "LOOK_AT_THE_CLOCK", 1)
    monkeypatch.setattr(cindy, "solutions", ways)
    code, out, err = in_process(capsys, monkeypatch, *"solve cindy --seconds 0".split())
    assert (code, out, err) == (2, "", "zermelo: 0 seconds were too few: give more --seconds\n")


def test_limits_are_said(run: Any) -> None:
    out = run("solve queens --n 14 --count --nodes 2000 --engine interpreted")
    assert "so far" in out
    assert "2,000 assignments" in out


REFUSALS = [
    ("solve queens --strategy clever", "there is no strategy 'clever': choose from backtracking"),
    ("solve queens --strategy mrv,static", "mrv and static exclude each other"),
    ("solve queens --n 0", "the number of queens must be a whole number from 1 to"),
    ("solve queens --n 0 --count", "the number of queens must be a whole number from 1 to"),
    ("solve cindy --n 0", "the number of pieces must be a whole number from 1 to 12, not 0"),
    ("solve colouring --colours 0", "the number of colours must be a whole number >= 1, not 0"),
    ("solve knights --up-to-symmetry", "--up-to-symmetry is for queens"),
    ("solve queens --processes 2", "are for long counts: add --count"),
    ("solve queens --count --processes 2 --seconds 1", "takes no limit, story or symmetry"),
    ("solve queens --count --processes 0", "processes must be a whole number from 1 to 4096"),
    ("solve queens --seconds -1", "seconds must be a number >= 0"),
    ("solve queens --engine gpu", "there is no engine 'gpu'"),
    ("solve queens --strategy ac3 --engine compiled", "the inference ac3 cannot be compiled"),
    ("solve queens --show -1", "--show must be at least 0"),
    ("solve sudoku --n 3", "sudoku has no --n; it has --given"),
    ("solve queens --given 3", "queens has no --given; it has --n"),
    ("solve sudoku --given 123", "a sudoku has 16, 81 or 256 cells"),
    ("solve colouring --given nowhere.col", "nowhere.col is neither a map"),
    ("solve cryptarithm --given A+", "is not a sum of words"),
    ("solve queens --count --processes 2 --seconds 0", "takes no limit, story or symmetry"),
    ("solve queens --count --processes 2 --nodes 0", "takes no limit, story or symmetry"),
    ("solve queens --all --tell", "--tell and --output follow one search"),
    ("solve queens --up-to-symmetry --output steps", "--tell and --output follow one search"),
    ("solve colouring --tell", "need --colours"),
    ("solve colouring --output steps", "need --colours"),
    ("solve colouring --strategy mrv", "need --colours"),
    ("solve colouring --engine gpu", "there is no engine 'gpu'"),
    ("solve queens --count --processes 1 --strategy min_conflicts", "always uses compiled backtracking"),
    ("solve queens --count --processes 1 --strategy ac3", "always uses compiled backtracking"),
    ("solve queens --count --processes 1 --engine ortools", "always uses compiled backtracking"),
    ("solve cindy --strategy mrv", "cindy has a search of its own"),
    ("solve cindy --engine compiled", "cindy has a search of its own"),
    ("solve cindy --count", "cindy has a search of its own"),
    ("solve queens --engine ortools --strategy mrv", "OR-Tools has strategies of its own"),
    ("solve queens --engine ortools --nodes 5", "seconds instead of nodes"),
    ("solve queens --all --strategy min_conflicts", "never all"),
    ("solve-puzzle foo", "there is no puzzle 'foo': choose from queens"),
    ("solve sudoku --given nowhere.txt", "and there is no file of that name"),
    ("study queens --from 9", "queens can be studied from 1 to 20, not from 9 to 8"),
    ("study cindy --to 13", "cindy can be studied from 1 to 12, not from 1 to 13"),
    ("study sudoku --from 9", "sudoku has no --from; it has --given"),
    ("study sudoku --given 123", "a sudoku has 16, 81 or 256 cells"),
    ("study queens --colours 3", "queens has no --colours; it has --n"),
    ("study queens --plot love", "there is no plot of 'love'"),
]


@pytest.mark.parametrize(("line", "sentence"), REFUSALS, ids=[line for line, _ in REFUSALS])
def test_refusals_are_one_sentence(refused: Any, line: str, sentence: str) -> None:
    assert sentence in refused(line)


def test_only_the_first_word_names_a_puzzle(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for line in ("solve foo --given queens", "solve connect4 --given cindy", "solve connect4 queens"):
        code, out, err = in_process(capsys, monkeypatch, *line.split())
        assert code == 2
        assert "Traceback" not in out + err
        assert "queens" not in out


def test_options_may_come_first(run: Any) -> None:
    assert "4 solutions" in run("solve --n 6 --count queens")
    assert "4 solutions" in run("solve --n=6 --count --strategy mrv queens")


def test_no_time_and_no_nodes_are_limits(run: Any) -> None:
    assert "0 solutions so far" not in run("solve queens --n 6 --count")
    assert "no solution was found before the search was stopped" in run("solve queens --count --nodes 0")
    assert "no solution was found before the search was stopped" in run(
        "solve queens --n 12 --count --seconds 0"
    )


@pytest.mark.parametrize(
    ("puzzle", "content", "sentence"),
    [
        ("sudoku", b" \n", "is empty: there is no puzzle in it"),
        ("cryptarithm", b"", "is empty: there is no puzzle in it"),
        ("sudoku", bytes(range(256)) * 9, "is not a text file"),
        ("cryptarithm", b"ABC " * 9000, "is not a sum of words"),
        ("colouring", bytes(range(256)) * 9, "is not a DIMACS graph"),
        ("colouring", b"p edge 99999999999 0\n", "has 99,999,999,999 vertices: from 1 to 100,000 are"),
        ("colouring", b"p edge -3 0\n", "has -3 vertices"),
        ("colouring", b"p edge 3 1\ne " + b"x" * 9000, "is not a line of a DIMACS graph"),
    ],
    ids=range(8),
)
def test_files_that_are_no_puzzles(
    refused: Any, tmp_path: Path, puzzle: str, content: bytes, sentence: str
) -> None:
    (tmp_path / "file").write_bytes(content)
    said = refused(f"solve {puzzle} --given", str(tmp_path / "file"))
    assert sentence in said
    assert len(said) < 300 + len(str(tmp_path))


def test_a_graph_without_edges_has_one_colour(run: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("p edge 3 0\n")
    assert "\n1 colour; nothing less will do\n" in run("solve colouring --given", str(tmp_path / "file"))


def test_progress_in_words() -> None:
    text = progress_text(Progress(done=30, parts=120, count=1_000_000, seconds=60.0, fresh=20))
    assert text == "30 of 120 parts, 1,000,000 solutions so far, 4 min 30 s left"
    assert progress_text(Progress(0, 120, 0, 0.0, 0)) == "0 of 120 parts, 0 solutions so far"


def test_the_page_for_students_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "backtracking.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    printed = re.search(r"```text\n(.*?)```", page, re.DOTALL)
    assert len(programs) == 2
    assert printed is not None
    (tmp_path / "page.py").write_text("\n".join(programs))
    done = subprocess.run(
        [sys.executable, tmp_path / "page.py"], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout == printed[1]


def test_the_page_tells_the_lecture_s_figures() -> None:
    page = (ROOT / "docs" / "backtracking.md").read_text()
    assert "2,056 queens placed and 15,720 cells checked" in page
    assert "8⁸ = 16,777,216" in page
    assert "| 8 | backtracking, static, no inference | 92 | 2,056 | 15,720 | 1,964 | 0 |" in page


@pytest.mark.parametrize(("seconds", "text"), [(12.2, "12 s"), (200, "3 min 20 s"), (3900, "1 h 05 min")])
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
