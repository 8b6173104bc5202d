"""Reversi on 4 × 4 in the style of DennisPing/othello-minimax-algorithm: NumPy arrays made tuples of rows."""

import numpy as np

from zermelo import MAX, MIN, Game

SIZE = 4
WHITE, NOBODY, BLACK = 1, 0, -1
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def frozen(board):
    return tuple(map(tuple, board.tolist()))


def on_board(r, c):
    return 0 <= r < SIZE and 0 <= c < SIZE


def captured(board, move, color):
    flips = []
    for dr, dc in DIRECTIONS:
        line = []
        r, c = move[0] + dr, move[1] + dc
        while on_board(r, c) and board[r, c] == -color:
            line.append((r, c))
            r, c = r + dr, c + dc
        if on_board(r, c) and board[r, c] == color:
            flips += line
    return flips


class SmallReversi(Game):
    payoff = "points"

    def initial(self):
        board = np.zeros((SIZE, SIZE), dtype=int)
        board[1, 1] = board[2, 2] = WHITE
        board[1, 2] = board[2, 1] = BLACK
        return frozen(board), True

    def to_move(self, state):
        return MAX if state[1] else MIN

    def legal_moves(self, board, color):
        moves = []
        for r in range(SIZE):
            for c in range(SIZE):
                if board[r, c] == NOBODY and len(captured(board, (r, c), color)) > 0:
                    moves.append((r, c))
        return moves

    def actions(self, state):
        board = np.array(state[0])
        moves = self.legal_moves(board, WHITE if state[1] else BLACK)
        return moves if moves else [(-1, -1)]

    def result(self, state, move):
        if move == (-1, -1):
            return state[0], not state[1]
        board = np.array(state[0])
        color = WHITE if state[1] else BLACK
        for r, c in captured(board, move, color):
            board[r, c] = color
        board[move[0], move[1]] = color
        return frozen(board), not state[1]

    def is_terminal(self, state):
        board = np.array(state[0])
        return not self.legal_moves(board, WHITE) and not self.legal_moves(board, BLACK)

    def utility(self, state):
        board = np.array(state[0])
        return np.count_nonzero(board == WHITE) - np.count_nonzero(board == BLACK)
