"""Broken: kind."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("kind", "result() returns an instance of Other, but the state was one of State", 0)


class Other(Take.State):
    pass


class Faulty(Take):
    def result(self, state: Any, action: Any) -> Any:
        return Other(*super().result(state, action))
