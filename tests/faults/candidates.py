"""Broken: candidates."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("candidates", "candidates() yields 3, which actions() does not yield", 0)


class Faulty(Take):
    def candidates(self, state: Any) -> Any:
        return [1, 3]
