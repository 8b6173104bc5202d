"""Games that change what they should not, or look at it in odd ways."""

import copy
from copy import deepcopy

from zermelo import MAX, MIN, Game

WEIGHTS = [3, 1, 2, 5]
ROWS = [[1, 2], [3, 4]]


class Base(Game):
    def initial(self):
        return ([0, 0, 0, 0], 0)

    def to_move(self, s):
        return MAX if s[1] % 2 == 0 else MIN

    def actions(self, s):
        return [i for i in range(4) if s[0][i] == 0]

    def result(self, s, i):
        b = list(s[0])
        b[i] = 1 if s[1] % 2 == 0 else -1
        return (b, s[1] + 1)

    def is_terminal(self, s):
        return 0 not in s[0]

    def utility(self, s):
        return sum(w * x for w, x in zip(WEIGHTS, s[0]))


class Reads(Base):
    def evaluate(self, s):
        order = list(WEIGHTS)
        order.sort()
        rows = [r[:] for r in ROWS]
        rows[0][0] = 9
        best = sorted(s[0])
        return order[0] * 10 + rows[0][0] + ROWS[0][0] + best[0] + (s[0] == [0, 0, 0, 0]) + WEIGHTS.index(2)


class Writes(Base):
    def evaluate(self, s):
        WEIGHTS.append(1)
        WEIGHTS.pop()
        return 0


class Writes2(Base):
    def change(self, cells):
        cells[0] = 3

    def evaluate(self, s):
        self.change(ROWS[0])
        return 0


class Writes3(Base):
    def evaluate(self, s):
        cells = s[0] if s[1] > 2 else WEIGHTS
        cells[0] = 3
        return 0


class Key(Base):
    """position() and key() that give parts of the state"""

    def position(self, s):
        return s[0]

    def key(self, s):
        return sum(3**i * (x + 1) for i, x in enumerate(s[0]))


class Node:
    def __init__(self, v, next=None):
        self.v, self.next = v, next


class Chain(Base):
    def evaluate(self, s):
        head = None
        for x in s[0]:
            head = Node(x, head)
        total = 0
        at = head
        while at is not None:
            total = total * 3 + at.v
            at = at.next
        other = copy.deepcopy(head)
        other.v = 50
        other.next.v = 7
        return total + head.v + other.v + head.next.v * 2 + other.next.v


class Sym(Base):
    def symmetries(self, s):
        b, t = s
        yield (b[::-1], t)
        yield ([b[1], b[0], b[3], b[2]], t)


class Grow:
    def __init__(self):
        self.n = 0
        self.seen = []

    def push(self, x):
        self.seen.append(x)
        self.n += x
        if self.n > 3:
            self.big = True

    def flag(self):
        try:
            return 1 if self.big else 0
        except AttributeError:
            return -1


class LazyAttr(Base):
    def evaluate(self, s):
        g = Grow()
        out = g.flag() * 1000
        for i, x in enumerate(s[0]):
            g.push(i * x * x)
        return out + g.flag() * 100 + g.n


class Shared:
    def __init__(self, a, b):
        self.a, self.b = a, b


class Aliased(Base):
    def initial(self):
        r = [0, 0]
        return (Shared(r, r), 0)

    def actions(self, s):
        return [0, 1]

    def is_terminal(self, s):
        return s[1] > 3

    def result(self, s, i):
        n = copy.deepcopy(s)
        n[0].a[i] += 1
        return (n[0], s[1] + 1)

    def utility(self, s):
        return sum(s[0].b)


class AliasLater(Base):
    def initial(self):
        return ([[0, 0], [0, 0]], 0)

    def actions(self, s):
        return [0, 1]

    def is_terminal(self, s):
        return s[1] > 3

    def result(self, s, i):
        rows, t = copy.deepcopy(s)
        rows[0][i] += 1
        if t == 2:
            rows[1] = rows[0]
        return (rows, t + 1)

    def utility(self, s):
        return sum(s[0][1])


class Early(Base):
    """rules that raise, objects in try"""

    def evaluate(self, s):
        try:
            x = [1, 2][s[0][0] + 3]
        except IndexError:
            x = 9
        return x


class Floats(Base):
    def initial(self):
        return ([0.0, 0.5, -1.5], 0)

    def actions(self, s):
        return [0, 1, 2]

    def is_terminal(self, s):
        return s[1] > 3

    def result(self, s, i):
        b = s[0].copy()
        b[i] = b[i] / 3 - 1
        return (b, s[1] + 1)

    def utility(self, s):
        return int(sum(s[0]) * 100)


class Deep(Base):
    """deepcopy inside a rule: the copy and what it was made of are two things"""

    def evaluate(self, s):
        a = ([Node(1), None], [2, 3], (4, [5]))
        b = deepcopy(a)
        b[0][0].v += 10
        b[1][0] += 100
        b[2][1][0] = 77
        c = copy.copy(a[0])
        c[0].v += 1000
        rows = list(map(deepcopy, [[1, 2], [3]]))
        return a[0][0].v + a[1][0] + a[2][1][0] * 2 + b[0][0].v * 3 + b[2][1][0] + rows[0][0]


PLAYED = [Reads, Key, Chain, Sym, LazyAttr, Early, Deep, Floats]
REFUSED = [Writes, Writes2, Writes3, Aliased, AliasLater]
