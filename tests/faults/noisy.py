"""Broken: noisy."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("noisy", "noisy() yields 3, which actions() does not yield", 1)


class Faulty(Take):
    def noisy(self, state: Any) -> Any:
        return [3] if state.left == 4 else []
