"""Broken: board."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board", "board() draws a line between (4, 5)", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"lines": [(cell, cell + 1) for cell in range(5)]}
