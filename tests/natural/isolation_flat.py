"""Knights' isolation on 4 × 3 in the style of Kieleth/AIND-Isolation: one flat board whose last cells say more."""

from zermelo import MAX, MIN, Game

WIDTH, HEIGHT = 4, 3
BLANK, NOT_MOVED = 0, -1


class IsolationFlat(Game):
    """Twelve cells, then where either knight is, then whose turn it is."""

    def initial(self):
        state = [BLANK] * (WIDTH * HEIGHT + 3)
        state[-2] = state[-3] = NOT_MOVED
        return tuple(state)

    def to_move(self, state):
        return MAX if state[-1] == 0 else MIN

    def get_blank_spaces(self, state):
        return [(i, j) for j in range(WIDTH) for i in range(HEIGHT) if state[i + j * HEIGHT] == BLANK]

    def actions(self, state):
        loc = state[-3 + state[-1]]
        if loc == NOT_MOVED:
            return self.get_blank_spaces(state)
        w, h = divmod(loc, HEIGHT)
        directions = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
        valid_moves = [
            (h + dr, w + dc) for dr, dc in directions if self.move_is_legal(state, (h + dr, w + dc))
        ]
        return valid_moves

    def move_is_legal(self, state, move):
        idx = move[0] + move[1] * HEIGHT
        return 0 <= move[0] < HEIGHT and 0 <= move[1] < WIDTH and state[idx] == BLANK

    def result(self, state, move):
        idx = move[0] + move[1] * HEIGHT
        new_board = list(state)
        new_board[idx] = 1
        new_board[-3 + state[-1]] = idx
        new_board[-1] ^= 1
        return tuple(new_board)

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -1 if state[-1] == 0 else 1
