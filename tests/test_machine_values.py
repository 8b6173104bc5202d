"""itertools, numbers, tuples and names, as machine code: each row is equal to Python."""

# ruff: noqa: E501

from __future__ import annotations

from pathlib import Path

import machine_rows
import pytest

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


@pytest.mark.parametrize("name", VALUES)
def test_equal_to_python(name: str, tmp_path: Path) -> None:
    assert machine_rows.judged(VALUES[name], tmp_path, f"values_{list(VALUES).index(name)}") == "same"
