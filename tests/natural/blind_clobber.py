"""Clobber on 3 × 4, written with nothing at hand but the six method names: nested tuples of letters."""

from zermelo import MAX, MIN, Game

ROWS, COLS = 3, 4


class Clobber(Game):
    def initial(self):
        board = []
        for r in range(ROWS):
            row = []
            for c in range(COLS):
                row.append("X" if (r + c) % 2 == 0 else "O")
            board.append(tuple(row))
        return (tuple(board), "X")

    def to_move(self, state):
        board, player = state
        return MAX if player == "X" else MIN

    def actions(self, state):
        board, player = state
        enemy = "O" if player == "X" else "X"
        moves = []
        for r in range(ROWS):
            for c in range(COLS):
                if board[r][c] != player:
                    continue
                for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                    nr, nc = r + dr, c + dc
                    if 0 <= nr < ROWS and 0 <= nc < COLS and board[nr][nc] == enemy:
                        moves.append(((r, c), (nr, nc)))
        return moves

    def result(self, state, action):
        board, player = state
        (r1, c1), (r2, c2) = action
        new_board = [list(row) for row in board]
        new_board[r1][c1] = "."
        new_board[r2][c2] = player
        return (tuple(tuple(row) for row in new_board), "O" if player == "X" else "X")

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state):
        # whoever cannot move loses
        return -1 if state[1] == "X" else 1
