"""Broken: bounds."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("bounds", "the lower bound is above the upper", 1)


class Faulty(Take):
    def bounds(self, state: Any) -> Any:
        return (1, -1) if state.left == 4 else (-1, 1)
