"""Broken: probability."""

from __future__ import annotations

from typing import Any

from base import Dice

FAULT = ("probability", "outcomes() yields the probabilities [nan, 0.5]", 1)


class Faulty(Dice):
    def outcomes(self, state: Any) -> Any:
        return [(0, float("nan")), (1, 0.5)]
