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
from typing import Any, NamedTuple

from zermelo.game import MAX, MIN, Game, updated
from zermelo.games.common import read_marks, refuse_won, turn_after

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
IMAGES = (
    *((0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 1, 0, 5, 4, 3, 8, 7, 6), (6, 7, 8, 3, 4, 5, 0, 1, 2)),
    *((8, 7, 6, 5, 4, 3, 2, 1, 0), (0, 3, 6, 1, 4, 7, 2, 5, 8), (2, 5, 8, 1, 4, 7, 0, 3, 6)),
    *((6, 3, 0, 7, 4, 1, 8, 5, 2), (8, 5, 2, 7, 4, 1, 6, 3, 0)),
)
"""The eight ways to turn and mirror the board."""


class TicTacToe(Game):
    repetition = None

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
        return self.State(updated(state.cells, cell, state.turn + 1), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return self.has_won(state, 1 - state.turn) or 0 not in state.cells

    def utility(self, state: State) -> int:
        if not self.has_won(state, 1 - state.turn):
            return 0
        return 1 if state.turn == MIN else -1

    def evaluate(self, state: State) -> int:
        """The lines that are still open to MAX, minus those still open to MIN."""
        return self.lines_without(state, 2) - self.lines_without(state, 1)

    def lines_without(self, state: State, mark: int) -> int:
        cells = state.cells
        return sum(1 for a, b, c in LINES if cells[a] != mark and cells[b] != mark and cells[c] != mark)

    def symmetries(self, state: State) -> Iterator[State]:
        for image in IMAGES:
            yield self.State(tuple(state.cells[cell] for cell in image), state.turn)

    def has_won(self, state: State, player: int) -> bool:
        mark = player + 1
        cells = state.cells
        return any(cells[a] == mark and cells[b] == mark and cells[c] == mark for a, b, c in LINES)

    def show(self, state: State) -> str:
        marks = [".XO"[mark] for mark in state.cells]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))

    def name(self, state: State, cell: int) -> str:
        return str(cell)

    def parse(self, text: str) -> State:
        """The position that `show` draws; / may stand for a line break, and blanks are not needed.

        >>> TicTacToe().parse("X.O/.X./...")
        State(cells=(1, 0, 2, 0, 1, 0, 0, 0, 0), turn=1)
        """
        cells = read_marks(text, 9)
        state = self.State(cells, turn_after(cells))
        refuse_won(self.has_won(state, state.turn), state.turn)
        return state

    def board(self, state: State) -> dict[str, Any]:
        actions = [] if self.is_terminal(state) else [(cell, [cell]) for cell in self.actions(state)]
        cells = [".XO"[mark] for mark in state.cells]
        rows = [row for row in LINES if {cells[cell] for cell in row} in ({"X"}, {"O"})]
        won = sorted({cell for row in rows for cell in row})
        return {"kind": "grid", "width": 3, "height": 3, "cells": cells, "won": won, "actions": actions}
