"""Hex again, on a board that is wider than the game: the cells at its right are no places."""

from hex_game import SIZE, Hex


class Holed(Hex):
    def board(self, state):
        board = super().board(state)
        rows = [board["cells"][start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)]
        cells = [mark for row in rows for mark in [*row, ""]]
        actions = [(cell, [cell // SIZE * (SIZE + 1) + cell % SIZE]) for cell, _ in board["actions"]]
        return board | {"width": SIZE + 1, "cells": cells, "actions": actions}
