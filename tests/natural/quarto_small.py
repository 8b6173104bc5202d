"""A small Quarto in the style of christian-oudard/quarto: pieces are tuples of truth values, the board a dict."""

from zermelo import MAX, MIN, Game

SIZE = 2
PIECES = [(bool(n & 2), bool(n & 1)) for n in range(4)]
CELLS = [(x, y) for x in range(SIZE) for y in range(SIZE)]
LINES = [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1))]


class QuartoSmall(Game):
    """Two by two; the piece is given by the other; who fills a line of two with something in common wins."""

    def initial(self):
        return frozenset(), None, 0

    def to_move(self, state):
        board, piece, moves = state
        # one gives, the other places and then gives
        return MAX if (moves + 1) // 2 % 2 == 0 else MIN

    def actions(self, state):
        pairs, piece, moves = state
        board = dict(pairs)
        if piece is None:
            return [i for i in range(4) if PIECES[i] not in board.values()]
        return [i for i in range(4) if CELLS[i] not in board]

    def result(self, state, action):
        pairs, piece, moves = state
        if piece is None:
            return pairs, PIECES[action], moves + 1
        board = dict(pairs)
        board[CELLS[action]] = piece
        return frozenset(board.items()), None, moves + 1

    def won(self, board):
        for a, b in LINES:
            if a in board and b in board:
                if board[a][0] == board[b][0] or board[a][1] == board[b][1]:
                    return True
        return False

    def is_terminal(self, state):
        board = dict(state[0])
        return self.won(board) or len(board) == 4

    def utility(self, state):
        board = dict(state[0])
        if not self.won(board):
            return 0
        # whoever placed last
        return -1 if self.to_move(state) == MIN else 1
