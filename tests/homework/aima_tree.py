"""AIMA style: the tree of the textbook, by names."""


class Fig52Game:
    succs = {
        "A": {"a1": "B", "a2": "C", "a3": "D"},
        "B": {"b1": "B1", "b2": "B2", "b3": "B3"},
        "C": {"c1": "C1", "c2": "C2", "c3": "C3"},
        "D": {"d1": "D1", "d2": "D2", "d3": "D3"},
    }
    utils = {"B1": 3, "B2": 12, "B3": 8, "C1": 2, "C2": 4, "C3": 6, "D1": 14, "D2": 5, "D3": 2}
    initial = "A"

    def actions(self, state):
        return list(self.succs.get(state, {}).keys())

    def result(self, state, move):
        return self.succs[state][move]

    def utility(self, state, player):
        return self.utils[state] if player == "MAX" else -self.utils[state]

    def terminal_test(self, state):
        return state not in ("A", "B", "C", "D")

    def to_move(self, state):
        return "MIN" if state in "BCD" else "MAX"
