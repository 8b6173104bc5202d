"""Broken: estimate size."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("estimate size", "as large as a proved win", 1)


class Faulty(Take):
    def evaluate(self, state: Any) -> int:
        return 1 << 40 if state.left == 3 else 0
