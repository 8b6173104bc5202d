"""Broken: sum."""

from __future__ import annotations

from typing import Any

from base import Dice

FAULT = ("sum", "outcomes() yields probabilities that sum to 0.75", 3)


class Faulty(Dice):
    def outcomes(self, state: Any) -> Any:
        return [(0, 0.5), (1, 0.5 if state.left > 2 else 0.25)]
