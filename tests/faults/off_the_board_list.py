"""Broken: off the board."""

from __future__ import annotations

from typing import Any

from base import Hop

FAULT = ("off the board", "actions() yields (0, -1), and result() takes cells[-1] for it", 0)


class Faulty(Hop):
    def actions(self, state: Any) -> Any:
        stone = state.cells.index(2)
        for place in (stone - 1, stone + 1):
            if place < 4:
                yield stone, place

    def result(self, state: Any, action: Any) -> Any:
        cells = list(state.cells)
        cells[action[0]] = 1
        cells[action[1]] = 2
        return self.State(tuple(cells), 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return 0 not in state.cells
