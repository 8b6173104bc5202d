"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("raises", "board() raises ZeroDivisionError", 3)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"height": state.left // state.left}
