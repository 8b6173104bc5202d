"""Broken: show."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("show", "show() returns 5, which is not a string", 0)


class Faulty(Take):
    def show(self, state: Any) -> Any:
        return state.left
