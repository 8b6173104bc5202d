"""A board of rows whose quarters are turned with zip(*block[::-1]), as in Pentago programs."""

from itertools import product

LINES = []
for r, c in product(range(4), repeat=2):
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        cells = [(r + i * dr, c + i * dc) for i in range(4)]
        if all(0 <= y < 4 and 0 <= x < 4 for y, x in cells):
            LINES.append(tuple(cells))

def rotate(block):
    return [list(row) for row in zip(*block[::-1])]

class Twist:
    """Pentago on 4 x 4: place a stone, then turn a quarter."""
    def initial(self):
        return tuple((0,) * 4 for _ in range(4)), 1
    def to_move(self, state):
        return 0 if state[1] == 1 else 1
    def actions(self, state):
        board, _ = state
        return [(r, c, q) for r in range(4) for c in range(4) if board[r][c] == 0 for q in range(4)]
    def result(self, state, action):
        board, player = state
        r, c, q = action
        grid = [list(row) for row in board]
        grid[r][c] = player
        top, left = 2 * (q // 2), 2 * (q % 2)
        block = [row[left:left + 2] for row in grid[top:top + 2]]
        turned = rotate(block)
        for i in range(2):
            grid[top + i][left:left + 2] = turned[i]
        return tuple(tuple(row) for row in grid), -player
    def lines(self, board, player):
        return sum(1 for line in LINES if all(board[r][c] == player for r, c in line))
    def is_terminal(self, state):
        board = state[0]
        return self.lines(board, 1) > 0 or self.lines(board, -1) > 0 or all(cell for row in board for cell in row)
    def utility(self, state):
        board = state[0]
        a, b = self.lines(board, 1), self.lines(board, -1)
        if a and not b:
            return 1
        if b and not a:
            return -1
        return 0
