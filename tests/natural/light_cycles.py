"""Light cycles on rows of numbers, directions in a dictionary, room counted with a deque, as in Tron bots."""

from collections import deque


class Tron:
    """Light cycles, taking turns."""
    width = 5
    height = 4
    DIRS = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}
    def initial(self):
        walls = [[0] * self.width for _ in range(self.height)]
        walls[0][0] = 1
        walls[-1][-1] = 2
        return tuple(map(tuple, walls)), (0, 0), (self.width - 1, self.height - 1), 0
    def to_move(self, state):
        return state[3]
    def actions(self, state):
        walls, a, b, turn = state
        x, y = (a, b)[turn]
        return [d for d, (dx, dy) in self.DIRS.items()
                if 0 <= x + dx < self.width and 0 <= y + dy < self.height and not walls[y + dy][x + dx]]
    def result(self, state, action):
        walls, a, b, turn = state
        x, y = a if turn == 0 else b
        dx, dy = self.DIRS[action]
        grid = [list(row) for row in walls]
        grid[y + dy][x + dx] = turn + 1
        here = (x + dx, y + dy)
        return tuple(tuple(row) for row in grid), here if turn == 0 else a, b if turn == 0 else here, 1 - turn
    def is_terminal(self, state):
        return not self.actions(state)
    def utility(self, state):
        return 1 if state[3] == 1 else -1
    def area(self, walls, start):
        seen = {start}
        queue = deque([start])
        while queue:
            x, y = queue.popleft()
            for dx, dy in self.DIRS.values():
                nxt = (x + dx, y + dy)
                if 0 <= nxt[0] < self.width and 0 <= nxt[1] < self.height and walls[nxt[1]][nxt[0]] == 0 and nxt not in seen:
                    seen.add(nxt)
                    queue.append(nxt)
        return len(seen)
    def evaluate(self, state):
        walls, a, b, _ = state
        return self.area(walls, a) - self.area(walls, b)
