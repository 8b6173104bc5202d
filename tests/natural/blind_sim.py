"""Sim, written with nothing at hand but the six method names: edges as pairs, colours in a tuple."""

from itertools import combinations

from zermelo import MAX, MIN, Game

EDGES = list(combinations(range(5), 2))
TRIANGLES = [
    (EDGES.index((a, b)), EDGES.index((a, c)), EDGES.index((b, c))) for a, b, c in combinations(range(5), 3)
]


class Sim(Game):
    """Five points; whoever closes a triangle of their own colour loses."""

    def initial(self):
        return (None,) * len(EDGES)

    def to_move(self, state):
        colored = len([e for e in state if e is not None])
        return MAX if colored % 2 == 0 else MIN

    def actions(self, state):
        return [EDGES[i] for i, color in enumerate(state) if color is None]

    def result(self, state, action):
        i = EDGES.index(action)
        color = "red" if self.to_move(state) == MAX else "blue"
        return state[:i] + (color,) + state[i + 1 :]

    def loser(self, state):
        for a, b, c in TRIANGLES:
            if state[a] is not None and state[a] == state[b] == state[c]:
                return state[a]
        return None

    def is_terminal(self, state):
        return self.loser(state) is not None or None not in state

    def utility(self, state):
        loser = self.loser(state)
        if loser is None:
            return 0
        return -1 if loser == "red" else 1
