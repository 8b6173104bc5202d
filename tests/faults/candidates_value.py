"""Broken: candidates value."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = (
    "candidates value",
    "candidates() changes the value from a win for MAX in 3 plies to a loss for MAX",
    0,
)


class Faulty(Take):
    def candidates(self, state: Any) -> Any:
        return [1]
