"""Functions as values, recursive methods and generators, as machine code: each row is equal to Python."""

# ruff: noqa: E501

from __future__ import annotations

from pathlib import Path

import machine_rows
import pytest

FUNCTIONS = {
    "slices": """
k = state.n
a = list(state.cells)
b = a[::k] if k else [7]
c = a[5:0:k] if k else [8]
d = state.cells[-2::k] if k else (1,)
return sum(b) * 100 + len(c) * 10 + len(d) + sum(x * i for i, x in enumerate(a[1::2]))
""",
    "slice zero": """
return sum(state.cells[::state.n])
""",
    "key functions by name": """
def worth(self, c):
    return -c if c > 1 else c
def evaluate(self, state):
    f = self.worth
    return max(state.cells, key=f) + min(state.cells, key=self.worth) * 10 + sum(map(f, state.cells))
""",
    "function parameter": """
def apply(self, f, x):
    return f(x) + f(x + 1)
def evaluate(self, state):
    k = state.n
    return self.apply(lambda y: y * k, 3) + self.apply(abs, -5) + self.apply(self.twice, 2)
def twice(self, x):
    return 2 * x
""",
    "function returned": """
def adder(self, k):
    return lambda x: x + k
def evaluate(self, state):
    add = self.adder(state.n)
    return add(1) + self.adder(2)(3)
""",
    "function in tuple loop": """
steps = ((lambda x: x + 1), (lambda x: x * 2), abs)
t = 0
for f in steps:
    t += f(state.n)
return t + steps[1](4)
""",
    "inner closes over loop": """
t = 0
for c in state.cells:
    def add(x):
        return x * c
    t += add(2) + add(c)
return t
""",
    "generator with state between": """
def gen():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
t = 0
for x in gen():
    if x > 50:
        break
    t += x
return t + state.n
""",
    "generator return value": """
def pairs(cells):
    for i, a in enumerate(cells):
        if a == 5:
            return
        for b in cells[i + 1:]:
            if a != b:
                yield a, b
return sum(a * 10 + b for a, b in pairs(state.cells))
""",
    "yield from several": """
def walk(cells):
    yield from (c for c in cells if c > 1)
    yield from [1, 2]
    yield from walk2(cells)
def walk2(cells):
    for c in cells:
        yield c * 2
return sum(walk(state.cells)) + len(list(walk(state.cells[:2])))
""",
    "try in generator": """
def gen():
    for k in state.cells:
        try:
            yield 10 // k
        except ZeroDivisionError:
            yield -1
        finally:
            pass
return sum(gen())
""",
    "recursion through methods": """
def odd(self, n):
    return False if n == 0 else self.even(n - 1)
def even(self, n):
    return True if n == 0 else self.odd(n - 1)
def evaluate(self, state):
    return 1 if self.even(abs(state.n)) else 0
""",
    "recursion with list argument": """
def fill(self, grid, r, c, seen):
    if r < 0 or c < 0 or r >= len(grid) or c >= len(grid[0]) or seen[r][c] or not grid[r][c]:
        return 0
    seen[r][c] = 1
    total = 1
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        total += self.fill(grid, r + dr, c + dc, seen)
    return total
def evaluate(self, state):
    grid = [list(state.cells[:3]), list(state.cells[3:])]
    seen = [[0] * 3 for _ in grid]
    return self.fill(grid, 0, 0, seen) * 10 + sum(map(sum, seen))
""",
    "recursion with accumulator default": """
def collect(self, n, found=None):
    if found is None:
        found = []
    if n > 0:
        found.append(n)
        self.collect(n - 1, found)
        self.collect(n - 3, found)
    return found
def evaluate(self, state):
    return sum(self.collect(state.n)) + len(self.collect(4))
""",
    "recursion returns tuple": """
def best(self, n, turn):
    if n <= 0:
        return (-1 if turn else 1), ()
    tries = [(self.best(n - k, not turn)[0], (k,)) for k in (1, 2, 3)]
    return max(tries) if turn else min(tries)
def evaluate(self, state):
    value, move = self.best(abs(state.n), True)
    return value * 10 + sum(move)
""",
    "recursion returns none or value": """
def find(self, cells, k):
    if not cells:
        return None
    if cells[0] == k:
        return len(cells)
    return self.find(cells[1:], k)
def evaluate(self, state):
    found = self.find(state.cells, 1)
    return -1 if found is None else found
""",
    "recursion returns list": """
def parts(self, n, most):
    if n == 0:
        return [()]
    found = []
    for k in range(1, min(n, most) + 1):
        for rest in self.parts(n - k, k):
            found.append((k,) + rest)
    return found
def evaluate(self, state):
    p = self.parts(abs(state.n), 3)
    return len(p) * 1000 + sum(len(q) for q in p)
""",
    "recursion returns lists of lists": """
def subsets(self, cells):
    if not cells:
        return [[]]
    rest = self.subsets(cells[1:])
    return rest + [[cells[0]] + r for r in rest]
def evaluate(self, state):
    return sum(sum(s) for s in self.subsets(list(state.cells))) + len(self.subsets([1, 2]))
""",
    "quicksort": """
def sort(self, cells):
    if len(cells) <= 1:
        return cells
    p = cells[0]
    return self.sort([c for c in cells[1:] if c < p]) + [p] + self.sort([c for c in cells[1:] if c >= p])
def evaluate(self, state):
    t = 0
    for c in self.sort(list(state.cells)):
        t = t * 6 + c
    return t
""",
    "loop with stack": """
stack = [(0, state.n)]
total = 0
while stack:
    depth, n = stack.pop()
    if n <= 0:
        total += depth
        continue
    stack.append((depth + 1, n - 1))
    stack.append((depth + 1, n - 2))
return total
""",
    "deque bfs": """
from collections import deque
todo = deque([(0, 0)])
seen = [False] * 6
seen[0] = True
far = 0
while todo:
    i, d = todo.popleft()
    far = max(far, d)
    for j in (i - 1, i + 1, i * 2):
        if 0 <= j < 6 and not seen[j] and state.cells[j]:
            seen[j] = True
            todo.append((j, d + 1))
return far
""",
    "one iterator twice in zip": """
it = iter(state.cells)
return sum(a * 10 + b for a, b in zip(it, it))
""",
    "iterator beside cells": """
it = iter(state.cells)
next(it, None)
return sum(a * b for a, b in zip(state.cells, it)) + next(it, 50)
""",
    "no such attribute": """
return state.missing
""",
    "index that is no whole number": """
return state.cells[0.5]
""",
    "dispatch by an unknown key": """
def evaluate(self, state):
    table = {0: lambda c: c + 1, 1: self.twice, 2: abs}
    return sum(table[c](c - 3) for c in state.cells if c in table) + self.OPS[state.n % 3](state.n, 2) + self.STEPS[state.n % 2](state.n)
def twice(self, x):
    return 2 * x
STEPS = (lambda x: x + 5, lambda x: x * 7)
OPS = [operator.add, operator.sub, operator.mul]
""",
    "dispatch misses": """
table = {3: lambda c: c + 1, 1: lambda c: c}
return table[state.n](4)
""",
    "dispatch of class": """
def evaluate(self, state):
    return self.OPS[state.n % 3](state.n, 2)
OPS = {0: operator.add, 1: max, 2: lambda a, b: a * b}
""",
    "tuple of functions by an unknown index": """
steps = ((lambda x: x + 1), (lambda x: x * 2))
return steps[state.n % 2](5)
""",
    "stars of max": """
return max(*[c for c in state.cells if c > 1]) + min(*state.cells)
""",
}
"""Functions as values, recursive methods, generators."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_equal_to_python(name: str, tmp_path: Path) -> None:
    assert (
        machine_rows.judged(FUNCTIONS[name], tmp_path, f"functions_{list(FUNCTIONS).index(name)}") == "same"
    )
