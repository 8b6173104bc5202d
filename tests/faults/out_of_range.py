"""Broken: out of range."""

from __future__ import annotations

from base import Dice

FAULT = ("out of range", "utility() returns 3, but payoff_range is (-3, 2)", 4)


class Faulty(Dice):
    payoff_range = (-3, 2)
