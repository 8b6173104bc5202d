"""Chomp, written with nothing at hand but the six method names: the length of each row, lowest first."""

from zermelo import MAX, MIN, Game


class Chomp(Game):
    def __init__(self, rows=4, columns=5):
        self.rows = rows
        self.columns = columns

    def initial(self):
        return tuple([self.columns] * self.rows), 0

    def to_move(self, state):
        return MAX if state[1] % 2 == 0 else MIN

    def actions(self, state):
        rows, moves = state
        return [(r, c) for r in range(len(rows)) for c in range(rows[r])]

    def result(self, state, action):
        rows, moves = state
        r, c = action
        return tuple(min(length, c) if i >= r else length for i, length in enumerate(rows)), moves + 1

    def is_terminal(self, state):
        # the poisoned square has been eaten
        return sum(state[0]) == 0

    def utility(self, state):
        # the player who just moved ate the poison and loses
        return 1 if self.to_move(state) == MAX else -1
