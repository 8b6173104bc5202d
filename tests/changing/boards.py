"""Games in classes with a board of lists, as students write them: drop and undo, pieces, histories."""

import copy
from copy import deepcopy
from dataclasses import dataclass, field
from enum import Enum

from zermelo import MAX, MIN, Game

EMPTY = " "
ROWS, COLS = 4, 5


class Connect:
    """A board with drop and undo, a history and a printable form."""

    def __init__(self, rows=ROWS, cols=COLS):
        self.rows = rows
        self.cols = cols
        self.board = [[EMPTY for _ in range(cols)] for _ in range(rows)]
        self.history = []
        self.current_player = "R"
        self.winner = None

    def __str__(self):
        return "\n".join("|".join(row) for row in self.board)

    def __repr__(self):
        return f"Connect({self.history})"

    def valid_moves(self):
        return [c for c in range(self.cols) if self.board[0][c] == EMPTY]

    def drop(self, col):
        for r in reversed(range(self.rows)):
            if self.board[r][col] == EMPTY:
                self.board[r][col] = self.current_player
                self.history.append((r, col))
                if self.check(r, col):
                    self.winner = self.current_player
                self.switch()
                return True
        raise ValueError(f"column {col} is full")

    def undo(self):
        r, c = self.history.pop()
        self.board[r][c] = EMPTY
        self.winner = None
        self.switch()

    def switch(self):
        self.current_player = "Y" if self.current_player == "R" else "R"

    def check(self, r, c):
        who = self.board[r][c]
        for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            n = 1
            for s in (1, -1):
                y, x = r + s * dr, c + s * dc
                while 0 <= y < self.rows and 0 <= x < self.cols and self.board[y][x] == who:
                    n += 1
                    y += s * dr
                    x += s * dc
            if n >= 3:
                return True
        return False

    def is_full(self):
        return all(cell != EMPTY for cell in self.board[0])


