"""Domineering with a state class of its own, equality and hash written by hand, as in course solutions."""

class Dominoes:
    """MAX lays them upright, MIN flat."""

    rows = 4
    cols = 4
    class State:
        def __init__(self, taken, turn):
            self.taken = taken
            self.turn = turn
        def __eq__(self, other):
            return self.taken == other.taken and self.turn == other.turn
        def __hash__(self):
            return hash((self.taken, self.turn))
    def initial(self):
        return self.State(frozenset(), "V")
    def to_move(self, s):
        return {"V": 0, "H": 1}[s.turn]
    def actions(self, s):
        moves = set()
        dr, dc = (1, 0) if s.turn == "V" else (0, 1)
        for r in range(self.rows - dr):
            for c in range(self.cols - dc):
                if (r, c) not in s.taken and (r + dr, c + dc) not in s.taken:
                    moves.add(((r, c), (r + dr, c + dc)))
        return sorted(moves)
    def result(self, s, a):
        return self.State(s.taken.union(a), "H" if s.turn == "V" else "V")
    def is_terminal(self, s):
        return not self.actions(s)
    def utility(self, s):
        return -1 if s.turn == "V" else 1
