"""Broken: board actions."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board actions", "board() offers 1, although the game is over", 3)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"actions": [(1, [0]), (2, [1])] if state.left != 1 else [(1, [0])]}
