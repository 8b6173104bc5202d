"""Broken: name."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("name", "name() of 1 returns 1, which is not a string", 0)


class Faulty(Take):
    def name(self, state: Any, action: Any) -> Any:
        return action
