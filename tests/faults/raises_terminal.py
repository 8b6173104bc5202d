"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("raises", "is_terminal() raises IndexError", 1)


class Faulty(Take):
    def is_terminal(self, state: Any) -> bool:
        return ((0, 1, 2, 3) + ())[9 if state.left == 4 else state.left % 4] < 0 or state.left == 0
