"""Broken: symmetry."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("symmetry", "where to_move() is 1", 0)


class Faulty(Heaps):
    def symmetries(self, state: Any) -> Any:
        yield self.State(state.second, state.first, 1 - state.turn)
