"""CS50 style with numbers on the board, actions as a list, and a loop for every line."""

initial = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]


def initial_state():
    return [row[:] for row in initial]


def player(board):
    return 1 if sum(map(sum, board)) == 0 else -1


def actions(board):
    moves = []
    for row in range(3):
        for column in range(3):
            if board[row][column] == 0:
                moves.append((row, column))
    return moves


def result(board, action):
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for i in range(3):
        if abs(sum(board[i])) == 3:
            return board[i][0]
        if abs(board[0][i] + board[1][i] + board[2][i]) == 3:
            return board[0][i]
    for a, b, c in (((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0))):
        if abs(board[a[0]][a[1]] + board[b[0]][b[1]] + board[c[0]][c[1]]) == 3:
            return board[1][1]
    return 0


def terminal(board):
    return winner(board) != 0 or len(actions(board)) == 0


def utility(board):
    return winner(board)
