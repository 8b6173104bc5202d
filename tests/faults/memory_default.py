"""Broken: memory."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("memory", "to_move() returns 1 if nothing else was asked before, but 0 after other", 1)


class Faulty(Heaps):
    def to_move(self, state: Any, known: dict[int, int] = {}) -> int:  # noqa: B006
        return known.setdefault(state.first, state.turn)
