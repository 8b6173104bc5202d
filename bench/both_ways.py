"""Three games written twice: with lists, as most people do, and with `Bits` or flat tuples; and a line game.

`bench/styles.py` measures them against each other: the same moves in the same order, the same tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import MAX, MIN, Bits, Game, updated

SIDE = 4
LINES = [
    *[[(r, c) for c in range(SIDE)] for r in range(SIDE)],
    *[[(r, c) for r in range(SIDE)] for c in range(SIDE)],
    [(i, i) for i in range(SIDE)],
    [(i, SIDE - 1 - i) for i in range(SIDE)],
]


class FourInLists(Game):
    """Four in a row on 4 × 4: rows of lists, lines of pairs."""

    def initial(self):
        return tuple(tuple(0 for _ in range(SIDE)) for _ in range(SIDE)), 1

    def to_move(self, state):
        return MAX if state[1] == 1 else MIN

    def actions(self, state):
        board, _ = state
        return [(r, c) for r in range(SIDE) for c in range(SIDE) if board[r][c] == 0]

    def result(self, state, action):
        board, player = state
        r, c = action
        rows = [list(row) for row in board]
        rows[r][c] = player
        return tuple(tuple(row) for row in rows), 3 - player

    def winner(self, board):
        for line in LINES:
            marks = [board[r][c] for r, c in line]
            if marks[0] != 0 and marks.count(marks[0]) == SIDE:
                return marks[0]
        return 0

    def is_terminal(self, state):
        board, _ = state
        return self.winner(board) != 0 or not any(0 in row for row in board)

    def utility(self, state):
        winner = self.winner(state[0])
        return 0 if winner == 0 else 1 if winner == 1 else -1


MASKS = tuple(sum(Bits(1) << r * SIDE + c for r, c in line) for line in LINES)
FULL = (1 << SIDE * SIDE) - 1


class Stones(NamedTuple):
    mine: Bits
    yours: Bits
    turn: int


class FourInBits(Game):
    """The same with a bit for each cell."""

    def initial(self) -> Stones:
        return Stones(Bits(0), Bits(0), 1)

    def to_move(self, state: Stones) -> int:
        return MAX if state.turn == 1 else MIN

    def actions(self, state: Stones) -> Iterator[int]:
        taken = state.mine | state.yours
        for cell in range(SIDE * SIDE):
            if taken >> cell & 1 == 0:
                yield cell

    def result(self, state: Stones, cell: int) -> Stones:
        if state.turn == 1:
            return Stones(state.mine | Bits(1) << cell, state.yours, 2)
        return Stones(state.mine, state.yours | Bits(1) << cell, 1)

    def has(self, stones: Bits) -> bool:
        return any(stones & mask == mask for mask in MASKS)

    def is_terminal(self, state: Stones) -> bool:
        full = state.mine | state.yours == FULL
        return self.has(state.mine) or self.has(state.yours) or full

    def utility(self, state: Stones) -> int:
        return 1 if self.has(state.mine) else -1 if self.has(state.yours) else 0


WIDTH, HEIGHT = 5, 5


class DropInLists(Game):
    """Four in a row with gravity on 5 × 5: a list of columns."""

    def initial(self):
        return tuple(("",) * HEIGHT for _ in range(WIDTH)), "X"

    def to_move(self, state):
        return MAX if state[1] == "X" else MIN

    def actions(self, state):
        columns, _ = state
        return [c for c in range(WIDTH) if "" in columns[c]]

    def result(self, state, action):
        columns, player = state
        board = [list(column) for column in columns]
        board[action][board[action].index("")] = player
        return tuple(tuple(column) for column in board), "O" if player == "X" else "X"

    def won(self, columns, player):
        for c in range(WIDTH):
            for r in range(HEIGHT):
                for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    ec, er = c + 3 * dc, r + 3 * dr
                    inside = 0 <= ec < WIDTH and 0 <= er < HEIGHT
                    if inside and all(columns[c + i * dc][r + i * dr] == player for i in range(4)):
                        return True
        return False

    def is_terminal(self, state):
        columns, _ = state
        if self.won(columns, "X") or self.won(columns, "O"):
            return True
        return not self.actions(state)

    def utility(self, state):
        return 1 if self.won(state[0], "X") else -1 if self.won(state[0], "O") else 0


class DropInBits(Game):
    """The same with six bits for each column, the highest always empty."""

    def initial(self) -> Stones:
        return Stones(Bits(0), Bits(0), 1)

    def to_move(self, state: Stones) -> int:
        return MAX if state.turn == 1 else MIN

    def actions(self, state: Stones) -> Iterator[int]:
        taken = state.mine | state.yours
        for column in range(WIDTH):
            if taken >> column * (HEIGHT + 1) + HEIGHT - 1 & 1 == 0:
                yield column

    def result(self, state: Stones, column: int) -> Stones:
        taken = state.mine | state.yours
        lowest = Bits(1) << column * (HEIGHT + 1)
        stone = (taken + lowest) & (Bits((1 << HEIGHT) - 1) << column * (HEIGHT + 1))
        stone &= ~taken
        if state.turn == 1:
            return Stones(state.mine | stone, state.yours, 2)
        return Stones(state.mine, state.yours | stone, 1)

    def won(self, stones: Bits) -> bool:
        for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def is_terminal(self, state: Stones) -> bool:
        if self.won(state.mine) or self.won(state.yours):
            return True
        return not any(True for _ in self.actions(state))

    def utility(self, state: Stones) -> int:
        return 1 if self.won(state.mine) else -1 if self.won(state.yours) else 0


class SowInLists(Game):
    """Kalah of four pits with three stones each, without captures: lists that are sown by hand."""

    payoff = "points"

    def initial(self):
        return (3, 3, 3, 3, 0, 3, 3, 3, 3, 0), 0

    def to_move(self, state):
        return MAX if state[1] == 0 else MIN

    def actions(self, state):
        board, player = state
        return [i for i in range(5 * player, 5 * player + 4) if board[i] > 0]

    def result(self, state, action):
        board, player = list(state[0]), state[1]
        stones = board[action]
        board[action] = 0
        index = action
        while stones > 0:
            index = (index + 1) % 10
            if index == 9 - 5 * player:
                continue
            board[index] += 1
            stones -= 1
        return tuple(board), player if index == 4 + 5 * player else 1 - player

    def is_terminal(self, state):
        board, _ = state
        return sum(board[:4]) == 0 or sum(board[5:9]) == 0

    def utility(self, state):
        return sum(state[0][:5]) - sum(state[0][5:])


class Sown(NamedTuple):
    board: tuple[int, int, int, int, int, int, int, int, int, int]
    player: int


class SowInTuples(Game):
    """The same with a tuple that is updated cell by cell."""

    payoff = "points"

    def initial(self) -> Sown:
        return Sown((3, 3, 3, 3, 0, 3, 3, 3, 3, 0), 0)

    def to_move(self, state: Sown) -> int:
        return MAX if state.player == 0 else MIN

    def actions(self, state: Sown) -> Iterator[int]:
        for index in range(5 * state.player, 5 * state.player + 4):
            if state.board[index] > 0:
                yield index

    def result(self, state: Sown, action: int) -> Sown:
        board, player, stones = state.board, state.player, state.board[action]
        board = updated(board, action, 0)
        index = action
        while stones > 0:
            index = (index + 1) % 10
            if index == 9 - 5 * player:
                continue
            board = updated(board, index, board[index] + 1)
            stones -= 1
        return Sown(board, player if index == 4 + 5 * player else 1 - player)

    def is_terminal(self, state: Sown) -> bool:
        b = state.board
        return b[0] + b[1] + b[2] + b[3] == 0 or b[5] + b[6] + b[7] + b[8] == 0

    def utility(self, state: Sown) -> int:
        return sum(state.board[:5]) - sum(state.board[5:])


PAIRS = {
    "four in a row on 4 × 4": (FourInLists, FourInBits, 7),
    "four in a row with gravity": (DropInLists, DropInBits, 9),
    "sowing": (SowInLists, SowInTuples, 10),
}
"""With lists, and with Bits or flat tuples; how deep they are searched."""

NINE = 9
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
WINDOWS = [
    [(r + i * dr) * NINE + c + i * dc for i in range(5)]
    for r in range(NINE)
    for c in range(NINE)
    for dr, dc in STEPS
    if 0 <= r + 4 * dr < NINE and 0 <= c + 4 * dc < NINE
]


class Line(NamedTuple):
    cells: tuple
    turn: int


class NineByNine(Game):
    """Five in a row on 9 × 9, with an evaluation over all windows of five cells: lists everywhere."""

    def initial(self):
        return Line((0,) * (NINE * NINE), 1)

    def to_move(self, state):
        return MAX if state.turn == 1 else MIN

    def actions(self, state):
        return [cell for cell in range(NINE * NINE) if state.cells[cell] == 0 and 20 < cell < 60]

    def result(self, state, action):
        cells = list(state.cells)
        cells[action] = state.turn
        return Line(tuple(cells), 3 - state.turn)

    def winner(self, state):
        for window in WINDOWS:
            marks = [state.cells[cell] for cell in window]
            if marks[0] != 0 and marks.count(marks[0]) == 5:
                return marks[0]
        return 0

    def is_terminal(self, state):
        return self.winner(state) != 0 or 0 not in state.cells

    def utility(self, state):
        winner = self.winner(state)
        return 1 if winner == 1 else -1 if winner == 2 else 0

    def evaluate(self, state):
        total = 0
        for window in WINDOWS:
            marks = [state.cells[cell] for cell in window]
            mine, theirs = marks.count(1), marks.count(2)
            if theirs == 0:
                total += mine * mine
            elif mine == 0:
                total -= theirs * theirs
        return total / 1000
