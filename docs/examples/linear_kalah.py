"""Kalah with a linear evaluate, whose weights are fitted by `zermelo tune linear_kalah.py`."""

from zermelo.game import MAX, MIN
from zermelo.games import Kalah


class LinearKalah(Kalah):
    term_names = ("seeds in the store", "seeds in the pits", "pits that move again", "empty pits")
    weights = (0.0, 0.0, 0.0, 0.0)

    def terms(self, state):
        """MAX's minus MIN's."""
        return (
            state.cells[self.pits] - state.cells[-1],
            self.in_pits(state, MAX) - self.in_pits(state, MIN),
            self.moving_again(state, MAX) - self.moving_again(state, MIN),
            self.empty(state, MAX) - self.empty(state, MIN),
        )

    def in_pits(self, state, player):
        first = player * self.side
        return sum(state.cells[first + pit] for pit in range(self.pits))

    def moving_again(self, state, player):
        """Pits whose last seed falls into the own store."""
        first = player * self.side
        return sum(1 for pit in range(self.pits) if state.cells[first + pit] == self.pits - pit)

    def empty(self, state, player):
        first = player * self.side
        return sum(1 for pit in range(self.pits) if state.cells[first + pit] == 0)

    def evaluate(self, state):
        return sum(weight * term for weight, term in zip(self.weights, self.terms(state)))

    def bounds(self, state):
        """Kalah's own, which rest on the stores and not on what is estimated."""
        stores = state.cells[self.pits] - state.cells[-1]
        left = sum(state.cells) - state.cells[self.pits] - state.cells[-1]
        return stores - left, stores + left
