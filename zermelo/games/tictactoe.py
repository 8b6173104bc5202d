"""Tic-tac-toe: three in a row wins.

    0 | 1 | 2        X | . | O
   ---+---+---      ---+---+---
    3 | 4 | 5        . | X | .       State(cells=(1, 0, 2, 0, 1, 0, 0, 0, 0), turn=MIN)
   ---+---+---      ---+---+---
    6 | 7 | 8        . | . | .

MAX plays X (1) and begins, MIN plays O (2); 0 is an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.game import MAX, MIN, Game, replace

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(Game):
    class State(NamedTuple):
        cells: tuple[int, ...]
        turn: int

    def initial(self) -> State:
        return self.State((0,) * 9, MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        for cell in range(9):
            if state.cells[cell] == 0:
                yield cell

    def result(self, state: State, cell: int) -> State:
        return self.State(replace(state.cells, cell, state.turn + 1), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return self.has_won(state, 1 - state.turn) or 0 not in state.cells

    def utility(self, state: State) -> int:
        if not self.has_won(state, 1 - state.turn):
            return 0
        return 1 if state.turn == MIN else -1

    def has_won(self, state: State, player: int) -> bool:
        mark = player + 1
        cells = state.cells
        return any(cells[a] == mark and cells[b] == mark and cells[c] == mark for a, b, c in LINES)

    def show(self, state: State) -> str:
        marks = [".XO"[mark] for mark in state.cells]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))
