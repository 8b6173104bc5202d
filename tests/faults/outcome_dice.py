"""Broken: outcome."""

from __future__ import annotations

from base import Dice

FAULT = ("outcome", "utility() returns 3, but payoff is 'outcome'", 4)


class Faulty(Dice):
    payoff = "outcome"
