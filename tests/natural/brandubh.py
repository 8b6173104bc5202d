"""Brandubh (small hnefatafl) on 5 x 5: an Enum in nested tuples, custodian capture, rook moves."""

from __future__ import annotations

from enum import Enum, auto
from typing import Iterator, NamedTuple

from zermelo import MAX, MIN, Game


class Piece(Enum):
    EMPTY = auto()
    ATTACKER = auto()
    DEFENDER = auto()
    KING = auto()

    @property
    def side(self):
        if self is Piece.ATTACKER:
            return MIN
        if self in (Piece.DEFENDER, Piece.KING):
            return MAX
        return None


_ = Piece.EMPTY
A = Piece.ATTACKER
D = Piece.DEFENDER
K = Piece.KING

START = (
    (_, _, A, _, _),
    (_, _, D, _, _),
    (A, D, K, _, A),
    (_, _, _, _, _),
    (_, _, A, _, _),
)


class Move(NamedTuple):
    r: int
    c: int
    to_r: int
    to_c: int


class Position(NamedTuple):
    board: tuple[tuple[Piece, ...], ...]
    turn: int
    ply: int


class Brandubh(Game):
    SIZE = 5
    DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]

    def __init__(self, limit=12):
        self.limit = limit

    def initial(self) -> Position:
        return Position(START, MIN, 0)

    def to_move(self, state: Position) -> int:
        return state.turn

    def inside(self, r, c):
        return 0 <= r < self.SIZE and 0 <= c < self.SIZE

    def corner(self, r, c):
        return r in (0, self.SIZE - 1) and c in (0, self.SIZE - 1)

    def actions(self, state: Position) -> Iterator[Move]:
        for r, row in enumerate(state.board):
            for c, piece in enumerate(row):
                if piece.side != state.turn:
                    continue
                for dr, dc in self.DIRECTIONS:
                    to_r, to_c = r + dr, c + dc
                    while self.inside(to_r, to_c) and state.board[to_r][to_c] is Piece.EMPTY:
                        if piece is Piece.KING or not self.corner(to_r, to_c):
                            yield Move(r, c, to_r, to_c)
                        to_r += dr
                        to_c += dc

    def result(self, state: Position, move: Move) -> Position:
        board = [list(row) for row in state.board]
        piece = board[move.r][move.c]
        board[move.r][move.c] = Piece.EMPTY
        board[move.to_r][move.to_c] = piece
        for dr, dc in self.DIRECTIONS:
            r, c = move.to_r + dr, move.to_c + dc
            r2, c2 = r + dr, c + dc
            if not self.inside(r, c) or not self.inside(r2, c2):
                continue
            victim = board[r][c]
            if victim is Piece.EMPTY or victim.side == piece.side:
                continue
            if board[r2][c2].side == piece.side or self.corner(r2, c2):
                board[r][c] = Piece.EMPTY
        return Position(tuple(tuple(row) for row in board), 1 - state.turn, state.ply + 1)

    def king(self, state):
        for r in range(self.SIZE):
            for c in range(self.SIZE):
                if state.board[r][c] is Piece.KING:
                    return r, c
        return None

    def is_terminal(self, state):
        king = self.king(state)
        if king is None or self.corner(*king):
            return True
        return state.ply >= self.limit or next(self.actions(state), None) is None

    def utility(self, state):
        king = self.king(state)
        if king is None:
            return -1
        if self.corner(*king):
            return 1
        return 0

    def evaluate(self, state):
        count = {MAX: 0, MIN: 0}
        for row in state.board:
            for piece in row:
                if piece.side is not None:
                    count[piece.side] += 1
        return count[MAX] - count[MIN]
