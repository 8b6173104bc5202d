"""Broken: estimate."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("estimate", "evaluate() returns nan, which is not a finite number", 1)


class Faulty(Take):
    def evaluate(self, state: Any) -> Any:
        return float("nan") if state.left == 3 else 0
