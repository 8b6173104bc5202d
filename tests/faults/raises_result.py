"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("raises", "result() raises ZeroDivisionError", 1)


class Faulty(Take):
    def result(self, state: Any, action: Any) -> Any:
        if state.left == 3:
            return 1 // 0
        return super().result(state, action)
