"""Broken: sum of many."""

from __future__ import annotations

from typing import Any

from base import Three

FAULT = ("sum of many", "which does not sum to 0", 4)


class Faulty(Three):
    def utility(self, state: Any) -> Any:
        return (1, 0, 0) if state.turn == 1 else super().utility(state)
