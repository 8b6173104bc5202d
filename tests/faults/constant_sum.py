"""Broken: constant sum."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("constant sum", "utility() returns (1, 0), which does not sum to 0", 4)


class Faulty(Take):
    constant_sum = 0

    def utility(self, state: Any) -> Any:
        return (1, -1) if state.turn else (1, 0)
