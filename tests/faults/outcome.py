"""Broken: outcome."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("outcome", "utility() returns 10, but payoff is 'outcome'", 3)


class Faulty(Take):
    def utility(self, state: Any) -> Any:
        return 10 if state.turn else -10
