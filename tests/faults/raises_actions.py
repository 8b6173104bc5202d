"""Broken: raises."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("raises", "actions() raises ValueError: no such heap", 2)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        if state.left == 2:
            raise ValueError("no such heap")
        yield 1
        if state.left > 1:
            yield 2
