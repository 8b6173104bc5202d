"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("raises", "is_terminal() raises RecursionError", 1)


class Faulty(Take):
    def is_terminal(self, state: Any) -> bool:
        return self.is_terminal(state) if state.left == 4 else state.left == 0
