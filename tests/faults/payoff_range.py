"""Broken: payoff range."""

from __future__ import annotations

from base import Dice

FAULT = ("payoff range", "payoff_range is (3, -3)", 0)


class Faulty(Dice):
    payoff_range = (3, -3)
