"""Lines of three on 5 × 7 in the style of hobby engines with bit boards: each player's stones in one Python int."""

from zermelo import MAX, MIN, Game

W, H = 7, 5
TOP = (1 << 2 * W * H) - 1


class BigNumber(Game):
    """Both players' stones in one number of 70 bits: MAX's in the upper half; stones fall down."""

    def initial(self):
        return 0, 0

    def to_move(self, state):
        return MAX if state[1] % 2 == 0 else MIN

    def both(self, state):
        return state[0] >> W * H, state[0] & ((1 << W * H) - 1)

    def actions(self, state):
        mine, yours = self.both(state)
        taken = mine | yours
        return [c for c in range(W) if not taken >> (W * (H - 1) + c) & 1]

    def result(self, state, column):
        mine, yours = self.both(state)
        taken = mine | yours
        row = 0
        while taken >> (W * row + column) & 1:
            row += 1
        shift = W * H if state[1] % 2 == 0 else 0
        return state[0] | 1 << (W * row + column + shift), state[1] + 1

    def lines(self, stones):
        for row in range(H):
            line = stones >> W * row & 0b1111111
            if line & line >> 1 & line >> 2:
                return True
        return bool(stones & stones >> W & stones >> 2 * W)

    def is_terminal(self, state):
        mine, yours = self.both(state)
        return self.lines(mine) or self.lines(yours) or state[1] == W * H

    def utility(self, state):
        mine, yours = self.both(state)
        return 1 if self.lines(mine) else -1 if self.lines(yours) else 0
