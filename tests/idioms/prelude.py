"""What every rules file of the table begins with."""

from __future__ import annotations

HELPERS = '''
"""Functions that rules import."""


def weight_of(cell):
    return 3 * cell + 1


def clamp(value, low, high):
    """Calls nothing but builtins."""
    return max(low, min(high, value))
'''


PRELUDE = """
from __future__ import annotations

import collections
import copy
import enum
import functools
import itertools
import math
import operator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import idiom_helpers
import numpy as np
from idiom_helpers import clamp, weight_of

from zermelo import MAX, MIN, Bits, Game, updated

LINES = ((0, 1, 2), (3, 4, 5), (0, 3, 5))
PIECES = {0: 0, 1: 3, 2: 3.25}
MOVING = {0: (((1, 0), (0, 1)), True), 1: (((1, 2), (2, 1), (-1, 2)), False), 2: ((), True)}
FACTORS = (1, 0.5, 2, -1, 0.25, 3)
MARKED = [(0, 1), (2, 0.5), (5, 2)]
STEPS = [(0, 1), (1, 0), (-1, 2)]
NEIGHBOURS = ((1, 2, 3), (0,), (0, 4, 5), (0, 5), (2,), ())
MANY_LINES = tuple((i % 6, (i * 5 + 1) % 6, (i * 7 + 2) % 6) for i in range(200))
MANY_NUMBERS = tuple((i * 37) % 101 for i in range(300))
SQUARES = tuple(i * i for i in range(20))
SMALL = 3
GRID = tuple(tuple(5 * i - j for j in range(5)) for i in range(3))
MASKS = tuple(Bits(1) << 9 * i for i in range(8))
VECTOR = np.array([2, 7, 1, 8, 2, 8])
MATRIX = np.arange(12).reshape(3, 4)
CUBE = np.arange(24).reshape(2, 3, 4)
BOARDS = np.array([1, 1 << 63, (1 << 64) - 1, 0xF0F0], dtype=np.uint64)
WEIGHTS = np.array([0.5, 0.25, 2.0])
FULL = 0xFFFFFFFFFFFFFFFF
WORTH = {0: 4, 1: 5, 2: 7}
FAR = {(0, 1): 3, (1, 0): 4, (1, 1): 9}
GRAPH = {0: [1, 2], 1: [0], 2: [0, 1, 3], 3: [2], 4: [], 5: [4]}
CORNERS = {0, 2, 5}
EDGES = frozenset({(0, 1), (1, 1), (2, 0)})
PATHS = [[((i + j) % 6, (i * j) % 6) for j in range(3)] for i in range(12)]
FAMILY = [{0, 1}, {2, 3, 4}, frozenset({1, 5})]
AROUND = {0: {1, 2}, 1: {0, 3, 4}, 2: set(), 3: {5}}
EVERY_LINE = {frozenset({0, 1}), frozenset({2, 3, 4}), frozenset({1, 5})}
WAYS = {"X": {"up": (-1, 0), "left": (0, -1)}, "O": {"down": (1, 0)}}
TOUCHING = {"A": ["B", "C"], "B": ["A"], "C": ["A", "B", "D"], "D": []}
MIXED = "PpR r.Kk3"
PASS = -1
TOP = Bits(1 << 63)


class Cell(enum.IntEnum):
    EMPTY = 0
    CROSS = 1
    NOUGHT = 2


class Colour(enum.Enum):
    RED = 3
    GREEN = 5

    @property
    def worth(self):
        return 7 if self is Colour.RED else 8

    def opposite(self):
        return Colour.GREEN if self is Colour.RED else Colour.RED


class Mark(enum.Enum):
    EMPTY = "."
    CROSS = "X"


@dataclass(frozen=True)
class Point:
    row: int
    column: int = 2
    colour: Colour = Colour.GREEN

    def __getitem__(self, place):
        row, factor = place
        return (self.row if row else self.column) * factor

    def beyond(self, other):
        return self.row > other.row or self.column > other.column


@dataclass(frozen=True)
class Step:
    source: Point
    target: Point


POINTS = [Point(0, 1), Point(1, 0), Point(2, 5)]


MARKS = ".XO"
ROWS = ("..X", "XO.", "OXO")
LONG = "ABCDEFGHIJ"
BORDERS = {0: "AB", 1: "BCDE", 2: "A"}


class Move(NamedTuple):
    source: int
    target: int


class Grid:
    def __init__(self, width, height):
        self.width, self.height = width, height

    def place(self, row, column, base=0):
        return base + row * self.width + column

    def cells(self):
        for row in range(self.height):
            for column in range(self.width):
                yield row, column


class Base(Game):
    payoff = "points"

    class State(NamedTuple):
        cells: tuple[int, int, int, int, int, int]
        n: int
        board: Bits
        flag: bool
        pick: int

    def initial(self):
        return self.State((2, 0, 1, 1, 0, 2), 3, Bits(0x5A), True, -1)

    def to_move(self, state):
        return MAX

    def is_terminal(self, state):
        return False

    def utility(self, state):
        return 0

    def result(self, state, action):
        return self.State(state.cells, state.n, state.board, state.flag, action)

    def largest(self, *numbers):
        return max(numbers)

    def summed_up(self, first, *others, by=2):
        return first + by * sum(others)

    def fold(self, state):
        total = state.n + 7 * state.flag + 11 * int(state.board % 1009)
        for index, cell in enumerate(state.cells):
            total += (index + 2) * cell
        return total

    def inherited(self, state):
        return state.n + self.width

    def reduced(self, cells, step):
        cells[step] *= 2
        return max(cells) - min(cells) + cells[step]

    def with_first(self, cells, first):
        cells[0] = first
        return cells

    def total(self, state):
        return sum(state.cells)

    @staticmethod
    def doubled(number):
        return 2 * number

    @lru_cache(maxsize=None)
    def remembered(self, number):
        return number * number

    def scaled(self, number, factor):
        return number * factor + self.table[number % 6]

    def weight(self, cell):
        return (cell * 5) % 7

    @property
    def area(self):
        return self.width * self.height

    def scaled_by(self, number, factor=2, offset=0):
        return number * factor + offset

    def region(self, state, cell, seen=None):
        if seen is None:
            seen = set()
        if cell < 0 or cell > 5 or cell in seen or state.cells[cell] == 0:
            return seen
        seen.add(cell)
        self.region(state, cell - 1, seen)
        self.region(state, cell + 3, seen)
        return seen

    def by_name(self, number, *, factor=3, offset):
        return number * factor - offset

    def winner(self, state):
        for a, b, c in LINES:
            if state.cells[a] and state.cells[a] == state.cells[b]:
                return state.cells[a]
        return None

    def first_empty(self, state):
        for index, cell in enumerate(state.cells):
            if cell == 0:
                return index

    def last_pair(self, state):
        for index in range(5, -1, -1):
            if state.cells[index] == 1:
                return index, state.n
        return None

    def how_many(self, state, wanted):
        return sum(1 for cell in state.cells if wanted(cell))

    def worth_of(self, colour):
        return colour.worth + 10 * colour.opposite().value

    def legal(self, state):
        found = [index for index in range(6) if state.cells[index] == 2]
        return found or [PASS]

    def pairs(self, state):
        if state.n == 0:
            return []
        found = []
        for index, cell in enumerate(state.cells):
            if cell:
                found.append((index, cell))
        return found

    def around(self, state):
        return {j for i in range(6) if state.cells[i] for j in self.neighbours[i]}

    def depth(self, number):
        if number <= 0:
            return 0
        return 1 + self.depth(number - 1) + self.depth(number - 2)

    def fill(self, state, cell, seen):
        if cell in seen:
            return
        seen.add(cell)
        for other in self.neighbours[cell]:
            self.fill(state, other, seen)

    def reached(self, cell, seen):
        seen.add(cell)
        for other in self.neighbours[cell]:
            if other not in seen:
                self.reached(other, seen)
        return seen


def size_like_it():
    return SMALL


def size_of(game, state):
    return game.width * 100 + game.total(state)


def make(local_constant=4):
    local_table = (5, 6, 7)

    class Toy(Base):
        def __init__(self):
            self.width, self.height = 3, 2
            self.size = self.width * self.height
            self.lines = LINES
            self.table = tuple(3 ** i for i in range(self.size))
            self.neighbours = NEIGHBOURS
            self.numbers = [4, 5, 6]
            self.grid, self.corner = Grid(3, 2), Grid(2, 1)
            self.rays = (((1, 2), (2,), ()), ((3, 4, 5), (), (5, 4)))
"""
