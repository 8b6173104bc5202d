"""Isola on 4 × 3, written with nothing at hand but the six method names: sets of cells, and what is left of them."""

from zermelo import MAX, MIN, Game

W, H = 4, 3
ALL = {(x, y) for x in range(W) for y in range(H)}


def neighbours(cell):
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)} & ALL


class Isola(Game):
    def initial(self):
        return (0, 1), (3, 1), frozenset(), 0

    def to_move(self, state):
        return MAX if state[3] == 0 else MIN

    def actions(self, state):
        a, b, removed, turn = state
        me = a if turn == 0 else b
        you = b if turn == 0 else a
        moves = []
        for target in sorted(neighbours(me) - removed - {you}):
            for gone in sorted(ALL - removed - {target, you}):
                moves.append((target, gone))
        return moves

    def result(self, state, action):
        a, b, removed, turn = state
        target, gone = action
        if turn == 0:
            a = target
        else:
            b = target
        return a, b, removed | {gone}, 1 - turn

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -1 if state[3] == 0 else 1
