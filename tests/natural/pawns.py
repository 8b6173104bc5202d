"""Hexapawn on rows of text, moves as pairs of squares: `((r, c), (r2, c2))`."""

from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Position(NamedTuple):
    rows: tuple
    turn: str


class Pawns(Game):
    def initial(self):
        return Position(("bbb", "...", "www"), "w")

    def to_move(self, state):
        return MAX if state.turn == "w" else MIN

    def actions(self, state):
        forward = -1 if state.turn == "w" else 1
        enemy = "b" if state.turn == "w" else "w"
        moves = []
        for r, row in enumerate(state.rows):
            for c, piece in enumerate(row):
                if piece != state.turn or not 0 <= r + forward < 3:
                    continue
                for c2 in range(max(c - 1, 0), min(c + 2, 3)):
                    target = state.rows[r + forward][c2]
                    if (target == "." and c == c2) or (target == enemy and c != c2):
                        moves.append(((r, c), (r + forward, c2)))
        return moves

    def result(self, state, move):
        (r, c), (r2, c2) = move
        rows = list(state.rows)
        rows[r] = rows[r][:c] + "." + rows[r][c + 1 :]
        rows[r2] = rows[r2][:c2] + state.turn + rows[r2][c2 + 1 :]
        return Position(tuple(rows), "b" if state.turn == "w" else "w")

    def blocked(self, state):
        for _ in self.actions(state):
            return False
        return True

    def is_terminal(self, state):
        return "w" in state.rows[0] or "b" in state.rows[2] or self.blocked(state)

    def utility(self, state):
        return -1 if state.turn == "w" else 1
