"""Exceptions, match, calls and functions of Python, as machine code: each row is equal to Python."""

# ruff: noqa: E501

from __future__ import annotations

from pathlib import Path

import machine_rows
import pytest

CONTROL = {
    "try finally return": """
log = []
def f(k):
    try:
        if k == 0:
            return 1
        if k == 1:
            raise ValueError("x")
        log.append(k)
    except ValueError:
        log.append(10)
        return 5
    else:
        log.append(20)
    finally:
        log.append(100)
    return 7
return sum(f(k) for k in range(4)) * 10000 + sum(log)
""",
    "finally across calls": """
def evaluate(self, state):
    log = [0]
    try:
        self.risky(log, state.n)
    except (ZeroDivisionError, IndexError):
        log.append(1000)
    return sum(log)
def risky(self, log, n):
    try:
        log.append(5)
        log.append(10 // n)
        log.append([1, 2, 3][n])
    finally:
        log.append(7)
""",
    "reraise": """
def evaluate(self, state):
    total = 0
    for k in range(4):
        try:
            try:
                total += 10 // (k - 1)
                if k == 2: raise KeyError(k)
            except ZeroDivisionError:
                total += 100
                raise
            except KeyError as error:
                total += 1
                raise IndexError("a") from error
            finally:
                total += 1000
        except (ZeroDivisionError, IndexError):
            total += 5
    return total
""",
    "uncaught": """
x = 3
try:
    x = state.cells[state.n]
finally:
    x += 1
return x
""",
    "nested try in loop break continue": """
total = 0
for i in range(10):
    try:
        if i == 3:
            continue
        if i == 7:
            break
        total += 10 // (i % 3)
    except ZeroDivisionError:
        total += 1
        continue
    finally:
        total += 100
else:
    total += 5000
return total
""",
    "return in finally": """
def f(k):
    try:
        return 10 // k
    finally:
        if k == 0:
            return -1
return f(state.n)
""",
    "name after except": """
try:
    v = state.cells[state.n]
except IndexError as e:
    v = -1
return v
""",
    "unbound after except": """
try:
    v = 10 // state.n
    w = 3
except ZeroDivisionError:
    v = 1
return v + w
""",
    "while else": """
n = abs(state.n)
while n > 1:
    n -= 2
    if n == 5:
        break
else:
    n += 100
return n
""",
    "with suppress": """
total = 1
with contextlib.suppress(IndexError, ZeroDivisionError):
    total += state.cells[state.n]
    total += 10 // state.n
return total
""",
    "match values": """
def f(x):
    match x:
        case 0:
            return 1
        case 1 | 2:
            return 20
        case n if n > 4:
            return n * 2
        case -2:
            return 77
        case _:
            return -1
return f(state.n) + sum(f(c) for c in state.cells)
""",
    "match tuples": """
total = 0
for pair in ((0, 1), (1, 0), (2, 2), (state.n, 3)):
    match pair:
        case (0, y):
            total += y
        case (x, 0):
            total += 10 * x
        case (x, y) if x == y:
            total += 100
        case (a, b):
            total += 1000 + a * b
return total
""",
    "match star": """
match state.cells:
    case (0, *rest):
        return sum(rest)
    case (first, *_, last) if first == last:
        return 10 * first
    case [a, b, *rest]:
        return a - b + len(rest)
""",
    "match class": """
def f(p):
    match p:
        case Point(0, y):
            return y
        case Point(x=1, y=yy):
            return 10 * yy
        case Point() as q:
            return q.x * 100 + q.y
return f(Point(state.n, 3)) + f(Point(1, state.n)) + f(Point(0, state.n))
""",
    "match class union": """
def f(p):
    match p:
        case Point(x, y):
            return x + y
        case Pair(left=a, right=b):
            return 10 * a + b
        case None:
            return 5
        case int(k):
            return 1000 * k
total = 0
for i in range(4):
    p = Point(i, state.n) if i == 0 else Pair(i, 2) if i == 1 else None if i == 2 else state.n
    total += f(p)
return total
""",
    "match nested": """
match (state.flag, state.cells[0], (state.n, state.n + 1)):
    case (True, 2, (n, m)):
        return n * m
    case (False, _, (0, 1 | 2)):
        return 42
    case (_, c, (n, _)) if c > n:
        return -7
return -100
""",
    "match true and one": """
def f(x):
    match x:
        case True:
            return 1
        case False:
            return 2
        case 1:
            return 3
    return 4
return f(state.flag) * 100 + f(state.n) + f(1) * 10
""",
    "match none of unknown length": """
cells = [c for c in state.cells if c]
match cells:
    case []:
        return 1
    case [a]:
        return a
    case [a, b]:
        return a + b
    case [a, *rest]:
        return a * 10 + len(rest)
""",
    "chained": """
return sum(1 for a in state.cells if 0 < a <= 2 != state.n) + (1 < state.n < 5 < 8)
""",
    "walrus": """
return sum(y for c in state.cells if (y := c * 2) > 2) + (m := state.n + 1) * m
""",
    "walrus outside": """
if any((last := c) > 1 for c in state.cells):
    return last
return -1
""",
    "star args": """
def f(a, *rest, k=2, **more):
    return a + k * len(rest) + sum(rest) + sum(more.values())
def g(*args):
    return sum(args)
return f(1, 2, 3, k=state.n) + f(5) + g() + g(*state.cells) + f(*state.cells[:3], k=3)
""",
    "star args method": """
def total(self, *cells, scale=1):
    return sum(cells) * scale
def evaluate(self, state):
    return self.total(*state.cells) + self.total(1, 2, scale=state.n) + self.total(*[c for c in state.cells if c])
""",
    "partial": """
add = functools.partial(lambda a, b, c=1: a * 10 + b * c, 3)
return add(state.n) + add(2, c=state.n)
""",
    "itemgetter": """
pairs = [(c, i) for i, c in enumerate(state.cells)]
best = max(pairs, key=operator.itemgetter(0))
first, second = operator.itemgetter(1, 0)(best)
p = max((Point(c, -i) for i, c in enumerate(state.cells)), key=operator.attrgetter("y"))
return first * 10 + second + p.x
""",
    "operator functions": """
ops = (operator.add, operator.sub, operator.mul)
return sum(op(state.n, 3) for op in ops) + functools.reduce(operator.xor, state.cells) + operator.neg(state.n)
""",
    "next": """
return next(c for c in state.cells if c > 0)
""",
    "next default": """
return next((i for i, c in enumerate(state.cells) if c > 1), -5)
""",
    "next iter": """
it = iter(state.cells)
a = next(it)
b = next(it)
return a * 10 + b
""",
    "iter rest": """
it = iter(state.cells)
first = next(it)
return first * 100 + sum(it)
""",
    "zip star": """
rows = [state.cells[:3], state.cells[3:]]
columns = [sum(col) for col in zip(*rows)]
return columns[0] * 100 + columns[1] * 10 + columns[2]
""",
    "zip unequal": """
a = [c for c in state.cells if c]
return sum(x * y for x, y in zip(a, range(3))) + len(list(zip(a, state.cells, strict=False)))
""",
    "zip strict": """
a = [c for c in state.cells if c]
return sum(x * y for x, y in zip(a, state.cells, strict=True))
""",
    "enumerate": """
return sum(i * c for i, c in enumerate(state.cells, start=state.n)) + sum(i for i, (a, b) in enumerate(zip(state.cells, state.cells[1:])) if a < b)
""",
    "reversed": """
return sum(i * c for i, c in enumerate(reversed(state.cells))) + sum(i * c for i, c in enumerate(reversed([c for c in state.cells if c])))
""",
    "sum of lists": """
return len(sum([[c] * 2 for c in state.cells], [])) + sum(sum(((c, 1) for c in state.cells), ()))
""",
    "sorted key": """
s = sorted(state.cells, key=lambda c: (-c, c % 2))
t = sorted(range(6), key=lambda i: state.cells[i], reverse=True)
return s[0] * 100 + t[0] * 10 + t[1]
""",
    "min max": """
return min(state.cells, key=lambda c: abs(c - 2)) + max((c for c in state.cells if c > 3), default=-9) * 10 + max(state.n, 2, key=lambda x: -x)
""",
    "any all": """
return (1 if any(c > 4 for c in state.cells) else 0) + (10 if all(c < 3 for c in state.cells) else 0)
""",
    "any short": """
return 1 if any(10 // c > 3 for c in state.cells) else 0
""",
}
"""Exceptions, match, calls and functions of Python."""


@pytest.mark.parametrize("name", CONTROL)
def test_equal_to_python(name: str, tmp_path: Path) -> None:
    assert machine_rows.judged(CONTROL[name], tmp_path, f"control_{list(CONTROL).index(name)}") == "same"
