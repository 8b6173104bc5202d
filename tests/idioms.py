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

import collections
import copy
import enum
import functools
import itertools
import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
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


class Mark(enum.Enum):
    EMPTY = "."
    CROSS = "X"


@dataclass(frozen=True)
class Point:
    row: int
    column: int = 2
    colour: Colour = Colour.GREEN


MARKS = ".XO"
ROWS = ("..X", "XO.", "OXO")
LONG = "ABCDEFGHIJ"


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

    def winner(self, state):
        for a, b, c in LINES:
            if state.cells[a] and state.cells[a] == state.cells[b]:
                return state.cells[a]
        return None

    def first_empty(self, state):
        for index, cell in enumerate(state.cells):
            if cell == 0:
                return index

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
    "Lists": [
        value(
            "stars in a list, a tuple, a set",
            """
            cells = [*state.cells, state.n, 7]
            cells[0] += 5
            pair = (state.n, *state.cells[:2])
            both = {*state.cells, 9, *pair}
            return sum([*cells, *pair]) + 100 * len(both) + 1000 * pair[1] + 10000 * len([*cells])
            """,
        ),
        value(
            "a list that changes after a tuple was made of it, or a copy",
            """
            cells = list(state.cells + state.cells + state.cells)
            kept, other, third = tuple(cells), cells[:], list(cells)
            cells[state.n] = 9
            other[0] = 5
            again = tuple(cells)
            other.append(again[state.n])
            return sum(kept) + 10 * kept[state.n] + 100 * again[state.n] + sum(other) + len(third) * third[0]
            """,
        ),
        value(
            "lists in a list that change after tuples were made of them",
            """
            rows = (state.cells, state.cells[::-1], updated(state.cells, 1, 5))
            grid = [list(row) for row in rows]
            grid[1][2] = 7
            frozen = tuple(tuple(row) for row in grid)
            grid[1][2] = 8
            grid[0].append(3)
            return 100 * frozen[1][2] + 10 * rows[1][2] + grid[1][2] + len(frozen[0]) + len(grid[0])
            """,
        ),
        value(
            "a list that is counted while it grows long",
            """
            found = []
            for i in range(state.n * 9):
                found.append(state.cells[i % 6])
                if found.count(1) > 3 and len(found) > 12:
                    break
            return 10 * found.count(0) + len(found) + sum(found[-3:])
            """,
        ),
        value(
            "`not`, `len`, `in` of what `actions` gives",
            "return (not self.moves_list(state)) + 2 * len(self.moves_list(state)) + 50 * (3 in self.moves_list(state))",
        ),
        value(
            "`next(iter(…), None)`",
            """
            first = next(iter(self.moves(state)), None)
            return -1 if first is None else first
            """,
        ),
        value("`next(… for …)`", "return next((i for i in range(6) if state.cells[i] == 2), -1)"),
        value("`any(True for _ in …)`", "return any(True for _ in self.moves(state))"),
        value(
            "rows as lists, rows as tuples",
            """
            rows = [list(row) for row in (state.cells[:3], state.cells[3:])]
            rows[1][state.n % 3] = 7
            frozen = tuple(tuple(row) for row in rows)
            again = tuple(map(tuple, rows))
            return frozen[1][0] + 10 * again[1][2] + 100 * (frozen == again) + len(frozen)
            """,
        ),
        value(
            "`zip(*rows)`",
            """
            rows = (state.cells[:3], state.cells[3:])
            columns = tuple(zip(*rows))
            return columns[1][1] * 10 + columns[2][0] + sum(max(column) for column in zip(*rows))
            """,
        ),
        value(
            "`zip(*rows)` of lists",
            """
            rows = [list(state.cells[i : i + 3]) for i in (0, 3)]
            turned = [list(row) for row in zip(*rows[::-1])]
            return turned[0][1] + 10 * len(turned) + 100 * sum(max(column) for column in zip(*rows))
            """,
        ),
        value(
            "`[::-1]`, negative bounds",
            "return state.cells[::-1][1] * 10 + sum(state.cells[-3:]) + 50 * sum(state.cells[:-1])",
        ),
        value(
            "slices with bounds that are computed",
            """
            total = 0
            for row in range(self.height):
                part = state.cells[row * self.width : (row + 1) * self.width]
                total = total * 10 + sum(part) + len(part)
            return total + 7 * any(state.cells[state.n % 3 :: self.width])
            """,
        ),
        value(
            "a slice compared, added, repeated",
            """
            i = state.n % 3
            two = state.cells[i : i + 2]
            return (two == (1, 1)) + 2 * len(two + (5,)) + 10 * sum(state.cells[:i] + state.cells[i + 1 :])
            """,
        ),
        value(
            "`tuple(… if …)`",
            """
            stones = tuple(c for c in state.cells if c)
            return len(stones) + 10 * sum(stones)
            """,
        ),
        value(
            "`tuple(… for i in range(self.n + 1))`",
            "return sum(tuple(i * state.cells[i] for i in range(self.width + 1)))",
        ),
        value(
            "`tuple(reversed(…))`, `list(reversed(…))`",
            "return tuple(reversed(state.cells))[0] + 10 * list(reversed(state.cells))[1]",
        ),
        value(
            "a list with its type",
            """
found: list[int] = []
for cell in state.cells:
    twice: int = 2 * cell
    found.append(twice)
return sum(found) + len(found)
""",
        ),
        value(
            "`deepcopy`, `copy`",
            """
rows = [list(state.cells[:3]), list(state.cells[3:])]
kept, same = copy.deepcopy(rows), copy.copy(rows[0])
rows[0][0] = 9
return kept[0][0] + 10 * same[0] + 100 * rows[0][0] + 1000 * (rows[1] == [])
""",
        ),
        value(
            "`found += line`, `extend`",
            """
            found = []
            for i in range(3):
                found += [i, i + state.n]
            found.extend(c for c in state.cells if c)
            found.extend(state.cells)
            return sum(found) + 100 * len(found)
            """,
        ),
        value(
            "`return []`, a list of pairs",
            "return sum(a * b for a, b in self.pairs(state)) + 100 * len(self.pairs(state))",
        ),
        value("`found or [PASS]`", "return sum(self.legal(state)) + 10 * len(self.legal(state))"),
        value(
            "`[…] if … else []`",
            """
            extra = [1, 2] if state.flag else []
            return sum(extra) + len(extra)
            """,
        ),
        value(
            "`sorted(…, key=…)`",
            "return sorted(range(6), key=lambda i: -state.cells[i])[0] + 10 * sorted(state.cells, key=self.weight, reverse=True)[0]",
        ),
        value(
            "`sort`",
            """
            order = list(range(6))
            order.sort(key=lambda i: state.cells[i], reverse=True)
            cells = list(state.cells)
            cells.sort()
            return order[0] + 10 * order[5] + 100 * cells[3]
            """,
        ),
        value(
            "`index`, `count`, `remove`, `pop`, `insert`, `reverse`, `del`",
            """
            cells = list(state.cells) + [2, 1]
            place = cells.index(2)
            cells.remove(2)
            cells.insert(1, 9)
            last, first = cells.pop(), cells.pop(0)
            cells.reverse()
            del cells[0]
            return place + 10 * cells.count(1) + 100 * last + 200 * first + 400 * cells[0] + 800 * len(cells)
            """,
        ),
        value("`max(*cells)`", "return max(*state.cells) + 10 * min(*state.cells, 5)"),
        value(
            "two loops and their conditions",
            "return len([(i, j) for i in range(6) if state.cells[i] for j in range(i) if state.cells[j] != state.cells[i]])",
        ),
        value(
            "a list of a line's marks: indexed, counted, summed, looked for, gone through",
            """
            found = 0
            for number, line in enumerate(LINES):
                pass
            for line in LINES:
                marks = [state.cells[i] for i in line]
                if marks[0] != 0 and marks.count(marks[0]) == len(marks):
                    found += 1000
                found += sum(marks) + 10 * marks.count(state.n) + 100 * (2 in marks) + max(marks) - marks[-1]
                for place, mark in enumerate(marks):
                    found += place * mark
            return found + number
            """,
        ),
        value(
            "the marks of paths of pairs",
            """
            total = 0
            for path in PATHS:
                marks = [state.cells[r] - state.cells[c] for r, c in path]
                if any(marks) and not all(marks):
                    total += min(marks) * marks[1] + marks.index(marks[2])
            return total + len([r for r, c in PATHS[state.n]])
            """,
        ),
        value(
            "a list over a range, whose elements change; its variable is its own",
            """
            i = 7
            row = [state.cells[i] * 2 for i in range(5, -1, -2)]
            row[state.n % 3] += 100
            row[-1] -= i
            ratios = [c / 2 for c in LINES[1]]
            flags = [state.cells[i] > 0 for i in LINES[2]]
            pairs = [(c, c + i) for c in LINES[0]]
            return sum(row) + 10 * row[0] + ratios[1] * 2 + flags.count(True) + pairs[2][1] + row.index(row[1])
            """,
        ),
        value(
            "an index outside a list whose length is known",
            """
            row = [state.cells[i] for i in LINES[0]]
            try:
                return row[state.n]
            except IndexError:
                return -1
            """,
        ),
        value(
            "what fails, although nobody wants to know",
            """
            try:
                first = [c for c in state.cells if c > 1][0] > 2
                return 7
            except IndexError:
                return -1
            """,
        ),
        value(
            "an element that fails, in a list that nobody reads then",
            """
            try:
                row = [state.cells[i + state.n] for i in LINES[0]]
                return row[0]
            except IndexError:
                return -1
            """,
        ),
        value(
            "copies that are filled, in a loop, and read by another method",
            """
            total = 0
            for step in range(3):
                cells = list(state.cells)
                cells[step] += step
                cells[-1] = cells[0] if state.flag else 7
                total = total * 3 + self.reduced(cells, step) + (7 in cells) + len(cells)
                if state.n in cells:
                    cells[cells.index(state.n)] = -1
                total += sum(tuple(cells)) + cells.count(-1) + sum(list(cells)) + sorted(cells)[1]
                for cell in reversed(cells):
                    total = total * 2 + cell
            return total
            """,
        ),
        value(
            "rows of lists that are filled, and frozen again",
            """
            board = (state.cells, state.cells[::-1])
            rows = [list(row) for row in board]
            before = tuple(tuple(row) for row in rows)
            rows[1][state.n] = 5
            rows[state.n % 2][0] += 2
            total = rows[1].count(5) + 10 * rows[0].index(rows[0][1]) + 100 * (5 in rows[1]) + len(rows[0])
            for row in rows:
                row[2] += 3
                total += sum(row)
            after = tuple(tuple(row) for row in rows)
            return total + 1000 * (before == after) + after[1][2] * before[1][2] + len(rows)
            """,
        ),
        value(
            "a copy that is kept by another name, and one that another method changes and gives back",
            """
            cells = list(state.cells)
            other = cells
            other[0] = 9
            given = self.with_first(list(state.cells), 8)
            mine = list(state.cells)
            again = self.with_first(mine, 5)
            again[1] = 4
            return cells[0] + 10 * given[0] + 100 * mine[0] + 1000 * mine[1]
            """,
        ),
        value(
            "a list that another method fills",
            """
            found = []
            self.collect(state, 2, found)
            self.collect(state, 3, found)
            return sum(found) + 10 * len(found)
            """,
        ),
        value(
            "`deque`",
            """
            todo = collections.deque([state.n])
            total = 0
            while todo:
                number = todo.popleft()
                total += number
                if 0 < number < 5:
                    todo.append(number - 1)
            return total
            """,
        ),
    ],
    "Dictionaries and sets": [
        value(
            "a constant dictionary: `[]`, `.get`, `in`, `len`",
            "return WORTH[state.cells[0]] + 10 * WORTH.get(state.n, -1) + 100 * (state.n in WORTH) + len(WORTH)",
        ),
        value(
            "a constant dictionary: loops, `.items()`, `.keys()`, `.values()`",
            "return sum(k * v for k, v in WORTH.items()) + sum(WORTH.values()) + 10 * sum(WORTH) + max(WORTH.keys())",
        ),
        value(
            "a constant dictionary of texts, with None",
            """
letter = "X" if state.flag else "O"
winner = None
if state.n > 1:
    winner = letter
return {"X": 1, "O": 2, None: 5}[winner] + 10 * ({"X": "O", "O": "X"}[letter] == "X")
""",
        ),
        value(
            "a dictionary that a rule makes of pairs",
            """
board = dict(enumerate(state.cells))
board[9] = state.n
del board[1]
total = sum(k * v for k, v in board.items()) + 10 * len(board) + 100 * (1 in board)
return total + 1000 * board.get(1, 7) + board[0] + sum(board.keys()) + max(board.values())
""",
        ),
        value(
            "a dictionary comprehension",
            """
places = {(i // 3, i % 3): c for i, c in enumerate(state.cells) if c}
return len(places) + 10 * sum(r + c for r, c in places) + 100 * places.get((0, 1), 5)
""",
        ),
        value(
            "a dictionary of pairs",
            "return FAR.get((state.cells[0], state.cells[1]), 0) + 20 * ((state.cells[1], 1) in FAR)",
        ),
        value(
            "a dictionary of lists",
            "return sum(state.cells[j] for j in GRAPH[state.n]) + 10 * len(GRAPH[state.n])",
        ),
        value(
            "`.get` without a default",
            """
            worth = WORTH.get(state.n)
            return -1 if worth is None else worth
            """,
        ),
        value(
            "a dictionary written in a rule",
            """
            worth = {0: 1, 1: 5, 2: 9}
            return sum(worth[c] for c in state.cells) + {0: 7, 3: 8}.get(state.n, 2)
            """,
        ),
        value(
            "a constant set",
            "return (state.n in CORNERS) + 10 * ((state.cells[0], 1) in EDGES) + 100 * len(CORNERS) + sum(CORNERS)",
        ),
        value(
            "a constant set with one of a rule's own: `-`, `&`, `|`, `<=`, `.difference`",
            """
mine = {i for i in range(6) if state.cells[i] == 1}
left = sorted(CORNERS - mine)
beside = {(c, 1) for c in range(state.n)} & EDGES
total = sum(left) + 10 * len(CORNERS & mine) + 100 * len(mine | CORNERS) + 1000 * (CORNERS <= mine)
return total + 10000 * len(CORNERS.difference(mine)) + 7 * len(beside) + 50 * CORNERS.isdisjoint(mine)
""",
        ),
        value("`in {…}`", "return (state.n in {1, 3}) + 2 * (state.n not in {0})"),
        value(
            "`len(set(…))`, `set(…) == {…}`",
            "return len(set(state.cells)) + 10 * (set(state.cells[:3]) == {1}) + 100 * len({c for c in state.cells if c})",
        ),
        value(
            "a set of visited cells",
            """
            seen, todo = {0}, [0]
            while todo:
                cell = todo.pop()
                for other in self.neighbours[cell]:
                    if other not in seen:
                        seen.add(other)
                        todo.append(other)
            return len(seen) + 10 * sum(seen)
            """,
        ),
        value(
            "a set of pairs",
            """
            seen, todo = set(), [(0, 0)]
            while todo:
                row, column = todo.pop()
                if (row, column) in seen or not (0 <= row < 2 and 0 <= column < 3):
                    continue
                if state.cells[3 * row + column]:
                    seen.add((row, column))
                    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                        todo.append((row + down, column + right))
            return len(seen)
            """,
        ),
        value(
            "`|`, `&`, `-`, `<=` of sets",
            """
            mine, theirs = {c for c in state.cells}, set(range(state.n))
            mine.discard(0)
            mine.update((7, 8))
            return len(mine | theirs) + 10 * len(mine & theirs) + 100 * len(mine - theirs) + 1000 * (theirs <= mine)
            """,
        ),
        value(
            "`Counter`",
            """
            counts = collections.Counter(state.cells)
            marks = collections.Counter(c for c in state.cells if c)
            (often, times), *_ = counts.most_common()
            return counts[1] + 10 * counts[9] + 100 * len(counts) + 1000 * marks[2] + often + 7 * times
            """,
        ),
        value(
            "`{}`, `defaultdict(int)` and `Counter()`, filled",
            """
            seen = {}
            sums = collections.defaultdict(int)
            marks = collections.Counter()
            for index, cell in enumerate(state.cells):
                seen[cell] = seen.get(cell, 0) + 1
                sums[cell] += index
                marks[cell] += 2
            return seen[state.cells[0]] + 10 * len(seen) + 100 * sums[1] + 1000 * sums[8] + 7 * len(sums) + marks[5]
            """,
        ),
        value(
            "a list of constant sets",
            """
            mine = {i for i, cell in enumerate(state.cells) if cell == 1}
            whole = sum(1 for line in FAMILY if line <= mine)
            return whole + 10 * len(FAMILY[0] & mine) + 100 * any(line.isdisjoint(mine) for line in FAMILY)
            """,
        ),
        value(
            "a method that gives a set",
            "return len(self.around(state)) + 10 * (2 in self.around(state)) + 100 * (self.around(state) == {0, 1, 2, 3})",
        ),
        value(
            "a flood fill that calls itself",
            """
            seen = set()
            self.fill(state, state.n, seen)
            return len(seen) + 10 * sum(seen)
            """,
        ),
    ],
    "NumPy": [
        value(
            "an array of rows, by row and column",
            """
board = np.array(state.cells).reshape(2, 3)
return board[1, 2] + 10 * board[0][1] + 100 * board[-1, -3] + 1000 * len(board) + board.size
""",
        ),
        value(
            "a board that is copied and changed",
            """
board = np.array((state.cells[:3], state.cells[3:]), dtype=np.int8)
other = board.copy()
other[1, 1] = 7
other[0] = 4
row = other[1]
row[0] = 9
return int(other.sum()) + 100 * int(board.sum()) + 1000 * int(other[1, 0])
""",
        ),
        value(
            "comparisons of whole boards, counted",
            """
board = np.array(state.cells)
return np.count_nonzero(board == 1) + 10 * np.sum(board > 1) + 100 * np.any(board == 5) + 200 * (board != 9).all()
""",
        ),
        value(
            "sums by row and by column",
            """
board = np.array(state.cells).reshape((2, 3))
rows, columns = board.sum(axis=1), np.sum(board, axis=0)
return max(rows) + 10 * columns.max() + 100 * (rows == 3).any() + 1000 * (columns * 2 - 1).sum()
""",
        ),
        value(
            "slices, columns, diagonals, mirrors",
            """
board = np.array(state.cells).reshape(2, 3)
part = board[:, 1:]
total = part.sum() + 10 * board[:, 0].sum() + 100 * np.diag(board).sum() + 1000 * board.T[2, 0]
return total + np.fliplr(board)[0, 0] * 7 + np.rot90(board)[0, 1] * 3 + board[::-1][0, 1]
""",
        ),
        value(
            "`np.trace`, `np.sign`, `np.abs` of a number",
            """
board = np.array(state.cells).reshape(2, 3) - 1
found = np.trace(board) + 10 * board.trace() + 100 * np.abs(board[0, 0])
return found + 1000 * int(np.sign(np.trace(np.fliplr(board))))
""",
        ),
        value(
            "`np.zeros`, `np.full`, `+=`, `*=`",
            """
board = np.zeros((2, 2), dtype=int)
board[0, 1] = state.n
board += np.full((2, 2), 3)
below = board[1]
below *= 2
below -= 1
return board.flatten().tolist()[1] + 10 * board.min() + 100 * (2 in board)
""",
        ),
        value(
            "`np.where`, `np.argwhere`",
            """
board = np.array(state.cells).reshape(2, 3)
places = sum(10 * r + c for r, c in np.argwhere(board == 1))
return places + 100 * len(np.where(board == 0)[0]) + 1000 * sum(np.where(np.array(state.cells) == 1)[0])
""",
        ),
        value(
            "where a condition holds",
            """
board = np.array(state.cells)
board[board == 1] = 8
return board.sum() + 100 * board[board > 1].sum() + 1000 * np.array_equal(board, np.array(state.cells))
""",
        ),
        value(
            "`tobytes`, `frombuffer`",
            """
data = np.array(state.cells, dtype=np.int8).tobytes()
board = np.frombuffer(data, dtype=np.int8).reshape(3, -1)
return int(board[2, 1]) + 10 * data[0] + 100 * board.shape[1]
""",
        ),
        value(
            "a loop over rows and cells",
            """
total = 0
for row in np.array(state.cells).reshape(2, 3):
    total = 10 * total + sum(row)
    for cell in row:
        total += cell
return total
""",
        ),
    ],
    "None": [
        value(
            "a method that gives None or a number",
            """
            w = self.winner(state)
            return 7 if w is None else w
            """,
        ),
        value(
            "cells that may be None: `count`, `in`, `index`, `==`",
            """
            row = [None if cell == 0 else cell for cell in state.cells]
            marks = [None if cell == 0 else "X" if cell == 1 else "O" for cell in state.cells]
            total = row.count(1) + 10 * row.count(None) + 100 * (2 in row) + 200 * (None in marks)
            total += 1000 * (row[2:4] == [1, 1]) + 2000 * (marks[:3] == ["X"] * 3) + 4000 * (marks[0] == "O")
            return total + 10000 * marks.count("X") + (row.index(1) if 1 in row else 9)
            """,
        ),
        value(
            "a list of pairs, or of None alone",
            """
            rest = [(i, cell) for i, cell in enumerate(state.cells) if cell == 1]
            if not rest:
                rest = [None]
            return sum(-1 if pair is None else pair[0] + pair[1] for pair in rest) + 10 * len(rest)
            """,
        ),
        value(
            "`is not None`, then the number",
            """
            w = self.first_empty(state)
            if w is not None:
                return w * 3 + state.cells[w]
            return -1
            """,
        ),
        value(
            "`==`, `not`, `if` of what may be None",
            """
            total = (self.winner(state) == 1) + 2 * (not self.winner(state))
            if self.winner(state):
                total += 4
            return total + 8 * (self.winner(state) is None or state.n > 3)
            """,
        ),
        value(
            "a variable that starts as None",
            """
            best = place = None
            for index, cell in enumerate(state.cells):
                if best is None or cell > best:
                    best, place = cell, index
            return best * 10 + place
            """,
        ),
        value(
            "a pair that starts as None",
            """
            best = None
            for index, cell in enumerate(state.cells):
                if best is None or cell > best[1]:
                    best = (index, cell)
            return best[0] + 10 * best[1]
            """,
        ),
        value("`flag is True`", "return (state.flag is True) + 2 * (state.flag is not True)"),
    ],
    "Functions": [
        value(
            "a set that is given away empty",
            """
            if state.flag and len(self.reached(state.n % 6, set())) > 3:
                return 50 + sum(self.reached(0, set()))
            return sum(len(self.reached(cell, set())) for cell in range(6))
            """,
        ),
        value(
            "a function inside a rule",
            """
            k = state.n
            def worth(i):
                return state.cells[i] * k - i
            return worth(2) + sum(worth(i) for i in range(6)) + max(range(6), key=worth)
            """,
        ),
        value(
            "a function inside a rule that fills a list",
            """
            found = []
            def add(number):
                found.append(number + state.n)
            for i in range(3):
                add(i)
            return sum(found)
            """,
        ),
        value(
            "a function inside a rule that calls itself",
            """
            seen = set()
            def fill(r, c):
                if not (0 <= r < 2 and 0 <= c < 3) or (r, c) in seen or state.cells[3 * r + c] == 0:
                    return 0
                seen.add((r, c))
                return 1 + fill(r + 1, c) + fill(r - 1, c) + fill(r, c + 1) + fill(r, c - 1)
            return fill(0, 0) + 10 * len(seen)
            """,
        ),
        value(
            "a `lambda` in a comprehension",
            """
            worth = lambda c: 2 * c + state.n
            return sum(worth(c) for c in state.cells)
            """,
        ),
        value("a method that calls itself", "return self.depth(state.n)"),
        value(
            "default values",
            "return self.scaled_by(state.n) + 10 * self.scaled_by(state.n, 3) + 100 * self.scaled_by(state.n, offset=1)",
        ),
        value("a property", "return self.area * 2 + state.n"),
        value("`super()`", "return super().total(state) + super().weight(cell=state.n)"),
        value(
            "`itertools.product`",
            "return sum(state.cells[3 * r + c] * (r + 2 * c) for r, c in product(range(2), range(3))) + sum(a * b + a for a, b in itertools.product((-1, 0, 1), repeat=2))",
        ),
        value(
            "`itertools.combinations`, `permutations`, `chain`",
            """
            total = sum(state.cells[a] * b for a, b in combinations(range(6), 2))
            total += sum(a + b + c == 3 for a, b, c in combinations(state.cells, 3))
            total += sum(a - 2 * b for a, b in itertools.permutations((1, 2, 5), 2))
            return total + sum(itertools.chain(range(state.n), state.cells, (1,)))
            """,
        ),
    ],
    "Statements": [
        value(
            "`match` with tuples, names, guards",
            """
            match (state.n, state.flag):
                case (3, True):
                    return 1
                case (0, _):
                    return 2
                case (n, False) if n > 0:
                    return 10 + n
                case other:
                    return 3
            """,
        ),
        value(
            "`match` with a slice",
            """
            match state.cells[:2]:
                case (a, 0):
                    return a
                case (0, b) if b > 0:
                    return b * 10
                case (1 | 2, _):
                    return 55
            return 7
            """,
        ),
        value(
            "`:=` behind `and` and `or`",
            """
            if state.flag and (x := state.n) > 2:
                return x
            if state.n > 4 or (y := state.n + 1) > 1:
                return 20
            return y
            """,
        ),
        value(
            "`:=` in a comprehension",
            "return sum(y for c in state.cells if (y := 2 * c) > 1) + len([z for c in state.cells if (z := c + 1) > 1])",
        ),
        value(
            "`try` as a test of bounds",
            """
            total = 0
            for i in range(8):
                try:
                    if state.cells[i + state.n] == 1:
                        total += i
                except IndexError:
                    continue
            return total
            """,
        ),
        value(
            "`except` of any error",
            """
            try:
                first = state.cells[state.n + 2]
            except Exception:
                first = 7
            try:
                second = 12 // (state.n - 3)
            except:
                second = 5
            return 10 * first + second
            """,
        ),
        value(
            "`try` as a test whether it is there",
            """
            try:
                place = state.cells.index(2)
            except ValueError:
                place = -1
            try:
                return place + 10 * WORTH[state.n]
            except KeyError:
                return place
            """,
        ),
        value(
            "`print` (left out)",
            """
            if state.n > 100:
                print(f"{state.n} is large")
            return state.n
            """,
        ),
        state(
            "rows of lists in a constructor",
            """
            rows = [[state.cells[3 * r + c] for c in range(3)] for r in range(2)]
            rows[0][state.n % 3] = 8
            return self.State(tuple(c for row in rows for c in row), state.n, state.board, state.flag, 0)
            """,
        ),
        state(
            "slices in a constructor",
            """
            i = state.n % 6
            cells = state.cells[:i] + (9,) + state.cells[i + 1 :]
            turned = cells[i:] + cells[:i]
            return state._replace(cells=turned)
            """,
        ),
    ],
    "Tuples": [
        value(
            "a named tuple, read as a tuple",
            """
            move = Move(state.n, state.cells[1])
            total = sum(move) + 10 * max(move) + 100 * (3 in move) + 1000 * move.count(state.n) + move[state.flag]
            for i, cell in enumerate(move):
                total += 7 * i * cell
            return total + 3 * move.index(min(move)) + len(sorted(move))
            """,
        ),
        value(
            "`a, b = (… for …)`",
            """
            low, high = (k * state.n for k in (1, 2))
            first, second = (state.cells[i] + low for i in (state.n % 6, 2))
            return 100 * first + 10 * second + high
            """,
        ),
        value(
            "a long tuple, kept while the next one is made",
            """
            wide, total = state.cells + state.cells + state.cells, 0
            for i in range(18):
                before = wide
                wide = updated(wide, i, state.n + i)
                total += 3 * before[i] + wide[i]
            return total
            """,
        ),
        value(
            "long tuples that change places",
            """
            first, total = state.cells + state.cells + state.cells, 0
            second = first[::-1]
            for i in range(5):
                first, second = second, updated(first, i, 7)
                total = 3 * total + first[i] - second[17 - i]
            return total
            """,
        ),
        value(
            "a long tuple under another name, in a loop over it that changes it",
            """
            wide, total = state.cells + state.cells + state.cells, 0
            for cell in wide:
                wide = updated(wide, 17, cell + 1)
                total = 2 * total + cell + wide[17]
            last = wide
            return total + last[state.n] + 10 * last[-1]
            """,
        ),
        value(
            "a long tuple given to a function that changes it; one that ends too soon",
            """
            wide = state.cells + state.cells + state.cells

            def marked(cells, i):
                cells = updated(cells, i, 8)
                return cells[i] + sum(cells)

            try:
                return marked(wide, 4) * 10 + wide[4] + wide[5 * state.n]
            except IndexError:
                return -1
            """,
        ),
        value(
            "rows and columns, from either end",
            """
            rows, total = (state.cells, state.cells[::-1], updated(state.cells, 1, 5)), 0
            for r in range(3):
                for c in range(-6, 6):
                    total = (3 * total + rows[r][c] + rows[-1 - r][5]) % 10_007
            return total
            """,
        ),
        value(
            "rows in a list, one of them taken and then replaced",
            """
            wide = state.cells + state.cells + state.cells
            rows = [wide, wide[::-1]]
            row = rows[0]
            rows[0] = updated(row, state.n, 6)
            rows[1] = rows[0]
            return 100 * row[state.n] + 10 * rows[0][state.n] + rows[1][0]
            """,
        ),
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
        value("windows of a tuple", "return max(sum(state.cells[i : i + 3]) for i in range(4))"),
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
        value("`math.isqrt`", "return math.isqrt(state.n * 7) + 100 * math.isqrt(sum(state.cells) ** 9)"),
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
            "a list that changes while the state is made of it",
            """
            cells = list(state.cells)
            return self.State(tuple(cells), cells.pop() + len(cells), state.board, state.flag, state.pick)
            """,
        ),
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
            "`yield` in a loop over a long tuple",
            """
            wide = state.cells + state.cells + state.cells
            for cell in wide:
                wide = updated(wide, cell, 3)
                yield cell
            for i, cell in enumerate(wide):
                if cell == 3:
                    yield i % 8
            """,
        ),
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
            "a list by the name of a constant", "SMALL = list(state.cells)\nreturn SMALL[2] + size_like_it()"
        ),
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
        value(
            "a table that is looked up",
            "return SQUARES[state.n] + SQUARES[-1 - state.cells[0]] + GRID[state.n % 3][-2] + GRID[1][state.flag] + sum(GRID[2])",
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
    "Texts": [
        value(
            "a list that is sorted beside texts",
            """
            cells = list(state.cells)
            cells.sort()
            cells[1:3] = [5, 6]
            return 100 * cells[0] + 10 * cells[1] + cells[5] + len(["ab", "c"][state.n % 2])
            """,
        ),
        value("a letter of a text", 'return sum(MARKS[c] == "X" for c in state.cells)'),
        value(
            "`in`, `not in`",
            """
            row = ROWS[state.n % 3]
            return ("X" in row) + 2 * ("XO" in row) + 4 * ("." not in row) + 8 * (row in ("..X", "OXO")) + 16 * ("DEF" in LONG)
            """,
        ),
        value(
            "`count`, `find`, `index`",
            """
            row = ROWS[state.n % 3]
            return row.count("X") + 10 * row.find("O") + 100 * LONG.index("D") + LONG.find("Z")
            """,
        ),
        value(
            "`+`, `==`, `<`, `len`",
            """
            line = MARKS[state.cells[0]] + MARKS[state.cells[1]]
            return (line == "X.") + 2 * (line < "OX") + 4 * len(line) + 16 * (line != "..")
            """,
        ),
        value(
            "slices",
            """
            n = state.n
            found = (LONG[:3] == "ABC") + 2 * (LONG[n : n + 2] == "DE") + 4 * (LONG[::3] == "ADGJ")
            return found + 8 * (ROWS[n % 3][::-1] == "X..") + 16 * (ROWS[n % 3][1:] == "O.") + 32 * (LONG[-2:] == "IJ")
            """,
        ),
        value(
            "`s[:i] + letter + s[i + 1:]`",
            """
            i = state.n % 3
            row = ROWS[i][:i] + "Z" + ROWS[i][i + 1:]
            long = LONG[:i] + MARKS[i] + LONG[i + 1:]
            return row.find("Z") + 10 * row.count("X") + 100 * long.find(MARKS[i])
            """,
        ),
        value(
            "`list`, change, `join`",
            """
            letters = list(LONG)
            letters[state.n] = "?"
            return "".join(letters).find("?") + 10 * len("".join(letters))
            """,
        ),
        value(
            "`join` of a generator",
            """
            marks = "".join(MARKS[c] for c in state.cells if c)
            long = "".join("X" if i == state.n else c for i, c in enumerate(LONG))
            nine = "".join(LONG[9 - i] for i in range(9))
            return marks.count("X") + 10 * long.find("X") + 100 * nine.find("B")
            """,
        ),
        value(
            "`replace`",
            'return ROWS[state.n % 3].replace("X", "O").count("O") + 10 * LONG.replace("C", "Z").find("Z")',
        ),
        value(
            "a loop over a text",
            """
            total = 0
            for index, letter in enumerate(ROWS[state.n % 3]):
                total += (index + 1) * (letter == "O")
            for letter in LONG:
                total = 2 * total + (letter > "E")
            return total
            """,
        ),
        value(
            "`ord`, `chr`, `int`",
            'return ord(LONG[state.n]) - ord("A") + 100 * (chr(65 + state.n) == LONG[state.n]) + int("3" + "042"[state.n % 3])',
        ),
        value(
            "`upper`, `lower`, `swapcase`, `isupper`, `islower`",
            """
            total = sum(1 if c.isupper() else -1 for c in MIXED if c.isalpha())
            total += 10 * MIXED.lower().count("k") + 100 * MIXED.upper().find("R") + 1000 * MIXED.swapcase().find("K")
            return total + 5 * MIXED[state.n].islower() + 7 * (MIXED[state.n].upper() == "P")
            """,
        ),
        value(
            "`isdigit`, `isalnum`, `isspace`, `startswith`, `endswith`",
            """
            letter = MIXED[state.n]
            total = letter.isdigit() + 2 * letter.isspace() + 4 * letter.isalnum()
            return total + 8 * MIXED.startswith("PpR") + 16 * MIXED.endswith("k3") + 32 * ROWS[0].startswith("X")
            """,
        ),
        value(
            "texts in order",
            'return (MIXED[state.n] < "a") + 2 * (MIXED > "Pq") + 4 * (ROWS[0] <= ROWS[1]) + 8 * ("b" >= ROWS[2])',
        ),
        value(
            '`"".join(reversed(text))`',
            'return "".join(reversed(LONG)).find("B") + 10 * LONG[::-1].find("A")',
        ),
        value("a text as a condition", "return 1 if ROWS[0][: state.n % 2] else 2"),
    ],
    "Classes": [
        value(
            "`is` of members, where one may be None",
            """
            found = next((colour for colour in Colour if colour.value > state.n), None)
            other = Colour.RED if state.flag else Colour.GREEN
            return (found is other) + 2 * (other is found) + 4 * (found is not other) + 8 * (None is not found is other)
            """,
        ),
        value(
            "a member of an `Enum`", "return (Colour.RED == Colour.GREEN) + 2 * (Colour.RED is Colour.RED)"
        ),
        value(
            "`Enum` in a variable",
            """
            colour = Colour.RED if state.n > 2 else Colour.GREEN
            return colour.value + 10 * (colour is Colour.RED) + 20 * (colour != Colour.GREEN) + 40 * bool(colour)
            """,
        ),
        value("a loop over an `Enum`", "return sum(colour.value * state.n for colour in Colour)"),
        value("`Colour(value)`", "return 1 if Colour(3 if state.flag else 5) is Colour.RED else 2"),
        value(
            "an `Enum` of texts",
            'return (Mark("X") is Mark.CROSS) + 2 * ((Mark.CROSS if state.flag else Mark.EMPTY).value == "X")',
        ),
        value(
            "a frozen dataclass",
            """
            point = Point(state.n, colour=Colour.RED)
            other = replace(point, column=7)
            return point.row + 10 * point.column + 100 * other.column + 1000 * (point == other)
            """,
        ),
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

ASKING = {
    "return not any(any(row) for row in state.rows)": "return not self.actions(state) or len(self.actions(state)) == 0",
    "return total * (1": "total += sum(r + c for r, c in self.actions(state)) + 100 * ((0, 1) in self.actions(state))\n        return total * (1",
}
"""Rules that ask for actions, which are tuples to them too."""


def asking(text: str) -> str:
    for old, new in ASKING.items():
        text = text.replace(old, new)
    return text


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
    "asked actions, by other rules": asking(
        GAME.format(
            actions="""found = []
        for r, row in enumerate(state.rows):
            found += [(r, c) for c, cell in enumerate(row) if cell]
        return found"""
        )
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
    refused(
        "a dictionary of lists that begins empty",
        "seen = {}\nfor c in state.cells:\n    seen.setdefault(c, []).append(1)\nreturn len(seen)",
        "seen = {}",
    ),
    refused("the order of a set", "return [c for c in set(state.cells)][0]", "set("),
    refused(
        "a member popped from a set",
        "left = set(state.cells)\ntotal = 0\nwhile left:\n    total = 3 * total + left.pop()\nreturn total",
        "left.pop()",
    ),
    refused(
        "a loop over a set that stops",
        "for c in set(state.cells):\n    if c:\n        return c\nreturn 0",
        "for c in",
    ),
    refused(
        "`try` with `finally`",
        "try:\n    return state.cells[state.n]\nfinally:\n    state.n",
        "try:",
    ),
    refused("`with`", "with LOCK:\n    return 0", "with"),
    refused(
        "`nonlocal`",
        "total = 0\ndef add(x):\n    nonlocal total\n    total += x\nadd(2)\nreturn total",
        "nonlocal",
    ),
    refused("a class inside a rule", "class Inner:\n    pass\nreturn 0", "class Inner"),
    refused("setting `self.x`", "self.calls = 1\nreturn 0", "self.calls ="),
    refused("adding to `self.x`", "self.width += 1\nreturn 0", "self.width +="),
    refused("`global`", "global COUNTER\nCOUNTER = 1\nreturn 0", "global"),
    refused("an f-string", 'return len(f"{state.n}")', 'f"{'),
    refused("`str(…)`", "return len(str(state.n))", "str("),
    refused(
        "a rule that calls itself in every case",
        "return self.count(state)",
        "def count",
        members="def count(self, state):\n    return self.count(state) + 1",
    ),
    refused(
        "a rule that calls itself in a comprehension",
        "return self.count(state.n)",
        "def count",
        members="def count(self, n):\n    return 1 + sum(self.count(k) for k in range(n))",
    ),
    refused(
        "a generator that calls itself",
        "return sum(self.down(state.n))",
        "def down",
        members="def down(self, n):\n    yield n\n    if n:\n        yield from self.down(n - 1)",
    ),
    refused(
        "`:=` of a comprehension, read outside",
        "if any((hit := c) > 1 for c in state.cells):\n    return hit\nreturn 0",
        ":=",
    ),
    refused("`:=` in one branch", "return (x := state.n) if state.flag else 0", ":="),
    refused(
        "a pattern with a star",
        "match state.cells:\n    case (a, *rest):\n        return a\nreturn 0",
        "case",
    ),
    refused(
        "`product` of four", "return sum(a for a, b, c, d in itertools.product((0, 1), repeat=4))", "product("
    ),
    refused("a generator in a variable", "rest = (c for c in state.cells)\nreturn 0", "rest ="),
    refused(
        "a default value that is no constant",
        "return self.scaled(state.n)",
        "self.scaled(",
        members="def scaled(self, number, factor=Thing(2)):\n    return number",
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
    refused("a class that is no NamedTuple", "return Thing(state.n).worth", "Thing("),
    refused("a `Flag`", "return 1 if Plain.RED == Plain.RED else 0", "Plain.RED"),
    refused(
        "a dataclass that is not frozen",
        "return Loose(state.n).worth",
        "Loose(",
    ),
    refused("`import` in a rule", "import math\nreturn math.floor(state.n / 2)", "import math"),
    refused("an attribute that comes into being later", "return self.unknown", "self.unknown"),
    refused("a name that is nowhere", "return undefined_name", "undefined_name"),
    refused("a `lambda` that is kept in the game", "return self.key(state.n)", "self.key("),
    refused("`random`", "return random.randrange(3)", "random."),
    refused("`del` of a slice", "cells = list(state.cells)\ndel cells[0:2]\nreturn len(cells)", "del "),
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
    refused(
        "`is` of tuples",
        "pairs = (state.cells[:2], state.cells[2:4])\nreturn sum(pair is pairs[state.flag] for pair in pairs)",
        "pair is",
        "`is` of a tuple of 2; compare with == or !=, or compare the indices",
    ),
]

ADVISED: dict[str, str] = {
    "a dictionary of lists that begins empty": "seen = [0] * 9\nfor c in state.cells:\n    seen[c] = 1\nreturn sum(seen)",
    "the order of a set": "return [c for c in sorted(set(state.cells))][0]",
    "a member popped from a set": "left = set(state.cells)\ntotal = 0\nwhile left:\n    c = min(left)\n    left.discard(c)\n    total = 3 * total + c\nreturn total",
    "a loop over a set that stops": "for c in sorted(set(state.cells)):\n    if c:\n        return c\nreturn 0",
    "`try` with `finally`": "return state.cells[state.n] if state.n < len(state.cells) else 0",
    "`with`": "return 0",
    "`nonlocal`": "def more(total, x):\n    return total + x\ntotal = more(0, 2)\nreturn total",
    "a class inside a rule": "return Outer(state.n).worth",
    "setting `self.x`": "return self.fold(state._replace(n=1))",
    "adding to `self.x`": "return self.fold(state._replace(n=state.n + 1))",
    "`global`": "return self.fold(state._replace(n=1))",
    "an f-string": "return 1 if state.n < 10 else 2",
    "`str(…)`": "return 1 if state.n < 10 else 2",
    "a rule that calls itself in every case": "return self.counted(state.n)",
    "a rule that calls itself in a comprehension": "return self.looped(state.n)",
    "a generator that calls itself": "return self.summed(state.n)",
    "`:=` of a comprehension, read outside": "for c in state.cells:\n    if c > 1:\n        return c\nreturn 0",
    "`:=` in one branch": "x = state.n\nreturn x if state.flag else 0",
    "a pattern with a star": "if len(state.cells) >= 1:\n    return state.cells[0]\nreturn 0",
    "`product` of four": "total = 0\nfor a in (0, 1):\n    for b in (0, 1):\n        for c in (0, 1):\n            for d in (0, 1):\n                total += a\nreturn total",
    "a generator in a variable": "total = 0\nfor c in state.cells:\n    total += c\nreturn total",
    "a default value that is no constant": "return self.scaled(state.n, Outer(2))",
    "`*arguments`": "return self.largest(1, 2)",
    "an unknown decorator": "return self.traced(state)",
    "a class that is no NamedTuple": "return Compared(state.n).worth + Outer(state.n).worth",
    "a `Flag`": "return 1 if Whole.RED == Whole.RED else 0",
    "a dataclass that is not frozen": "return Outer(state.n).worth",
    "`import` in a rule": "return math.floor(state.n / 2)",
    "an attribute that comes into being later": "return self.known",
    "a name that is nowhere": "return DEFINED",
    "a `lambda` that is kept in the game": "return self.doubled(state.n)",
    "`random`": "return 0",
    "`del` of a slice": "cells = list(state.cells)\ncells = cells[2:]\nreturn len(cells)",
    "a `lambda` with a default value": "return module_level(1, 2)",
    "an int and `Bits` in one variable": "x = Bits(0)\nif state.flag:\n    x = state.board\nreturn int(x & Bits(255))",
    "a fraction in a state": "return self.result(self.State(state.cells, state.n // 2, state.board, state.flag, 0), 0).n",
    "a method that gives a number or nothing": "if state.n:\n    return 5\nreturn 0",
    "`is` of tuples": "pairs = (state.cells[:2], state.cells[2:4])\nreturn sum(i == state.flag for i in range(len(pairs)))",
}
"""What is refused, written as the refusal says."""

ADVISED_PRELUDE = """
DEFINED = 7


def module_level(x, y):
    return x + y


class Whole(enum.IntEnum):
    RED = 1


@dataclass(frozen=True)
class Outer:
    worth: int


class Compared:
    def __init__(self, worth):
        self.worth = worth

    def __eq__(self, other):
        return self.worth == other.worth

    def __hash__(self):
        return hash(self.worth)
"""

ADVISED_MEMBERS = """
known = 3

def counted(self, n):
    if n < 1:
        return 0
    return self.counted(n - 1) + 1

def looped(self, n):
    total = 1
    for k in range(n):
        total += self.looped(k)
    return total

def summed(self, n):
    if not n:
        return 0
    return n + self.summed(n - 1)

def scaled(self, number, factor):
    return number * factor.worth

def largest(self, first, second):
    return max(first, second)

def traced(self, state):
    return 0

def doubled(self, x):
    return 2 * x
"""

REFUSED_PRELUDE = """
import contextlib
import random

NAMES = ("x", "o")
LOCK = contextlib.nullcontext()
COUNTER = 0


class Thing:
    def __init__(self, worth):
        self.worth = worth


class Plain(enum.Flag):
    RED = 1


@dataclass
class Loose:
    worth: int


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
    parts.append(
        indented("def moves_list(self, state):\n    return [i for i in range(6) if state.cells[i] == 1]\n", 2)
    )
    parts.append(
        indented(
            "def collect(self, state, cell, found):\n    if state.cells[cell]:\n        found.append(cell)\n",
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


def advised_text() -> str:
    """A rules file whose game has one child for each piece of advice."""
    head = ADVISED_PRELUDE.strip() + "\n\n\ndef make("
    text = group_text([Idiom(name, code) for name, code in ADVISED.items()]).replace("def make(", head)
    members = indented(ADVISED_MEMBERS.strip(), 2)
    return text.replace("\n    return Toy()\n", f"\n{members}\n\n    return Toy()\n")


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
