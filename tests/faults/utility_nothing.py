"""Broken: utility."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("utility", "utility() gives None, which is no number", 3)


class Faulty(Take):
    def utility(self, state: Any) -> Any:
        if state.turn == 0:
            return 1
