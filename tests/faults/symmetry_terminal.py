"""Broken: symmetry."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("symmetry", "where is_terminal() says True", 2)


class Faulty(Heaps):
    def symmetries(self, state: Any) -> Any:
        if state.first == 0 and state.second == 1:
            yield self.State(0, 0, state.turn)
