"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("raises", "utility() raises KeyError", 3)


class Faulty(Take):
    def utility(self, state: Any) -> int:
        return {}[state.turn]
