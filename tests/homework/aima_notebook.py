"""AIMA style of the fourth edition's notebooks: is_terminal, and the state knows who is to move."""

from collections import namedtuple

Heaps = namedtuple("Heaps", "sizes, to_move")


class Game:
    def actions(self, state):
        raise NotImplementedError

    def result(self, state, move):
        raise NotImplementedError

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        raise NotImplementedError


class TwoHeaps(Game):
    def __init__(self, sizes):
        self.initial = Heaps(list(sizes), to_move="X")

    def actions(self, state):
        return {(heap, n) for heap, size in enumerate(state.sizes) for n in range(1, size + 1)}

    def result(self, state, move):
        sizes = list(state.sizes)
        sizes[move[0]] -= move[1]
        return Heaps(sizes, "O" if state.to_move == "X" else "X")

    def utility(self, state, player):
        return -1 if state.to_move == player else +1


small = TwoHeaps([2, 3])
