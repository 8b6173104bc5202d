"""Connect three with gravity, in the style of AIEnthousiast/Connect4MinMax: a NumPy board, here kept as bytes."""

from typing import NamedTuple

import numpy as np

from zermelo import MAX, MIN, Game

ROWS, COLS = 4, 4


class State(NamedTuple):
    board: bytes
    piece: int


def unpack(state):
    return np.frombuffer(state.board, dtype=np.int8).reshape(ROWS, COLS)


def is_valid_location(board, col):
    return board[ROWS - 1][col] == 0


def get_next_open_row(board, col):
    for r in range(ROWS):
        if board[r][col] == 0:
            return r
    return -1


def winning_move(board, piece):
    for c in range(COLS - 2):
        for r in range(ROWS):
            if board[r][c] == piece and board[r][c + 1] == piece and board[r][c + 2] == piece:
                return True
    for c in range(COLS):
        for r in range(ROWS - 2):
            if board[r][c] == piece and board[r + 1][c] == piece and board[r + 2][c] == piece:
                return True
    return False


class LineFour(Game):
    def initial(self):
        return State(np.zeros((ROWS, COLS), dtype=np.int8).tobytes(), 1)

    def to_move(self, state):
        return MAX if state.piece == 1 else MIN

    def actions(self, state):
        board = unpack(state)
        return [col for col in range(COLS) if is_valid_location(board, col)]

    def result(self, state, action):
        board = unpack(state).copy()
        board[get_next_open_row(board, action)][action] = state.piece
        return State(board.tobytes(), 3 - state.piece)

    def is_terminal(self, state):
        board = unpack(state)
        return winning_move(board, 1) or winning_move(board, 2) or not self.actions(state)

    def utility(self, state):
        board = unpack(state)
        if winning_move(board, 1):
            return 1
        return -1 if winning_move(board, 2) else 0
