"""Konane on 4 × 4, written with nothing at hand but the six method names: a dict of stones, frozen."""

from zermelo import MAX, MIN, Game

SIZE = 4


class Konane(Game):
    def initial(self):
        board = {}
        for r in range(SIZE):
            for c in range(SIZE):
                board[(r, c)] = "B" if (r + c) % 2 == 0 else "W"
        del board[(1, 1)]
        del board[(1, 2)]
        return (frozenset(board.items()), "B")

    def to_move(self, state):
        return MAX if state[1] == "B" else MIN

    def actions(self, state):
        board = dict(state[0])
        player = state[1]
        moves = []
        for (r, c), stone in board.items():
            if stone != player:
                continue
            for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                over = (r + dr, c + dc)
                to = (r + 2 * dr, c + 2 * dc)
                if over in board and board[over] != player and to not in board:
                    if 0 <= to[0] < SIZE and 0 <= to[1] < SIZE:
                        moves.append(((r, c), to))
        return sorted(moves)

    def result(self, state, action):
        board = dict(state[0])
        (r, c), (r2, c2) = action
        del board[(r, c)]
        del board[((r + r2) // 2, (c + c2) // 2)]
        board[(r2, c2)] = state[1]
        return (frozenset(board.items()), "W" if state[1] == "B" else "B")

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state):
        return -1 if state[1] == "B" else 1
