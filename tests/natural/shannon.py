"""Shannon switching game: Short colours edges, Cut deletes them; state is a plain class without any base."""

from dataclasses import dataclass

MAX, MIN = 0, 1


class Graph:
    """Edges of a grid graph, with the two terminals 's' and 't'."""

    def __init__(self, rows, cols):
        self.nodes = ["s", "t"] + [(r, c) for r in range(rows) for c in range(cols)]
        self.edges = []
        for r in range(rows):
            self.edges.append(("s", (r, 0)))
            self.edges.append(((r, cols - 1), "t"))
            for c in range(cols):
                if c + 1 < cols:
                    self.edges.append(((r, c), (r, c + 1)))
                if r + 1 < rows:
                    self.edges.append(((r, c), (r + 1, c)))
        index = {node: i for i, node in enumerate(self.nodes)}
        self.pairs = [(index[a], index[b]) for a, b in self.edges]


@dataclass(frozen=True)
class Board:
    edges: tuple  # per edge: None free, True coloured, False cut
    turn: int

    @property
    def free(self):
        return [i for i, e in enumerate(self.edges) if e is None]


class Shannon:
    def __init__(self, rows=3, cols=2):
        self.graph = Graph(rows, cols)

    def initial(self):
        return Board((None,) * len(self.graph.pairs), MIN)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return state.free

    def result(self, state, action):
        edges = list(state.edges)
        edges[action] = state.turn == MAX
        return Board(tuple(edges), 1 - state.turn)

    def joined(self, state, usable):
        leader = list(range(len(self.graph.nodes)))

        def find(x):
            if leader[x] != x:
                leader[x] = find(leader[x])
            return leader[x]

        for (a, b), e in zip(self.graph.pairs, state.edges):
            if usable(e):
                leader[find(a)] = find(b)
        return find(0) == find(1)

    def is_terminal(self, state):
        return self.joined(state, lambda e: e is True) or not self.joined(state, lambda e: e is not False)

    def utility(self, state):
        return 1 if self.joined(state, lambda e: e is True) else -1
