"""Broken: symmetry closed."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("symmetry closed", "whose symmetries() differ", 0)


class Faulty(Heaps):
    def symmetries(self, state: Any) -> Any:
        if state.first < state.second:
            yield self.State(state.second, state.first, state.turn)
