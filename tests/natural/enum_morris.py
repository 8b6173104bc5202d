"""Three men's morris with an enumeration that knows its other member, as courses on objects have it."""

from enum import Enum
from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Piece(Enum):
    EMPTY = 0
    WHITE = 1
    BLACK = 2

    @property
    def other(self):
        return Piece.BLACK if self is Piece.WHITE else Piece.WHITE


class Position(NamedTuple):
    points: tuple
    turn: Piece
    in_hand: int
    moves: int


ADJ = {
    0: [1, 3, 4],
    1: [0, 2, 4],
    2: [1, 4, 5],
    3: [0, 4, 6],
    4: [0, 1, 2, 3, 5, 6, 7, 8],
    5: [2, 4, 8],
    6: [3, 4, 7],
    7: [4, 6, 8],
    8: [4, 5, 7],
}
MILLS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}]
MAX_MOVES = 10


class Morris(Game):
    def initial(self):
        return Position(tuple(Piece.EMPTY for _ in range(9)), Piece.WHITE, 6, 0)

    def to_move(self, pos):
        return MAX if pos.turn is Piece.WHITE else MIN

    def actions(self, pos):
        empties = [i for i, p in enumerate(pos.points) if p is Piece.EMPTY]
        if pos.in_hand > 0:
            return [(None, i) for i in empties]
        moves = []
        for src, p in enumerate(pos.points):
            if p == pos.turn:
                for dst in ADJ[src]:
                    if pos.points[dst] == Piece.EMPTY:
                        moves.append((src, dst))
        return moves

    def result(self, pos, action):
        src, dst = action
        points = list(pos.points)
        points[dst] = pos.turn
        if src is not None:
            points[src] = Piece.EMPTY
            return pos._replace(points=tuple(points), turn=pos.turn.other, moves=pos.moves + 1)
        return pos._replace(
            points=tuple(points), turn=pos.turn.other, in_hand=pos.in_hand - 1, moves=pos.moves + 1
        )

    def has_mill(self, pos, piece):
        owned = {i for i, p in enumerate(pos.points) if p == piece}
        return any(mill <= owned for mill in MILLS)

    def is_terminal(self, pos):
        return self.has_mill(pos, pos.turn.other) or pos.moves >= MAX_MOVES or not self.actions(pos)

    def utility(self, pos):
        if self.has_mill(pos, Piece.WHITE):
            return 1
        if self.has_mill(pos, Piece.BLACK):
            return -1
        return 0
