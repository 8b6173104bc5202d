"""Matrices as text: what can be typed, the command, its files, and the documentation's examples."""

from __future__ import annotations

import json
import re
import shlex
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from budget import examples
from commanding import forked, printed, zermelo
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import MatrixError
from zermelo.game import MIN
from zermelo.interfaces.pictures.matrices import csv_of, file_of, picture
from zermelo.matrix import Bimatrix, Matrix, load, read, study
from zermelo.matrix.solve import SMALL
from zermelo.matrix.strategies import MOST_CELLS, MOST_PLACES, MOST_PLIES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "matrix.md").read_text()
LECTURE = Matrix([[2, -3], [0, 2], [-5, 10]])
SAME = [
    "2 -3; 0 2; -5 10",
    "2 -3\n0 2\n-5 10",
    "2 -3;\n0 2;\n-5 10;",
    "2,-3\n0,2\n-5,10\n",
    "2, −3; 0, 2; −5, 10",
    "2\t-3\n0\t2\n-5\t10",
    "2;-3\n0;2\n-5;10",
    "\ufeff# a comment\n2 -3\n\n0 2\n-5 10",
    "[[2,-3],[0,2],[-5,10]]",
    "[[2, -3], [0, 2], [-5, 10],]",
    "((2, -3), (0, 2), (-5, 10))",
    "[2 -3; 0 2; -5 10]",
    '{"payoffs": [[2, -3], [0, "2"], [-5, 10.0]]}',
    "4/2 -3; 0/9 2e0; -5.0 +10",
]


@pytest.mark.parametrize("text", SAME)
def test_one_matrix_in_many_spellings(text: str) -> None:
    assert read(text) == LECTURE


@pytest.mark.parametrize(
    ("text", "rows", "columns"),
    [
        ("L R; U 1 2; D 3 4", ("U", "D"), ("L", "R")),
        ("x L R\nU 1 2\nD 3 4", ("U", "D"), ("L", "R")),
        (",L,R\nU,1,2\nD,3,4", ("U", "D"), ("L", "R")),
        (",1,2\nU,1,2\nD,3,4", ("U", "D"), ("1", "2")),
        ("L R; 1 2; 3 4", ("r1", "r2"), ("L", "R")),
        ("U 1 2; D 3 4", ("U", "D"), ("c1", "c2")),
        ('"go left","go, right"\n1,2\n3,4', ("r1", "r2"), ("go left", "go, right")),
        ('"up now" 1 2; "down" 3 4', ("up now", "down"), ("c1", "c2")),
    ],
)
def test_names(text: str, rows: tuple[str, ...], columns: tuple[str, ...]) -> None:
    game = read(text)
    assert isinstance(game, Matrix)
    assert (game.rows, game.columns) == (rows, columns)
    assert game.payoffs == ((1, 2), (3, 4))


@pytest.mark.parametrize(
    "text",
    [
        "3|3 0|5; 5|0 1|1",
        "3 | 3 0 | 5; 5|0 1|1",
        "(3,3) (0,5); (5,0) (1,1)",
        "(3, 3), (0, 5)\n(5, 0), (1, 1)",
        "[[(3,3),(0,5)],[(5,0),(1,1)]]",
        "[[[3,3],[0,5]],[[5,0],[1,1]]]",
        '{"row_payoffs": [[3, 0], [5, 1]], "column_payoffs": [[3, 5], [0, 1]]}',
    ],
)
def test_pairs(text: str) -> None:
    assert read(text) == Bimatrix([[3, 0], [5, 1]], [[3, 5], [0, 1]])


