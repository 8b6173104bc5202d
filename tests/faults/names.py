"""Broken: names."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("names", "name() is 'take' for 1 and for 2", 0)


class Faulty(Take):
    def name(self, state: Any, action: Any) -> str:
        return "take"
