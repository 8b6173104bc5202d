"""Tapatan: three stones each, placed and then moved along the lines; a frozen dataclass whose methods give its sets."""

from dataclasses import dataclass, replace
from enum import Enum


class Side(Enum):
    BLACK = "b"
    WHITE = "w"
    @property
    def other(self):
        return Side.WHITE if self is Side.BLACK else Side.BLACK
ADJ = {0: [1, 3, 4], 1: [0, 2, 4], 2: [1, 4, 5], 3: [0, 4, 6], 4: [0, 1, 2, 3, 5, 6, 7, 8], 5: [2, 4, 8], 6: [3, 4, 7], 7: [4, 6, 8], 8: [4, 5, 7]}
WINS = [{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}]
@dataclass(frozen=True)
class Position:
    black: frozenset = frozenset()
    white: frozenset = frozenset()
    turn: Side = Side.BLACK
    placed: int = 0
    def mine(self):
        return self.black if self.turn is Side.BLACK else self.white
    def free(self):
        return set(range(9)) - self.black - self.white
class Tapatan:
    repetition = 0
    def initial(self):
        return Position()
    def to_move(self, p):
        return 0 if p.turn is Side.BLACK else 1
    def actions(self, p):
        if p.placed < 6:
            return [(-1, c) for c in sorted(p.free())]
        return [(a, b) for a in sorted(p.mine()) for b in ADJ[a] if b in p.free()]
    def result(self, p, move):
        a, b = move
        mine = p.mine() - {a} | {b}
        placed = min(p.placed + 1, 6)
        if p.turn is Side.BLACK:
            return replace(p, black=frozenset(mine), turn=p.turn.other, placed=placed)
        return replace(p, white=frozenset(mine), turn=p.turn.other, placed=placed)
    def winner(self, p):
        for w in WINS:
            if w <= p.black:
                return Side.BLACK
            if w <= p.white:
                return Side.WHITE
        return None
    def is_terminal(self, p):
        return self.winner(p) is not None or not self.actions(p)
    def utility(self, p):
        w = self.winner(p)
        if w is None:
            return 0
        return 1 if w is Side.BLACK else -1
