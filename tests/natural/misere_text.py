"""Tic-tac-toe where three in a row lose, on a text; mirrored in both diagonals and turned, in three ways."""

from zermelo import MAX, MIN, Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class MisereText(Game):
    repetition = None

    def initial(self):
        return "X.......O"

    def to_move(self, state):
        return MAX if state.count("X") == state.count("O") else MIN

    def actions(self, state):
        return [place for place, letter in enumerate(state) if letter == "."]

    def result(self, state, action):
        mark = "X" if self.to_move(state) == MAX else "O"
        return state[:action] + mark + state[action + 1 :]

    def has_three(self, state, mark):
        return any(state[a] == state[b] == state[c] == mark for a, b, c in LINES)

    def is_terminal(self, state):
        return self.has_three(state, "X") or self.has_three(state, "O") or "." not in state

    def utility(self, state):
        if self.has_three(state, "X"):
            return -1
        return 1 if self.has_three(state, "O") else 0

    def symmetries(self, state):
        yield state[0] + state[3] + state[6] + state[1] + state[4] + state[7] + state[2] + state[5] + state[8]
        yield "".join(state[place] for place in (8, 5, 2, 7, 4, 1, 6, 3, 0))
        turned = state[6:][::-1] + state[3:6][::-1] + state[:3][::-1]
        yield turned
