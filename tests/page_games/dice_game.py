"""A race: throw a die with three sides, then go on by one or by what it shows; the end of the track wins."""

from zermelo import CHANCE, MAX, MIN, Game

GOAL = 4


class DiceRace(Game):
    """State: where MAX and MIN stand, whose turn it is, what the die shows (0 before it is thrown)."""

    repetition = None

    def initial(self):
        return (0, 0, MAX, 0)

    def to_move(self, state):
        return CHANCE if state[3] == 0 else state[2]

    def outcomes(self, state):
        return [(1, 0.5), (2, 0.25), (3, 0.25)]

    def actions(self, state):
        most = min(state[3], GOAL - state[state[2]])
        return [1] if most == 1 else [1, most]

    def result(self, state, action):
        first, second, turn, shown = state
        if shown == 0:
            return (first, second, turn, action)
        if turn == MAX:
            return (first + action, second, MIN, 0)
        return (first, second + action, MAX, 0)

    def is_terminal(self, state):
        return state[0] == GOAL or state[1] == GOAL

    def utility(self, state):
        return 1 if state[0] == GOAL else -1

    def evaluate(self, state):
        return state[0] - state[1]

    def board(self, state):
        cells = ["."] * (2 * (GOAL + 1))
        start = state[2] * (GOAL + 1)
        cells[state[0]], cells[GOAL + 1 + state[1]] = "X", "O"
        here = state[state[2]]
        resting = self.is_terminal(state) or state[3] == 0
        actions = [] if resting else self.actions(state)
        steps = [(action, [start + here, start + here + action]) for action in actions]
        return {"kind": "grid", "width": GOAL + 1, "height": 2, "cells": cells, "actions": steps}