def test_fractions_and_decimal_commas() -> None:
    assert read("1/3 -2 / 4").payoffs == ((Fraction(1, 3), Fraction(-1, 2)),)  # type: ignore[union-attr]
    assert read("0,5;1\n2;-1,25").payoffs == ((Fraction(1, 2), 1), (2, Fraction(-5, 4)))  # type: ignore[union-attr]
    assert read("1 2", MIN).players == ("MIN", "MAX")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the matrix is empty"),
        ("  \n ", "the matrix is empty"),
        ("# nothing", "the matrix is empty"),
        ("[]", "the matrix is empty"),
        ("[[]]", "the matrix is empty"),
        ("left right", "is not a payoff"),
        ("1 2; 3", "row 2 has length 1"),
        ("1 2; 3 x", "row 2: 'x' is not a payoff"),
        ("2 x; 0 2", "row 1: 'x' is not a payoff"),
        ("1 inf; 2 3", "row 1: inf is not a payoff: payoffs must be finite"),
        ("nan nan; 1 2", "nan is not a payoff"),
        ("1/0 2", "'1/0' is not a payoff"),
        ("1|2 3; 4|5 6", "does not have a pair"),
        ("1|2|3", "is not a payoff"),
        ("[[1, 2], [3, 4]", "a bracket is not closed"),
        ("[[1, 2", "a bracket is not closed"),
        ("[1, 2", "a bracket is not closed"),
        ("1, 2]", r"'2\]' is not a payoff"),
        ("[[1, 2)]", "is not expected here"),
        ("[[[[1]]]]", "nested too deeply"),
        ("[[1, 2], 3]", "is not a list of rows"),
        ("[[1, 2]] x", "'x' is not expected here"),
        ("{", "this JSON is not a matrix"),
        ('{"payoffs": 3}', "is not a list of rows"),
        ('{"rows": []}', "this JSON is not a matrix"),
        ('{"row_payoffs": [[1]]}', "is not a list of rows"),
        ('{"payoffs": [[1]], "row_player": "nobody"}', "there is no player 'nobody'"),
        ("a a; 1 2", "two columns are called 'a'"),
        ("1e400 " + "9" * 1500, "is not a payoff|has more than"),
        ("(" * 5000, "is not a payoff|nested|closed"),
    ],
)
def test_what_is_no_matrix(text: str, said: str) -> None:
    with pytest.raises(MatrixError, match=said):
        read(text)


@given(st.text(alphabet='[](){}|,;/ \n\t"-.0123456789eanx', max_size=40))
def test_any_text_is_a_matrix_or_a_sentence(text: str) -> None:
    with suppress(MatrixError):
        assert min(read(text).shape) >= 1


cells = st.fractions(min_value=-99, max_value=99, max_denominator=20)


@settings(max_examples=examples(100))
@given(st.lists(st.lists(cells, min_size=2, max_size=2), min_size=1, max_size=4), st.booleans())
def test_what_is_written_is_read_back(payoffs: list[list[Fraction]], both: bool) -> None:
    names = [f"row {number}, again" for number in range(len(payoffs))]
    game: Any = Bimatrix(payoffs, payoffs, names) if both else Matrix(payoffs, names)
    assert read(csv_of(game)) == game
    assert read(json.dumps(study(game, rounds=3).as_dict())) == game


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    path.write_text(csv_of(LECTURE), encoding="utf-8-sig")
    assert load(path) == LECTURE
    path.write_bytes(b"\xff\xfe1")
    with pytest.raises(MatrixError, match="is not a text file"):
        load(path)
    with pytest.raises(MatrixError, match="cannot be read"):
        load(tmp_path)
    path.write_text("1 2; 3")
    with pytest.raises(MatrixError, match=r"game\.csv: row 2 has length 1"):
        load(path)


# -- the command ---------------------------------------------------------------------------------------


def test_the_command_says_the_same_as_data() -> None:
    told = json.loads(printed("matrix", "2 -3; 0 2; -5 10", "--json", "--rounds", "10"))
    assert told["value"] == {"exact": "4/7", "text": "4/7", "number": 4 / 7}
    assert (told["exact"], told["method"], told["error"]["exact"]) == (True, "exact", "0")
    assert [share["exact"] for share in told["row_strategies"][0]] == ["2/7", "5/7", "0"]
    assert (told["max_min"]["exact"], told["min_max"]["exact"], told["saddle_points"]) == ("0", "2", [])
    assert told["fictitious_play"]["rounds"] == 10


def test_who_chooses_the_rows_and_a_negative_first_payoff() -> None:
    assert "\nvalue           1/5 for MAX (exact)\nMIN plays       r1 7/10, r2 3/10 " in printed(
        "matrix", "-1 2; 3 -4", "--rows", "min"
    )
    assert printed("matrix", "-", typed="-1 2\n3 -4").startswith("2 × 2: MAX chooses a row")


