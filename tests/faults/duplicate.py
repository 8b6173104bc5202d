"""Broken: duplicate."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("duplicate", "actions() yields 1 twice", 1)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        yield from super().actions(state)
        if state.left == 3:
            yield 1
