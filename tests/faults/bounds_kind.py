"""Broken: bounds kind."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("bounds kind", "bounds() returns 1, not a pair", 0)


class Faulty(Take):
    def bounds(self, state: Any) -> Any:
        return 1
