"""Broken: truth."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("truth", "is_terminal() returns None", 0)


class Faulty(Take):
    def is_terminal(self, state: Any) -> Any:
        return True if state.left == 0 else None
