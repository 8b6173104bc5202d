"""CS50's words as the methods of a class, the marks beside it; O begins and takes the last stick."""

X = "X"
O = "O"


class Sticks:
    def __init__(self, sticks=7):
        self.sticks = sticks

    def initial_state(self):
        return [self.sticks, O]

    def player(self, board):
        return board[1]

    def actions(self, board):
        return {taken for taken in (1, 2, 3) if taken <= board[0]}

    def result(self, board, action):
        return [board[0] - action, X if board[1] == O else O]

    def terminal(self, board):
        return board[0] == 0

    def utility(self, board):
        return 1 if self.player(board) == O else -1
