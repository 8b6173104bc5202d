"""CS50 style, the whole assignment: every function is as the handout asks, and minimax remembers values."""

import copy

X = "X"
O = "O"
EMPTY = None

known = {}


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    marks = [cell for row in board for cell in row]
    return X if marks.count(X) == marks.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("not a valid move")
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] != EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] != EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] != EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] != EMPTY:
        return board[1][1]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda action: value(result(board, action)))


def value(board):
    key = str(board)
    if key not in known:
        if terminal(board):
            known[key] = utility(board)
        else:
            best = max if player(board) == X else min
            known[key] = best(value(result(board, action)) for action in actions(board))
    return known[key]


def show(board):
    print("  0 1 2")
    for i, row in enumerate(board):
        print(i, *(cell or "-" for cell in row))
