"""What a game of two players promises of its payoffs: their kind, their range, and what utility() returns."""

from __future__ import annotations

from zermelo.checking.promise import Promise

OF_PAYOFFS = {
    "payoff": Promise(
        "initial",
        "payoff is 'outcome' or 'points'",
        "set payoff = 'outcome' or payoff = 'points' in the class",
    ),
    "payoff range": Promise(
        "initial",
        "payoff_range is the least and the most that MAX gets at the end of a game",
        "set payoff_range = (least, most) in the class, or None where they are unknown",
    ),
    "utility": Promise(
        "utility", "utility() returns a number, MAX's payoff", "return MAX's payoff, as one number"
    ),
    "outcome": Promise(
        "utility", "win, draw and loss are 1, 0 and -1", "return 1, 0 or -1, or set payoff = 'points'"
    ),
    "out of range": Promise(
        "utility",
        "every payoff lies within payoff_range",
        "widen payoff_range, or set payoff_range = None",
    ),
    "constant sum": Promise(
        "utility",
        "payoffs have the sum that the game declares",
        "make what one player gains the other's loss",
    ),
}
