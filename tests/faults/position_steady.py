"""Broken: position steady."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("position steady", "position() returns something else for an equal state", 0)


class Faulty(Heaps):
    def position(self, state: Any) -> Any:
        return id(state)
