"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("raises", "show() raises AttributeError", 0)


class Faulty(Take):
    def show(self, state: Any) -> str:
        return state.heaps
