"""Broken: endless."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("endless", "a random game went on for 2,000 plies", 0)


class Faulty(Take):
    def result(self, state: Any, action: Any) -> Any:
        return self.State((state.left + action) % 50 + 5, 1 - state.turn)
