"""Cards that go round, as in Onitama: hands and board are texts, and a hand is sorted in a branch."""

from zermelo import MAX, MIN, Game

CARDS = {
    "crab": [(-1, 0), (0, -2), (0, 2)],
    "boar": [(-1, 0), (0, -1), (0, 1)],
    "horse": [(-1, 0), (1, 0), (0, -1)],
    "ox": [(-1, 0), (1, 0), (0, 1)],
    "mantis": [(-1, -1), (-1, 1), (1, 0)],
}
SIZE = 4
START = "bBbb" + "...." * (SIZE - 2) + "rrRr"
LIMIT = 12


class Onitama(Game):
    def initial(self):
        return START, ("crab", "boar"), ("horse", "ox"), "mantis", "red", 0

    def to_move(self, state):
        return MAX if state[4] == "red" else MIN

    def actions(self, state):
        board, red, blue, side, turn, count = state
        hand = red if turn == "red" else blue
        sign = 1 if turn == "red" else -1
        mine = "rR" if turn == "red" else "bB"
        moves = []
        for i, piece in enumerate(board):
            if piece not in mine:
                continue
            r, c = divmod(i, SIZE)
            for card in hand:
                for dr, dc in CARDS[card]:
                    r2, c2 = r + sign * dr, c + sign * dc
                    if 0 <= r2 < SIZE and 0 <= c2 < SIZE and board[r2 * SIZE + c2] not in mine:
                        moves.append((card, i, r2 * SIZE + c2))
        return moves

    def result(self, state, action):
        board, red, blue, side, turn, count = state
        card, src, dst = action
        piece = board[src]
        board = board[:src] + "." + board[src + 1 :]
        board = board[:dst] + piece + board[dst + 1 :]
        if turn == "red":
            red = tuple(sorted([c for c in red if c != card] + [side]))
        else:
            blue = tuple(sorted([c for c in blue if c != card] + [side]))
        return board, red, blue, card, "blue" if turn == "red" else "red", count + 1

    def is_terminal(self, state):
        board, count = state[0], state[5]
        return "R" not in board or "B" not in board or count == LIMIT or not self.actions(state)

    def utility(self, state):
        board = state[0]
        if "B" not in board:
            return 1
        if "R" not in board:
            return -1
        return 0

    def evaluate(self, state):
        board = state[0]
        red = sum(ch in "rR" for ch in board)
        return (red - sum(1 for ch in board if ch in "bB")) * 0.1
