"""CS50 style: a board is a list of lists, actions are a set of pairs."""

import copy

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    filled = sum(cell is not EMPTY for row in board for cell in row)
    return X if filled % 2 == 0 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    i, j = action
    if action not in actions(board):
        raise Exception("not a valid move")
    new = copy.deepcopy(board)
    new[i][j] = player(board)
    return new


def winner(board):
    lines = [
        *board,
        *zip(*board, strict=True),
        [board[i][i] for i in range(3)],
        [board[i][2 - i] for i in range(3)],
    ]
    for mark in (X, O):
        if any(all(cell == mark for cell in line) for line in lines):
            return mark
    return None


def terminal(board):
    return winner(board) is not None or all(cell is not EMPTY for row in board for cell in row)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]
