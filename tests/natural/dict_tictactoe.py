"""Three in a line on 2 × 4 in the style of aimacode/aima-python: a named tuple with a dict of cells, frozen."""

from collections import namedtuple

from zermelo import MAX, MIN, Game

GameState = namedtuple("GameState", "to_move, utility, board")


class DictTicTacToe(Game):
    """Three in a row, column or diagonal on a board of two rows and four columns."""

    h, v, k = 2, 4, 3

    def initial(self):
        return GameState(to_move="X", utility=0, board=frozenset({}.items()))

    def to_move(self, state):
        return MAX if state.to_move == "X" else MIN

    def actions(self, state):
        board = dict(state.board)
        return [(x, y) for x in range(1, self.h + 1) for y in range(1, self.v + 1) if (x, y) not in board]

    def result(self, state, move):
        board = dict(state.board)
        board[move] = state.to_move
        return GameState(
            to_move="O" if state.to_move == "X" else "X",
            utility=self.compute_utility(board, move, state.to_move),
            board=frozenset(board.items()),
        )

    def is_terminal(self, state):
        return state.utility != 0 or len(state.board) == self.h * self.v

    def utility(self, state):
        return state.utility

    def compute_utility(self, board, move, player):
        if (
            self.k_in_row(board, move, player, (0, 1))
            or self.k_in_row(board, move, player, (1, 0))
            or self.k_in_row(board, move, player, (1, -1))
            or self.k_in_row(board, move, player, (1, 1))
        ):
            return 1 if player == "X" else -1
        return 0

    def k_in_row(self, board, move, player, delta_x_y):
        delta_x, delta_y = delta_x_y
        x, y = move
        n = 0
        while board.get((x, y)) == player:
            n += 1
            x, y = x + delta_x, y + delta_y
        x, y = move
        while board.get((x, y)) == player:
            n += 1
            x, y = x - delta_x, y - delta_y
        n -= 1
        return n >= self.k
