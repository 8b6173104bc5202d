"""Broken: features."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("features", "features() yields 2.5, which is not a whole number", 0)


class Faulty(Take):
    def features(self, state: Any) -> Any:
        return [state.left / 2]
