"""Broken: least."""

from __future__ import annotations

from typing import Any

from base import Three

FAULT = ("least", "is less than -1", 4)


class Faulty(Three):
    def utility(self, state: Any) -> Any:
        return (4, -2, -2) if state.turn == 1 else super().utility(state)
