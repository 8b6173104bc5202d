"""Broken: over."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("over", "over() returns True, but is_terminal() is false", 1)


class Faulty(Take):
    def over(self, state: Any) -> bool:
        return bool(state.left == 3)
