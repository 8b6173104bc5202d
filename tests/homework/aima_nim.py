"""AIMA style with a base class of its own; the last match loses."""


class Game:
    def actions(self, state):
        raise NotImplementedError

    def result(self, state, move):
        raise NotImplementedError

    def utility(self, state, player):
        raise NotImplementedError

    def terminal_test(self, state):
        return not self.actions(state)

    def to_move(self, state):
        return state[0]


class Nim(Game):
    def __init__(self, matches=7):
        self.initial = ("me", matches)

    def actions(self, state):
        return [n for n in (1, 2, 3) if n <= state[1]]

    def result(self, state, move):
        return ("you" if state[0] == "me" else "me", state[1] - move)

    def utility(self, state, player):
        return 1 if state[0] == player else -1
