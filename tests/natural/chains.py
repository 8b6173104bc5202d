"""Draughts with kings on a board of five by five: a dict of squares, capture chains that a method follows by itself,
from `()` and an empty frozen set on; records of steps of different lengths; a value of three halves."""

from zermelo import MAX, Game

SIZE = 5
PIECES = {
    "m": (((-1, -1), (-1, 1)), 1),
    "M": (((-1, -1), (-1, 1), (1, -1), (1, 1)), 1.5),
    "o": (((1, -1), (1, 1)), 1),
    "O": (((-1, -1), (-1, 1), (1, -1), (1, 1)), 1.5),
}


class Chains(Game):
    own = ("mM", "oO")

    def initial(self):
        squares = [(r, c) for r in range(SIZE) for c in range(SIZE) if (r + c) % 2 == 0]
        board = {(r, c): "o" if r < 2 else "m" for r, c in squares if r != 2}
        return frozenset(board.items()), MAX, 0

    def to_move(self, state):
        return state[1]

    @classmethod
    def inside(cls, square):
        return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE

    def chains(self, board, square, piece, path, taken):
        found = []
        steps, _ = PIECES[piece]
        r, c = square
        for dr, dc in steps:
            over, landing = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            if not self.inside(landing) or landing in board or over in taken:
                continue
            if board.get(over, "-") not in self.own[piece in "mM"]:
                continue
            further = self.chains(board, landing, piece, path + (landing,), taken | {over})
            if further:
                found += further
            else:
                found.append(path + (landing,))
        return found

    def actions(self, state):
        pieces, turn, _ = state
        board = dict(pieces)
        mine = sorted(square for square, piece in board.items() if piece in self.own[turn])
        captures = []
        for square in mine:
            for chain in self.chains(board, square, board[square], (), frozenset()):
                captures.append((square,) + chain)
        if captures:
            return captures
        quiet = []
        for r, c in mine:
            for dr, dc in PIECES[board[r, c]][0]:
                target = (r + dr, c + dc)
                if self.inside(target) and target not in board:
                    quiet.append(((r, c), target))
        return quiet

    def result(self, state, action):
        pieces, turn, plies = state
        board = dict(pieces)
        piece = board.pop(action[0])
        for (r1, c1), (r2, c2) in zip(action, action[1:]):
            if abs(r1 - r2) == 2:
                del board[(r1 + r2) // 2, (c1 + c2) // 2]
        end = action[-1]
        if piece in "mo" and end[0] in (0, SIZE - 1):
            piece = piece.upper()
        board[end] = piece
        return frozenset(board.items()), 1 - turn, plies + 1

    def is_terminal(self, state):
        return state[2] >= 40 or not self.actions(state)

    def utility(self, state):
        if state[2] >= 40:
            return 0
        return -1 if state[1] == MAX else 1

    def evaluate(self, state):
        total = 0
        for _, piece in state[0]:
            total += PIECES[piece][1] if piece in "mM" else -PIECES[piece][1]
        return total / 100
