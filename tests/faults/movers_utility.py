"""Broken: mover's utility."""

from __future__ import annotations

from typing import Any

from base import Tug

FAULT = ("mover's utility", "it goes with evaluate() only if MAX moved last", 0)


class Faulty(Tug):
    """Ends after eight pulls, or seven if the rope was ever still."""

    payoff = "points"

    def result(self, state: Any, action: Any) -> Any:
        after = super().result(state, action)
        return after._replace(left=after.left - (action == 0 and after.left == 5))

    def utility(self, state: Any) -> int:
        return state.rope if state.turn == 1 else -state.rope
