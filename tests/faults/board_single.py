"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board", "board() has 1 among its actions", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"actions": list(self.actions(state))}
