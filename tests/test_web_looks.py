"""What the page is told of a position: names of cells, what moves do, how it ended, parameters, threats."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web app needs its extra: pip install 'zermelo[web]'")

from zermelo.errors import SearchError
from zermelo.game import Game
from zermelo.games import TicTacToe
from zermelo.interfaces.web import puzzles
from zermelo.interfaces.web.example import example_row
from zermelo.interfaces.web.fields import field_rows
from zermelo.interfaces.web.looks import outcome_row, result_text
from zermelo.interfaces.web.models import Position, Puzzle
from zermelo.interfaces.web.puzzles import puzzle_row
from zermelo.interfaces.web.shelf import Placed, Shelf
from zermelo.interfaces.web.threats import threat_row
from zermelo.search import search


def described(game: str, moves: str = "") -> dict[str, Any]:
    return Shelf().describe(Position(game=game, moves=moves.split()))


@pytest.mark.parametrize(
    ("game", "first", "last"),
    [
        ("tictactoe", "0", "8"),
        ("mnk", "a3", "c1"),
        ("hex:size=3,swap=True", "a1", "c3"),
        ("connect4", "", "6"),
        ("kalah", "", ""),
        ("ponghauki", "0", "4"),
    ],
)
def test_cells_are_called_after_moves(game: str, first: str, last: str) -> None:
    labels = described(game)["board"]["labels"]
    assert (labels[0], labels[-1]) == (first, last)
    assert any(labels)


@pytest.mark.parametrize("game", ["nim", "nim:heaps=(1,2)", "race", "backgammon"])
def test_what_is_no_name_of_a_cell_is_not_shown_as_one(game: str) -> None:
    assert described(game)["board"]["labels"] == ()


def test_what_a_move_changes() -> None:
    moves = {move["name"]: move["changes"] for move in described("nim")["moves"]}
    assert moves["a1"] == [(2, ".")]
    assert moves["c3"] == [(12, "."), (13, "."), (14, ".")]  # the match that is clicked and all to its right
    assert described("connect4", "3")["moves"][3]["changes"] == [(31, "O")]


@pytest.mark.parametrize(
    ("game", "moves", "result", "won"),
    [
        ("connect4", "3 2 3 2 3 2 3", "MAX wins", (17, 24, 31, 38)),
        ("tictactoe", "0 3 1 4 2", "MAX wins", (0, 1, 2)),
        ("mnk", "a3 a2 b3 b2 c3", "MAX wins", (0, 1, 2)),
        ("hex:size=2", "a1 b1 a2", "MAX wins", (0, 2)),
        ("dots:width=1,height=1", "0 1 2 3", "MIN wins 1–0", ()),
        ("kalah:pits=1,seeds=1", "1", "a draw, 1–1", ()),
    ],
)
def test_how_games_end(game: str, moves: str, result: str, won: tuple[int, ...]) -> None:
    found = described(game, moves)
    assert (found["result"], found["board"]["won"]) == (result, won)
    assert (found["outcome"]["winner"] or "draw") in result


class Odd(Game):
    """A game whose helper has the name of a rule."""

    payoff = "points"

    def is_terminal(self, state: int) -> bool:
        return True

    def utility(self, state: int) -> int:
        return -3

    def tally(self, first: int, second: int) -> int:
        return first + second


def test_a_helper_of_the_same_name_is_no_tally() -> None:
    assert result_text(outcome_row(Odd(), 0)) == "MIN wins by 3"


def test_parameters_and_their_limits() -> None:
    rows = {row["name"]: row for row in field_rows("nim:heaps=(2,3)")}
    assert (rows["heaps"]["kind"], rows["misere"]["kind"]) == ("several", "truth")
    assert [(row["least"], row["most"]) for row in field_rows("connect4")] == [(1, 9), (1, 8)]
    assert field_rows("pig")[0]["most"] == 100  # what it is by default may be written too
    assert field_rows("tictactoe") == []
    komi = next(row for row in field_rows("go:komi=-0.5") if row["name"] == "komi")
    assert (komi["kind"], komi["value"], komi["least"], komi["most"]) == ("fraction", -0.5, -64, 64)
    for game in ("connect4:width=10", "connect4:width=6.5", "go:komi=6.3", "go:komi=1e9", "chess"):
        with pytest.raises(SearchError):
            field_rows(game)


@pytest.mark.parametrize("row", [*field_rows("mnk"), *field_rows("hex")[:1], *field_rows("dots")])
def test_the_limits_are_the_last_that_are_taken(row: dict[str, Any]) -> None:
    game = next(name for name in ("mnk", "hex", "dots") if row in field_rows(name))
    for value in (row["least"], row["most"]):
        assert field_rows(f"{game}:{row['name']}={value}")
    with pytest.raises(SearchError):
        field_rows(f"{game}:{row['name']}={row['most'] + 1}")


def test_a_threat_is_an_answer_that_refutes_several_moves() -> None:
    game = TicTacToe()
    for text, threat in (("XX.O.....", "2"), ("X........", None)):
        placed = Placed("tictactoe", game, game.parse(text), (), (), "")
        report = search(game, placed.state, values=True, algorithm="pvs", engine="interpreted")
        found = threat_row(placed, report)
        assert found["move"] == threat
        for mark in found["marks"]:
            assert (mark["player"], mark["cells"], mark["changed"]) == ("MAX", [2], [2])


def test_the_example_is_what_zermelo_new_writes() -> None:
    assert "class Mygame(Game)" in example_row()["text"]
    assert described("example", "1")["toMove"] == 1


PUZZLES = [
    Puzzle(puzzle="knights", n=3),
    Puzzle(puzzle="cindy", n=2),
    Puzzle(puzzle="sudoku", given="1...2......3...."),
    Puzzle(puzzle="colouring", given="A-B, B-C, C-A, T"),
    Puzzle(puzzle="cryptarithm", given="A + A = B"),
]


CUT = "The steps that are shown end here; a search without steps went on. "


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Puzzle(n=6), "There are 4 solutions."),
        (Puzzle(n=6, strategy="generate and test", steps=10), f"{CUT}There are 4 solutions."),
        (Puzzle(n=3, strategy="min-conflicts", steps=10), f"{CUT}There is no solution."),
        (Puzzle(puzzle="sudoku", steps=5), f"{CUT}There is exactly one solution."),
        (
            Puzzle(puzzle="knights", n=4, strategy="generate and test", steps=10),
            f"{CUT}The answer: 4 knights cover the board, and fewer cannot.",
        ),
    ],
)
def test_a_puzzle_ends_with_its_answer_however_few_steps_are_shown(asked: Puzzle, said: str) -> None:
    found = puzzle_row(asked)
    last = found["steps"][-1]
    assert (last["kind"], last["sentence"]) == ("end", said)
    assert len(last["values"]) in (0, len(found["variables"]))
    assert found["truncated"] == said.startswith(CUT)


def test_an_answer_that_is_not_found_in_time_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "ANSWERING", 1e-6)
    last = puzzle_row(Puzzle(n=12, steps=200))["steps"][-1]
    assert last["sentence"] == f"{CUT}There are at least 3 solutions."
    assert last["counts"][:2] == [0, 1]


@pytest.mark.parametrize("asked", PUZZLES, ids=lambda asked: asked.puzzle)
def test_every_puzzle_is_told_to_its_end(asked: Puzzle) -> None:
    found = puzzle_row(asked)
    assert not found["truncated"]
    assert any(step["kind"] == "solution" for step in found["steps"])
    assert all(step["sentence"] for step in found["steps"])
    count = len(found["variables"])
    for step in found["steps"]:
        known = [*step["others"], *step["through"], *([] if step["variable"] is None else [step["variable"]])]
        assert all(0 <= place < count for place in known)
