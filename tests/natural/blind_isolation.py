"""Isolation with queens on 4 × 4, written with nothing at hand but the six method names: a named tuple."""

from collections import namedtuple

from zermelo import MAX, MIN, Game

State = namedtuple("State", ["positions", "blocked", "player"])

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


class Isolation(Game):
    size = 4

    def initial(self):
        return State(((0, 0), (3, 3)), frozenset([(0, 0), (3, 3)]), 0)

    def to_move(self, state):
        return [MAX, MIN][state.player]

    def actions(self, state):
        r, c = state.positions[state.player]
        for dr, dc in DIRECTIONS:
            nr, nc = r + dr, c + dc
            while 0 <= nr < self.size and 0 <= nc < self.size and (nr, nc) not in state.blocked:
                yield (nr, nc)
                nr += dr
                nc += dc

    def result(self, state, action):
        positions = list(state.positions)
        positions[state.player] = action
        return State(tuple(positions), state.blocked | {action}, 1 - state.player)

    def is_terminal(self, state):
        return not list(self.actions(state))

    def utility(self, state):
        if state.player == 0:
            return -1
        return 1
