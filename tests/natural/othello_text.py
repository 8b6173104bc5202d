"""Othello on one text, with lists of pairs for what is turned over and None for a pass, as in course solutions."""

class Othello:
    """Six by six."""

    N = 6
    def initial(self):
        n = self.N
        b = [["." for _ in range(n)] for _ in range(n)]
        h = n // 2
        b[h - 1][h - 1] = b[h][h] = "O"
        b[h - 1][h] = b[h][h - 1] = "X"
        return ("".join("".join(r) for r in b), "X")
    def to_move(self, state):
        return 0 if state[1] == "X" else 1
    def flips(self, board, player, r, c):
        opponent = "O" if player == "X" else "X"
        n = self.N
        if board[r * n + c] != ".":
            return []
        flipped = []
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                if dr == 0 and dc == 0:
                    continue
                line = []
                y, x = r + dr, c + dc
                while 0 <= y < n and 0 <= x < n and board[y * n + x] == opponent:
                    line.append((y, x))
                    y += dr
                    x += dc
                if line and 0 <= y < n and 0 <= x < n and board[y * n + x] == player:
                    flipped.extend(line)
        return flipped
    def actions(self, state):
        board, player = state
        moves = [(r, c) for r in range(self.N) for c in range(self.N) if self.flips(board, player, r, c)]
        return moves or [None]
    def result(self, state, action):
        board, player = state
        other = "O" if player == "X" else "X"
        if action is None:
            return (board, other)
        cells = list(board)
        for r, c in self.flips(board, player, *action) + [action]:
            cells[r * self.N + c] = player
        return ("".join(cells), other)
    def can_move(self, board, player):
        return any(self.flips(board, player, r, c) for r in range(self.N) for c in range(self.N))
    def is_terminal(self, state):
        board, _ = state
        return not self.can_move(board, "X") and not self.can_move(board, "O")
    def utility(self, state):
        diff = state[0].count("X") - state[0].count("O")
        return (diff > 0) - (diff < 0)
    def evaluate(self, state):
        b = state[0]
        n = self.N
        corners = [b[0], b[n - 1], b[-n], b[-1]]
        return b.count("X") - b.count("O") + 5 * (corners.count("X") - corners.count("O"))
