"""Functions of rules that call themselves, as machine code: each row is equal to Python."""

from __future__ import annotations

from pathlib import Path

import machine_rows
import pytest

RECURSION = {
    "flood fill": """
grid = [[1, 1, 0], [0, 1, 0], [state.n % 2, 0, 1]]
seen = [[False] * 3 for _ in range(3)]
def fill(r, c):
    if not (0 <= r < 3 and 0 <= c < 3) or seen[r][c] or not grid[r][c]:
        return 0
    seen[r][c] = True
    return 1 + sum(fill(r + a, c + b) for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)))
return fill(0, 0) + 10 * fill(2, 2)
""",
    "nonlocal count": """
best = 0
def walk(n, total):
    nonlocal best
    if n == 0:
        best = max(best, total)
        return
    walk(n - 1, total + state.cells[n])
    walk(n - 1, total * 2 - 1)
walk(4, 0)
return best
""",
    "lambda recursion": """
fact = lambda n: 1 if n <= 1 else n * fact(n - 1)
return fact(abs(state.n))
""",
    "mutual": """
def even(n):
    return True if n == 0 else odd(n - 1)
def odd(n):
    return False if n == 0 else even(n - 1)
return 1 if even(abs(state.n)) else 2
""",
    "generator recursion": """
def below(n):
    if n > 0:
        yield n
        yield from below(n - 1)
        yield from below(n - 2)
return sum(x * (i + 1) for i, x in enumerate(below(abs(state.n))))
""",
    "method generator recursion": """
def paths(self, n, path):
    if n <= 0:
        yield path
        return
    yield from self.paths(n - 1, path + (n,))
    yield from self.paths(n - 2, path + (-n,))
def evaluate(self, state):
    return sum(sum(p) * len(p) for p in self.paths(abs(state.n), ()))
""",
    "path list copies": """
def evaluate(self, state):
    def walk(n, path):
        if n == 0:
            yield path
            return
        for k in (1, 2):
            if k <= n:
                yield from walk(n - k, path + [k])
    return sum(len(p) * p[0] for p in walk(abs(state.n) + 1, []))
""",
    "path list changed copies": """
def evaluate(self, state):
    def walk(n, path):
        if n == 0:
            yield path[:]
            return
        for k in (1, 2):
            if k <= n:
                path.append(k)
                yield from walk(n - k, path)
                path.pop()
    return sum(len(p) * p[0] for p in walk(abs(state.n) + 1, []))
""",
    "endless": """
def f(n):
    return 1 + f(n + 1)
return f(0)
""",
    "endless method": """
def again(self, n):
    return 1 + self.again(n + 1)
def evaluate(self, state):
    return self.again(state.n) if state.flag else 0
""",
    "caught recursion": """
def f(n):
    return 1 + f(n + 1)
def g(n):
    return n if n <= 0 else 1 + g(n - 1)
total = 0
for i in range(5):
    try:
        total += f(i)
    except RecursionError:
        total += g(500)
return total
""",
    "deep enough": """
def depth(self, n):
    return 0 if n == 0 else 1 + self.depth(n - 1)
def evaluate(self, state):
    return self.depth(600)
""",
    "backtracking": """
def evaluate(self, state):
    n = 4
    cols = []
    count = 0
    def place(row):
        nonlocal count
        if row == n:
            count += 1
            return
        for c in range(n):
            if all(c != d and abs(c - d) != row - r for r, d in enumerate(cols)):
                cols.append(c)
                place(row + 1)
                cols.pop()
    place(0)
    return count + state.n
""",
    "minimax inside": """
def evaluate(self, state):
    def best(cells, turn):
        if len(cells) < 2:
            return cells[0]
        if turn:
            return max(best(cells[1:], False), best(cells[:-1], False))
        return min(best(cells[1:], True), best(cells[:-1], True))
    return best(state.cells, True)
""",
    "memo in a default": """
def evaluate(self, state):
    def walk(n, step=2, *, add=1):
        if n <= 0:
            return add
        return walk(n - step) + walk(n - 1, add=add + 1)
    return walk(abs(state.n) + 2)
""",
    "helper with nonlocal": """
def evaluate(self, state):
    count = 0
    def bump(k):
        nonlocal count
        count += k
    def walk(n):
        if n > 0:
            bump(n)
            walk(n - 1)
            walk(n - 3)
    walk(6 + state.n)
    return count
""",
    "boxed tuple": """
def evaluate(self, state):
    best = (0, ())
    def walk(path):
        nonlocal best
        if len(path) == 3:
            best = max(best, (sum(path), path))
            return
        for c in state.cells[:4]:
            walk(path + (c,))
    walk(())
    return best[0] * 100 + best[1][0]
""",
    "nested inner": """
def evaluate(self, state):
    def outer(n):
        total = 0
        def inner(k):
            nonlocal total
            total += k
            if k > 1:
                inner(k - 1)
        inner(n)
        if n > 1:
            total += outer(n - 1)
        return total
    return outer(4)
""",
    "list of results": """
def evaluate(self, state):
    found = []
    def walk(n, t):
        if n == 0:
            found.append(t)
            return
        walk(n - 1, t + (n,))
        walk(n - 1, t)
    walk(4, ())
    return sum(len(t) for t in found) + len(found) * 1000 + sum(map(sum, found))
""",
}
"""Functions that call themselves."""


@pytest.mark.parametrize("name", RECURSION)
def test_equal_to_python(name: str, tmp_path: Path) -> None:
    assert (
        machine_rows.judged(RECURSION[name], tmp_path, f"recursion_{list(RECURSION).index(name)}") == "same"
    )