def test_strategies_of_a_game() -> None:
    told = printed("matrix", "nim:heaps=(1,1)", "--strategies", "--moves", "a1")
    assert "saddle point" in told
    refused = zermelo("matrix", "tictactoe", "--strategies")
    assert refused.returncode == 2
    assert refused.stderr.startswith("zermelo: TicTacToe is too large for a matrix of strategies")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["1 2; 3"], "row 2 has length 1"),
        (["nowhere.csv"], "there is no file nowhere.csv"),
        (["1 2", "--rows", "chance"], "there is no player 'chance': choose from max, min"),
        (["1 2", "--method", "fast"], "method 'fast' is unknown: choose from auto, exact, floating"),
        (["1 2", "--moves", "1"], "--moves and --position are for a game: add --strategies"),
        (["1 2", "--rounds", "0"], "rounds must be a whole number from 1"),
        (["1 2", "--export", "a.doc"], "a matrix can be exported as .svg, "),
        (["1 2; 3 4", "--plot", "play"], "--plot says what --export draws: name a file"),
        (["1 2; 3 4; 5 6", "--export", "a.svg", "--plot", "course"], "there is no picture 'course'"),
        (["1 2 3; 3 4 3; 5 6 3", "--export", "a.svg", "--plot", "graph"], "there is no picture 'graph'"),
    ],
)
def test_mistakes_are_a_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    done = zermelo("matrix", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert not any(tmp_path.iterdir())


def test_pictures(tmp_path: Path) -> None:
    for name, more in (
        ("graph.svg", []),
        ("play.tex", ["--plot", "play"]),
        ("table.svg", ["--plot", "table"]),
        ("all.json", []),
        ("game.csv", []),
    ):
        told = printed("matrix", "2 -3; 0 2; -5 10", "--export", name, *more, cwd=tmp_path)
        assert told == f"{name} written\n"
    assert ElementTree.parse(tmp_path / "graph.svg").getroot().tag.endswith("svg")
    assert "v = 4/7" in (tmp_path / "graph.svg").read_text()
    assert (tmp_path / "play.tex").read_text().count(r"\draw") > 100
    assert read((tmp_path / "all.json").read_text()) == read((tmp_path / "game.csv").read_text()) == LECTURE


@pytest.mark.parametrize(
    "text",
    ["1 2; 3 4", "5", "7 7; 7 7", "1e300 -1e300; 0 1", "<b>&_%$ x; 1 2; 3 4", "1|1 2|2", "1 2 3; 4 5 6"],
)
def test_every_picture_is_well_formed(text: str) -> None:
    found = study(read(text), rounds=7)
    drawn = [*(["graph"] if found.graphs else []), *(["play"] if found.course else []), "table"]
    for what in drawn:
        ElementTree.fromstring(picture(found, what).svg)
        assert r"\begin{tikzpicture}" in str(file_of(found, "tikz", what))


# -- the documentation -----------------------------------------------------------------------------------

PROGRAMS = re.findall(r"```python\n(.*?)```\n+```text\n(.*?)```", PAGE, re.DOTALL)
CONSOLE = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", CONSOLE, re.MULTILINE)


@pytest.mark.parametrize(("program", "output"), PROGRAMS)
def test_the_programs_print_what_the_page_says(program: str, output: str, tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(program)
    done = forked(str(tmp_path / "example.py"), cwd=tmp_path)
    assert (done.stdout, done.stderr) == (output, "")


@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_the_commands_print_what_the_page_says(command: str, output: str) -> None:
    done = zermelo(*shlex.split(command.removesuffix(" 2>&1"))[1:])
    assert done.stdout + done.stderr == output


def test_the_bounds_on_the_page_are_those_of_the_code() -> None:
    assert f"Up to {SMALL:,} cells the linear program" in PAGE
    assert f"more than {MOST_PLACES:,} positions or {MOST_PLIES} plies" in PAGE
    assert f"a matrix of more than {MOST_CELLS:,} cells" in PAGE


def test_everything_on_the_page_is_tried() -> None:
    assert (len(PROGRAMS), len(COMMANDS)) == (PAGE.count("```python"), PAGE.count("\n$ ")) == (4, 4)
