"""Games whose states are objects of classes of all kinds."""

import copy
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Grid:
    size = 3

    def __init__(self, cells=None):
        self._cells = cells if cells is not None else [0] * (self.size * self.size)

    def __getitem__(self, at):
        r, c = at
        return self._cells[r * self.size + c]

    def __setitem__(self, at, v):
        r, c = at
        self._cells[r * self.size + c] = v

    def __iter__(self):
        return iter(self._cells)

    def __len__(self):
        return len(self._cells)

    def __contains__(self, v):
        return v in self._cells

    def copy(self):
        return Grid(self._cells[:])

    def __eq__(self, other):
        if not isinstance(other, Grid):
            return NotImplemented
        return self._cells == other._cells

    __hash__ = None

    @property
    def full(self):
        return all(x != 0 for x in self)


class TTT(Game):
    """Grid with dunder methods inside a tuple."""

    def initial(self):
        return (Grid(), 1)

    def to_move(self, s):
        return MAX if s[1] == 1 else MIN

    def actions(self, s):
        g, _ = s
        return [(r, c) for r in range(3) for c in range(3) if g[r, c] == 0]

    def result(self, s, a):
        g, t = s
        g = g.copy()
        g[a] = t
        return g, -t

    def winner(self, g):
        for i in range(3):
            if g[i, 0] != 0 and g[i, 0] == g[i, 1] == g[i, 2]:
                return g[i, 0]
            if g[0, i] != 0 and g[0, i] == g[1, i] == g[2, i]:
                return g[0, i]
        if g[1, 1] != 0 and (g[0, 0] == g[1, 1] == g[2, 2] or g[0, 2] == g[1, 1] == g[2, 0]):
            return g[1, 1]
        return 0

    def is_terminal(self, s):
        return self.winner(s[0]) != 0 or 0 not in s[0]

    def utility(self, s):
        return self.winner(s[0])

    def evaluate(self, s):
        g = s[0]
        return sum(x for x in g) + len(g) + (1 if g.full else 0) + (3 if g == Grid([0] * 9) else 0)


class GameState(NamedTuple):
    to_move: int
    utility: int
    board: list
    moves: list


class Aima(Game):
    """AIMA's GameState with lists."""

    def initial(self):
        return GameState(1, 0, [0] * 9, list(range(9)))

    def to_move(self, s):
        return MAX if s.to_move == 1 else MIN

    def actions(self, s):
        return s.moves

    def result(self, s, move):
        board = s.board.copy()
        board[move] = s.to_move
        moves = list(s.moves)
        moves.remove(move)
        return GameState(
            to_move=-s.to_move, utility=self.compute(board, move, s.to_move), board=board, moves=moves
        )

    def compute(self, b, m, p):
        for i, j, k in (
            (0, 1, 2),
            (3, 4, 5),
            (6, 7, 8),
            (0, 3, 6),
            (1, 4, 7),
            (2, 5, 8),
            (0, 4, 8),
            (2, 4, 6),
        ):
            if b[i] == b[j] == b[k] == p:
                return p
        return 0

    def is_terminal(self, s):
        return s.utility != 0 or len(s.moves) == 0

    def utility(self, s):
        return s.utility


class Pos:
    __slots__ = ("last", "stacks", "turn")

    def __init__(self, stacks, turn):
        self.stacks = stacks
        self.turn = turn
        self.last = None

    def clone(self):
        p = Pos([list(s) for s in self.stacks], self.turn)
        p.last = self.last
        return p


class Towers(Game):
    """ragged stacks in a slots class, None."""

    def initial(self):
        return Pos([[1, 2], [3], []], 0)

    def to_move(self, s):
        return MAX if s.turn % 2 == 0 else MIN

    def actions(self, s):
        for i, a in enumerate(s.stacks):
            if not a:
                continue
            for j, b in enumerate(s.stacks):
                if i != j and (not b or b[-1] != a[-1] + 1) and (i, j) != s.last:
                    yield (i, j)

    def result(self, s, a):
        n = s.clone()
        i, j = a
        n.stacks[j].append(n.stacks[i].pop())
        n.turn += 1
        n.last = (j, i)
        return n

    def is_terminal(self, s):
        return s.turn >= 6 or len(s.stacks[2]) == 3

    def utility(self, s):
        return sum(s.stacks[2]) - sum(s.stacks[0]) if s.turn else 0

    def evaluate(self, s):
        return sum(len(x) * (i + 1) for i, x in enumerate(s.stacks)) + (
            5 if s.last is not None and s.last[0] == 2 else 0
        )


