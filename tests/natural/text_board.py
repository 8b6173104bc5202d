"""Tic-tac-toe on a text of nine letters, as tutorials have it: `board[:i] + mark + board[i + 1:]`."""

from zermelo import MAX, MIN, Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TextBoard(Game):
    def initial(self):
        return "X.......O"

    def to_move(self, board):
        return MAX if board.count("X") == board.count("O") else MIN

    def actions(self, board):
        return [i for i, cell in enumerate(board) if cell == "."]

    def result(self, board, i):
        mark = "X" if self.to_move(board) == MAX else "O"
        return board[:i] + mark + board[i + 1 :]

    def winner(self, board):
        for a, b, c in LINES:
            if board[a] == board[b] == board[c] != ".":
                return board[a]
        return ""

    def is_terminal(self, board):
        return self.winner(board) != "" or "." not in board

    def utility(self, board):
        won = self.winner(board)
        return 1 if won == "X" else -1 if won == "O" else 0
