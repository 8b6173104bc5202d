"""Broken: probability."""

from __future__ import annotations

from typing import Any

from base import Dice

FAULT = ("probability", "outcomes() yields the probabilities [-0.5, 1.5]", 1)


class Faulty(Dice):
    def outcomes(self, state: Any) -> Any:
        return [(0, -0.5), (1, 1.5)]
