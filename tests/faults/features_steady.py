"""Broken: steady."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("steady", "features() returns", 0)


class Faulty(Take):
    asked = 0

    def features(self, state: Any) -> Any:
        Faulty.asked += 1
        return [Faulty.asked]
