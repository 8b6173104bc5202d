"""Broken: steady."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("steady", "actions() returns", 1)


class Faulty(Take):
    asked = 0

    def actions(self, state: Any) -> Any:
        type(self).asked += 1
        found = [taken for taken in (1, 2) if taken <= state.left]
        return found[:: -1 if state.left == 4 and self.asked % 2 else 1]
