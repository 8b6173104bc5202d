"""Twist, a small Pentago, in the style of davidfoster0127/AI_Pentago: rows of letters, moves with 'l' and 'r'."""

from copy import deepcopy

from zermelo import MAX, MIN, Game

CORNERS = [(0, 0), (0, 1), (1, 1), (1, 0)]


class Twist(Game):
    """3 × 3; place a mark, then turn the four cells of the upper left; three in a row win."""

    def initial(self):
        return ((".", ".", "."), (".", ".", "."), (".", ".", ".")), "w"

    def to_move(self, state):
        return MAX if state[1] == "w" else MIN

    def actions(self, state):
        board, player = state
        moves = []
        for row in range(3):
            for col in range(3):
                if board[row][col] == ".":
                    moves.append((row, col, "l"))
                    moves.append((row, col, "r"))
        return moves

    def rotate(self, board, rotation):
        old = deepcopy(board)
        for i in range(4):
            r, c = CORNERS[i]
            if rotation == "r":
                r2, c2 = CORNERS[(i + 1) % 4]
            else:
                r2, c2 = CORNERS[(i - 1) % 4]
            board[r2][c2] = old[r][c]

    def result(self, state, move):
        board, player = state
        row, col, rotation = move
        new = [list(line) for line in board]
        new[row][col] = player
        self.rotate(new, rotation)
        return tuple(tuple(line) for line in new), "b" if player == "w" else "w"

    def has_won(self, board, player):
        for i in range(3):
            if all(board[i][j] == player for j in range(3)) or all(board[j][i] == player for j in range(3)):
                return True
        return all(board[i][i] == player for i in range(3)) or all(
            board[i][2 - i] == player for i in range(3)
        )

    def is_terminal(self, state):
        board, player = state
        if self.has_won(board, "w") or self.has_won(board, "b"):
            return True
        return not any("." in row for row in board)

    def utility(self, state):
        white, black = self.has_won(state[0], "w"), self.has_won(state[0], "b")
        if white and not black:
            return 1
        if black and not white:
            return -1
        return 0
