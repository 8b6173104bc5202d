"""Broken: even estimate."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("even estimate", "and for a symmetric position", 0)


class Faulty(Heaps):
    def evaluate(self, state: Any) -> int:
        return state.first