class Token:
    kind = 0

    def __init__(self, x, owner):
        self.x = x
        self.owner = owner

    def steps(self):
        return [1]

    def value(self):
        return 10 + self.kind


class Runner(Token):
    kind = 1

    def __init__(self, x, owner):
        super().__init__(x, owner)
        self.boost = 2

    def steps(self):
        return [1, self.boost]

    def value(self):
        return super().value() * 2


class Race2(Game):
    """inheritance, list of one class."""

    def initial(self):
        return ([Runner(0, 0), Runner(1, 1), Runner(0, 1)], 0)

    def to_move(self, s):
        return MAX if s[1] % 2 == 0 else MIN

    def actions(self, s):
        out = []
        for i, p in enumerate(s[0]):
            if p.owner == s[1] % 2:
                for d in p.steps():
                    if p.x + d <= 6:
                        out.append((i, d))
        return out or [(-1, 0)]

    def result(self, s, a):
        ps, t = deepcopy(s)
        i, d = a
        if i >= 0:
            p = ps[i]
            p.x += d
            if p.x == 3:
                p.boost = 1
        return (ps, t + 1)

    def is_terminal(self, s):
        return s[1] > 7 or any(p.x == 6 for p in s[0])

    def utility(self, s):
        return sum(p.value() * p.x * (1 if p.owner == 0 else -1) for p in s[0])


@dataclass(order=True)
class Pile:
    size: int
    tag: int = field(compare=False, default=0)


@dataclass
class NimState:
    piles: list
    turn: int = 0
    log: list = field(default_factory=list, compare=False)

    def __post_init__(self):
        self.total = sum(p.size for p in self.piles)


class NimObj(Game):
    def initial(self):
        return NimState([Pile(3, 1), Pile(2, 2), Pile(2, 3)])

    def to_move(self, s):
        return MAX if s.turn == 0 else MIN

    def actions(self, s):
        return [(i, k) for i, p in enumerate(sorted(s.piles)) for k in range(1, p.size + 1)]

    def result(self, s, a):
        i, k = a
        piles = sorted(s.piles)
        piles[i] = replace(piles[i], size=piles[i].size - k)
        return replace(s, piles=[p for p in piles if p.size > 0], turn=1 - s.turn, log=[])

    def is_terminal(self, s):
        return s.total == 0

    def utility(self, s):
        return -1 if s.turn == 0 else 1

    def evaluate(self, s):
        return max(s.piles).size + s.piles[0].tag + (1 if Pile(2) in s.piles else 0) + s.total


class Lazy:
    hot = 0

    def __init__(self):
        self.n = 7

    @classmethod
    def of(cls, n):
        me = cls()
        me.n = n
        return me

    @staticmethod
    def limit(n):
        return min(3, n)

    @property
    def double(self):
        return self.n * 2

    @double.setter
    def double(self, v):
        self.n = v // 2


class LazyGame(Game):
    """class attributes, an attribute set later, setters, classmethods"""

    def initial(self):
        return (Lazy.of(9), 0)

    def to_move(self, s):
        return MAX if s[1] == 0 else MIN

    def actions(self, s):
        return range(1, Lazy.limit(s[0].n) + 1)

    def result(self, s, a):
        x = Lazy.of(s[0].n - a)
        return (x, 1 - s[1])

    def is_terminal(self, s):
        return s[0].n == 0

    def utility(self, s):
        return -1 if s[1] == 0 else 1

    def evaluate(self, s):
        x = s[0]
        before = x.hot
        x.hot = 5
        x.double = x.double + 4
        found = x.n * 100 + before * 10 + x.hot
        return found


