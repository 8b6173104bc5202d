"""Linear clobber in the style of jkociecki/clobber-agent: a class of one's own for states and moves, an Enum."""

import copy
from enum import Enum

from zermelo import MAX, MIN, Game


class Piece(Enum):
    EMPTY = 0
    BLACK = 1
    WHITE = 2


class Move:
    def __init__(self, from_pos, to_pos):
        self.from_pos, self.to_pos = from_pos, to_pos

    def __eq__(self, other):
        return self.from_pos == other.from_pos and self.to_pos == other.to_pos

    def __hash__(self):
        return hash((self.from_pos, self.to_pos))


class ClobberState:
    def __init__(self, board, current_player):
        self.board: tuple = board
        self.current_player = current_player

    def __eq__(self, other):
        return self.board == other.board and self.current_player == other.current_player

    def __hash__(self):
        return hash((self.board, self.current_player))

    def get_legal_moves(self):
        opponent = Piece.WHITE if self.current_player == Piece.BLACK else Piece.BLACK
        legal_moves = []
        for x in range(len(self.board)):
            if self.board[x] == self.current_player:
                for nx in (x - 1, x + 1):
                    if 0 <= nx < len(self.board) and self.board[nx] == opponent:
                        legal_moves.append(Move(from_pos=x, to_pos=nx))
        return legal_moves


class ClassClobber(Game):
    length = 10

    def initial(self):
        board = []
        for x in range(self.length):
            board.append(Piece.BLACK if x % 2 == 0 else Piece.WHITE)
        return ClobberState(tuple(board), Piece.BLACK)

    def to_move(self, state):
        return MAX if state.current_player == Piece.BLACK else MIN

    def actions(self, state):
        return state.get_legal_moves()

    def result(self, state, move):
        board = copy.copy(list(state.board))
        board[move.to_pos] = state.current_player
        board[move.from_pos] = Piece.EMPTY
        opponent = Piece.WHITE if state.current_player == Piece.BLACK else Piece.BLACK
        return ClobberState(tuple(board), opponent)

    def is_terminal(self, state):
        return len(state.get_legal_moves()) == 0

    def utility(self, state):
        return -1 if state.current_player == Piece.BLACK else 1
