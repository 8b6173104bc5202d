"""Broken: board actions."""

from __future__ import annotations

from typing import Any

from base import Row

FAULT = ("board actions", "board() offers 2, which actions() does not yield", 2)


class Faulty(Row):
    def board(self, state: Any) -> Any:
        return super().board(state) | {"actions": [(1, [0]), (2, [1])][: state.left + 1]}
