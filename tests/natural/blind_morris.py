"""Three men's morris, written with nothing at hand but the six method names: a frozen dataclass."""

from dataclasses import dataclass

from zermelo import MAX, MIN, Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
ADJACENT = {
    0: [1, 3, 4],
    1: [0, 2, 4],
    2: [1, 4, 5],
    3: [0, 4, 6],
    4: [0, 1, 2, 3, 5, 6, 7, 8],
    5: [2, 4, 8],
    6: [3, 4, 7],
    7: [4, 6, 8],
    8: [4, 5, 7],
}


@dataclass(frozen=True)
class Position:
    board: str
    turn: str
    placed: int = 0
    moves: int = 0


class Morris(Game):
    def initial(self):
        return Position(board=" " * 9, turn="X")

    def to_move(self, state):
        if state.turn == "X":
            return MAX
        return MIN

    def actions(self, state):
        if state.placed < 6:
            return [(-1, i) for i in range(9) if state.board[i] == " "]
        moves = []
        for source in range(9):
            if state.board[source] == state.turn:
                for target in ADJACENT[source]:
                    if state.board[target] == " ":
                        moves.append((source, target))
        return moves

    def result(self, state, action):
        source, target = action
        board = list(state.board)
        board[target] = state.turn
        if source >= 0:
            board[source] = " "
        other = "O" if state.turn == "X" else "X"
        return Position("".join(board), other, min(state.placed + 1, 6), state.moves + 1)

    def winner(self, state):
        for a, b, c in LINES:
            if state.board[a] == state.board[b] == state.board[c] != " ":
                return state.board[a]
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or state.moves >= 14 or not self.actions(state)

    def utility(self, state):
        return {"X": 1, "O": -1, None: 0}[self.winner(state)]
