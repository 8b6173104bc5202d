"""What a game of three or more players promises beyond what every game does."""

from __future__ import annotations

from zermelo.checking.promise import Promise

OF_MANY = {
    "seat": Promise(
        "to_move",
        "to_move() returns one of the players",
        "return a number from 0 to players - 1 or, with dice, CHANCE (-1)",
    ),
    "payoffs": Promise(
        "utility",
        "each of the players has a payoff",
        "return a tuple with one number for each player",
    ),
    "sum of many": Promise(
        "utility",
        "payoffs have the sum that the game declares as constant_sum",
        "pay out as much as you collect, or set constant_sum = None; estimates too have that sum",
    ),
    "least": Promise(
        "utility",
        "nobody gets less than the game declares as least",
        "lower least, or set least = None",
    ),
}
