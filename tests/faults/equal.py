"""Broken: equal."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("equal", "are not equal", 0)


class Counted:
    def __init__(self, left: int, turn: int) -> None:
        self.left, self.turn = left, turn


class Faulty(Take):
    def initial(self) -> Any:
        return Counted(5, 0)

    def result(self, state: Any, action: Any) -> Any:
        return Counted(state.left - action, 1 - state.turn)
