"""Broken: hashable."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("hashable", "unhashable type", 0)


class Faulty(Take):
    def initial(self) -> Any:
        return [5, 0]

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        return range(1, min(2, state[0]) + 1)

    def result(self, state: Any, action: Any) -> Any:
        return [state[0] - action, 1 - state[1]]

    def is_terminal(self, state: Any) -> bool:
        return state[0] == 0

    def utility(self, state: Any) -> int:
        return 1 if state[1] else -1
