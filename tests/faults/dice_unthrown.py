"""Broken: dice."""

from __future__ import annotations

from typing import Any

from base import MAX, Dice

FAULT = ("dice", "outcomes(state) is there, but to_move() is CHANCE in none of", 0)


class Faulty(Dice):
    def to_move(self, state: Any) -> int:
        return state.turn if state.turn >= 0 else MAX

    def result(self, state: Any, action: Any) -> Any:
        left = state.left - action
        return self.State(max(left, 0), 1 - state.turn, 0)
