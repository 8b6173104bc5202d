"""Dice for algorithms: random numbers from the run's own generator, the same in both worlds."""

from __future__ import annotations

from zermelo.kernel.random_words import below, shuffled
from zermelo.kernel.run import Run

FINE = 1 << 53
"""As many fractions can be thrown, each as likely."""


def throw(sides: int, run: Run) -> int:
    """A whole number from 0 to `sides` - 1, each as likely."""
    run.random = shuffled(run.random)
    return below(run.random, sides)


def fraction(run: Run) -> float:
    """A number from 0 up to 1, which it never is."""
    return throw(FINE, run) / FINE
