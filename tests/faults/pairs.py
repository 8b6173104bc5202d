"""Broken: pairs."""

from __future__ import annotations

from typing import Any

from base import Dice

FAULT = ("pairs", "outcomes() returns [0, 1], not pairs", 1)


class Faulty(Dice):
    def outcomes(self, state: Any) -> Any:
        return [0, 1]
