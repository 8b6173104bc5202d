"""Broken: memory."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("memory", "is_terminal() returns False if nothing else was asked before, but True after", 0)


ASKED: list[Any] = []


class Faulty(Heaps):
    def is_terminal(self, state: Any) -> bool:
        ASKED.append(state)
        return super().is_terminal(state) or len(ASKED) > 60
