"""Broken: position merges."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("position merges", "where the moves are others", 1)


class Faulty(Take):
    def position(self, state: Any) -> Any:
        return state.left // 2
