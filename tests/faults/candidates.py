"""Broken: candidates."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("candidates", "candidates() gives 3, which actions() does not give", 0)


class Faulty(Take):
    def candidates(self, state: Any) -> Any:
        return [1, 3]
