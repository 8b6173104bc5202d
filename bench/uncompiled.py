"""Five games in styles that are not compiled: what `bench/remembered.py` measures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from zermelo.game import MAX, MIN, Game


class Lines(Game):
    """Four in a row on 5 x 5: a dictionary of cells, frozen into a set of its items."""

    repetition = None
    size, need = 5, 4

    def initial(self) -> Any:
        return frozenset(), "X"

    def to_move(self, state: Any) -> int:
        return MAX if state[1] == "X" else MIN

    def actions(self, state: Any) -> list[tuple[int, int]]:
        board = dict(state[0])
        cells = range(self.size)
        return [(row, column) for row in cells for column in cells if (row, column) not in board]

    def result(self, state: Any, action: Any) -> Any:
        board = dict(state[0])
        board[action] = state[1]
        return frozenset(board.items()), "O" if state[1] == "X" else "X"

    def winner(self, state: Any) -> str | None:
        board = dict(state[0])
        for (row, column), stone in board.items():
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + step * down, column + step * right) for step in range(self.need)]
                if all(board.get(cell) == stone for cell in line):
                    return str(stone)
        return None

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) is not None or len(state[0]) == self.size**2

    def utility(self, state: Any) -> int:
        return {"X": 1, "O": -1, None: 0}[self.winner(state)]

    def evaluate(self, state: Any) -> int:
        middle, total = self.size // 2, 0
        for (row, column), stone in state[0]:
            near = 10 - abs(row - middle) - abs(column - middle)
            total += near if stone == "X" else -near
        return total


class Drop(Game):
    """Four in a row, dropped into 6 columns of 5: a board of NumPy's, kept as bytes."""

    repetition = None
    rows, columns = 5, 6

    def board(self, state: Any) -> Any:
        return np.frombuffer(state[0], dtype=np.int8).reshape(self.rows, self.columns)

    def initial(self) -> Any:
        return np.zeros((self.rows, self.columns), np.int8).tobytes(), 1

    def to_move(self, state: Any) -> int:
        return MAX if state[1] == 1 else MIN

    def actions(self, state: Any) -> list[int]:
        return [int(column) for column in np.flatnonzero(self.board(state)[0] == 0)]

    def result(self, state: Any, action: int) -> Any:
        board = self.board(state).copy()
        board[np.flatnonzero(board[:, action] == 0)[-1], action] = state[1]
        return board.tobytes(), -state[1]

    def winner(self, state: Any) -> int:
        board = self.board(state)
        for player in (1, -1):
            own = board == player
            across = own[:, :-3] & own[:, 1:-2] & own[:, 2:-1] & own[:, 3:]
            down = own[:-3] & own[1:-2] & own[2:-1] & own[3:]
            falling = own[:-3, :-3] & own[1:-2, 1:-2] & own[2:-1, 2:-1] & own[3:, 3:]
            rising = own[:-3, 3:] & own[1:-2, 2:-1] & own[2:-1, 1:-2] & own[3:, :-3]
            if across.any() or down.any() or falling.any() or rising.any():
                return player
        return 0

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) != 0 or 0 not in state[0]

    def utility(self, state: Any) -> int:
        return self.winner(state)

    def evaluate(self, state: Any) -> int:
        return int(self.board(state)[:, 2:4].sum())


class Rows:
    """Rows of pins, and whose turn it is: a state that is an object of its own."""

    def __init__(self, rows: list[int], turn: int) -> None:
        self.rows, self.turn = sorted(rows), turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and (self.rows, self.turn) == (other.rows, other.turn)

    def __hash__(self) -> int:
        return hash((tuple(self.rows), self.turn))