class ConnectGame(Game):
    def initial(self):
        return Connect()

    def to_move(self, s):
        return MAX if s.current_player == "R" else MIN

    def actions(self, s):
        return sorted(s.valid_moves(), key=lambda c: abs(c - s.cols // 2))

    def result(self, s, a):
        n = deepcopy(s)
        n.drop(a)
        return n

    def is_terminal(self, s):
        return s.winner is not None or s.is_full()

    def utility(self, s):
        return 1 if s.winner == "R" else -1 if s.winner == "Y" else 0

    def evaluate(self, s):
        best = 0
        for m in s.valid_moves():
            s.drop(m)
            if s.winner is not None:
                best += 1
            s.undo()
        return best if s.current_player == "R" else -best


class Colour(Enum):
    WHITE = 1
    BLACK = 2

    def other(self):
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Piece:
    def __init__(self, colour, row, col, king=False):
        self.colour = colour
        self.row = row
        self.col = col
        self.king = king

    def moves(self, board):
        found = []
        step = -1 if self.colour is Colour.WHITE else 1
        for dc in (-1, 1):
            for dr in [step, -step] if self.king else [step]:
                r, c = self.row + dr, self.col + dc
                if board.inside(r, c):
                    other = board.at(r, c)
                    if other is None:
                        found.append(((self.row, self.col), (r, c)))
                    elif other.colour != self.colour:
                        r2, c2 = r + dr, c + dc
                        if board.inside(r2, c2) and board.at(r2, c2) is None:
                            found.append(((self.row, self.col), (r2, c2)))
        return found


class Draughts:
    SIZE = 5

    def __init__(self):
        self.grid = [[None] * self.SIZE for _ in range(self.SIZE)]
        self.turn = Colour.WHITE
        self.ply = 0
        for c in range(0, self.SIZE, 2):
            self.grid[0][c] = Piece(Colour.BLACK, 0, c)
            self.grid[self.SIZE - 1][c] = Piece(Colour.WHITE, self.SIZE - 1, c)

    def inside(self, r, c):
        return 0 <= r < self.SIZE and 0 <= c < self.SIZE

    def at(self, r, c):
        return self.grid[r][c]

    def pieces(self):
        for row in self.grid:
            for p in row:
                if p is not None and p.colour is self.turn:
                    yield p

    def legal(self):
        out = []
        for p in self.pieces():
            out.extend(p.moves(self))
        return out

    def move(self, a, b):
        p = self.grid[a[0]][a[1]]
        self.grid[a[0]][a[1]] = None
        self.grid[b[0]][b[1]] = p
        p.row, p.col = b
        if abs(a[0] - b[0]) == 2:
            self.grid[(a[0] + b[0]) // 2][(a[1] + b[1]) // 2] = None
        if p.row in (0, self.SIZE - 1):
            p.king = True
        self.turn = self.turn.other()
        self.ply += 1


class DraughtsGame(Game):
    def initial(self):
        return Draughts()

    def to_move(self, s):
        return MAX if s.turn is Colour.WHITE else MIN

    def actions(self, s):
        return s.legal()

    def result(self, s, m):
        n = copy.deepcopy(s)
        n.move(*m)
        return n

    def is_terminal(self, s):
        return s.ply >= 8 or not s.legal()

    def utility(self, s):
        return sum(
            (3 if p.king else 1) * (1 if p.colour is Colour.WHITE else -1) for row in s.grid for p in row if p
        )


@dataclass
class Mancala:
    pits: list[int] = field(default_factory=lambda: [2] * 4 + [0] + [2] * 4 + [0])
    player: int = 0

    def sow(self, i):
        pits = self.pits.copy()
        n, pits[i] = pits[i], 0
        j = i
        while n > 0:
            j = (j + 1) % len(pits)
            if j == (9 if self.player == 0 else 4):
                continue
            pits[j] += 1
            n -= 1
        again = j == (4 if self.player == 0 else 9)
        return Mancala(pits, self.player if again else 1 - self.player)


class MancalaGame(Game):
    def initial(self):
        return Mancala()

    def to_move(self, s):
        return MAX if s.player == 0 else MIN

    def actions(self, s):
        off = 5 * s.player
        return [i for i in range(off, off + 4) if s.pits[i]]

    def result(self, s, i):
        return s.sow(i)

    def is_terminal(self, s):
        return sum(s.pits[:4]) == 0 or sum(s.pits[5:9]) == 0

    def utility(self, s):
        return s.pits[4] + sum(s.pits[:4]) - s.pits[9] - sum(s.pits[5:9])


class Tic:
    def __init__(self, board=None, turn="X"):
        self.board = board or [[None] * 3 for _ in range(3)]
        self.turn = turn

    def successors(self):
        for r in range(3):
            for c in range(3):
                if self.board[r][c] is None:
                    new = [row.copy() for row in self.board]
                    new[r][c] = self.turn
                    yield (r, c), Tic(new, "O" if self.turn == "X" else "X")

    @property
    def winner(self):
        lines = [row for row in self.board] + [[self.board[r][c] for r in range(3)] for c in range(3)]
        lines += [[self.board[i][i] for i in range(3)], [self.board[i][2 - i] for i in range(3)]]
        for line in lines:
            if line[0] is not None and line.count(line[0]) == 3:
                return line[0]
        return None

    def __eq__(self, other):
        return isinstance(other, Tic) and self.board == other.board and self.turn == other.turn

    def __hash__(self):
        return hash(str(self.board) + self.turn)


class TicGame(Game):
    def initial(self):
        return Tic()

    def to_move(self, s):
        return MAX if s.turn == "X" else MIN

    def actions(self, s):
        return [m for m, _ in s.successors()]

    def result(self, s, m):
        for a, n in s.successors():
            if a == m:
                return n
        raise KeyError(m)

    def is_terminal(self, s):
        return s.winner is not None or all(c is not None for row in s.board for c in row)

    def utility(self, s):
        return {"X": 1, "O": -1, None: 0}[s.winner]


class HandGame(Game):
    """[cards], [cards], pile, turn: nested tuples and lists, del, slices, sort in place, min by key"""

    def initial(self):
        return ([5, 2, 8], [1, 9, 4], [], 0)

    def to_move(self, s):
        return MAX if s[3] == 0 else MIN

    def actions(self, s):
        h = s[s[3]] if s[3] < 2 else []
        return sorted(range(len(h)), key=lambda i: -h[i])

    def result(self, s, i):
        a, b, pile, t = s
        hands = [a[:], b[:]]
        card = hands[t][i]
        del hands[t][i]
        pile = pile + [card]
        if len(pile) % 3 == 0:
            pile.sort(reverse=True)
            pile = pile[:2]
        hands[0].sort()
        return (hands[0], hands[1], pile, 1 - t)

    def is_terminal(self, s):
        return not s[0] and not s[1]

    def utility(self, s):
        return sum(s[2]) - 9

    def evaluate(self, s):
        return sum(s[0]) - sum(s[1]) + max(s[2], default=0)


PLAYED = [ConnectGame, DraughtsGame, MancalaGame, TicGame, HandGame]
