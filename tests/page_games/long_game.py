"""A track longer than any frame: a stone goes on as far as its player likes; the end of it wins."""

from zermelo import MAX, MIN, Game

LONG = 40


class Track(Game):
    """State: where the stone stands, whose turn it is."""

    repetition = None

    def initial(self):
        return (0, MAX)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return list(range(state[0] + 1, LONG))

    def result(self, state, action):
        return (action, MIN if state[1] == MAX else MAX)

    def is_terminal(self, state):
        return state[0] == LONG - 1

    def utility(self, state):
        return 1 if state[1] == MIN else -1

    def board(self, state):
        cells = ["."] * LONG
        cells[state[0]] = "X"
        steps = [(action, [state[0], action]) for action in self.actions(state)]
        return {"kind": "grid", "width": LONG, "height": 1, "cells": cells, "actions": steps}
