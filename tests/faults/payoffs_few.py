"""Broken: payoffs."""

from __future__ import annotations

from typing import Any

from base import Three

FAULT = ("payoffs", "utility() returns (-1, -1), which is not one payoff for each of 3 players", 3)


class Faulty(Three):
    def utility(self, state: Any) -> Any:
        return super().utility(state)[:2] if state.turn == 0 else super().utility(state)
