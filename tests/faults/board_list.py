"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board", "board() has the actions {1: 4, 2: 3}, which is not a list", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {
            "actions": {taken: state.left - taken for taken in self.actions(state)}
        }
