"""Broken: needs."""

from __future__ import annotations

from typing import Any

FAULT = ("needs", "Faulty has no result()", 0)


class Faulty:
    def initial(self) -> Any:
        return 3

    def to_move(self, state: Any) -> int:
        return 0

    def actions(self, state: Any) -> Any:
        return [1]

    def is_terminal(self, state: Any) -> bool:
        return state == 0

    def utility(self, state: Any) -> int:
        return 1
