"""Animal chess (dobutsu shogi): a text board, a match statement, moves as texts like 'b2b3' or 'C*a2'."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo import MAX, Game

FILES = "abc"
START = "gle.c..C.ELG"  # lower case: MIN, at the top


@dataclass(frozen=True)
class Shogi:
    board: str
    hand: str  # sorted letters
    turn: int
    ply: int = 0


def square(name):
    return (4 - int(name[1])) * 3 + FILES.index(name[0])


def name(i):
    return FILES[i % 3] + str(4 - i // 3)


class AnimalChess(Game):
    def __init__(self, limit=12):
        self.limit = limit

    def initial(self):
        return Shogi(START, "", MAX)

    def to_move(self, state):
        return state.turn

    def steps(self, piece):
        up = -1 if piece.isupper() else 1
        match piece.upper():
            case "C":
                return [(up, 0)]
            case "H":
                return [(up, 0), (up, 1), (up, -1), (0, 1), (0, -1), (-up, 0)]
            case "G":
                return [(1, 0), (-1, 0), (0, 1), (0, -1)]
            case "E":
                return [(1, 1), (-1, 1), (1, -1), (-1, -1)]
            case "L":
                return [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
            case _:
                return []

    def mine(self, state, piece):
        return piece.isupper() if state.turn == MAX else piece.islower()

    def actions(self, state):
        for i, piece in enumerate(state.board):
            if piece != "." and self.mine(state, piece):
                for dr, dc in self.steps(piece):
                    r, c = i // 3 + dr, i % 3 + dc
                    if 0 <= r < 4 and 0 <= c < 3 and not self.mine(state, state.board[3 * r + c]):
                        yield name(i) + name(3 * r + c)
        for piece in sorted(set(state.hand)):
            if self.mine(state, piece):
                for i in range(12):
                    if state.board[i] == ".":
                        yield piece + "*" + name(i)

    def result(self, state, action):
        cells = list(state.board)
        hand = list(state.hand)
        if "*" in action:
            piece, where = action.split("*")
            cells[square(where)] = piece
            hand.remove(piece)
        else:
            a, b = square(action[:2]), square(action[2:])
            taken, piece = cells[b], cells[a]
            if taken != ".":
                if taken in "hH":
                    taken = "c" if taken == "h" else "C"
                hand.append(taken.swapcase())
            if piece == "C" and b < 3:
                piece = "H"
            if piece == "c" and b >= 9:
                piece = "h"
            cells[a], cells[b] = ".", piece
        return Shogi("".join(cells), "".join(sorted(hand)), 1 - state.turn, state.ply + 1)

    def is_terminal(self, state):
        return "L" not in state.board or "l" not in state.board or state.ply >= self.limit

    def utility(self, state):
        return ("L" in state.board) - ("l" in state.board)

    def evaluate(self, state):
        worth = {"C": 1, "H": 4, "G": 3, "E": 3, "L": 0}
        total = 0
        for p in state.board + state.hand:
            if p != ".":
                total += worth[p.upper()] if p.isupper() else -worth[p.upper()]
        return total
