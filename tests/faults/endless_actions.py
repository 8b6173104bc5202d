"""Broken: endless actions."""

from __future__ import annotations

from itertools import count
from typing import Any

from base import Take

FAULT = ("endless actions", "actions() yields more than 100,000", 1)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        return count(1) if state.left == 4 else super().actions(state)
