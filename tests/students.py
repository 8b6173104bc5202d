"""Right games as students write them: every kind of state, nothing more than the contract asks."""

import copy
from collections import namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

import numpy as np

from zermelo import CHANCE, MAX, MIN, Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class OpenLines(Game):
    """Tic-tac-toe on a tuple; actions() goes on after a win, evaluate() counts the lines that are open."""

    class State(NamedTuple):
        cells: tuple
        turn: int

    def initial(self):
        return self.State((0,) * 9, MAX)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [i for i in range(9) if state.cells[i] == 0]

    def result(self, state, action):
        cells = list(state.cells)
        cells[action] = state.turn + 1
        return self.State(tuple(cells), 1 - state.turn)

    def winner(self, state):
        for a, b, c in LINES:
            if state.cells[a] and state.cells[a] == state.cells[b] == state.cells[c]:
                return state.cells[a]
        return 0

    def is_terminal(self, state):
        return self.winner(state) != 0 or 0 not in state.cells

    def utility(self, state):
        return (0, 1, -1)[self.winner(state)]

    def evaluate(self, state):
        lines = [[state.cells[i] for i in line] for line in LINES]
        return sum(2 not in line for line in lines) - sum(1 not in line for line in lines)


class Cached(OpenLines):
    """Right caches: in an attribute, on the class, and a counter that nobody reads."""

    seen: dict = {}
    asked = 0

    def __init__(self):
        self._winners = {}

    def winner(self, state):
        Cached.asked += 1
        Cached.seen[state] = True
        if state.cells not in self._winners:
            self._winners[state.cells] = super().winner(state)
        return self._winners[state.cells]


class Words(Game):
    """Tic-tac-toe on a string; whose turn it is follows from the marks."""

    def initial(self):
        return "." * 9

    def to_move(self, state):
        return MAX if state.count("X") == state.count("O") else MIN

    def actions(self, state):
        for i, mark in enumerate(state):
            if mark == ".":
                yield i

    def result(self, state, action):
        return state[:action] + "XO"[self.to_move(state)] + state[action + 1 :]

    def won(self, state, player):
        return any(all(state[i] == player for i in line) for line in LINES)

    def is_terminal(self, state):
        return self.won(state, "X") or self.won(state, "O") or "." not in state

    def utility(self, state):
        return 1 if self.won(state, "X") else -1 if self.won(state, "O") else 0


class Board:
    """A mutable class around lists of lists, compared by content."""

    def __init__(self, rows, player):
        self.rows, self.player = rows, player

    def __eq__(self, other):
        return isinstance(other, Board) and self.rows == other.rows and self.player == other.player

    def __hash__(self):
        return hash((tuple(map(tuple, self.rows)), self.player))


class Reversi(Game):
    """Reversi on 4 x 4 for points: deepcopy, passes, discs as the estimate."""

    payoff = "points"
    SIZE = 4

    def initial(self):
        rows = [[0] * 4 for _ in range(4)]
        rows[1][1] = rows[2][2] = 2
        rows[1][2] = rows[2][1] = 1
        return Board(rows, 1)

    def to_move(self, state):
        return state.player - 1

    def at(self, state, y, x):
        return state.rows[y][x] if 0 <= y < 4 and 0 <= x < 4 else 0

    def flips(self, state, y, x, player):
        found = []
        for dy, dx in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
            line, far = [], 1
            while self.at(state, y + far * dy, x + far * dx) == 3 - player:
                line.append((y + far * dy, x + far * dx))
                far += 1
            if self.at(state, y + far * dy, x + far * dx) == player:
                found += line
        return found if state.rows[y][x] == 0 else []

    def moves(self, state, player):
        return [(y, x) for y in range(4) for x in range(4) if self.flips(state, y, x, player)]

    def actions(self, state):
        return self.moves(state, state.player) or [None]

    def result(self, state, action):
        after = copy.deepcopy(state)
        if action is not None:
            for y, x in [action, *self.flips(state, *action, state.player)]:
                after.rows[y][x] = state.player
        after.player = 3 - state.player
        return after

    def is_terminal(self, state):
        return not self.moves(state, 1) and not self.moves(state, 2)

    def utility(self, state):
        return sum(row.count(1) - row.count(2) for row in state.rows)

    def evaluate(self, state):
        return self.utility(state)


