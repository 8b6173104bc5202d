"""Broken: utility."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("utility", "utility() returns None, which is not a number", 3)


class Faulty(Take):
    def utility(self, state: Any) -> Any:
        if state.turn == 0:
            return 1
