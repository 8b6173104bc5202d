"""Broken: stuck."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("stuck", "show() does not return", 1)


class Faulty(Take):
    def show(self, state: Any) -> str:
        while state.left == 3:
            pass
        return str(state)
