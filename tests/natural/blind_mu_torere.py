"""Mu torere, written with nothing at hand but the six method names: a string of nine letters and a counter."""

from zermelo import MAX, MIN, Game

CENTER = 8


class MuTorere(Game):
    """Points 0 to 7 around the centre; a draw after 16 moves."""

    def initial(self):
        return ("BBBBWWWW.", "B", 0)

    def to_move(self, state):
        return MAX if state[1] == "B" else MIN

    def neighbors(self, p):
        return [(p + 1) % 8, (p - 1) % 8]

    def actions(self, state):
        board, player, ply = state
        empty = board.index(".")
        moves = []
        for p, piece in enumerate(board):
            if piece != player:
                continue
            if p == CENTER:
                moves.append(p)
            elif empty == CENTER:
                if any(board[n] != player for n in self.neighbors(p)):
                    moves.append(p)
            elif empty in self.neighbors(p):
                moves.append(p)
        return moves

    def result(self, state, action):
        board, player, ply = state
        cells = list(board)
        cells[board.index(".")] = player
        cells[action] = "."
        return ("".join(cells), "W" if player == "B" else "B", ply + 1)

    def is_terminal(self, state):
        return state[2] >= 16 or not self.actions(state)

    def utility(self, state):
        if self.actions(state):
            return 0
        return -1 if state[1] == "B" else 1
