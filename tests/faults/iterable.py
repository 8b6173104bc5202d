"""Broken: iterable."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("iterable", "actions() returns 1, which is not iterable", 2)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        return 1 if state.left == 1 else [1, 2]
