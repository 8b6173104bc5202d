"""A frozen dataclass with enumerations, as courses on clean code have it: `replace(state, turn=…)`."""

from dataclasses import dataclass, replace
from enum import Enum

from zermelo import MAX, MIN, Game


class Cell(Enum):
    EMPTY = "."
    CROSS = "x"
    NOUGHT = "o"


class Player(Enum):
    CROSSES = 1
    NOUGHTS = 2


@dataclass(frozen=True)
class State:
    cells: tuple[Cell, ...] = (Cell.EMPTY,) * 7
    turn: Player = Player.CROSSES
    passed: bool = False


class EnumBoard(Game):
    """Seven cells in a row; three of a kind win, and one may pass once."""

    def initial(self):
        return State()

    def to_move(self, state):
        return MAX if state.turn is Player.CROSSES else MIN

    def actions(self, state):
        for index, cell in enumerate(state.cells):
            if cell == Cell.EMPTY:
                yield index
        if not state.passed:
            yield -1

    def result(self, state, action):
        other = Player.NOUGHTS if state.turn == Player.CROSSES else Player.CROSSES
        if action == -1:
            return replace(state, turn=other, passed=True)
        mark = Cell.CROSS if state.turn is Player.CROSSES else Cell.NOUGHT
        cells = list(state.cells)
        cells[action] = mark
        return State(tuple(cells), other, state.passed)

    def won(self, state, mark):
        return any(
            all(cell is mark for cell in (state.cells[i], state.cells[i + 1], state.cells[i + 2]))
            for i in range(5)
        )

    def is_terminal(self, state):
        if self.won(state, Cell.CROSS) or self.won(state, Cell.NOUGHT):
            return True
        return Cell.EMPTY not in state.cells

    def utility(self, state):
        if self.won(state, Cell.CROSS):
            return 1
        return -1 if self.won(state, Cell.NOUGHT) else 0
