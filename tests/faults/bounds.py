"""Broken: bounds."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("bounds", "bounds() returns (1, 1), but the value is a loss for MAX", 1)


class Faulty(Take):
    def bounds(self, state: Any) -> Any:
        return 1, 1
