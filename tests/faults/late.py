"""Broken: late."""

from __future__ import annotations

from typing import Any

from base import Marks

FAULT = ("late", "is_terminal() is false, but utility() is not 0", 3)


class Faulty(Marks):
    def is_terminal(self, state: Any) -> bool:
        return 0 not in state.cells

    def pair(self, cells: Any) -> int:
        pairs = {cells[place] for place in range(5) if cells[place] == cells[place + 1]}
        return 1 if 1 in pairs else 2 if 2 in pairs else 0
