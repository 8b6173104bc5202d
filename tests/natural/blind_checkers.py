"""Checkers without kings on 4 × 4, written with nothing at hand but the six method names: paths as actions."""

from zermelo import MAX, MIN, Game

W, H = 4, 5


class Checkers(Game):
    """White goes up, black down; a capture goes on as long as it can, and the action is the whole path."""

    def initial(self):
        return (("b.b.", ".b.b", "....", "w.w.", ".w.w"), "w")

    def to_move(self, state):
        return MAX if state[1] == "w" else MIN

    def jumps(self, board, player, path):
        r, c = path[-1]
        d = -1 if player == "w" else 1
        enemy = "b" if player == "w" else "w"
        found = []
        for dc in (-1, 1):
            r2, c2 = r + 2 * d, c + 2 * dc
            if 0 <= r2 < H and 0 <= c2 < W and board[r + d][c + dc] == enemy and board[r2][c2] == ".":
                found.extend(self.jumps(board, player, path + ((r2, c2),)))
        if not found and len(path) > 1:
            found.append(path)
        return found

    def actions(self, state):
        board, player = state
        d = -1 if player == "w" else 1
        steps, captures = [], []
        for r in range(H):
            for c in range(W):
                if board[r][c] == player:
                    captures += self.jumps(board, player, ((r, c),))
                    for dc in (-1, 1):
                        if 0 <= r + d < H and 0 <= c + dc < W and board[r + d][c + dc] == ".":
                            steps.append(((r, c), (r + d, c + dc)))
        return captures or steps

    def result(self, state, action):
        board, player = state
        rows = [list(row) for row in board]
        for (r, c), (r2, c2) in zip(action, action[1:]):
            rows[r][c] = "."
            rows[r2][c2] = player
            if abs(r - r2) == 2:
                rows[(r + r2) // 2][(c + c2) // 2] = "."
        return tuple("".join(row) for row in rows), "b" if player == "w" else "w"

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -1 if state[1] == "w" else 1
