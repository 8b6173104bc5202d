"""Broken: payoffs."""

from __future__ import annotations

from typing import Any

from base import Three

FAULT = ("payoffs", "evaluate() returns 0, which is not one payoff for each of 3 players", 0)


class Faulty(Three):
    def evaluate(self, state: Any) -> Any:
        return 0
