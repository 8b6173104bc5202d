"""Notakto on two small boards, written with nothing at hand but the six method names: lists made tuples."""

from zermelo import MAX, MIN, Game

WINS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def dead(board):
    return any(all(board[i] for i in win) for win in WINS)


class Notakto(Game):
    """Both play crosses; a board with three in a row is dead, and who kills the last one loses."""

    def initial(self):
        # the second board is dead already
        return ((False,) * 9, (True, True, True) + (False,) * 6), True

    def to_move(self, state):
        boards, first = state
        return MAX if first else MIN

    def actions(self, state):
        boards, first = state
        moves = []
        for b, board in enumerate(boards):
            if not dead(board):
                moves += [(b, i) for i in range(9) if not board[i]]
        return moves

    def result(self, state, action):
        boards, first = state
        b, i = action
        new = [list(board) for board in boards]
        new[b][i] = True
        return tuple(tuple(board) for board in new), not first

    def is_terminal(self, state):
        boards, first = state
        return all(dead(board) for board in boards)

    def utility(self, state):
        # the one who moved last loses
        return 1 if state[1] else -1
