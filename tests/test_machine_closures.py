"""Functions, control flow and numbers of rules as machine code: each row is equal to Python."""

# ruff: noqa: E501

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
VALUES = {
    "product": """
return sum(a * b + c for a, b, c in itertools.product(state.cells, (1, 2), range(2)))
""",
    "product repeat": """
return sum(1 for a, b in itertools.product(state.cells, repeat=2) if a < b)
""",
    "permutations": """
return sum(a * 100 + b * 10 + c for a, b, c in itertools.permutations(state.cells, 3)) + sum(1 for p in itertools.permutations(state.cells[:4]) if p[0] < p[3])
""",
    "combinations": """
return sum(a * b * c * d for a, b, c, d in itertools.combinations(state.cells, 4)) + sum(a * b for a, b in itertools.combinations_with_replacement([c for c in state.cells if c], 2)) + len(list(itertools.combinations([c for c in state.cells if c], 2)))
""",
    "count": """
total = 0
for i in itertools.count(state.n, 2):
    if i > 20:
        break
    total += i
return total + sum(i * c for i, c in zip(itertools.count(1), state.cells)) + next(i for i in itertools.count() if i * i > 50)
""",
    "cycle": """
return sum(a * b for a, b in zip(state.cells, itertools.cycle((1, 2, 3)))) + sum(a * b for a, b in zip(itertools.cycle([c for c in state.cells if c]), range(9)))
""",
    "repeat": """
return sum(itertools.repeat(state.n, 3)) + sum(a * b for a, b in zip(state.cells, itertools.repeat(7)))
""",
    "groupby": """
total = 0
for key, group in itertools.groupby(state.cells):
    total = total * 3 + key * len(list(group))
for odd, group in itertools.groupby(state.cells, key=lambda c: c % 2):
    total += sum(group) * (1 + odd)
return total
""",
    "groupby best": """
return max(len(list(g)) for _, g in itertools.groupby(state.cells))
""",
    "starmap": """
return sum(itertools.starmap(lambda a, b: a * 10 + b, zip(state.cells, state.cells[1:])))
""",
    "accumulate": """
a = list(itertools.accumulate(state.cells))
b = list(itertools.accumulate(state.cells, max))
c = list(itertools.accumulate(state.cells, lambda x, y: x * 2 + y, initial=1))
return a[-1] + 10 * b[-1] + 100 * c[-1] + len(c)
""",
    "others": """
return sum(itertools.filterfalse(lambda c: c > 1, state.cells)) + sum(itertools.compress(state.cells, (1, 0, 1, 0, 1, 1))) + sum(a * b for a, b in itertools.zip_longest([c for c in state.cells if c], state.cells, fillvalue=2)) + sum(a * b for a, b in itertools.pairwise(state.cells)) + sum(itertools.islice(state.cells, 1, 5, 2)) + sum(itertools.chain(state.cells, (1, 2), [3])) + sum(itertools.takewhile(lambda c: c, state.cells)) + sum(itertools.dropwhile(lambda c: c, state.cells))
""",
    "zip with a generator": """
def gen():
    k = 1
    while True:
        yield k
        k *= 2
return sum(a * b for a, b in zip(gen(), state.cells)) + sum(a * b for a, b in zip(state.cells, (c + 1 for c in state.cells if c)))
""",
    "zip gen break": """
total = 0
for i, x in enumerate(zip((c for c in state.cells), range(4))):
    if i == 3:
        break
    total += x[0] * x[1]
else:
    total += 100
return total
""",
    "round": """
return round(state.part * 3.14159, 2) * 100 + round(2.675, 2) + round(state.part / 3, 3) + round(state.n, 2) + round(-state.part, 0)
""",
    "round more": """
x = 0.0
for i in range(200):
    x += round((i * 37 % 101) / 7.0 * (1 if i % 2 else -1), 2) * (i + 1) + round(i * 0.005, 2) + round(i * 0.125, 2) + round(i * 1.0005, 3)
return x
""",
    "isqrt": """
return math.isqrt(abs(state.n) * 1000) + math.isqrt(9223372036854775807 - abs(state.n)) + math.gcd(state.n, 12, 9) + math.lcm(state.n, 4) + math.comb(10, abs(state.n)) + math.perm(9, abs(state.n)) + math.factorial(abs(state.n))
""",
    "isqrt negative": """
return math.isqrt(state.n)
""",
    "factorial too large": """
return math.factorial(30 + state.n) > 5
""",
    "gcd float": """
return math.gcd(state.part, 3)
""",
    "int float mix": """
x = state.n / 2
return x // 1 + x % 1.5 + (-x) // 0.75 + (-x) % 0.75 + state.n // 0.5 + 7.5 // (state.part + 3) + divmod(state.n, 2.5)[1]
""",
    "power": """
return 2 ** abs(state.n) + state.n ** 2 + state.n ** 3 + 2.0 ** state.n + (state.part + 3) ** -1 + 10 ** -2
""",
    "negative power": """
return 2 ** state.n
""",
    "overflow mul": """
return (state.n * 3037000500) * 3037000500
""",
    "overflow shift": """
return 1 << (60 + state.n)
""",
    "overflow power": """
return 10 ** (16 + abs(state.n))
""",
    "overflow neg": """
x = -9223372036854775807 - 1 + abs(state.n) * 0
return -x
""",
    "overflow abs": """
x = -9223372036854775807 - 1 + abs(state.n) * 0
return abs(x) > 0
""",
    "equal one true": """
return [state.n == 3, 1 == state.flag, 1.0 == state.flag, state.n == 3.0, state.part == 0, -0.0 == state.part, True == 1].count(True)
""",
    "in mixed": """
return (1 in (state.flag, 5)) * 100 + (3.0 in (state.n, 2)) * 10 + (True in state.cells) + [1, True, 1.0].count(state.flag) * 1000
""",
    "nan": """
x = float("nan")
y = x + state.part
return (y == y) + 2 * (y != y) + 4 * (y < 1) + 8 * (x in (y, 1.0)) + 16 * (max(y, 1.0) == 1.0) + 32 * (min(1.0, y) == 1.0)
""",
    "inf": """
x = math.inf * (1 if state.flag else -1)
return 1 if x > 1e300 else 2 if x < -1e300 else 3
""",
    "negative zero": """
x = -0.0 * (state.n + 5)
return math.copysign(1, x) + (10 if x == 0 else 0)
""",
    "big compare": """
x = 9007199254740993 + state.n * 0
return (x == 9007199254740992.0) + 2 * (x > 9007199254740992.0) + 4 * (float(x) == 9007199254740992.0)
""",
    "true div big": """
x = 9007199254740993 + state.n * 0
return x / 3
""",
    "bool arithmetic": """
return state.flag + state.flag * 2 - (not state.flag) + (state.flag << 2) + (-state.flag) + (~state.flag) + int(state.flag) + (state.flag & (state.n > 2)) + (state.flag ^ True) + (state.flag | 4) + state.flag ** 2 + state.flag / 2
""",
    "sum of bools": """
return sum([c > 1 for c in state.cells]) + sum((state.flag, state.flag)) + max(state.flag, 0) + min(True, state.n)
""",
    "max of mixed": """
return max(state.n, state.part) * 2 + min(1, state.part, 2) + max(1, 1.0)
""",
    "int of float": """
return int(state.part) + int(-state.part) + math.floor(state.part) * 10 + math.ceil(state.part) * 100 + round(state.part) * 1000 + math.trunc(state.part)
""",
    "float methods": """
return state.part.is_integer() + (3.0).is_integer() + abs(state.part) + (state.n).bit_length() + int(2.5 * state.n)
""",
    "fold raises": """
if state.flag:
    return 1 // 0
return 5
""",
    "fold raises index": """
x = (1, 2, 3)[7] if state.n > 100 else 4
return x
""",
    "fold caught": """
try:
    return [1, 2][5]
except IndexError:
    return 9
""",
    "unbound path": """
if state.flag:
    x = 3
return x
""",
    "unbound loop": """
for i in range(state.n):
    last = i
return last + i
""",
    "del": """
x = state.n
del x
return x
""",
    "unbound del path": """
x = state.n
if x > 2:
    del x
return x
""",
    "tuple unlike index": """
t = (1, 2.5, 3)
return t[state.n % 3]
""",
    "tuple unlike mixed": """
t = (1, (2, 3), 4)
x = t[state.n % 3]
return x if isinstance(x, int) else sum(x)
""",
    "tuple order": """
a, b = (state.n, 2, 3), (state.n, 2, 4)
return (a < b) + 2 * (a <= a) + 4 * ((1, 2) < (1, 2, 3)) + 8 * ((state.n,) > (3, 1)) + 16 * (a == (state.n, 2, 3)) + 32 * (a != b) + 64 * (state.cells > (2, 0))
""",
    "list order": """
a, b = list(state.cells), [2, 0, 1, 5]
return (a < b) + 2 * (a <= a) + 4 * (a == list(state.cells)) + 8 * (a != b) + 16 * (sorted([a, b])[0] == a)
""",
    "list and tuple": """
return (list(state.cells) == state.cells) + 2 * ([1, 2] == (1, 2)) + 4 * (state.cells == tuple(list(state.cells)))
""",
    "unpack nested": """
(a, (b, *c)), *d = (1, state.cells), 3, 4
[e, f] = state.cells[:2]
for i, (g, h) in enumerate(zip(state.cells, range(6))):
    a += g * h * i
return a + b + sum(c) + sum(d) + e * f
""",
    "unpack wrong": """
a, b = [c for c in state.cells if c > 1]
return a * b
""",
    "unpack star": """
first, *rest = [c for c in state.cells if c]
*init, last = state.cells
return first * 100 + len(rest) * 10 + sum(init) + last
""",
    "swap": """
a, b = state.n, 2
a, b = b, a + b
cells = list(state.cells)
cells[0], cells[5] = cells[5], cells[0]
cells[1:3] = [9, 9, 9]
return a * 100 + b + cells[0] + len(cells) + cells[2]
""",
    "starred tuple": """
rest = [c for c in state.cells if c]
t = (*rest, 5, *state.cells[:2])
u = (*t[::-1], *(c + 1 for c in rest))
return len(t) * 100 + t[-1] + sum(u) + (u[0] if u else 0)
""",
    "lengths meet": """
t = ()
for c in state.cells:
    if c:
        t = t + (c,)
    else:
        t = ()
s = (1,) if state.flag else (1, 2)
return len(t) * 10 + sum(t) + len(s)
""",
    "conditional expression kinds": """
x = None if state.n == 0 else state.n
y = x + 1 if x is not None else -1
z = (x or 7) + (x and 2 or 3)
return y * 10 + z
""",
    "none failing": """
x = None if state.n == 0 else state.n
return x + 1
""",
    "class constant": """
def evaluate(self, state):
    return sum(self.TABLE) + Rules.TABLE[state.n % 3] + self.helper(3) + self.other(2) + Rules.helper(1)
TABLE = (4, 5, 6)
@staticmethod
def helper(x):
    return x * 2
@classmethod
def other(cls, x):
    return cls.TABLE[x] + cls.helper(x)
""",
    "cached": """
@functools.cache
def slow(self, n):
    return n if n < 2 else self.slow(n - 1) + self.slow(n - 2)
def evaluate(self, state):
    return self.slow(15 + state.n)
""",
    "cached property": """
@functools.cached_property
def table(self):
    return tuple(i * i for i in range(9))
@property
def size(self):
    return len(self.table)
def evaluate(self, state):
    return self.table[state.n] + self.size
""",
    "generator next loop": """
def gen():
    yield from state.cells
    yield 5
g = gen()
a = next(g)
return a
""",
    "default shared": """
def f(x, extra=(1, 2)):
    return x + sum(extra)
return f(state.n) + f(1, (4,))
""",
    "lambda in loop": """
fs = 0
for k in range(3):
    add = lambda x: x + k
    fs += add(state.n)
return fs
""",
    "late binding": """
k = 1
add = lambda x: x + k
k = 10
return add(state.n)
""",
    "sort key tuple stable": """
pairs = [(c % 2, i) for i, c in enumerate(state.cells)]
pairs.sort(key=lambda p: p[0])
t = 0
for a, b in pairs:
    t = t * 7 + b
return t
""",
    "sort reverse": """
s = list(state.cells)
s.sort(reverse=True)
r = sorted(state.cells, key=lambda c: -c)
return (s == r) * 100 + s[0] + sorted((3, 1, 2))[0]
""",
    "sum float start": """
return sum(state.cells, 0.5) + sum([0.1] * 3) + sum((state.part, 1))
""",
    "fsum": """
return sum([0.1, 0.2, 0.3]) + sum(x * 0.1 for x in range(10))
""",
    "ifexp tuple": """
a, b = (1, 2) if state.flag else (3, 4)
return a * 10 + b
""",
    "assert": """
assert state.n > 0, "n"
return 1
""",
    "dataclass record": """
p = Pair(state.n, 2)
q = Pair(left=1, right=state.n)
return p.total() + (p == q) + (p < q if False else 0) + q.left
""",
    "dataclass order": """
return Pair(1, 2) < Pair(state.n, 3)
""",
}
"""itertools, numbers, tuples, names."""
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
EVERY = RECURSION | CONTROL | VALUES | FUNCTIONS


@pytest.mark.parametrize("name", EVERY)
def test_equal_to_python(name: str, tmp_path: Path) -> None:
    assert machine_rows.judged(EVERY[name], tmp_path, f"row_{list(EVERY).index(name)}") == "same"
