"""Broken: no candidates."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("no candidates", "candidates() yields none", 2)


class Faulty(Take):
    def candidates(self, state: Any) -> Any:
        return [action for action in self.actions(state) if state.left != 2]