class Aliases(Game):
    """names for the same list, changes through one seen through the other"""

    def initial(self):
        return [[1, 2, 3], [4, 5, 6]]

    def to_move(self, s):
        return MAX if s[0][0] % 2 else MIN

    def actions(self, s):
        return [0, 1, 2]

    def result(self, s, a):
        a_row, b_row = s
        new = [list(a_row), list(b_row)]
        row = new[0]
        other = row
        other[a] += 1
        new[1], new[0] = new[0], new[1]
        row[0] = row[0] + 1
        return new

    def is_terminal(self, s):
        return sum(map(sum, s)) > 30

    def utility(self, s):
        return s[0][1] - s[1][2]

    def evaluate(self, s):
        first = s[0]
        keep = s
        first[1] += 10
        keep[1] = first
        s[1][0] = 7
        x = s[0][0] * 100 + s[1][1]
        t = [s[0], s[1]]
        t[0].append(3)
        return x + len(s[1]) * 1000


class PlayGen(Game):
    """actions play and take back while the search loops"""

    def initial(self):
        return [0] * 6

    def to_move(self, s):
        return MAX if sum(map(abs, s)) % 2 == 0 else MIN

    def actions(self, s):
        me = 1 if self.to_move(s) == MAX else -1
        for i in range(6):
            if s[i] == 0:
                s[i] = me
                bad = i > 0 and s[i - 1] == me and i > 1 and s[i - 2] == me
                s[i] = 0
                if not bad:
                    yield i

    def result(self, s, i):
        me = 1 if self.to_move(s) == MAX else -1
        return s[:i] + [me] + s[i + 1 :]

    def is_terminal(self, s):
        return not any(True for _ in self.actions(s))

    def utility(self, s):
        return sum(x * i for i, x in enumerate(s))

    def evaluate(self, s):
        return sum(self.utility(self.result(s, i)) for i in self.actions(s))


class Mixed(Game):
    """[board, turn]"""

    def initial(self):
        return [[0, 0, 0, 0], 1]

    def to_move(self, s):
        return MAX if s[1] == 1 else MIN

    def actions(self, s):
        return [i for i in range(4) if s[0][i] == 0]

    def result(self, s, i):
        new = copy.deepcopy(s)
        new[0][i] = new[1]
        new[1] = -new[1]
        return new

    def is_terminal(self, s):
        return 0 not in s[0]

    def utility(self, s):
        return sum(i * x for i, x in enumerate(s[0]))


class Maybe(Game):
    """a list of objects or None"""

    def initial(self):
        return ([Pile(2), None, Pile(1), None], 0)

    def to_move(self, s):
        return MAX if s[1] % 2 == 0 else MIN

    def actions(self, s):
        return [i for i, p in enumerate(s[0]) if p is not None]

    def result(self, s, i):
        cells = list(s[0])
        p = cells[i]
        cells[i] = None
        if p is not None and p.size > 1:
            cells[(i + 1) % 4] = Pile(p.size - 1)
            if cells[(i + 2) % 4] is None:
                cells[(i + 2) % 4] = Pile(1)
        return (cells, s[1] + 1)

    def is_terminal(self, s):
        return all(p is None for p in s[0]) or s[1] > 6

    def utility(self, s):
        return s[1]


class Zoo(Game):
    """a list of objects of several classes"""

    def initial(self):
        return ([Token(0, 0), Runner(0, 1)], 0)

    def to_move(self, s):
        return MAX if s[1] % 2 == 0 else MIN

    def actions(self, s):
        p = s[0][s[1] % 2]
        return [d for d in p.steps() if p.x + d <= 5]

    def result(self, s, d):
        ps, t = copy.deepcopy(s)
        ps[t % 2].x += d
        return (ps, t + 1)

    def is_terminal(self, s):
        return s[1] > 5 or not self.actions(s)

    def utility(self, s):
        return sum(p.value() * p.x for p in s[0])


PLAYED = [TTT, Aima, Towers, Race2, NimObj, LazyGame, Aliases, PlayGen, Mixed, Maybe, Zoo]
