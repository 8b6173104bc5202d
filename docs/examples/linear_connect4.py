"""Connect Four with a linear evaluate, whose weights are fitted by `zermelo tune linear_connect4.py`."""

from zermelo.game import MAX
from zermelo.games import ConnectFour


class LinearConnectFour(ConnectFour):
    term_names = ("stones in the middle column", "cells that would make four", "of these, playable now")
    weights = (0.0, 0.0, 0.0)

    def terms(self, state):
        """MAX's minus MIN's."""
        mine, others = state.mine, state.mine ^ state.stones
        sign = 1 if state.turn == MAX else -1
        middle = self.in_the_middle(mine) - self.in_the_middle(others)
        wins, losses = self.wins(mine, state.stones), self.wins(others, state.stones)
        fours = wins.bit_count() - losses.bit_count()
        landings = self.landings(state)
        now = (wins & landings).bit_count() - (losses & landings).bit_count()
        return sign * middle, sign * fours, sign * now

    def in_the_middle(self, stones):
        return ((stones >> (self.width // 2 * self.stride)) & self.column).bit_count()

    def evaluate(self, state):
        return sum(weight * term for weight, term in zip(self.weights, self.terms(state)))
