"""AIMA style with dice: add what the die shows or leave it; whoever reaches 4 wins a point, or more."""

from collections import namedtuple

State = namedtuple("State", "to_move, total, utility, chance")


class Race:
    def __init__(self, goal=4):
        self.goal = goal
        self.initial = State("A", 0, 0, None)

    def to_move(self, state):
        return state.to_move

    def actions(self, state):
        return ["add", "leave"] if state.chance < 3 else ["add"]

    def result(self, state, move):
        total = state.total + (state.chance if move == "add" else 0) + 1
        gain = max(total - self.goal + 1, 0)
        other = "B" if state.to_move == "A" else "A"
        return State(other, total, gain if state.to_move == "A" else -gain, None)

    def terminal_test(self, state):
        return state.utility != 0

    def utility(self, state, player):
        return state.utility if player == "A" else -state.utility

    def chances(self, state):
        return [1, 2, 3]

    def outcome(self, state, chance):
        return state._replace(chance=chance)

    def probability(self, chance):
        return {1: 0.5, 2: 0.25, 3: 0.25}[chance]

    def display(self, state):
        print("total", state.total)
