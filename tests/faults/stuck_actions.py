"""Broken: stuck."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("stuck", "actions() does not return", 1)


class Faulty(Take):
    def actions(self, state: Any) -> Any:
        while state.left == 4:
            pass
        return super().actions(state)
