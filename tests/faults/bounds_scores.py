"""Broken: bounds."""

from __future__ import annotations

from typing import Any

from base import Take

from zermelo import MIN, win_in

FAULT = ("bounds", "bounds() returns (MAX wins in 5 plies, MAX wins in 5 plies), but the value is a win", 0)


class Faulty(Take):
    def bounds(self, state: Any) -> Any:
        return (win_in(5), win_in(5)) if state.left == 5 else (win_in(0, MIN), win_in(0))
