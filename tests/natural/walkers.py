"""Two walkers on a strip that breaks behind them: actions are frozen dataclasses with an enumeration."""

from dataclasses import dataclass
from enum import Enum, IntEnum

from zermelo import MAX, MIN, Game


class Direction(Enum):
    WEST = -1
    EAST = 1


class Mover(IntEnum):
    RED = 0
    BLUE = 1


@dataclass(frozen=True)
class Step:
    towards: Direction
    far: int


@dataclass(frozen=True)
class Strip:
    board: str
    places: tuple[int, int]
    mover: Mover


class Walkers(Game):
    def initial(self):
        return Strip("r.......b", (0, 8), Mover.RED)

    def to_move(self, state):
        return MAX if state.mover == Mover.RED else MIN

    def actions(self, state):
        here = state.places[state.mover]
        for towards in Direction:
            for far in (1, 2):
                there = here + towards.value * far
                if 0 <= there < len(state.board) and state.board[there] == ".":
                    yield Step(towards, far)

    def result(self, state, step):
        here = state.places[state.mover]
        there = here + step.far * (1 if step.towards is Direction.EAST else -1)
        cells = list(state.board)
        cells[here], cells[there] = "#", cells[here]
        places = list(state.places)
        places[state.mover] = there
        return Strip("".join(cells), tuple(places), Mover(1 - state.mover))

    def is_terminal(self, state):
        return not any(True for _ in self.actions(state))

    def utility(self, state):
        return -1 if state.mover == Mover.RED else 1
