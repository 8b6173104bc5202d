"""Towers as tuples that grow and become empty, a frozen dataclass with `replace`, cells by `divmod`."""

from dataclasses import dataclass, replace

from zermelo import MIN, Game

SIZE = 3
STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


@dataclass(frozen=True)
class Position:
    towers: tuple[tuple[int, ...], ...]
    player: int = 0
    last: int = -1


class Towers(Game):
    """A whole tower goes on top of a neighbour of the other colour; the top disc owns it; no move loses."""

    repetition = None

    def initial(self):
        return Position(tuple(((r + c) % 2,) for r in range(SIZE) for c in range(SIZE)))

    def to_move(self, state):
        return state.player

    def neighbours(self, cell):
        r, c = divmod(cell, SIZE)
        for dr, dc in STEPS:
            if 0 <= r + dr < SIZE and 0 <= c + dc < SIZE:
                yield (r + dr) * SIZE + c + dc

    def actions(self, state):
        return [
            (a, b)
            for a, tower in enumerate(state.towers)
            if tower and tower[-1] == state.player
            for b in self.neighbours(a)
            if state.towers[b] and state.towers[b][-1] != state.player
        ]

    def result(self, state, action):
        a, b = action
        towers = list(state.towers)
        towers[b] = towers[b] + towers[a]
        towers[a] = ()
        return replace(state, towers=tuple(towers), player=1 - state.player, last=b)

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return 1 if state.player == MIN else -1

    def evaluate(self, state):
        mine, yours = (
            max((len(tower) for tower in state.towers if tower and tower[-1] == who), default=0)
            for who in (0, 1)
        )
        return yours - mine  # the discs of a tall tower move as one
