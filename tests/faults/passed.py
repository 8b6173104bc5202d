"""Broken: passed."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("passed", "passed() leaves the same player to move", 0)


class Faulty(Take):
    def passed(self, state: Any) -> Any:
        return state
