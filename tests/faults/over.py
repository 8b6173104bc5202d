"""Broken: over."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("over", "actions() still yields 1 although the game is over", 3)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        return [1] if state.left < 2 else [1, 2]
