"""Hex on a board of three by three: X joins left and right, O top and bottom."""

from zermelo import Game

SIZE = 3
NEIGHBOURS = [
    [
        (row + down) * SIZE + column + across
        for down, across in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
        if 0 <= row + down < SIZE and 0 <= column + across < SIZE
    ]
    for row in range(SIZE)
    for column in range(SIZE)
]


class Hex(Game):
    repetition = None

    def initial(self):
        return ((0,) * (SIZE * SIZE), 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [cell for cell in range(SIZE * SIZE) if state[0][cell] == 0]

    def result(self, state, action):
        cells = list(state[0])
        cells[action] = state[1] + 1
        return (tuple(cells), 1 - state[1])

    def joined(self, cells, player):
        across = player == 0
        edge = [i * SIZE if across else i for i in range(SIZE)]
        found = [cell for cell in edge if cells[cell] == player + 1]
        for cell in found:
            found += [n for n in NEIGHBOURS[cell] if cells[n] == player + 1 and n not in found]
        return any((cell % SIZE if across else cell // SIZE) == SIZE - 1 for cell in found)

    def is_terminal(self, state):
        return self.joined(state[0], 0) or self.joined(state[0], 1)

    def utility(self, state):
        return 1 if self.joined(state[0], 0) else -1

    def board(self, state):
        over = self.is_terminal(state)
        return {
            "kind": "hex",
            "width": SIZE,
            "height": SIZE,
            "cells": [".XO"[mark] for mark in state[0]],
            "actions": [] if over else [(cell, [cell]) for cell in self.actions(state)],
        }
