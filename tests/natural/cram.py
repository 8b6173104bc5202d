"""Cram on 4 × 4 in the style of Zulko/easyAI's Cram: a NumPy board of zeros and ones."""

import numpy as np

from zermelo import MAX, MIN, Game


class Cram(Game):
    size = 4

    def initial(self):
        return np.zeros((self.size, self.size), dtype=np.uint8).tobytes(), 1

    def board_of(self, state):
        return np.frombuffer(state[0], dtype=np.uint8).reshape((self.size, self.size))

    def to_move(self, state):
        return MAX if state[1] == 1 else MIN

    def actions(self, state):
        board = self.board_of(state)
        moves = []
        for i in range(self.size):
            for j in range(self.size):
                if i + 1 < self.size and board[i, j] == 0 and board[i + 1, j] == 0:
                    moves.append((i, j, i + 1, j))
                if j + 1 < self.size and board[i, j] == 0 and board[i, j + 1] == 0:
                    moves.append((i, j, i, j + 1))
        return moves

    def result(self, state, move):
        board = self.board_of(state).copy()
        i, j, k, l = move
        board[i, j] = 1
        board[k, l] = 1
        return board.tobytes(), 3 - state[1]

    def is_terminal(self, state):
        return self.actions(state) == []

    def utility(self, state):
        return -1 if state[1] == 1 else 1
