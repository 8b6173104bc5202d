"""Broken: commutes."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("commutes", "where the moves lead to other positions", 1)


class Faulty(Heaps):
    def symmetries(self, state: Any) -> Any:
        swap = {(1, 3): (2, 2), (2, 2): (1, 3)}
        yield self.State(*swap.get(state[:2], state[:2]), state.turn)
