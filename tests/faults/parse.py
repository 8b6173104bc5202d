"""Broken: parse."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("parse", "from what show() writes", 1)


class Faulty(Take):
    def show(self, state: Any) -> str:
        return str(state.left)

    def parse(self, text: str) -> Any:
        return self.State(int(text), 0)
