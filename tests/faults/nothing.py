"""Broken: nothing."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("nothing", "result() returns None", 2)


class Faulty(Take):
    def result(self, state: Any, action: Any) -> Any:
        if state.left > action + 1:
            return super().result(state, action)
