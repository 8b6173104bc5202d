"""Broken: dice."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("dice", "to_move() returns CHANCE, but the game has no outcomes(state)", 1)


class Faulty(Take):
    def to_move(self, state: Any) -> int:
        return -state.turn
