"""Reversi's rule on a strip, where None is the pass, and the last stone is None at first."""

from dataclasses import dataclass

from zermelo import MAX, MIN, Game


@dataclass(frozen=True)
class Strip:
    cells: tuple[str, ...]
    turn: str
    last: tuple[int, str] | None = None
    passes: int = 0


def flipped(cells, place, mark):
    """How many stones to the right and to the left are turned over."""
    turned = []
    for step in (1, -1):
        run = 0
        there = place + step
        while 0 <= there < len(cells) and cells[there] != "." and cells[there] != mark:
            run += 1
            there += step
        turned.append(run if 0 <= there < len(cells) and cells[there] == mark else 0)
    return turned[0], turned[1]


class Passing(Game):
    payoff = "points"

    def initial(self):
        return Strip(tuple("..wb..wb..wb.."), "b")

    def to_move(self, state):
        return MAX if state.turn == "b" else MIN

    def actions(self, state):
        found = False
        for place, cell in enumerate(state.cells):
            if cell == "." and sum(flipped(state.cells, place, state.turn)) > 0:
                found = True
                yield place
        if not found:
            yield None

    def result(self, state, place):
        other = "w" if state.turn == "b" else "b"
        if place is None:
            return Strip(state.cells, other, None, state.passes + 1)
        right, left = flipped(state.cells, place, state.turn)
        cells = list(state.cells)
        for there in range(place - left, place + right + 1):
            cells[there] = state.turn
        return Strip(tuple(cells), other, (place, state.turn))

    def is_terminal(self, state):
        return state.passes == 2 or "." not in state.cells

    def utility(self, state):
        bonus = 0
        if state.last is not None:
            place, mark = state.last
            bonus = 1 if mark == "b" and place > 3 else 0
        return 2 * (state.cells.count("b") - state.cells.count("w")) + bonus
