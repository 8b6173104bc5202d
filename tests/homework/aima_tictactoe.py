"""AIMA style: a state is a namedtuple with a dictionary board and its list of moves."""

from collections import namedtuple

GameState = namedtuple("GameState", "to_move, utility, board, moves")


class TicTacToe:
    def __init__(self, h=3, v=3, k=3):
        self.h, self.v, self.k = h, v, k
        moves = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]
        self.initial = GameState(to_move="X", utility=0, board={}, moves=moves)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        if move not in state.moves:
            return state
        board = state.board.copy()
        board[move] = state.to_move
        moves = [other for other in state.moves if other != move]
        return GameState(
            "O" if state.to_move == "X" else "X", self.compute(board, move, state.to_move), board, moves
        )

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or len(state.moves) == 0

    def to_move(self, state):
        return state.to_move

    def compute(self, board, move, player):
        for step in ((0, 1), (1, 0), (1, -1), (1, 1)):
            if self.in_row(board, move, player, step):
                return 1 if player == "X" else -1
        return 0

    def in_row(self, board, move, player, step):
        total = 0
        for sign in (1, -1):
            x, y = move
            while board.get((x, y)) == player:
                total += 1
                x, y = x + sign * step[0], y + sign * step[1]
        return total - 1 >= self.k
