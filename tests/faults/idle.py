"""Broken: idle."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("idle", "result() of 0 returns the position it was given", 0)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        yield 0
        yield from super().actions(state)

    def result(self, state: Any, action: Any) -> Any:
        return super().result(state, action) if action else state
