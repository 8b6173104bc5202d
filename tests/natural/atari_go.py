"""Atari Go: the first capture wins. The board is a NumPy array kept as bytes."""

from typing import NamedTuple

import numpy as np

from zermelo import MAX, MIN, Game


class State(NamedTuple):
    board: bytes
    player: int  # 1 or -1
    captured: int  # who captured: 1, -1 or 0


class AtariGo(Game):
    def __init__(self, size=4):
        self.size = size

    def initial(self):
        board = np.zeros((self.size, self.size), dtype=np.int8)
        return State(board.tobytes(), 1, 0)

    def unpack(self, state):
        return np.frombuffer(state.board, dtype=np.int8).reshape(self.size, self.size)

    def to_move(self, state):
        return MAX if state.player == 1 else MIN

    def neighbours(self, r, c):
        found = []
        if r > 0:
            found.append((r - 1, c))
        if c > 0:
            found.append((r, c - 1))
        if r + 1 < self.size:
            found.append((r + 1, c))
        if c + 1 < self.size:
            found.append((r, c + 1))
        return found

    def has_liberty(self, board, r, c, seen):
        seen.add((r, c))
        for nr, nc in self.neighbours(r, c):
            if board[nr, nc] == 0:
                return True
            if board[nr, nc] == board[r, c] and (nr, nc) not in seen:
                if self.has_liberty(board, nr, nc, seen):
                    return True
        return False

    def captures(self, board, r, c, player):
        return any(
            board[nr, nc] == -player and not self.has_liberty(board, nr, nc, set())
            for nr, nc in self.neighbours(r, c)
        )

    def actions(self, state):
        board = self.unpack(state)
        moves = []
        for r, c in np.argwhere(board == 0):
            new = board.copy()
            new[r, c] = state.player
            if self.captures(new, r, c, state.player) or self.has_liberty(new, r, c, set()):
                moves.append((int(r), int(c)))
        return moves

    def result(self, state, action):
        board = self.unpack(state).copy()
        board[action] = state.player
        r, c = action
        won = self.captures(board, r, c, state.player)
        return State(board.tobytes(), -state.player, state.player if won else 0)

    def is_terminal(self, state):
        return state.captured != 0 or not self.actions(state)

    def utility(self, state):
        if state.captured:
            return state.captured
        return 0
