"""Broken: key merges."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("key merges", "but a different player is to move", 2)


class Faulty(Heaps):
    def key(self, state: Any) -> int:
        return state.first * 8 + state.second
