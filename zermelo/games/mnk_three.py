"""(m,n,k) games for three: whoever first has k or more in a row, column or diagonal wins; 64 cells at most.

     0  1  2  3      4  X . . .
     4  5  6  7      3  . O X .       State(stones=(1 << 0 | 1 << 6, 1 << 5 | 1 << 9, 1 << 10), turn=C)
     8  9 10 11      2  . O ◇ .
    12 13 14 15      1  . . . .
                        a b c d

A plays X and begins, B plays O, C plays ◇.  An action is a cell; people write c3 for cell 6.  The winner
gets 2 and each of the others loses 1; where nobody wins, everybody has 0.  Two players who see that the third
is about to win have the same wish: that somebody stops them, and rather the other one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import Bits, Game, updated
from zermelo.games.common import SEAT_MARKS
from zermelo.games.rows import Rows

PLAYERS = 3


class MNKThree(Rows, Game):
    players = PLAYERS
    repetition = None
    constant_sum = 0
    least = -1

    class State(NamedTuple):
        stones: tuple[Bits, Bits, Bits]
        turn: int

    def __init__(self, width: int = 4, height: int = 4, k: int = 3) -> None:
        super().__init__(width, height, k)

    def initial(self) -> State:
        return self.State((Bits(0), Bits(0), Bits(0)), 0)

    def to_move(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        taken = state.stones[0] | state.stones[1] | state.stones[2]
        for cell in range(self.size):
            if (taken >> cell) & 1 == 0:
                yield cell

    def result(self, state: State, cell: int) -> State:
        own = state.stones[state.turn] | Bits(1) << cell
        return self.State(updated(state.stones, state.turn, own), (state.turn + 1) % PLAYERS)

    def is_terminal(self, state: State) -> bool:
        if self.has_line(state.stones[(state.turn + 2) % PLAYERS]):
            return True
        return state.stones[0] | state.stones[1] | state.stones[2] == self.full

    def utility(self, state: State) -> tuple[int, int, int]:
        last = (state.turn + 2) % PLAYERS
        if not self.has_line(state.stones[last]):
            return 0, 0, 0
        return 3 * (last == 0) - 1, 3 * (last == 1) - 1, 3 * (last == 2) - 1

    def evaluate(self, state: State) -> tuple[float, float, float]:
        """Of the lines that are open to somebody alone, each player's part: from -1, none, to 2, all."""
        first, second, third = state.stones
        a, b, c = self.open(second | third), self.open(first | third), self.open(first | second)
        all_lines = max(a + b + c, 1)
        if a + b + c == 0:
            return 0.0, 0.0, 0.0
        return 3 * a / all_lines - 1, 3 * b / all_lines - 1, 3 * c / all_lines - 1

    def open(self, others: Bits) -> int:
        """The lines on which the others have no stone."""
        found = 0
        for line in self.lines:
            found += line & others == 0
        return found

    def marks(self, state: State) -> list[str]:
        return [
            next((mark for mark, own in zip(SEAT_MARKS, state.stones, strict=False) if own >> cell & 1), ".")
            for cell in range(self.size)
        ]

    def parse(self, text: str) -> State:
        """The position that `show` draws, or its marks alone from the top left.

        >>> MNKThree(4, 3, 3).parse("X... / .O◇. / ....").turn
        0
        """
        drawn = [mark for mark in text if mark in ".XO◇"]
        if len(drawn) != self.size:
            raise GameError("wrong_cell_count", given=len(drawn), count=self.size)
        counts = [drawn.count(mark) for mark in SEAT_MARKS[:PLAYERS]]
        if not counts[0] >= counts[1] >= counts[2] >= counts[0] - 1:
            raise GameError("wrong_turns_of_three", counts=", ".join(map(str, counts)))
        first, second, third = (
            Bits(sum(1 << cell for cell, mark in enumerate(drawn) if mark == own)) for own in "XO◇"
        )
        return self.State((first, second, third), sum(counts) % PLAYERS)

    def board(self, state: State) -> dict[str, Any]:
        actions = [] if self.is_terminal(state) else [(cell, [cell]) for cell in self.actions(state)]
        return self.grid(state, self.cells_won(state.stones[(state.turn + 2) % PLAYERS]), actions)
