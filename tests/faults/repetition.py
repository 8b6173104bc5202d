"""Broken: repetition."""

from __future__ import annotations

from base import Take

FAULT = ("repetition", "repetition is 5", 0)


class Faulty(Take):
    repetition = 5
