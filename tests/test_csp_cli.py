"""`zermelo solve` and `zermelo study` of puzzles."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zermelo.csp.parallel import Progress
from zermelo.csp.study import STRATEGIES
from zermelo.interfaces.terminal import cli, study_text
from zermelo.interfaces.terminal.counting import duration, progress_text
from zermelo.interfaces.terminal.puzzles import PUZZLES

ROOT = Path(__file__).parents[1]


def zermelo(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["zermelo", *words])
    code = cli.exit_code()
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(line: str, *more: str) -> str:
        code, out, err = zermelo(capsys, monkeypatch, *line.split(), *more)
        assert (code, err) == (0, ""), err
        return out

    return call


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(line: str, *more: str) -> str:
        code, out, err = zermelo(capsys, monkeypatch, *line.split(), *more)
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
    assert run("solve queens --n 11 --count").startswith("2,680 solutions\n")
    assert run("solve queens --n 9 --count --strategy fc,degree --processes 1").startswith("352 solutions")
    assert json.loads(run("solve queens --n 10 --count --json"))["solutions"] == 724


def test_no_solution(run: Any) -> None:
    assert run("solve queens --n 3").startswith("there is no solution: every possibility was covered\n")


def test_other_puzzles(run: Any, tmp_path: Path) -> None:
    assert "4 moves" not in run("solve cindy --n 3")
    assert "15 moves: the shortest of 2 ways" in run("solve cindy --n 3")
    assert "a solution worth 8, proved to be the best" in run("solve knights --n 6")
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
    ("solve queens --count --processes 0", "processes must be a whole number >= 1"),
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
    ("study chess", "there is no study of 'chess'"),
    ("study queens --from 9", "boards from 1 to 20 can be studied"),
    ("study queens --plot love", "there is no plot of 'love'"),
]


@pytest.mark.parametrize(("line", "sentence"), REFUSALS, ids=[line for line, _ in REFUSALS])
def test_refusals_are_one_sentence(refused: Any, line: str, sentence: str) -> None:
    assert sentence in refused(line)


def test_only_the_first_word_names_a_puzzle(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for line in ("solve foo --given queens", "solve connect4 --given cindy", "solve connect4 queens"):
        code, out, err = zermelo(capsys, monkeypatch, *line.split())
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


def test_every_strategy_has_a_colour_of_its_own() -> None:
    assert len(set(study_text.COLOURS)) == len(study_text.COLOURS) >= len(STRATEGIES)


def test_study(run: Any, tmp_path: Path) -> None:
    out = run("study queens --to 6 --seconds 0.2 --plot checks --export", str(tmp_path / "plot.svg"))
    rows = [line for line in out.splitlines() if line.startswith("6  backtracking ")]
    assert rows[0].split()[:6] == ["6", "backtracking", "4", "152", "894", "148"]
    assert "checks, all solutions" in out
    picture = (tmp_path / "plot.svg").read_text()
    assert picture.startswith("<svg ")
    assert picture.count("<polyline") >= 10
    assert "nan" not in picture


def test_study_as_data(run: Any) -> None:
    rows = [json.loads(line) for line in run("study queens --to 5 --json").splitlines()]
    assert {row["solutions"] for row in rows if row["n"] == 5} == {10}
    full = next(row for row in rows if row["n"] == 5 and row["strategy"] == "generate and test, in full")
    assert full["tries"] == full["to_do"] == 53130


def test_a_study_says_what_it_stopped(run: Any) -> None:
    out = run("study queens --from 8 --to 8 --seconds 0.05")
    stopped = next(line for line in out.splitlines() if "generate and test, in full" in line)
    assert "of 4,426,165,368" in stopped
    assert "stopped after" in stopped


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
    assert "| 8 | backtracking | 92 | 2,056 | 15,720 | 1,964 | 0 |" in page


@pytest.mark.parametrize(("seconds", "text"), [(12.2, "12 s"), (200, "3 min 20 s"), (3900, "1 h 05 min")])
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
