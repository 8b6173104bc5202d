"""CS50's functions as they should be, in the place of wrong ones: what is wrong still is wrong by itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from zermelo.game import MAX, MIN
from zermelo.games.tictactoe import TicTacToe

GAME = TicTacToe()
FUNCTIONS = ("winner", "player", "terminal", "utility", "actions", "result")
"""What the others and minimax are made of."""


class Repairs:
    """Right functions for a module, with its own marks and boards."""

    def __init__(self, module: Any, marks: tuple[Any, ...], made: Callable[[Any], Any]) -> None:
        """`marks`: of an empty square, X and O; `made`: rows as a board of theirs."""
        self.module, self.marks, self.made = module, marks, made
        self.listed = False
        """Are actions a list?  Then that is what the others take."""

    @contextmanager
    def of(self, names: Iterable[str]) -> Iterator[None]:
        """These functions of the module are right meanwhile."""
        before = {name: getattr(self.module, name) for name in names if isinstance(self.module, ModuleType)}
        for name in before:
            setattr(self.module, name, getattr(self, name))
        try:
            yield
        finally:
            for name, function in before.items():
                setattr(self.module, name, function)

    def state(self, board: Any) -> TicTacToe.State:
        """A board of theirs as ours."""
        cells = tuple(self.marks.index(cell) for row in board for cell in row)
        return TicTacToe.State(cells, MAX if cells.count(1) == cells.count(2) else MIN)

    def player(self, board: Any) -> Any:
        return self.marks[self.state(board).turn + 1]

    def actions(self, board: Any) -> Collection[tuple[int, int]]:
        cells = self.state(board).cells
        found = [divmod(cell, 3) for cell in range(9) if cells[cell] == 0]
        return found if self.listed else {*found}

    def result(self, board: Any, action: Any) -> Any:
        state = self.state(board)
        if tuple(action) not in self.actions(board):
            raise ValueError(action)
        cells = GAME.result(state, 3 * action[0] + action[1]).cells
        marks = [self.marks[cell] for cell in cells]
        return self.made(tuple(tuple(marks[row : row + 3]) for row in (0, 3, 6)))

    def winner(self, board: Any) -> Any:
        return {0: None, 1: self.marks[1], -1: self.marks[2]}[self.utility(board)]

    def terminal(self, board: Any) -> bool:
        return GAME.is_terminal(self.state(board))

    def utility(self, board: Any) -> int:
        return GAME.utility(self.state(board))
