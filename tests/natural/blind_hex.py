"""Hex on 3 × 3, written with nothing at hand but the six method names: rows of numbers, a depth-first search."""

from zermelo import MAX, MIN, Game

N = 3
NEIGHBORS = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]


class Hex(Game):
    def initial(self):
        return tuple(tuple(0 for _ in range(N)) for _ in range(N))

    def to_move(self, state):
        stones = sum(1 for row in state for cell in row if cell != 0)
        return MAX if stones % 2 == 0 else MIN

    def actions(self, state):
        return [(r, c) for r in range(N) for c in range(N) if state[r][c] == 0]

    def result(self, state, action):
        r, c = action
        player = 1 if self.to_move(state) == MAX else 2
        board = [list(row) for row in state]
        board[r][c] = player
        return tuple(map(tuple, board))

    def connected(self, state, player):
        # player 1 goes from top to bottom, player 2 from left to right
        stack = []
        for i in range(N):
            start = (0, i) if player == 1 else (i, 0)
            if state[start[0]][start[1]] == player:
                stack.append(start)
        visited = set(stack)
        while stack:
            r, c = stack.pop()
            if (r if player == 1 else c) == N - 1:
                return True
            for dr, dc in NEIGHBORS:
                nr, nc = r + dr, c + dc
                if 0 <= nr < N and 0 <= nc < N and (nr, nc) not in visited and state[nr][nc] == player:
                    visited.add((nr, nc))
                    stack.append((nr, nc))
        return False

    def is_terminal(self, state):
        return self.connected(state, 1) or self.connected(state, 2)

    def utility(self, state):
        return 1 if self.connected(state, 1) else -1
