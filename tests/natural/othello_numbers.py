"""Othello as bit-board engines have it, in the style of hobby engines: two plain Python ints of 64 bits and masks."""

from dataclasses import dataclass

from zermelo import MAX, MIN, Game

FULL = 0xFFFFFFFFFFFFFFFF
NOT_A = 0xFEFEFEFEFEFEFEFE
NOT_H = 0x7F7F7F7F7F7F7F7F
SHIFTS = [(1, NOT_A), (-1, NOT_H), (8, FULL), (-8, FULL), (9, NOT_A), (-9, NOT_H), (7, NOT_H), (-7, NOT_A)]


@dataclass(frozen=True)
class State:
    own: int
    opp: int
    player: int


def shift(b, d, mask):
    if d > 0:
        return (b << d) & mask & FULL
    return (b >> -d) & mask


class Othello(Game):
    def initial(self):
        return State((1 << 28) | (1 << 35), (1 << 27) | (1 << 36), MAX)

    def to_move(self, s):
        return s.player

    def moves(self, own, opp):
        empty = ~(own | opp) & FULL
        found = 0
        for d, mask in SHIFTS:
            x = shift(own, d, mask) & opp
            for _ in range(5):
                x |= shift(x, d, mask) & opp
            found |= shift(x, d, mask) & empty
        return found

    def actions(self, s):
        m = self.moves(s.own, s.opp)
        if m == 0:
            yield 64
        while m:
            low = m & -m
            yield low.bit_length() - 1
            m &= m - 1

    def result(self, s, a):
        if a == 64:
            return State(s.opp, s.own, 1 - s.player)
        flips = 0
        for d, mask in SHIFTS:
            line = 0
            x = shift(1 << a, d, mask)
            while x & s.opp:
                line |= x
                x = shift(x, d, mask)
            if x & s.own:
                flips |= line
        own = s.own | flips | (1 << a)
        return State(s.opp & ~flips, own, 1 - s.player)

    def is_terminal(self, s):
        return self.moves(s.own, s.opp) == 0 and self.moves(s.opp, s.own) == 0

    def utility(self, s):
        d = s.own.bit_count() - s.opp.bit_count()
        if s.player == MIN:
            d = -d
        return 1 if d > 0 else -1 if d < 0 else 0

    def evaluate(self, s):
        d = bin(s.own).count("1") - bin(s.opp).count("1")
        return d if s.player == MAX else -d
