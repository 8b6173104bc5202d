"""Broken: last loses."""

from __future__ import annotations

from typing import Any

from base import Marks

FAULT = ("last loses", "whoever moved last lost all", 0)


class Faulty(Marks):
    def utility(self, state: Any) -> int:
        return -super().utility(state)
