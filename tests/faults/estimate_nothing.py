"""Broken: estimate."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("estimate", "evaluate() returns None, which is not a number", 2)


class Faulty(Take):
    def evaluate(self, state: Any) -> Any:
        if state.left > 2:
            return 0
