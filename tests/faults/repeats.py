"""Broken: repeats."""

from __future__ import annotations

from typing import Any

from base import Hop

FAULT = ("repeats", "repetition is None, but 1, 0 leads back to the same position", 0)


class Faulty(Hop):
    """No ashes: the stone may step back, and after 1, 0 MAX is to move again; it ends in the last cell."""

    repetition = None

    def result(self, state: Any, action: Any) -> Any:
        return self.State(tuple(2 * (place == action) for place in range(4)), 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return state.cells[3] == 2
