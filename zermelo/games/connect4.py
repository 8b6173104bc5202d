"""Connect Four, on a board of any size that fits in 64 bits: four in a row wins.

One bit per cell, column by column from the left, each with an empty cell on top
(bits of the usual 7 x 6 board):

     6 13 20 27 34 41 48
    ---------------------
     5 12 19 26 33 40 47      . . . . . . .
     4 11 18 25 32 39 46      . . . . . . .
     3 10 17 24 31 38 45      . . . . . . .      State(mine=1 << 21, stones=1 << 21 | 1 << 22, turn=MAX)
     2  9 16 23 30 37 44      . . . . . . .
     1  8 15 22 29 36 43      . . . O . . .
     0  7 14 21 28 35 42      . . . X . . .

`stones` are all stones, `mine` those of the player to move.  An action is a column, from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.game import MAX, MIN, Bits, Game


class ConnectFour(Game):
    class State(NamedTuple):
        mine: Bits
        stones: Bits
        turn: int

    def __init__(self, width: int = 7, height: int = 6) -> None:
        if width < 1 or height < 1 or width * (height + 1) > 64:
            raise ValueError(
                f"a board of {width} x {height} does not fit: width * (height + 1) is at most 64"
            )
        self.width, self.height = width, height
        self.stride = height + 1
        self.top = 1 << (height - 1)
        self.full = Bits(sum(((1 << height) - 1) << (column * self.stride) for column in range(width)))

    def initial(self) -> State:
        return self.State(Bits(0), Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        for column in range(self.width):
            if (state.stones >> (column * self.stride)) & self.top == 0:
                yield column

    def result(self, state: State, column: int) -> State:
        stones = state.stones | (state.stones + (Bits(1) << (column * self.stride)))
        return self.State(state.mine ^ state.stones, stones, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return state.stones == self.full or self.has_four(state.mine ^ state.stones)

    def utility(self, state: State) -> int:
        if not self.has_four(state.mine ^ state.stones):
            return 0
        return 1 if state.turn == MIN else -1

    def has_four(self, board: Bits) -> bool:
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            pairs = board & (board >> step)
            if pairs & (pairs >> (2 * step)) != 0:
                return True
        return False

    def show(self, state: State) -> str:
        first, second = (state.mine, state.mine ^ state.stones)
        if state.turn == MIN:
            first, second = second, first
        rows = []
        for row in reversed(range(self.height)):
            bits = [1 << (column * self.stride + row) for column in range(self.width)]
            rows.append(" ".join("X" if first & bit else "O" if second & bit else "." for bit in bits))
        return "\n".join(rows)
