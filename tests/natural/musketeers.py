"""Two musketeers on 3 × 3 in the style of Zulko/easyAI's ThreeMusketeers: NumPy, a flat tuple kept."""

import numpy as np

from zermelo import MAX, MIN, Game


class Musketeers(Game):
    """A musketeer (1) captures a guard (2) beside it; guards step to empty cells; no capture left: over."""

    payoff = "points"

    def initial(self):
        board = np.array([[2, 2, 1], [2, 2, 2], [1, 2, 2]])
        return tuple(int(x) for x in board.flatten()), 1, 0

    def to_move(self, state):
        return MAX if state[1] == 1 else MIN

    def moves(self, board, player):
        target = 2 if player == 1 else 0
        found = []
        for r in range(3):
            for c in range(3):
                if board[r, c] == player:
                    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                        if 0 <= r + dr < 3 and 0 <= c + dc < 3 and board[r + dr, c + dc] == target:
                            found.append((r, c, r + dr, c + dc))
        return found

    def actions(self, state):
        board = np.array(state[0]).reshape(3, 3)
        return self.moves(board, state[1]) or [(-1, -1, -1, -1)]

    def result(self, state, move):
        board = np.array(state[0]).reshape(3, 3)
        if move[0] >= 0:
            board[move[2], move[3]] = board[move[0], move[1]]
            board[move[0], move[1]] = 0
        return tuple(int(x) for x in board.flatten()), 3 - state[1], state[2] + 1

    def is_terminal(self, state):
        board = np.array(state[0]).reshape(3, 3)
        return state[2] >= 12 or (state[1] == 1 and not self.moves(board, 1))

    def utility(self, state):
        board = np.array(state[0])
        return 7 - int(np.sum(board == 2))
