"""Broken: steady."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("steady", "for the same position", 0)


class Faulty(Take):
    asked = 0

    def result(self, state: Any, action: Any) -> Any:
        type(self).asked += 1
        return self.State(state.left - 1 - self.asked % min(2, state.left), 1 - state.turn)
