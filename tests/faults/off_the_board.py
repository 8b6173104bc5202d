"""Broken: off the board."""

from __future__ import annotations

from typing import Any

from base import Hop

FAULT = ("off the board", "actions() yields -1, and result() takes ashes[-1] for it", 0)


class Faulty(Hop):
    def actions(self, state: Any) -> Any:
        stone = state.cells.index(2)
        return [place for place in (stone - 1, stone + 1) if place < 4 and state.cells[place] != 1]
