"""Broken: priority."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("priority", "priority() of 2 returns 'high', which is not a number", 0)


class Faulty(Take):
    def priority(self, state: Any, action: Any) -> Any:
        return "high" if action == 2 else 0
