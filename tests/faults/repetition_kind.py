"""Broken: repetition."""

from __future__ import annotations

from base import Dice

FAULT = ("repetition", "repetition is 'draw'", 0)


class Faulty(Dice):
    repetition = "draw"
