"""Games whose boards are lists and lists of lists, bare or in a small class."""

import copy
from dataclasses import dataclass, field

from zermelo import MAX, MIN, Game

N = 4
LINES = (
    [[(r, c) for c in range(N)] for r in range(N)]
    + [[(r, c) for r in range(N)] for c in range(N)]
    + [[(i, i) for i in range(N)], [(i, N - 1 - i) for i in range(N)]]
)


class Square(Game):
    def initial(self):
        return [[0] * N for _ in range(N)]

    def to_move(self, s):
        x = 0
        o = 0
        for row in s:
            for cell in row:
                if cell == 1:
                    x += 1
                if cell == 2:
                    o += 1
        return MAX if x == o else MIN

    def actions(self, s):
        found = []
        for r, row in enumerate(s):
            for c, cell in enumerate(row):
                if cell == 0:
                    found.append((r, c))
        return found

    def result(self, s, a):
        new = copy.deepcopy(s)
        new[a[0]][a[1]] = 1 if self.to_move(s) == MAX else 2
        return new

    def won(self, s, who):
        for line in LINES:
            if all(s[r][c] == who for r, c in line):
                return True
        return False

    def is_terminal(self, s):
        return self.won(s, 1) or self.won(s, 2) or all(cell != 0 for row in s for cell in row)

    def utility(self, s):
        return 1 if self.won(s, 1) else -1 if self.won(s, 2) else 0


class Slices(Square):
    def result(self, s, a):
        who = 1 if self.to_move(s) == MAX else 2
        new = [row[:] for row in s]
        new[a[0]][a[1]] = who
        return new

    def actions(self, s):
        for r in range(N):
            for c in range(N):
                if s[r][c] == 0:
                    yield (r, c)


class PlayUndo(Slices):
    def evaluate(self, s):
        best = 0
        who = 1 if self.to_move(s) == MAX else 2
        for r in range(N):
            for c in range(N):
                if s[r][c] == 0:
                    s[r][c] = who
                    if self.won(s, who):
                        best += 1
                    s[r][c] = 0
        return best if who == 1 else -best


class Pair(Game):
    """(board, turn)"""

    def initial(self):
        return ([0] * 9, 1)

    def to_move(self, s):
        return MAX if s[1] == 1 else MIN

    def actions(self, s):
        board, _ = s
        return [i for i in range(9) if board[i] == 0]

    def result(self, s, a):
        board, turn = s
        new = board.copy()
        new[a] = turn
        return (new, -turn)

    def line(self, b):
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
            if b[i] != 0 and b[i] == b[j] == b[k]:
                return b[i]
        return 0

    def is_terminal(self, s):
        return self.line(s[0]) != 0 or 0 not in s[0]

    def utility(self, s):
        return self.line(s[0])


class Board:
    def __init__(self):
        self.cells = [[0] * N for _ in range(N)]
        self.turn = 1
        self.left = N * N

    def play(self, move):
        r, c = move
        self.cells[r][c] = self.turn
        self.turn = -self.turn
        self.left -= 1

    def undo(self, move):
        r, c = move
        self.cells[r][c] = 0
        self.turn = -self.turn
        self.left += 1

    def legal(self):
        return [(r, c) for r in range(N) for c in range(N) if self.cells[r][c] == 0]

    def won(self, who):
        for line in LINES:
            if all(self.cells[r][c] == who for r, c in line):
                return True
        return False

    def __eq__(self, other):
        return self.cells == other.cells and self.turn == other.turn

    def __hash__(self):
        return hash((tuple(map(tuple, self.cells)), self.turn))


class Objects(Game):
    def initial(self):
        return Board()

    def to_move(self, s):
        return MAX if s.turn == 1 else MIN

    def actions(self, s):
        return s.legal()

    def result(self, s, a):
        new = copy.deepcopy(s)
        new.play(a)
        return new

    def is_terminal(self, s):
        return s.won(1) or s.won(-1) or s.left == 0

    def utility(self, s):
        return 1 if s.won(1) else -1 if s.won(-1) else 0


class Undoing(Objects):
    def evaluate(self, s):
        best = 0
        for move in s.legal():
            s.play(move)
            if s.won(1):
                best += 1
            if s.won(-1):
                best -= 1
            s.undo(move)
        return best


class Stones(Game):
    """A list of heaps that shrinks: pop, remove."""

    def initial(self):
        return [3, 4, 2]

    def to_move(self, s):
        return MAX if sum(s) % 2 else MIN

    def actions(self, s):
        return [(i, k) for i, heap in enumerate(s) for k in range(1, heap + 1)]

    def result(self, s, a):
        i, k = a
        new = list(s)
        new[i] -= k
        if new[i] == 0:
            new.pop(i)
        return new

    def is_terminal(self, s):
        return not s

    def utility(self, s):
        return 1


@dataclass
class Player:
    name: int
    hand: list = field(default_factory=list)
    score: int = 0

    def take(self, card):
        self.hand.remove(card)
        self.score += card


@dataclass
class Table:
    players: list
    turn: int = 0

    @property
    def current(self):
        return self.players[self.turn]

    def copy(self):
        return Table([Player(p.name, p.hand[:], p.score) for p in self.players], self.turn)


class Cards(Game):
    def initial(self):
        return Table([Player(0, [1, 4, 6]), Player(1, [2, 3, 5])])

    def to_move(self, s):
        return MAX if s.turn == 0 else MIN

    def actions(self, s):
        return s.current.hand

    def result(self, s, card):
        new = s.copy()
        new.current.take(card)
        new.turn = 1 - new.turn
        return new

    def is_terminal(self, s):
        return all(not p.hand for p in s.players)

    def utility(self, s):
        return s.players[0].score - s.players[1].score

    def evaluate(self, s):
        nxt = [self.result(s, c) for c in s.current.hand]
        return max((t.players[0].score for t in nxt), default=0) - s.players[1].score


class Letters(Game):
    """(rows of letters, who moves), as CS50 has it."""

    def initial(self):
        return ([["."] * 3 for _ in range(3)], "X")

    def to_move(self, s):
        return MAX if s[1] == "X" else MIN

    def actions(self, s):
        board, _ = s
        return {(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell == "."}

    def result(self, s, a):
        board, turn = s
        if board[a[0]][a[1]] != ".":
            raise ValueError("taken")
        new = [list(row) for row in board]
        new[a[0]][a[1]] = turn
        return new, "O" if turn == "X" else "X"

    def winner(self, board):
        lines = board + [list(column) for column in zip(*board)]
        lines.append([board[i][i] for i in range(3)])
        lines.append([board[i][2 - i] for i in range(3)])
        for letter in ("X", "O"):
            if [letter] * 3 in lines:
                return letter
        return None

    def is_terminal(self, s):
        return self.winner(s[0]) is not None or not any("." in row for row in s[0])

    def utility(self, s):
        winner = self.winner(s[0])
        return 0 if winner is None else 1 if winner == "X" else -1


PLAYED = [Square, Slices, PlayUndo, Pair, Objects, Undoing, Stones, Cards, Letters]
