"""Breakthrough on 4 × 3 in the style of claraj/breakthrough_ai_class: named tuples for squares and moves."""

from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Square(NamedTuple):
    row: int
    column: int


class Move(NamedTuple):
    start: Square
    end: Square


class Board:
    EMPTY = "."

    def __init__(self, rows, player, winner=None):
        self.rows = rows
        self.player = player
        self.winner = winner

    def __eq__(self, other):
        return (self.rows, self.player, self.winner) == (other.rows, other.player, other.winner)

    def __hash__(self):
        return hash((self.rows, self.player, self.winner))

    def at(self, square):
        return self.rows[square.row][square.column]


class Breakthrough(Game):
    height, width = 4, 3

    def initial(self):
        rows = (
            [["b"] * self.width] + [["."] * self.width for _ in range(self.height - 2)] + [["w"] * self.width]
        )
        return Board(tuple(tuple(row) for row in rows), "w")

    def to_move(self, board):
        return MAX if board.player == "w" else MIN

    def on_board(self, square):
        return 0 <= square.row < self.height and 0 <= square.column < self.width

    def actions(self, board):
        ahead = -1 if board.player == "w" else 1
        moves = []
        for r in range(self.height):
            for c in range(self.width):
                start = Square(r, c)
                if board.at(start) != board.player:
                    continue
                for side in (-1, 0, 1):
                    end = Square(r + ahead, c + side)
                    if not self.on_board(end) or board.at(end) == board.player:
                        continue
                    if side == 0 and board.at(end) != Board.EMPTY:
                        continue
                    moves.append(Move(start, end))
        return moves

    def result(self, board, move):
        new_rows = []
        for row in board.rows:
            new_rows.append(list(row))
        new_rows[move.start.row][move.start.column] = Board.EMPTY
        new_rows[move.end.row][move.end.column] = board.player
        winner = None
        if move.end.row in (0, self.height - 1):
            winner = board.player
        other = "b" if board.player == "w" else "w"
        return Board(tuple(map(tuple, new_rows)), other, winner)

    def is_terminal(self, board):
        return board.winner is not None or not self.actions(board)

    def utility(self, board):
        if board.winner is None:
            return -1 if board.player == "w" else 1
        return 1 if board.winner == "w" else -1
