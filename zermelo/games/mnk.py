"""(m,n,k) games: k or more in a row, column or diagonal win, on a board of at most 64 cells.

Tic-tac-toe is (3,3,3), gomoku on a small board (8,8,5).  One bit per cell, from the top left:

     0  1  2  3      3  X . . .
     4  5  6  7      2  . O X .       State(crosses=1 << 0 | 1 << 6, noughts=1 << 5, turn=MIN)
     8  9 10 11      1  . . . .
                        a b c d

MAX plays X and begins, MIN plays O.  An action is a cell; people write c2 for cell 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.game import MAX, MIN, Bits, Game
from zermelo.games.common import read_marks, refuse_won, turn_after
from zermelo.games.rows import Rows
from zermelo.score import Score, win_in


class MNK(Rows, Game):
    repetition = None

    class State(NamedTuple):
        crosses: Bits
        noughts: Bits
        turn: int

    def initial(self) -> State:
        return self.State(Bits(0), Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        stones = state.crosses | state.noughts
        for cell in range(self.size):
            if (stones >> cell) & 1 == 0:
                yield cell

    def result(self, state: State, cell: int) -> State:
        if state.turn == MAX:
            return self.State(state.crosses | Bits(1) << cell, state.noughts, MIN)
        return self.State(state.crosses, state.noughts | Bits(1) << cell, MAX)

    def is_terminal(self, state: State) -> bool:
        return self.last_mover_won(state) or state.crosses | state.noughts == self.full

    def utility(self, state: State) -> int:
        if not self.last_mover_won(state):
            return 0
        return 1 if state.turn == MIN else -1

    def evaluate(self, state: State) -> int:
        """The lecture's EVAL: lines still open for MAX minus lines still open for MIN."""
        value = 0
        for line in self.lines:
            value += (line & state.noughts == 0) - (line & state.crosses == 0)
        return value

    def last_mover_won(self, state: State) -> bool:
        return self.has_line(state.crosses if state.turn == MIN else state.noughts)

    def bounds(self, state: State) -> tuple[Score | int, Score | int]:
        """Who has no line open cannot win."""
        worst = win_in(1, MIN) if self.has_line(self.full ^ state.crosses) else 0
        best = win_in(1) if self.has_line(self.full ^ state.noughts) else 0
        return worst, best

    def priority(self, state: State, cell: int) -> int:
        """The open lines through a cell, of both players; a stone more on a line counts for four lines."""
        found = 0
        for line in self.through[cell]:
            if line & state.noughts == 0:
                found += 1 << 2 * (line & state.crosses).bit_count()
            if line & state.crosses == 0:
                found += 1 << 2 * (line & state.noughts).bit_count()
        return found

    def parse(self, text: str) -> State:
        """The position that `show` draws, or its marks alone from the top left.

        >>> MNK(4, 3, 3).parse("X... / .OX. / ....").turn == MIN
        True
        """
        marks = read_marks(re.sub(r"[a-z0-9]", "", text), self.size)
        crosses, noughts = (sum(1 << i for i, mark in enumerate(marks) if mark == who) for who in (1, 2))
        state = self.State(Bits(crosses), Bits(noughts), turn_after(marks))
        refuse_won(self.has_line(state.crosses if state.turn == MAX else state.noughts), state.turn)
        return state

    def board(self, state: State) -> dict[str, Any]:
        actions = [] if self.is_terminal(state) else [(cell, [cell]) for cell in self.actions(state)]
        return self.grid(state, self.winning(state), actions)

    def winning(self, state: State) -> list[int]:
        """The cells of the lines that have won."""
        stones = state.crosses if state.turn == MIN else state.noughts
        return self.cells_won(stones)

    def marks(self, state: State) -> list[str]:
        return [
            "X" if state.crosses >> cell & 1 else "O" if state.noughts >> cell & 1 else "."
            for cell in range(self.size)
        ]
