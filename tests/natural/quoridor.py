"""Tiny Quoridor: frozen dataclasses, replace, frozenset of walls, breadth-first search with a deque."""

from collections import deque
from dataclasses import dataclass, replace

from zermelo import MAX, Game


@dataclass(frozen=True)
class Pawn:
    row: int
    col: int


@dataclass(frozen=True)
class Wall:
    row: int
    col: int
    horizontal: bool


@dataclass(frozen=True)
class Position:
    white: Pawn
    black: Pawn
    walls: frozenset[Wall]
    left: tuple[int, int]
    turn: int = MAX
    ply: int = 0


class Quoridor(Game):
    def __init__(self, n=4, walls=2, limit=30):
        self.n = n
        self.walls = walls
        self.limit = limit

    def initial(self):
        mid = self.n // 2
        return Position(Pawn(self.n - 1, mid), Pawn(0, mid - 1), frozenset(), (self.walls, self.walls))

    def to_move(self, state):
        return state.turn

    def blocked(self, walls, r, c, dr, dc):
        if dr:
            top = min(r, r + dr)
            return Wall(top, c, True) in walls or Wall(top, c - 1, True) in walls
        side = min(c, c + dc)
        return Wall(r, side, False) in walls or Wall(r - 1, side, False) in walls

    def steps(self, walls, r, c):
        for dr, dc in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if 0 <= r + dr < self.n and 0 <= c + dc < self.n and not self.blocked(walls, r, c, dr, dc):
                yield r + dr, c + dc

    def distance(self, walls, pawn, goal):
        todo = deque([(pawn.row, pawn.col, 0)])
        seen = {(pawn.row, pawn.col)}
        while todo:
            r, c, d = todo.popleft()
            if r == goal:
                return d
            for place in self.steps(walls, r, c):
                if place not in seen:
                    seen.add(place)
                    todo.append((*place, d + 1))
        return None

    def actions(self, state):
        pawn, other = (state.white, state.black) if state.turn == MAX else (state.black, state.white)
        for r, c in self.steps(state.walls, pawn.row, pawn.col):
            if (r, c) != (other.row, other.col):
                yield "move", r, c
        if state.left[state.turn]:
            for r in range(self.n - 1):
                for c in range(self.n - 1):
                    for kind, wall in (("h", Wall(r, c, True)), ("v", Wall(r, c, False))):
                        if self.fits(state.walls, wall):
                            walls = state.walls | {wall}
                            if (
                                self.distance(walls, state.white, 0) is not None
                                and self.distance(walls, state.black, self.n - 1) is not None
                            ):
                                yield kind, r, c

    def fits(self, walls, wall):
        if replace(wall, horizontal=True) in walls or replace(wall, horizontal=False) in walls:
            return False
        if wall.horizontal:
            return (
                Wall(wall.row, wall.col - 1, True) not in walls
                and Wall(wall.row, wall.col + 1, True) not in walls
            )
        return (
            Wall(wall.row - 1, wall.col, False) not in walls
            and Wall(wall.row + 1, wall.col, False) not in walls
        )

    def result(self, state, action):
        kind, r, c = action
        nxt = replace(state, turn=1 - state.turn, ply=state.ply + 1)
        if kind == "move":
            if state.turn == MAX:
                return replace(nxt, white=Pawn(r, c))
            return replace(nxt, black=Pawn(r, c))
        left = list(state.left)
        left[state.turn] -= 1
        return replace(nxt, walls=state.walls | {Wall(r, c, kind == "h")}, left=tuple(left))

    def is_terminal(self, state):
        if state.white.row == 0 or state.black.row == self.n - 1 or state.ply >= self.limit:
            return True
        return not any(self.actions(state))

    def utility(self, state):
        if state.white.row == 0:
            return 1
        if state.black.row == self.n - 1:
            return -1
        return 0

    def evaluate(self, state):
        return self.distance(state.walls, state.black, self.n - 1) - self.distance(
            state.walls, state.white, 0
        )
