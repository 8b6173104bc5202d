"""CS50 style where the board is one flat tuple and the state tells nothing but marks."""

WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def initial_state():
    return tuple(" " * 9)


def player(board):
    return "X" if list(board).count(" ") % 2 else "O"


def actions(board):
    return [i for i, cell in enumerate(board) if cell == " "]


def result(board, action):
    cells = list(board)
    cells[action] = player(board)
    return tuple(cells)


def terminal(board):
    return utility(board) != 0 or " " not in board


def utility(board):
    for a, b, c in WINS:
        if board[a] == board[b] == board[c] != " ":
            return 1 if board[a] == "X" else -1
    return 0