class Grid:
    """A NumPy board, with its bytes as a hash."""

    def __init__(self, cells, turn):
        self.cells, self.turn = cells, turn

    def __eq__(self, other):
        return self.turn == other.turn and np.array_equal(self.cells, other.cells)

    def __hash__(self):
        return hash((self.cells.tobytes(), self.turn))


class Squares(Game):
    """Four by four; who has a square of two by two wins."""

    def initial(self):
        return Grid(np.zeros((4, 4), dtype=np.int8), 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [(int(y), int(x)) for y, x in np.argwhere(state.cells == 0)]

    def result(self, state, action):
        cells = state.cells.copy()
        cells[action] = 1 - 2 * state.turn
        return Grid(cells, 1 - state.turn)

    def sums(self, state):
        cells = state.cells
        return cells[1:, 1:] + cells[:-1, 1:] + cells[1:, :-1] + cells[:-1, :-1]

    def is_terminal(self, state):
        return (np.abs(self.sums(state)) == 4).any() or (state.cells != 0).all()

    def utility(self, state):
        return int((self.sums(state) == 4).any()) - int((self.sums(state) == -4).any())


Pawns = namedtuple("Pawns", "rows turn")


class Hexapawn(Game):
    """namedtuple and strings; material as the estimate."""

    def initial(self):
        return Pawns(("bbb", "...", "www"), MAX)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        mine, yours, step = ("w", "b", -1) if state.turn == MAX else ("b", "w", 1)
        for y in range(3):
            for x in range(3):
                if state.rows[y][x] == mine and 0 <= y + step < 3:
                    if state.rows[y + step][x] == ".":
                        yield (y, x), (y + step, x)
                    for aside in (x - 1, x + 1):
                        if 0 <= aside < 3 and state.rows[y + step][aside] == yours:
                            yield (y, x), (y + step, aside)

    def result(self, state, action):
        (y, x), (to_y, to_x) = action
        rows = [list(row) for row in state.rows]
        rows[to_y][to_x], rows[y][x] = rows[y][x], "."
        return Pawns(tuple(map("".join, rows)), 1 - state.turn)

    def is_terminal(self, state):
        return "w" in state.rows[0] or "b" in state.rows[2] or not list(self.actions(state))

    def utility(self, state):
        return -1 if "b" in state.rows[2] or ("w" not in state.rows[0] and state.turn == MAX) else 1

    def evaluate(self, state):
        return "".join(state.rows).count("w") - "".join(state.rows).count("b")


class Fifteen(Game):
    """Sets of numbers: who has three that make 15."""

    def initial(self):
        return (frozenset(), frozenset(), 0)

    def to_move(self, state):
        return state[2]

    def actions(self, state):
        return set(range(1, 10)) - state[0] - state[1]

    def result(self, state, action):
        sides = [*state[:2]]
        sides[state[2]] = sides[state[2]] | {action}
        return (*sides, 1 - state[2])

    def has(self, mine):
        return any(a + b + c == 15 for a in mine for b in mine for c in mine if a < b < c)

    def is_terminal(self, state):
        return self.has(state[0]) or self.has(state[1]) or len(state[0] | state[1]) == 9

    def utility(self, state):
        return self.has(state[0]) - self.has(state[1])


class Misere:
    """Not derived from Game: who takes the last match loses; the estimate is perfect."""

    def initial(self):
        return ((2, 3, 4), 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [(heap, taken) for heap, left in enumerate(state[0]) for taken in range(1, left + 1)]

    def result(self, state, action):
        heap, taken = action
        heaps = [left - taken if i == heap else left for i, left in enumerate(state[0])]
        return (tuple(heaps), 1 - state[1])

    def is_terminal(self, state):
        return sum(state[0]) == 0

    def utility(self, state):
        return 1 if state[1] == 0 else -1

    def evaluate(self, state):
        a, b, c = state[0]
        good = (a ^ b ^ c) != 0 if max(state[0]) > 1 else (a + b + c) % 2 == 0
        return 5 if good == (state[1] == 0) else -5


class Pig(Game):
    """Dice, with a state that says whether they are rolling."""

    payoff = "points"

    class State(NamedTuple):
        scores: tuple
        turn: int
        pot: int
        rolling: bool

    def initial(self):
        return self.State((0, 0), MAX, 0, False)

    def to_move(self, state):
        return CHANCE if state.rolling else state.turn

    def actions(self, state):
        return ["roll", "hold"] if state.pot else ["roll"]

    def outcomes(self, state):
        return [(die, 1 / 6) for die in range(1, 7)]

    def result(self, state, action):
        if action == "roll":
            return state._replace(rolling=True)
        scores = list(state.scores)
        if action == "hold":
            scores[state.turn] += state.pot
        elif action > 1:
            return state._replace(pot=state.pot + action, rolling=False)
        return self.State(tuple(scores), 1 - state.turn, 0, False)

    def is_terminal(self, state):
        return max(state.scores) >= 12

    def utility(self, state):
        return 1 if state.scores[0] >= 12 else -1

    def evaluate(self, state):
        return (state.scores[0] - state.scores[1]) / 12


class Side(Enum):
    FOX = 0
    HOUNDS = 1


@dataclass(frozen=True)
class Hunt:
    fox: tuple
    hounds: frozenset
    side: Side
    made: tuple = field(default=(), compare=False)


class FoxAndHounds(Game):
    """A frozen dataclass with an Enum, and a field that is not compared because it does not matter."""

    def initial(self):
        return Hunt((5, 2), frozenset({(0, 1), (0, 3), (0, 5)}), Side.FOX)

    def to_move(self, state):
        return state.side.value

    def steps(self, state, y, x, ways):
        for dy in ways:
            for to in ((y + dy, x - 1), (y + dy, x + 1)):
                if 0 <= to[0] < 6 and 0 <= to[1] < 6 and to not in state.hounds and to != state.fox:
                    yield (y, x), to

    def actions(self, state):
        if state.side is Side.FOX:
            return list(self.steps(state, *state.fox, (-1, 1)))
        return [step for hound in state.hounds for step in self.steps(state, *hound, (1,))]

    def result(self, state, action):
        here, there = action
        if state.side is Side.FOX:
            return replace(state, fox=there, side=Side.HOUNDS, made=action)
        return replace(state, hounds=state.hounds - {here} | {there}, side=Side.FOX, made=action)

    def is_terminal(self, state):
        return state.fox[0] == 0 or not self.actions(state)

    def utility(self, state):
        return 1 if state.fox[0] == 0 or state.side is Side.HOUNDS else -1

    def evaluate(self, state):
        return 5 - state.fox[0] + sum(0.1 * y + 0.01 * x for y, x in state.hounds)


class Chase(Game):
    """Positions repeat, only MAX can win, and after the end the pieces could run for ever."""

    class State(NamedTuple):
        hunter: int
        prey: int
        turn: int

    def initial(self):
        return self.State(0, 3, MAX)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [-1, 1] if state.turn == MAX else [-1, 0, 1]

    def result(self, state, action):
        if state.turn == MAX:
            return self.State((state.hunter + action) % 6, state.prey, MIN)
        return self.State(state.hunter, (state.prey + action) % 6, MAX)

    def is_terminal(self, state):
        return state.hunter == state.prey

    def utility(self, state):
        return 1


class Race(Game):
    """At the end it is nobody's turn, and to_move() says so."""

    def initial(self):
        return ((0, 0), MAX)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [1, 2, 3]

    def result(self, state, action):
        track = list(state[0])
        track[state[1]] += action
        return (tuple(track), None if max(track) >= 20 else 1 - state[1])

    def is_terminal(self, state):
        return state[1] is None

    def utility(self, state):
        return 1 if state[0][0] > state[0][1] else -1

    def evaluate(self, state):
        return state[0][0] - state[0][1]


@dataclass
class Pits:
    stones: list
    turn: int

    def __hash__(self):
        return hash((tuple(self.stones), self.turn))


class Mancala(Game):
    """A list in a dataclass with a hash of its own; turns that are not passed on."""

    payoff = "points"

    def initial(self):
        return Pits([2, 2, 2, 0, 2, 2, 2, 0], 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [pit for pit in range(state.turn * 4, state.turn * 4 + 3) if state.stones[pit]]

    def result(self, state, action):
        stones, pit = state.stones[:], action
        hand, stones[action] = stones[action], 0
        while hand:
            pit = (pit + 1) % 8
            if pit != 7 - 4 * state.turn:
                stones[pit] += 1
                hand -= 1
        again = pit == 3 + 4 * state.turn
        return Pits(stones, state.turn if again else 1 - state.turn)

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return sum(state.stones[:4]) - sum(state.stones[4:])

    def evaluate(self, state):
        return state.stones[3] - state.stones[7]


RIGHT = [OpenLines, Cached, Words, Reversi, Squares, Hexapawn, Fifteen]
RIGHT += [Misere, Pig, FoxAndHounds, Chase, Race, Mancala]