class Pins(Game):
    """Knock down one pin or two neighbours; who cannot has lost."""

    repetition = None

    def initial(self) -> Rows:
        return Rows([12, 9, 7], MAX)

    def to_move(self, state: Rows) -> int:
        return state.turn

    def actions(self, state: Rows) -> list[tuple[int, int, int]]:
        found = []
        for index, row in enumerate(state.rows):
            for taken in (1, 2):
                for place in range(row - taken + 1):
                    found.append((index, taken, place))
        return found

    def result(self, state: Rows, action: tuple[int, int, int]) -> Rows:
        index, taken, place = action
        rows = list(state.rows)
        row = rows.pop(index)
        rows += [part for part in (place, row - taken - place) if part]
        return Rows(rows, 1 - state.turn)

    def is_terminal(self, state: Rows) -> bool:
        return not state.rows

    def utility(self, state: Rows) -> int:
        return -1 if state.turn == MAX else 1


class Pawns(Game):
    """Pawns on 5 x 5 that want to the other side: lines of text, read with regular expressions."""

    repetition = None
    files: ClassVar[str] = "abcde"

    def initial(self) -> str:
        return "bbbbb\n.....\n.....\n.....\nwwwww|w"

    def to_move(self, state: str) -> int:
        return MAX if state.endswith("w") else MIN

    def actions(self, state: str) -> Iterator[str]:
        grid, player = state.split("|")
        rows, step = grid.splitlines(), -1 if player == "w" else 1
        for match in re.finditer(player, grid):
            row, column = divmod(match.start(), 6)
            for aside in (-1, 0, 1):
                if 0 <= row + step < 5 and 0 <= column + aside < 5:
                    there = rows[row + step][column + aside]
                    if there == "." or (aside and there != player):
                        here, goal = self.files[column], self.files[column + aside]
                        yield f"{here}{5 - row}{goal}{5 - row - step}"

    def result(self, state: str, action: str) -> str:
        grid, player = state.split("|")
        rows = [list(row) for row in grid.splitlines()]
        rows[5 - int(action[1])][self.files.index(action[0])] = "."
        rows[5 - int(action[3])][self.files.index(action[2])] = player
        return "\n".join("".join(row) for row in rows) + "|" + {"w": "b", "b": "w"}[player]

    def is_terminal(self, state: str) -> bool:
        rows = state.split("|")[0].splitlines()
        return "w" in rows[0] or "b" in rows[4] or not any(True for _ in self.actions(state))

    def utility(self, state: str) -> int:
        rows = state.split("|")[0].splitlines()
        if "w" in rows[0] or "b" in rows[4]:
            return 1 if "w" in rows[0] else -1
        return -1 if state.endswith("w") else 1

    def evaluate(self, state: str) -> int:
        return state.count("w") - state.count("b") - (1 if state.endswith("w") else -1)


class Ends(Game):
    """Take up to three numbers from either end of a row: rows of any length in a tuple of any length."""

    repetition = None
    payoff = "points"

    def initial(self) -> Any:
        return (1, 2, 3, 4, 2, 7, 1), (5, 1, 4, 2, 3), (3, 3, 1, 6), (2, 6, 4), MAX, 0

    def to_move(self, state: Any) -> int:
        return int(state[-2])

    def actions(self, state: Any) -> list[tuple[int, int]]:
        found = []
        for index, row in enumerate(state[:-2]):
            for taken in range(1, min(len(row), 3) + 1):
                found.append((index, taken))
                if len(row) > taken:
                    found.append((index, -taken))
        return found

    def result(self, state: Any, action: tuple[int, int]) -> Any:
        (index, taken), rows = action, [list(row) for row in state[:-2]]
        row = rows[index]
        gain = sum(row[:taken] if taken > 0 else row[taken:])
        rows[index] = row[taken:] if taken > 0 else row[:taken]
        left = [tuple(row) for row in rows if row]
        return (*left, 1 - state[-2], state[-1] + (gain if state[-2] == MAX else -gain))

    def is_terminal(self, state: Any) -> bool:
        return len(state) == 2

    def utility(self, state: Any) -> int:
        return int(state[-1])

    def evaluate(self, state: Any) -> int:
        return int(state[-1])


STYLES: dict[str, type[Game]] = {
    "dictionary, frozen into a set": Lines,
    "NumPy board, kept as bytes": Drop,
    "objects with __eq__ and __hash__": Pins,
    "text and regular expressions": Pawns,
    "tuples of any length": Ends,
}
