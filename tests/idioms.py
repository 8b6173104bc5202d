# ruff: noqa: E501
"""The table of idioms: what students write in rules, whether it compiles, and what to write instead.

`test_idioms.py` runs every row in both worlds; `docs/make_what_compiles.py` turns the table into a page.
"""

from __future__ import annotations

import importlib.util
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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

import enum
import functools
import math
from functools import lru_cache
from typing import NamedTuple

import idiom_helpers
import numpy as np
from idiom_helpers import clamp, weight_of

from zermelo import MAX, MIN, Bits, Game, updated

LINES = ((0, 1, 2), (3, 4, 5), (0, 3, 5))
STEPS = [(0, 1), (1, 0), (-1, 2)]
NEIGHBOURS = ((1, 2, 3), (0,), (0, 4, 5), (0, 5), (2,), ())
MANY_LINES = tuple((i % 6, (i * 5 + 1) % 6, (i * 7 + 2) % 6) for i in range(200))
MANY_NUMBERS = tuple((i * 37) % 101 for i in range(300))
MASKS = tuple(Bits(1) << 9 * i for i in range(8))
VECTOR = np.array([2, 7, 1, 8, 2, 8])
MATRIX = np.arange(12).reshape(3, 4)
CUBE = np.arange(24).reshape(2, 3, 4)
BOARDS = np.array([1, 1 << 63, (1 << 64) - 1, 0xF0F0], dtype=np.uint64)
WEIGHTS = np.array([0.5, 0.25, 2.0])
FULL = 0xFFFFFFFFFFFFFFFF
TOP = Bits(1 << 63)


class Cell(enum.IntEnum):
    EMPTY = 0
    CROSS = 1
    NOUGHT = 2


class Move(NamedTuple):
    source: int
    target: int


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

    def fold(self, state):
        total = state.n + 7 * state.flag + 11 * int(state.board % 1009)
        for index, cell in enumerate(state.cells):
            total += (index + 2) * cell
        return total

    def inherited(self, state):
        return state.n + self.width

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
            self.rays = (((1, 2), (2,), ()), ((3, 4, 5), (), (5, 4)))
