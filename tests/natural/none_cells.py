"""Tic-tac-toe with None for an empty cell, as the first project of a well-known course has it."""

from zermelo import MAX, MIN, Game

X = "X"
O = "O"
EMPTY = None


class TTT(Game):
    def initial(self):
        return ((EMPTY, EMPTY, EMPTY), (EMPTY, EMPTY, EMPTY), (EMPTY, EMPTY, EMPTY))

    def player(self, board):
        x_count = sum(row.count(X) for row in board)
        o_count = sum(row.count(O) for row in board)
        return X if x_count == o_count else O

    def to_move(self, board):
        return MAX if self.player(board) == X else MIN

    def actions(self, board):
        possible = set()
        for i, row in enumerate(board):
            for j, cell in enumerate(row):
                if cell == EMPTY:
                    possible.add((i, j))
        return sorted(possible)

    def result(self, board, action):
        i, j = action
        if board[i][j] is not EMPTY:
            raise ValueError("invalid move")
        new = [list(r) for r in board]
        new[i][j] = self.player(board)
        return tuple(tuple(r) for r in new)

    def winner(self, board):
        lines = [list(row) for row in board]
        lines += [[board[r][c] for r in range(3)] for c in range(3)]
        lines.append([board[i][i] for i in range(3)])
        lines.append([board[i][2 - i] for i in range(3)])
        for line in lines:
            if line == [X, X, X]:
                return X
            elif line == [O] * 3:
                return O
        return None

    def is_terminal(self, board):
        if self.winner(board) is not None:
            return True
        for row in board:
            if EMPTY in row:
                return False
        return True

    def utility(self, board):
        win = self.winner(board)
        if win == X:
            return 1
        elif win == O:
            return -1
        else:
            return 0
