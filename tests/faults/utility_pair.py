"""Broken: utility."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("utility", "utility() returns (1, -1), which is not a number", 3)


class Faulty(Take):
    def utility(self, state: Any) -> Any:
        return (1, -1) if state.turn else (-1, 1)
