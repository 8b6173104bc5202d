"""Three men's morris: frozen sets of cells held against a list of sets, as in tutorials."""

NEIGHBOURS = {
    0: (1, 3, 4), 1: (0, 2, 4), 2: (1, 4, 5),
    3: (0, 4, 6), 4: (0, 1, 2, 3, 5, 6, 7, 8), 5: (2, 4, 8),
    6: (3, 4, 7), 7: (6, 4, 8), 8: (7, 4, 5),
}
MILLS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]

class ThreeMensMorris:
    """Three stones each, then they move."""

    repetition = 0
    def initial(self):
        return (frozenset(), frozenset(), 0, 0)
    def to_move(self, state):
        return state[2]
    def actions(self, state):
        xs, os, turn, placed = state
        empty = set(range(9)) - xs - os
        if placed < 6:
            return [("place", cell, cell) for cell in sorted(empty)]
        mine = xs if turn == 0 else os
        return [("move", a, b) for a in sorted(mine) for b in NEIGHBOURS[a] if b in empty]
    def result(self, state, action):
        xs, os, turn, placed = state
        kind, a, b = action
        mine = xs if turn == 0 else os
        if kind == "place":
            mine = mine | {b}
            placed += 1
        else:
            mine = (mine - {a}) | {b}
        return (mine, os, 1, placed) if turn == 0 else (xs, mine, 0, placed)
    def won(self, men):
        return any(mill <= men for mill in MILLS)
    def is_terminal(self, state):
        return self.won(state[0]) or self.won(state[1]) or not self.actions(state)
    def utility(self, state):
        if self.won(state[0]):
            return 1
        if self.won(state[1]):
            return -1
        return -1 if state[2] == 0 else 1
