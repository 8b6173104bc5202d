"""Broken: terms."""

from __future__ import annotations

from typing import Any

from base import Take

FAULT = ("terms", "evaluate() gives 2, and terms() times weights 6", 1)


class Faulty(Take):
    weights = (2,)
    term_names = ("left",)

    def terms(self, state: Any) -> Any:
        return (state.left,)

    def evaluate(self, state: Any) -> Any:
        return 2 if state.left == 3 else 2 * state.left
