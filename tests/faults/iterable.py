"""Broken: iterable."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("iterable", "actions() gives 1, not one thing after another", 2)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        return 1 if state.left == 1 else [1, 2]
