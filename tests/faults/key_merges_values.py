"""Broken: key merges."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("key merges", "but the values are", 1)


class Faulty(Heaps):
    def key(self, state: Any) -> int:
        return (state.first + state.second) * 2 + state.turn
