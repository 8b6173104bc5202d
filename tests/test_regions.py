"""Rules that work on lists: the same in both worlds, and their memory is given back."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

import numpy as np
import pytest
from budget import in_turn

from zermelo import Game, ZermeloError, perft, search, solve
from zermelo.kernel.compiler import loading
from zermelo.kernel.compiler.states_made import in_passing

ROWS = tuple(tuple(range(first, first + 3)) for first in range(0, 24, 3))
COLUMNS = tuple(tuple(range(first, 24, 6)) for first in range(6))


class Cells(NamedTuple):
    cells: tuple[int, ...]
    turn: int


class Fill(Game):
    """Twenty-four cells, which lie in memory; who fills a line has won.  Every rule makes lists."""

    def initial(self) -> Cells:
        return Cells((0,) * 24, 1)

    def to_move(self, state: Cells) -> int:
        return [0, 1][state.turn - 1]

    def free(self, state: Cells) -> list[int]:
        return [place for place in range(24) if state.cells[place] == 0]

    def lines(self, state: Cells, lines: Any) -> list[int]:
        found = []
        for line in lines:
            marks = [state.cells[place] for place in line]
            if marks.count(1) == len(marks):
                found.append(1)
            if marks.count(2) == len(marks):
                found.append(2)
        return found

    def actions(self, state: Cells) -> list[int]:
        free = self.free(state)
        return [place for place in free if place % 2 == 0] + [place for place in free if place % 2 == 1]

    def result(self, state: Cells, action: int) -> Cells:
        cells = list(state.cells)
        cells_of_state = state.turn  # a name that the compiler would take
        cells[action] = cells_of_state if state.cells[action] == 0 else 0
        return Cells(tuple(cells), 3 - state.turn)

    def is_terminal(self, state: Cells) -> bool:
        won = self.lines(state, ROWS) + self.lines(state, COLUMNS)
        return len(won) > 0 or len(self.free(state)) == 0

    def utility(self, state: Cells) -> int:
        won = self.lines(state, ROWS) + self.lines(state, COLUMNS)
        return 0 if len(won) == 0 else 1 if won[0] == 1 else -1

    def evaluate(self, state: Cells) -> float:
        places = []
        for place in self.free(state):  # which lies in front of a list that grows meanwhile
            places.append(place)
        marks = sorted([mark % 3 for mark in state.cells])  # which would be written over that one
        return (marks.count(1) - marks.count(2)) / 100 + sum(places) / 10_000


@pytest.fixture
def small_regions(monkeypatch: pytest.MonkeyPatch) -> None:
    """So small that nothing may be left behind."""
    monkeypatch.setattr(loading, "LARGEST", 1 << 16)
    monkeypatch.setattr(loading, "SMALLEST", 1 << 16)


@pytest.mark.parametrize(
    "wanted",
    in_turn([{"algorithm": "alphabeta", "depth": 3}], [{"algorithm": "pvs", "depth": 3, "memory": 1}]),
)
def test_lists_are_the_same_in_both_worlds_and_given_back(wanted: Any, small_regions: None) -> None:
    slow, fast = (search(Fill(), engine=engine, **wanted) for engine in ("interpreted", "compiled"))
    assert fast.compiled
    assert (slow.score, slow.nodes, slow.line) == (fast.score, fast.nodes, fast.line)


@pytest.mark.long
def test_many_nodes_fit_in_a_small_region(small_regions: None) -> None:
    deep = search(Fill(), algorithm="alphabeta", depth=12, nodes=200_000, engine="compiled")
    assert deep.nodes >= 200_000
    assert perft(Fill(), depth=3, engine="compiled") == 24 * 23 * 22


class Drop(Game):
    """The state is nothing but the bytes of an array: who has three in a row has won."""

    def initial(self) -> bytes:
        return np.zeros((3, 4), dtype=np.int8).tobytes()

    def grid(self, state: bytes) -> Any:
        return np.frombuffer(state, dtype=np.int8).reshape(3, 4)

    def to_move(self, state: bytes) -> int:
        return int(np.count_nonzero(self.grid(state)) % 2)

    def actions(self, state: bytes) -> list[int]:
        return [column for column in range(4) if state[column] == 0]

    def result(self, state: bytes, column: int) -> bytes:
        board = self.grid(state).copy()
        board[max(r for r in range(3) if board[r, column] == 0), column] = 1 + self.to_move(state)
        return board.tobytes()  # type: ignore[no-any-return]

    def winner(self, board: Any) -> int:
        for r in range(3):
            windows = []
            windows.append(board[r, 0:3].sum())
            if 3 in windows:
                return 1
        return 0

    def is_terminal(self, state: bytes) -> bool:
        return self.winner(self.grid(state)) != 0 or not self.actions(state)

    def utility(self, state: bytes) -> int:
        return self.winner(self.grid(state))

    def evaluate(self, state: bytes) -> float:
        return state[6] / 10


def test_a_state_that_is_no_more_than_its_bytes_outlives_the_lists_that_it_is_made_of() -> None:
    wanted: Any = {"algorithm": "pvs", "depth": 4}
    plain, machine = (search(Drop(), engine=engine, **wanted) for engine in ("interpreted", "compiled"))
    assert (machine.score, machine.nodes, machine.line) == (plain.score, plain.nodes, plain.line)


@pytest.mark.long
def test_threads_have_boards_and_lists_of_their_own() -> None:
    alone, together = (search(Fill(), depth=3, threads=n, memory=1, engine="compiled") for n in (1, 3))
    assert alone.score == together.score


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("(tuple_of(cells), minus(3, player))", "(passing(cells), minus(3, player))"),
        ("(tuple_of(cells), cells.pop())", ""),
        ("(tuple_of(cells), game_changed(cells))", ""),
        ("tuple_of([tuple_of(row) for row in rows])", "passing([passing(row) for row in rows])"),
        (
            "tuple_of([tuple_of(game_shifted(row)) for row in rows])",
            "passing([tuple_of(game_shifted(row)) for row in rows])",
        ),
        (
            "tuple_of([tuple_of(row) for row in game_rows(state)])",
            "passing([tuple_of(row) for row in game_rows(state)])",
        ),
        (
            "tuple_of([tuple_of(row) for row in rows if row.pop()])",
            "passing([tuple_of(row) for row in rows if row.pop()])",
        ),
    ],
)
def test_lists_are_not_copied_for_a_state_unless_they_may_change_before_it_is_made(
    written: str, read: str
) -> None:
    assert ast.unparse(in_passing(ast.parse(written, mode="eval").body)) == (read or written)


@pytest.mark.long
def test_a_game_on_lists_is_solved(small_regions: None) -> None:
    """By every part of the house that asks rules."""
    start = Cells((1, 2, 1, 2, 1, 2) * 3 + (0,) * 6, 1)
    fast, slow = (solve(Fill(), start, engine=engine) for engine in ("compiled", "interpreted"))
    assert fast.score == slow.score


class Hoarder(Fill):
    """One call of a rule makes more lists than there is room for."""

    def evaluate(self, state: Cells) -> float:
        kept = [state.cells[0]]
        for number in range(3000):
            kept = kept + [number]
        return len(kept) / 10_000


@pytest.mark.long
def test_a_rule_that_makes_too_many_lists_is_told(small_regions: None) -> None:
    with pytest.raises(ZermeloError, match="make fewer lists at once"):
        search(Hoarder(), algorithm="alphabeta", depth=1, engine="compiled")
    assert not search(Hoarder(), algorithm="alphabeta", depth=1).compiled