"""


@dataclass(frozen=True)
class Idiom:
    """One row.  `code` is the body of a method `(self, state)` that gives a number, a state or actions."""

    name: str
    code: str
    gives: str = "value"


def value(name: str, code: str) -> Idiom:
    return Idiom(name, textwrap.dedent(code).strip())


def state(name: str, code: str) -> Idiom:
    return Idiom(name, textwrap.dedent(code).strip(), "state")


def actions(name: str, code: str) -> Idiom:
    return Idiom(name, textwrap.dedent(code).strip(), "actions")


WORKS: dict[str, list[Idiom]] = {
    "Reductions": [
        value("`sum` of a generator", "return sum(c for c in state.cells if c > 1)"),
        value("`sum` with a start", "return sum((c * c for c in state.cells), 10)"),
        value(
            "`sum`, `min`, `max`, `len` of a tuple",
            "return sum(state.cells) + 10 * min(state.cells) + 100 * max(state.cells) + len(state.cells)",
        ),
        value("`any` of `all`", "return any(all(state.cells[i] for i in line) for line in self.lines)"),
        value("`all` of a generator", "return all(c < state.n for c in state.cells)"),
        value("`any`, `all` of a tuple", "return any(state.cells) + 2 * all(state.cells)"),
        value(
            "`any` with `not`, `and`, `or`",
            "return not any(c == 2 and state.n > 1 or c == 5 for c in state.cells)",
        ),
        value(
            "`max` of a generator",
            "return max(c * state.n for c in state.cells) - min(c - 3 for c in state.cells)",
        ),
        value("`max(…, key=lambda …)`", "return max(range(6), key=lambda i: 2 * state.cells[i] + i % 2)"),
        value("`min(…, key=self.method)`", "return min(state.cells, key=self.weight)"),
        value("`max(a, b, key=…)`", "return max(state.n, 4, key=lambda x: -x)"),
        value("`max(…, default=…)`", "return max((c for c in state.cells if c > 9), default=-1)"),
        value("`max` of pairs", "return max((c, -i) for i, c in enumerate(state.cells))[1] % 10"),
        value("`len` of a list comprehension", "return len([c for c in state.cells if c])"),
        value("`sum` of a list comprehension", "return sum([c * c for c in state.cells])"),
        value("`sum` over two loops", "return sum(a * b for a in state.cells for b in range(a))"),
        value("`sum` of `Bits`", "return sum(MASKS[i] for i in range(state.n))"),
        value("`sum` of comparisons", "return sum(c == 1 for c in state.cells)"),
        value("`sum(map(…))`", "return sum(map(abs, state.cells))"),
        value(
            "a generator's variable has a name of the method",
            """
            c = 50
            total = 7
            item = sum(total + c for c in state.cells)
            return c + item + max(total - c for c in state.cells)
            """,
        ),
        value(
            "a generator's variable has the name of its source",
            """
            n = state.n
            return sum(n for n in range(n)) + sum(c for c in [c for c in state.cells if c])
            """,
        ),
        value(
            "a generator that reads local names",
            """
            low, best = state.n - 2, 3
            return sum(c > low for c in state.cells) + max(c * best + low for c in state.cells)
            """,
        ),
    ],
    "Loops": [
        value(
            "`for` over a tuple, `range`, `enumerate`, `zip`",
            """
            total = 0
            for index, cell in enumerate(state.cells):
                total += index * cell
            for cell, weight in zip(state.cells, self.table):
                total += cell * weight
            for index in range(5, 0, -2):
                total = 3 * total + index
            return total
            """,
        ),
        value(
            "`enumerate(…, 1)`",
            """
            total = 0
            for index, cell in enumerate(state.cells, 1):
                total += index * cell
            return total + sum(i * c for i, c in enumerate(state.cells, start=2))
            """,
        ),
        value(
            "`reversed` of a `range` and of a tuple",
            """
            total = 0
            for index in reversed(range(2, state.n + 2)):
                total = total * 3 + index
            for cell in reversed(state.cells):
                total = (total * 3 + cell) % 10007
            return total
            """,
        ),
        value(
            "`while`, `break`, `continue`, `else`",
            """
            index = total = 0
            while True:
                index += 1
                if index == state.n:
                    continue
                if index > 8:
                    break
                total += index
            else:
                total = -1
            return total
            """,
        ),
        value(
            "`:=` in `if`",
            """
            if (twice := 2 * state.n) > 4:
                return twice
            return -twice
            """,
        ),
        value(
            "`:=` in `elif`",
            """
            if state.n > 100:
                return 1
            elif (twice := 2 * state.n) > 4:
                return twice
            else:
                return -twice
            """,
        ),
        value(
            "`:=` in `while`",
            """
            n, total = state.n + 20, 0
            while (n := n // 2) > 0:
                total += n
            return total
            """,
        ),
        value(
            "the bits of a board, lowest first",
            """
            rest, total = state.board, 0
            while rest:
                low = rest & -rest
                total = total * 2 + low.bit_length() % 5
                rest ^= low
                total %= 1009
            return total
            """,
        ),
        value(
            "`match`",
            """
            match state.n:
                case 0 | 1:
                    return 10
                case 3:
                    return 30
                case _:
                    return 99
            """,
        ),
        value(
            "a list that grows",
            """
            found = []
            for cell in state.cells:
                if cell:
                    found.append(cell)
            return len(found) * 10 + sum(found)
            """,
        ),
        value(
            "a list that grows from a comprehension",
            """
            found = [2 * c for c in state.cells if c]
            found.append(state.n)
            return found[-1] + sum(found) + len(found)
            """,
        ),
        value(
            "a list as a queue of cells to visit",
            """
            todo, seen = [0], 1
            while todo:
                cell = todo.pop()
                for other in self.neighbours[cell]:
                    if not seen >> other & 1:
                        seen |= 1 << other
                        todo.append(other)
            return seen
            """,
        ),
        value(
            "`sorted`",
            "return sorted(state.cells)[2] + 10 * sorted([c for c in state.cells], reverse=True)[0]",
        ),
        value(
            "`if … else …`, chained comparison", "return 5 if 0 <= state.n < 3 else 6 if state.flag else 7"
        ),
        value("`and`, `or` as values", "return (state.n or 7) + (state.n and 20)"),
        value(
            "`assert`, `raise`",
            """
            assert state.n >= 0, f"{state.n} is negative"
            if state.n > 1000:
                raise ValueError(f"{state.n} is too large")
            return state.n
            """,
        ),
        value(
            "a list of rows",
            """
            rows = [[0, 0, 0] for _ in range(2)]
            for index, cell in enumerate(state.cells):
                rows[index // 3][index % 3] = cell
            return rows[1][2] + 10 * rows[0][0]
            """,
        ),
    ],
    "Tuples": [
        value("a comprehension over a tuple", "return sum(tuple(c + 1 for c in state.cells))"),
        value(
            "`tuple(… for … in range(6))`", "return tuple(state.cells[5 - i] for i in range(6))[state.n % 6]"
        ),
        value(
            "`tuple(… for … in range(self.size))`", "return tuple(i * state.n for i in range(self.size))[-1]"
        ),
        value(
            "`tuple(… for i, c in enumerate(…))`",
            "return tuple(c * i for i, c in enumerate(state.cells))[state.n % 6]",
        ),
        value(
            "`tuple(… for a, b in zip(…))`",
            "return sum(tuple(a - b for a, b in zip(state.cells, self.table)))",
        ),
        value("`tuple([…])`", "return tuple([c * c for c in state.cells])[0]"),
        value(
            "`in`, `not in`",
            "return (state.n in state.cells) + 2 * (5 not in state.cells) + 4 * (state.n in (1, 3))",
        ),
        value("`count`, `index`", "return state.cells.count(1) + 10 * (state.cells + (1,)).index(1)"),
        value(
            "equality",
            "return (state.cells == (2, 0, 1, 1, 0, 2)) + 2 * (state.cells != state.cells) + 4 * (state == state)",
        ),
        value("comparison of tuples", "return (state.cells[0], state.n) < (2, 4)"),
        value("negative index", "return state.cells[-1] + 3 * state.cells[state.n % 6 - 6]"),
        value(
            "constant slices",
            "return sum(state.cells[:3]) + 10 * sum(state.cells[3:]) + 100 * sum(state.cells[::2])",
        ),
        value("a whole loop over a slice", "return sum(c for c in state.cells[1:4])"),
        value("a loop over a variable slice", "return sum(c for c in state.cells[state.n % 4:])"),
        value(
            "unpacking",
            """
            a, b, *rest = state.cells
            (c, d), e = (a, b), state.n
            return a + 2 * b + 3 * len(rest) + rest[0] + c + d + e
            """,
        ),
        value("`(0,) * n`, `+`", "return len((0,) * 9 + state.cells) + sum((1, 2) + state.cells)"),
        value(
            "`divmod`, `//`, `%` below zero",
            """
            row, column = divmod(state.n - 10, self.width)
            return row * 10 + column + (-7) // 2 * 100 + -7 % 3
            """,
        ),
        value("`2 ** i`, `3 ** i`, `pow`", "return 2 ** state.n + 3 ** state.n + pow(state.n, 2)"),
        value(
            "`abs`, `min(a, b)`, `max(a, b, c)`",
            "return abs(state.n - 9) + min(state.n, 2) + max(state.n, 4, 1)",
        ),
        value("`bool` as a number", "return (state.n > 1) + (state.n > 2) + state.flag + (not state.flag)"),
        value("`int(…)`, `bool(…)`", "return int(state.n > 1) + int(state.n / 2) + bool(state.n)"),
        value("`is None` of a number", "return 1 if state.n is None else 2"),
    ],
    "New states": [
        state(
            "`updated(t, i, v)`",
            "return self.State(updated(state.cells, state.n % 6, 9), 1, state.board, False, 0)",
        ),
        state(
            "`t[:i] + (v,) + t[i + 1:]`",
            """
            i = state.n % 6
            return self.State(state.cells[:i] + (state.n,) + state.cells[i + 1:], 1, state.board, False, 0)
            """,
        ),
        state(
            "`(*t[:i], v, *t[i + 1:])`",
            """
            i = state.n % 6
            cells = (*state.cells[:i], 7, *state.cells[i + 1:])
            return self.State(cells, state.n, state.board, state.flag, 0)
            """,
        ),
        state(
            "fields by name",
            "return self.State(n=1, cells=state.cells, flag=not state.flag, pick=0, board=state.board)",
        ),
        state("`State(*…)`", "return self.State(*state)"),
        state("`State(*state[:4], v)`", "return self.State(*state[:4], 8)"),
        state("`_replace`", "return state._replace(n=state.n + 1, flag=False)"),
        state(
            "`list`, change, `tuple`",
            """
            cells = list(state.cells)
            cells[state.n % 6] = 5
            cells[0], cells[1] = cells[1], cells[0]
            return self.State(tuple(cells), state.n, state.board, state.flag, 0)
            """,
        ),
        state(
            "`list`, change, `tuple` into a variable",
            """
            cells = list(state.cells)
            cells[2] += 5
            cells = tuple(cells)
            return state._replace(cells=cells)
            """,
        ),
        state(
            "`tuple(… if … else …)`",
            """
            cells = tuple(9 if i == state.n else c for i, c in enumerate(state.cells))
            return self.State(cells, state.n, state.board, state.flag, 0)
            """,
        ),
        state(
            "`tuple(… for … in zip(…))` in a constructor",
            """
            return self.State(tuple(a + b for a, b in zip(state.cells, state.cells)), 0, state.board, True, 0)
            """,
        ),
        state(
            "two changes, one after the other",
            """
            cells = updated(state.cells, 0, 4)
            cells = updated(cells, state.n % 6, cells[0] + 1)
            return state._replace(cells=cells)
            """,
        ),
        state(
            "an int for `Bits`, a comparison for `bool`, an `IntEnum`",
            """
            return self.State((Cell.CROSS, 0, 0, 0, 0, Cell.NOUGHT), Cell.NOUGHT, 1 << state.n, state.n > 2, 0)
            """,
        ),
        state(
            "swapping two fields",
            """
            a, b = state.n, state.pick
            a, b = b, a
            return state._replace(n=a, pick=b)
            """,
        ),
        state("a helper that gives a state", "return self.result(state, 5)"),
    ],
    "Actions": [
        actions(
            "`yield` in loops, early `return`",
            """
            if state.n == 0:
                return
            for index, cell in enumerate(state.cells):
                if cell == 0:
                    yield index
            """,
        ),
        actions(
            "`yield from`",
            """
            yield from range(state.n)
            yield from state.cells
            """,
        ),
        actions("`yield from` a generator", "yield from (i for i in range(6) if state.cells[i])"),
        actions(
            "`yield from` a method",
            """
            if state.n > 1:
                yield from self.moves(state)
            yield 9
            """,
        ),
        actions("`return` a list comprehension", "return [i for i in range(6) if state.cells[i] == 0]"),
        actions("`return` a generator", "return (i for i in range(6) if state.cells[i] == 0)"),
        actions("`return list(range(n))`", "return list(range(state.n))"),
        actions("`return range(n)`", "return range(state.n)"),
        actions(
            "a list that grows",
            """
            found = []
            for index in range(6):
                if state.cells[index] == 0:
                    found.append(index)
            return found
            """,
        ),
        actions(
            "`return []` in one branch",
            """
            if state.n == 0:
                return []
            return [i for i in range(state.n)]
            """,
        ),
        actions("`filter`", "return [i for i in filter(bool, state.cells)]"),
        actions(
            "two loops in one comprehension",
            "return [3 * row + column for row in range(2) for column in range(3) if not state.cells[3 * row + column]]",
        ),
    ],
    "Names": [
        value(
            "a local name that is also the game's",
            """
            width, size = self.width, self.size
            n = state.n
            count = state.cells.count(1) + n
            total = self.total(state)
            return width * size + count + total
            """,
        ),
        value(
            "local names that a unit uses itself",
            """
            left, right, data = state.n, 2, 3
            both = left + right * data
            updated = both << 1
            power = 2 ** left
            return updated + power - both
            """,
        ),
        value(
            "arguments by name",
            "return self.scaled(factor=2, number=state.n) + clamp(state.n, high=2, low=1)",
        ),
        value("a function that is given the game", "return size_of(self, state)"),
        value("a helper method", "return self.total(state) + self.inherited(state)"),
        value("a base class's method by its name", "return Base.total(self, state)"),
        value("a static method", "return self.doubled(state.n)"),
        value("an imported function", "return weight_of(state.n) + clamp(state.n, 1, 2)"),
        value("a function of an imported module", "return idiom_helpers.weight_of(state.n)"),
        value("a function with `lru_cache`", "return self.remembered(state.n)"),
        value("parameters computed in `__init__`", "return self.size * self.table[state.n % 6]"),
        value("a constant around the class", "return local_constant + local_table[state.n % 3]"),
        value("constants of the module", "return MAX + 2 * MIN + LINES[state.n % 3][1]"),
        value(
            "a list of tuples",
            """
            total = 0
            for row, column in STEPS:
                total = total * 5 + row * 2 + column + state.n
            return total + STEPS[state.n % 3][1] + len(STEPS) + self.numbers[state.n % 3]
            """,
        ),
        value(
            "an `IntEnum`",
            "return (state.cells[0] == Cell.NOUGHT) + 10 * (3 - Cell.CROSS) + Cell.NOUGHT.value",
        ),
        value("a loop over an `IntEnum`", "return sum(cell * state.cells.count(cell) for cell in Cell)"),
        value(
            "a NamedTuple as a value",
            """
            move = Move(target=state.n, source=2)
            return move.source * 10 + move.target
            """,
        ),
        value(
            "`/` and `math`",
            "return 4 * (state.n / 4) + math.floor(state.n / 2) + math.sqrt(state.n * state.n)",
        ),
        value(
            "a `lambda` in a variable",
            """
            better = lambda x: x * 2 + state.n
            return better(3)
            """,
        ),
        value(
            "`state` by another name",
            """
            s = state
            return s.n + sum(s.cells)
            """,
        ),
    ],
    "Tables": [
        value(
            "ragged tuples: `for j in self.neighbours[i]`",
            """
            total = 0
            for other in self.neighbours[state.n % 6]:
                total = total * 7 + other + 1
            return total
            """,
        ),
        value(
            "ragged tuples: `len`, `in`, index",
            """
            i = state.n % 4
            return len(self.neighbours[i]) + 10 * (0 in self.neighbours[i]) + 100 * self.neighbours[i][-1]
            """,
        ),
        value(
            "ragged tuples: a generator", "return sum(state.cells[j] for j in self.neighbours[state.n % 6])"
        ),
        value(
            "ragged tuples: all of them",
            "return sum(len(row) * (i + 1) + sum(row) for i, row in enumerate(self.neighbours))",
        ),
        value(
            "ragged tuples: three levels",
            """
            total = 0
            for direction in range(2):
                for square in self.rays[direction][state.n % 3]:
                    if state.cells[square]:
                        break
                    total += square + 1
            return total + 10 * len(self.rays[1][0])
            """,
        ),
        value(
            "ragged tuples: a row in a variable",
            """
            row = self.neighbours[state.n % 6]
            return len(row) + sum(row) + 10 * any(state.cells[j] == 1 for j in row)
            """,
        ),
        value(
            "200 lines of three",
            """
            found = 0
            for line in MANY_LINES:
                if all(state.cells[i] for i in line):
                    found += 1
            a, b, c = MANY_LINES[state.n]
            return found + 1000 * (a + b + c) + len(MANY_LINES)
            """,
        ),
        value(
            "200 lines of three, unpacked",
            "return sum(state.cells[a] * state.cells[b] - c for a, b, c in MANY_LINES)",
        ),
        value(
            "a table of 300 numbers",
            "return MANY_NUMBERS[state.n] + len(MANY_NUMBERS) + sum(MANY_NUMBERS) + MANY_NUMBERS[-1] + max(MANY_NUMBERS)",
        ),
        value("a tuple of `Bits`", "return MASKS[state.n % 8] | MASKS[7]"),
        value(
            "a NumPy array of one, two, three axes",
            "return VECTOR[state.n % 6] + MATRIX[state.n % 3, 2] + MATRIX[1][state.n % 4] + CUBE[1, 2, state.n % 4]",
        ),
        value(
            "a NumPy array: `len`, `for`, `sum`, negative index",
            """
            total = 0
            for number in VECTOR:
                total = total * 3 + number
            return total + len(VECTOR) + VECTOR[-1] + sum(VECTOR) + len(MATRIX)
            """,
        ),
        value(
            "a NumPy array of `uint64`",
            "return (Bits(BOARDS[1]) >> 60) + (Bits(BOARDS[state.n % 4]) & state.board) + sum(Bits(b) & 1 for b in BOARDS)",
        ),
        value(
            "a NumPy array of floats",
            "return 4 * sum(w * c for w, c in zip(WEIGHTS, state.cells)) + 8 * WEIGHTS[state.n % 3]",
        ),
        value(
            "a row of a NumPy array",
            """
            total = 0
            for number in MATRIX[state.n % 3]:
                total = total * 3 + number
            return total + sum(MATRIX[1])
            """,
        ),
        value("all rows of a NumPy array", "return sum(row[1] * 2 + row[-1] for row in MATRIX)"),
        value("`.shape` of a NumPy array", "return MATRIX.shape[0] * 10 + MATRIX.shape[1]"),
    ],
    "Bits": [
        value("`&`, `|`, `^`, `~`", "return ((state.board & 0xF0) | 3) ^ (~state.board >> 1)"),
        value(
            "`+`, `-`, `*` wrap",
            "return (state.board + FULL) ^ (state.board - 100) ^ (state.board * 0x9E3779B97F4A7C15)",
        ),
        value(
            "an int on the left",
            "return (FULL & state.board) + (1 - state.board) + (3 | state.board) + 5 * state.board",
        ),
        value(
            "`<<`, `>>` at bit 63",
            "return (state.board << 57) ^ ((TOP | state.board) >> 61) ^ (state.board << 64) ^ (state.board >> 70)",
        ),
        value("`-b`, the lowest bit", "return (state.board & -state.board) ^ (-state.board)"),
        value(
            "`//`, `%`",
            "return (TOP | state.board) // 3 + (TOP | state.board) % 1000 + (state.board // 2 ^ ~(state.board // 5))",
        ),
        value(
            "`divmod`",
            """
            quotient, rest = divmod(TOP + state.board, 10)
            return quotient + rest
            """,
        ),
        value(
            "comparisons at bit 63",
            "return (TOP > state.board) + 2 * (state.board < 5) + 4 * (TOP == 1 << 63) + 8 * (~state.board > TOP) + 16 * (state.board > -1) + 32 * (TOP != -1)",
        ),
        value(
            "`bit_count`, `bin(b).count('1')`",
            "return state.board.bit_count() + 100 * bin(~state.board).count('1') + bin(state.n).count('1')",
        ),
        value(
            "`bit_length`",
            "return state.board.bit_length() + 100 * (state.board & -state.board).bit_length() + state.n.bit_length()",
        ),
        value(
            "`bit_count()` of an expression of integers",
            "return (state.n | 8).bit_count() + (-state.n).bit_length()",
        ),
        value("`b >> i & 1`", "return sum(state.board >> i & 1 for i in range(64))"),
        value("`Bits(1) << i`, `1 << i`", "return Bits(1) << 60 + state.n % 4 | 1 << state.n"),
        value("`int(b)`", "return int(state.board & 0xFFFF) - 1000"),
        value(
            "`bool(b)`, `not b`, `if b`",
            "return bool(state.board) + 2 * (not state.board) + (4 if state.board & 2 else 0)",
        ),
        value(
            "`|=` from `Bits(0)`",
            """
            found = Bits(0)
            for index, cell in enumerate(state.cells):
                if cell:
                    found |= 1 << 11 * index
            return found
            """,
        ),
        value(
            "`|=` from 0",
            """
            found = 0
            for index, cell in enumerate(state.cells):
                if cell:
                    found |= MASKS[index]
            return found
            """,
        ),
        value(
            "a tuple of `Bits` in a variable",
            """
            stones = (state.board, ~state.board)
            mine, theirs = stones
            return (stones[state.n % 2] >> 3) ^ (mine & theirs) ^ max(stones) ^ sum(stones)
            """,
        ),
        value("`tuple` of `Bits`", "return tuple(state.board << i for i in range(3))[state.n % 3]"),
        value(
            "`min`, `max`, `max(key=…)`",
            "return max(MASKS, key=lambda m: m & state.board) + min(state.board, TOP)",
        ),
        value("`**`", "return Bits(3) ** (state.n + 30)"),
        value("a float from `Bits`", "return state.board / 2 + 0.5"),
        value("a hexadecimal constant", "return state.board & 0x8000000000000001 | 0x0F"),
        value("conditional `Bits`", "return state.board if state.flag else ~state.board"),
    ],
}


GAME = """
from __future__ import annotations

from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Move(NamedTuple):
    row: int
    column: int


class Rows(Game):
    payoff = "points"

    class State(NamedTuple):
        rows: tuple[tuple[int, int, int], tuple[int, int, int]]
        turn: int

    def initial(self):
        return self.State(((3, 1, 4), (1, 5, 9)), MAX)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        {actions}

    def result(self, state, action):
        row, column = action
        rows = list(state.rows)
        rows[row] = rows[row][:column] + (0,) + rows[row][column + 1:]
        return self.State(tuple(rows), 1 - state.turn)

    def is_terminal(self, state):
        return not any(any(row) for row in state.rows)

    def utility(self, state):
        return 0

    def evaluate(self, state):
        total = 0
        for row in state.rows:
            for weight, cell in enumerate(row, 1):
                total += weight * cell
        return total * (1 if state.turn == MAX else -1)


def make():
    return Rows()
"""

GAMES = {
    "tuple actions, a list comprehension": GAME.format(
        actions="return [(r, c) for r, row in enumerate(state.rows) for c, cell in enumerate(row) if cell]"
    ),
    "NamedTuple actions, `yield`": GAME.format(
        actions="""for r in range(2):
            for c in range(3):
                if state.rows[r][c]:
                    yield Move(r, c)"""
    ),
}


@dataclass(frozen=True)
class Refused:
    """One row of what is not compiled: `here` is the text of the line that is named."""

    name: str
    code: str
    here: str
    says: str = ""
    """The refusal, for those that only the compiler finds: the page would be slow to make otherwise."""
    members: str = ""


def refused(name: str, code: str, here: str, says: str = "", members: str = "") -> Refused:
    return Refused(name, textwrap.dedent(code).strip(), here, says, textwrap.dedent(members).strip())


REFUSED: list[Refused] = [
    refused("a dictionary", "worth = {0: 1, 1: 5}\nreturn worth[state.cells[0]]", "{0: 1"),
    refused("a dictionary of the module", "return WORTH[state.n]", "WORTH["),
    refused("a set", "seen = {1, 2}\nreturn state.n in seen", "{1, 2}"),
    refused("`set(…)`", "return len(set(state.cells))", "set("),
    refused("a set of the module", "return state.n in CORNERS", "CORNERS"),
    refused("`try`", "try:\n    return state.cells[state.n]\nexcept IndexError:\n    return 0", "try:"),
    refused("`with`", "with LOCK:\n    return 0", "with"),
    refused(
        "a function inside a rule", "def inner(x):\n    return x + 1\nreturn inner(state.n)", "def inner"
    ),
    refused("a class inside a rule", "class Inner:\n    pass\nreturn 0", "class Inner"),
    refused("`super()`", "return super().evaluate(state)", "super()"),
    refused(
        "a property", "return self.area", "self.area", members="@property\ndef area(self):\n    return 6"
    ),
    refused("setting `self.x`", "self.calls = 1\nreturn 0", "self.calls ="),
    refused("adding to `self.x`", "self.width += 1\nreturn 0", "self.width +="),
    refused("`global`", "global COUNTER\nCOUNTER = 1\nreturn 0", "global"),
    refused("an f-string", 'return len(f"{state.n}")', 'f"{'),
    refused("`str(…)`", "return len(str(state.n))", "str("),
    refused("`print`", "print(state.n)\nreturn 0", "print("),
    refused(
        "a variable slice as a value",
        "part = state.cells[: state.n]\nreturn len(part)",
        "state.cells[: ",
        "a slice of a tuple whose length is not known; loop over it, or use updated(cells, i, value)",
    ),
    refused(
        "a rule that calls itself",
        "return self.count(state)",
        "def count",
        members="def count(self, state):\n    return self.count(state) + 1 if state.n else 0",
    ),
    refused("`:=` behind `and`", "if state.flag and (x := state.n) > 2:\n    return x\nreturn 0", ":="),
    refused("a generator in a variable", "rest = (c for c in state.cells)\nreturn 0", "rest ="),
    refused(
        "a default value",
        "return self.scaled(state.n)",
        "def scaled",
        members="def scaled(self, number, factor=2):\n    return number * factor",
    ),
    refused(
        "`*arguments`",
        "return self.largest(1, 2)",
        "def largest",
        members="def largest(self, *numbers):\n    return max(numbers)",
    ),
    refused(
        "an unknown decorator",
        "return self.traced(state)",
        "@watched",
        members="@watched\ndef traced(self, state):\n    return 0",
    ),
    refused(
        "`tuple(… if …)`: a tuple of unknown length",
        "return len(tuple(c for c in state.cells if c))",
        "tuple(",
    ),
    refused(
        "`tuple(… for … in range(state.n))`", "return len(tuple(i for i in range(state.n)))", "range(state.n)"
    ),
    refused("a class that is no NamedTuple", "return Thing(state.n).worth", "Thing("),
    refused("an Enum that is no IntEnum", "return 1 if Plain.RED == Plain.RED else 0", "Plain.RED"),
    refused("`import` in a rule", "import math\nreturn math.floor(state.n / 2)", "import math"),
    refused("an attribute that comes into being later", "return self.unknown", "self.unknown"),
    refused("a name that is nowhere", "return undefined_name", "undefined_name"),
    refused("a `lambda` that is kept in the game", "return self.key(state.n)", "self.key("),
    refused("`random`", "return random.randrange(3)", "random."),
    refused("`del`", "cells = list(state.cells)\ndel cells[0]\nreturn len(cells)", "del "),
    refused("a `lambda` with a default value", "key = lambda x, y=2: x + y\nreturn key(1)", "lambda"),
    refused(
        "an int and `Bits` in one variable",
        "x = state.n\nif state.flag:\n    x = state.board\nreturn x",
        "return x",
        "an integer and Bits meet in `x`; start it with Bits(0), or use int(...)",
    ),
    refused(
        "a fraction in a state",
        "return self.result(self.State(state.cells, state.n / 2, state.board, state.flag, 0), 0).n",
        "state.n / 2",
        "State.n should be a whole number, not a fraction",
    ),
    refused(
        "a method that gives a number or nothing",
        "if state.n:\n    return 5",
        "",
        "evaluate() should give a number, not None",
    ),
]

REFUSED_PRELUDE = """
import contextlib
import random

WORTH = {0: 1}
CORNERS = {0, 2}
NAMES = ("x", "o")
LOCK = contextlib.nullcontext()
COUNTER = 0


class Thing:
    def __init__(self, worth):
        self.worth = worth


class Plain(enum.Enum):
    RED = 1


def watched(function):
    return function
"""


# -- rules files -----------------------------------------------------------------------------------

WRAPPERS = {
    "value": "return int(self.idiom_{index}(state) % 1_000_003)",
    "state": "return self.fold(self.idiom_{index}(state))",
    "actions": """
        total = 0
        for action in self.idiom_{index}(state):
            total = (total * 8 + action + 1) % 1_000_003
        return total""",
}


def indented(text: str, levels: int) -> str:
    return textwrap.indent(text, "    " * levels)


def group_text(idioms: list[Idiom]) -> str:
    """A rules file whose game has one child for each idiom."""
    parts = [PRELUDE, indented(f"def actions(self, state):\n    return range({len(idioms)})\n", 2)]
    parts.append(
        indented(
            "def moves(self, state):\n    for index in range(6):\n        if state.cells[index] == 1:\n            yield index\n",
            2,
        )
    )
    parts.append(indented("def evaluate(self, state):", 2))
    for index, idiom in enumerate(idioms):
        wrapper = textwrap.dedent(WRAPPERS[idiom.gives]).strip().format(index=index)
        parts.append(indented(f"if state.pick == {index}:\n{indented(wrapper, 1)}", 3))
    parts.append(indented("return 0\n", 3))
    for index, idiom in enumerate(idioms):
        parts.append(indented(f"def idiom_{index}(self, state):\n{indented(idiom.code, 1)}\n", 2))
    return "\n".join(parts) + "\n    return Toy()\n"


def refused_text(row: Refused) -> str:
    """A rules file whose `evaluate` is the code of the row."""
    head = REFUSED_PRELUDE.strip() + "\n\n\ndef make("
    text = PRELUDE.replace("def make(", head) + "            self.key = lambda x: x\n\n"
    if row.members:
        text += indented(row.members, 2) + "\n\n"
    text += indented("def actions(self, state):\n    return range(2)\n", 2) + "\n"
    text += indented(f"def evaluate(self, state):\n{indented(row.code, 1)}\n", 2)
    return text + "\n    return Toy()\n"


def load(text: str, folder: Path, name: str) -> Any:
    """The module that this text is, from a file, as a user's rules are."""
    if "idiom_helpers" not in sys.modules:
        _import(HELPERS, folder, "idiom_helpers")
    return _import(text, folder, name)


def _import(text: str, folder: Path, name: str) -> Any:
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
