"""Domineering on 9 × 8 in one Python int, as programs that pack a position do: the turn is its highest bit."""

from zermelo import MAX, Game

W, H = 9, 8
TURN = 1 << W * H


class PackedDominoes(Game):
    def initial(self):
        return 0

    def to_move(self, s):
        return 1 if s & TURN else 0

    def actions(self, s):
        out = []
        if s & TURN:
            for r in range(H):
                for c in range(W - 1):
                    if not s & (3 << (r * W + c)):
                        out.append(r * W + c)
        else:
            for r in range(H - 1):
                for c in range(W):
                    cell = r * W + c
                    if s >> cell & 1 == 0 and s >> (cell + W) & 1 == 0:
                        out.append(cell)
        return out

    def result(self, s, a):
        bits = 3 << a if s & TURN else (1 << a) | (1 << (a + W))
        return (s | bits) ^ TURN

    def is_terminal(self, s):
        return not self.actions(s)

    def utility(self, s):
        return -1 if self.to_move(s) == MAX else 1

    def evaluate(self, s):
        mine = len(self.actions(s))
        theirs = len(self.actions(s ^ TURN))
        return mine - theirs if self.to_move(s) == MAX else theirs - mine
