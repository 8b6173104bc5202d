"""Subtract a square in the style of Zhuozi-Zou/CSC148-A1: a state class around one number, with methods."""

from zermelo import MAX, MIN, Game


class SubtractSquareState:
    def __init__(self, current_player, current_value):
        self.current_player = current_player
        self.current_value = current_value

    def __eq__(self, other):
        return (
            type(self) == type(other)
            and self.current_value == other.current_value
            and self.current_player == other.current_player
        )

    def __hash__(self):
        return hash((self.current_player, self.current_value))

    def get_possible_moves(self):
        result = []
        possible_base = 1
        while possible_base**2 <= self.current_value:
            result.append(possible_base**2)
            possible_base += 1
        return result

    def make_move(self, move):
        current_player = "p2" if self.current_player == "p1" else "p1"
        return SubtractSquareState(current_player, self.current_value - move)


class Squares(Game):
    def initial(self):
        return SubtractSquareState("p1", 34)

    def to_move(self, state):
        return MAX if state.current_player == "p1" else MIN

    def actions(self, state):
        return state.get_possible_moves()

    def result(self, state, action):
        return state.make_move(action)

    def is_terminal(self, state):
        return state.get_possible_moves() == []

    def utility(self, state):
        return -1 if state.current_player == "p1" else 1
