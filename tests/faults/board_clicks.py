"""Broken: board clicks."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board clicks", "board() offers 1 but not 2, which no click can make", 0)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"actions": [(1, [0])] if state.left else []}
