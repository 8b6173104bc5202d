"""Broken: payoff."""

from __future__ import annotations

from base import Take

FAULT = ("payoff", "payoff is 'money'", 0)


class Faulty(Take):
    payoff = "money"
