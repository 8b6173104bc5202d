"""Broken: one-sided."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("one-sided", "utility() returns -1 at the end of all", 0)


class Faulty(Heaps):
    def utility(self, state: Any) -> int:
        return -1  # the player to move has lost
