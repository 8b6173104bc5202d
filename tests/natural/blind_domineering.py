"""Domineering on 4 × 4, written with nothing at hand but the six method names: a frozenset of cells taken."""

from zermelo import MAX, MIN, Game

SIZE = 4


class Domineering(Game):
    def initial(self):
        return (frozenset(), "V")

    def to_move(self, state):
        return MAX if state[1] == "V" else MIN

    def cells(self, state, r, c):
        if state[1] == "V":
            return (r, c), (r + 1, c)
        return (r, c), (r, c + 1)

    def actions(self, state):
        taken = state[0]
        result = []
        for r in range(SIZE):
            for c in range(SIZE):
                a, b = self.cells(state, r, c)
                if b[0] < SIZE and b[1] < SIZE and a not in taken and b not in taken:
                    result.append((r, c))
        return result

    def result(self, state, action):
        a, b = self.cells(state, *action)
        return (state[0] | {a, b}, "H" if state[1] == "V" else "V")

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -1 if state[1] == "V" else 1
