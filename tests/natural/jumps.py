"""Two frogs on a pond, each to where the other is not: actions are pairs or None, no field is annotated."""

from collections import namedtuple

from zermelo import MAX, MIN, Game

Pond = namedtuple("Pond", "frogs leaves chosen turn")
PASS = None


class Jumps(Game):
    payoff = "points"

    def initial(self):
        return Pond(((0, 0), (2, 2)), (1,) * 9, None, 0)

    def to_move(self, pond):
        return (MAX, MIN)[pond.turn % 2]

    def actions(self, pond):
        row, column = pond.frogs[pond.turn % 2]
        moves = 0
        for r in range(max(row - 1, 0), min(row + 2, 3)):
            for c in range(max(column - 1, 0), min(column + 2, 3)):
                if pond.leaves[3 * r + c] and (r, c) not in pond.frogs:
                    moves += 1
                    yield (r, c)
        if moves == 0:
            yield PASS

    def result(self, pond, action):
        if action == PASS:
            return pond._replace(chosen=None, turn=pond.turn + 1)
        mover = pond.turn % 2
        row, column = pond.frogs[mover]
        leaves = list(pond.leaves)
        leaves[3 * row + column] = 0
        frogs = (action, pond.frogs[1]) if mover == 0 else (pond.frogs[0], action)
        r, c = action
        return Pond(frogs, tuple(leaves), 3 * r + c, pond.turn + 1)

    def is_terminal(self, pond):
        return pond.turn == 7

    def utility(self, pond):
        last = 7 if pond.chosen is None else pond.chosen
        (a, b), (c, d) = pond.frogs
        return 10 * (a - c) + b - d + last
