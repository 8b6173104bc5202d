"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board", "board() offers 1 twice", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"actions": [(1, [4]), (1, [3])]}
