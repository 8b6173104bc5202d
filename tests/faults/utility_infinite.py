"""Broken: utility."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("utility", "utility() returns inf, which is not a finite number", 3)


class Faulty(Take):
    payoff = "points"

    def utility(self, state: Any) -> Any:
        return float("inf") if state.turn else -1
