"""Broken: key kind."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("key kind", "which is not a whole number", 0)


class Faulty(Heaps):
    def key(self, state: Any) -> Any:
        return str(state)
