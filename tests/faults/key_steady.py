"""Broken: key steady."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("key steady", "key() returns a different number for an equal state", 0)


class Faulty(Heaps):
    def key(self, state: Any) -> Any:
        return id(state)
