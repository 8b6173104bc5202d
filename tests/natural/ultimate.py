"""Ultimate tic-tac-toe on two by two boards in the style of Rhettoric74/UltimateTicTacToe: boards as objects."""

from dataclasses import dataclass, replace

from zermelo import MAX, MIN, Game


@dataclass(frozen=True)
class SubBoard:
    cells: tuple
    winner: str = ""

    def is_full(self):
        return "" not in self.cells

    def play(self, k, mark):
        cells = list(self.cells)
        cells[k] = mark
        rows = [(0, 1), (2, 3), (0, 2), (1, 3)]
        won = any(cells[a] == cells[b] == mark for a, b in rows)
        return SubBoard(tuple(cells), mark if won and not self.winner else self.winner)


@dataclass(frozen=True)
class UltimateState:
    boards: tuple
    to_move: str = "X"
    last_move: int = -1


class Ultimate(Game):
    """Two in a row or column win a small board; who wins a board first, and with it the game, is asked."""

    def initial(self):
        return UltimateState(tuple(SubBoard(("",) * 4) for _ in range(4)))

    def to_move(self, state):
        return MAX if state.to_move == "X" else MIN

    def actions(self, state):
        wanted = state.last_move
        if wanted < 0 or state.boards[wanted].is_full():
            return [(b, k) for b in range(4) for k in range(4) if state.boards[b].cells[k] == ""]
        return [(wanted, k) for k in range(4) if state.boards[wanted].cells[k] == ""]

    def result(self, state, action):
        b, k = action
        boards = list(state.boards)
        boards[b] = boards[b].play(k, state.to_move)
        other = "O" if state.to_move == "X" else "X"
        return replace(state, boards=tuple(boards), to_move=other, last_move=k)

    def wins(self, state, mark):
        return sum(1 for board in state.boards if board.winner == mark)

    def is_terminal(self, state):
        return self.wins(state, "X") == 2 or self.wins(state, "O") == 2 or not self.actions(state)

    def utility(self, state):
        x, o = self.wins(state, "X"), self.wins(state, "O")
        return 1 if x > o else -1 if o > x else 0
