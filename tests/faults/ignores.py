"""Broken: ignores."""

from __future__ import annotations

from typing import Any

from base import Tug

FAULT = ("ignores", "result() returns the same position for every action", 0)


class Faulty(Tug):
    def result(self, state: Any, action: Any) -> Any:
        return super().result(state, state.left % 3)
