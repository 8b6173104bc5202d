"""Boards of at most 64 cells on which k in a row, column or diagonal win: what (m,n,k) games share.

One bit per cell, from the top left.
"""

from __future__ import annotations

from typing import Any

from zermelo.errors import GameError
from zermelo.game import Bits
from zermelo.games.common import check_whole


class Rows:
    """The lines of such a board, and its cells by name."""

    def __init__(self, width: int = 3, height: int = 3, k: int = 3) -> None:
        check_whole(width=width, height=height, k=k)
        if width < 1 or height < 1 or width * height > 64:
            raise GameError("unplayable_board", width=width, height=height)
        if k < 1:
            raise GameError("unplayable_row", k=k)
        self.width, self.height, self.k = width, height, k
        self.size = width * height
        self.full = Bits((1 << self.size) - 1)
        steps = ((1, 0), (0, 1), (1, 1), (-1, 1))
        self.directions = tuple((dx + dy * width, self.starts(dx, dy)) for dx, dy in steps)
        """For each direction: the step from cell to cell, and the cells where a line of k can start."""
        self.lines = tuple(
            Bits(sum(1 << (start + i * step) for i in range(k)))
            for step, starts in self.directions[: 4 if k > 1 else 1]
            for start in range(self.size)
            if starts >> start & 1
        ) or (Bits(0),)
        """Where there is none, one without cells: open for both, and something to loop over."""
        self.through = tuple(
            tuple(line for line in self.lines if line >> cell & 1) or (Bits(0),) for cell in range(self.size)
        )
        """The lines through each cell."""

    def starts(self, dx: int, dy: int) -> Bits:
        """The cells from which k cells in a row stay on the board."""
        found = Bits(0)
        for cell in range(self.size):
            x, y = cell % self.width + (self.k - 1) * dx, cell // self.width + (self.k - 1) * dy
            if 0 <= x < self.width and y < self.height:
                found |= 1 << cell
        return found

    def has_line(self, stones: Bits) -> bool:
        for step, starts in self.directions:
            rows = starts
            for i in range(self.k):
                rows &= stones >> (i * step)
            if rows != 0:
                return True
        return False

    def show(self, state: Any) -> str:
        marks, digits = self.marks(state), len(str(self.height))
        rows = []
        for row in range(self.height):
            cells = marks[row * self.width : (row + 1) * self.width]
            rows.append(f"{self.height - row:>{digits}}  {' '.join(cells)}")
        columns = " ".join(self.column(x) for x in range(self.width))
        return "\n".join([*rows, " " * digits + "  " + columns])

    def name(self, state: Any, cell: int) -> str:
        row, column = divmod(cell, self.width)
        return f"{self.column(column)}{self.height - row}"

    def marks(self, state: Any) -> list[str]:
        """What lies on each cell; a game says it."""
        raise NotImplementedError

    def grid(self, state: Any, won: list[int], actions: list[Any]) -> dict[str, Any]:
        """The board as the page draws it."""
        size = {"kind": "grid", "width": self.width, "height": self.height}
        return {**size, "cells": self.marks(state), "won": won, "actions": actions}

    def cells_won(self, stones: Bits) -> list[int]:
        """The cells of the lines that these stones fill."""
        lines = [line for line in self.lines if line and stones & line == line]
        return [cell for cell in range(self.size) if any(line >> cell & 1 for line in lines)]

    def column(self, index: int) -> str:
        """a … z, then aa, ab, … on boards that are all width."""
        letters = "abcdefghijklmnopqrstuvwxyz"
        return letters[index] if index < 26 else letters[index // 26 - 1] + letters[index % 26]
