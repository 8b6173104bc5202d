"""Broken: hashed steady."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("hashed steady", "hashed() returns something else for an equal state", 0)


class Faulty(Heaps):
    def hashed(self, state: Any) -> Any:
        return id(state)
