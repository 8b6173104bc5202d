"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board", "board() puts 1 on cells [5]", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"actions": [(taken, [state.left]) for taken in self.actions(state)]}
