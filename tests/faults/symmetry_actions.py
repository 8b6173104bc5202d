"""Broken: symmetry."""

from __future__ import annotations

from typing import Any

from base import Heaps

FAULT = ("symmetry", "which has 6 actions and not 5", 0)


class Faulty(Heaps):
    def symmetries(self, state: Any) -> Any:
        yield self.State(3, 3, 0) if state == (2, 3, 0) else state
