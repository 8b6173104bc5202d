"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import CHANCE, Dice

FAULT = ("raises", "raises ValueError: the die has no such face", 1)


class Faulty(Dice):
    def outcomes(self, state: Any) -> Any:
        return [(0, 0.25), (1, 0.5), (2, 0.25)]

    def result(self, state: Any, action: Any) -> Any:
        if state.turn == CHANCE and action > 1:
            raise ValueError("the die has no such face")
        return super().result(state, action)
