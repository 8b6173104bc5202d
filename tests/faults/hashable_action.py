"""Broken: hashable action."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("hashable action", "actions() yields [1], which is not hashable", 0)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        return [[taken] for taken in super().actions(state)]

    def result(self, state: Any, action: Any) -> Any:
        return super().result(state, action[0])
