"""Broken: occupied."""

from __future__ import annotations

from typing import Any

from base import Marks

FAULT = ("occupied", "actions() yields 0, where there is already a stone", 1)


class Faulty(Marks):
    def actions(self, state: Any) -> Any:
        return range(6)

    def is_terminal(self, state: Any) -> bool:
        return state.cells.count(0) < 2
