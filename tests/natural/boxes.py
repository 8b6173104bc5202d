"""Dots and boxes, 1 × 3, in the style of ajmaurer12/dots_and_boxes: NumPy arrays of lines, sums of slices."""

import numpy as np

from zermelo import MAX, MIN, Game


class Boxes(Game):
    """Lines 0 to 3 are upright, 4 to 6 above the boxes, 7 to 9 below them."""

    payoff = "points"

    def initial(self):
        return bytes(10), (0, 0), 0

    def to_move(self, state):
        return (MAX, MIN)[state[2]]

    def actions(self, state):
        lines = np.frombuffer(state[0], dtype=np.int8)
        return [int(i) for i in np.where(lines == 0)[0]]

    def full(self, lines):
        upright, above, below = lines[:4], lines[4:7], lines[7:]
        boxes = upright[:-1] + upright[1:] + above + below
        return np.count_nonzero(boxes == 4)

    def result(self, state, action):
        lines = np.frombuffer(state[0], dtype=np.int8).copy()
        before = self.full(lines)
        lines[action] = 1
        points = self.full(lines) - before
        score = list(state[1])
        score[state[2]] += int(points)
        return lines.tobytes(), tuple(score), state[2] if points else 1 - state[2]

    def is_terminal(self, state):
        return np.frombuffer(state[0], dtype=np.int8).all()

    def utility(self, state):
        return state[1][0] - state[1][1]
