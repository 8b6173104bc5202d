"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("raises", "evaluate() raises TypeError", 1)


class Faulty(Take):
    def evaluate(self, state: Any) -> Any:
        return state.left + (None if state.left == 3 else 0)
