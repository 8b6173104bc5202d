"""NumPy's arrays and large whole numbers in the typed compiler: evaluate() and small games beside Python."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from machine_sweep import asked
from natural_games import NATURAL

import zermelo
from zermelo import MAX, MIN, CannotCompile, Game
from zermelo.kernel.machine.kernel import Machine
from zermelo.kernel.options import Options

HEAD = """
from typing import NamedTuple
import numpy as np
from zermelo import MAX, Game

WEIGHTS = np.array([[1, -2, 3], [4, 5, -6]], dtype=np.int8)
LARGE = np.arange(3000).reshape(50, 60)


class State(NamedTuple):
    cells: tuple
    n: int


class Rules(Game):
    payoff = "points"

    def __init__(self):
        self.table = np.arange(24).reshape(2, 3, 4)
        self.bytes = np.array([250, 3, 7], dtype=np.uint8)

    def initial(self):
        return State((0, 1, 2, 1, 0, 2), 3)

    def to_move(self, state):
        return MAX

    def actions(self, state):
        return [0]

    def result(self, state, action):
        return state

    def is_terminal(self, state):
        return True

    def utility(self, state):
        return 0

    def evaluate(self, state):
"""
CELLS = [
    ((0, 1, 2, 1, 0, 2), 3),
    ((5, -1, 2, 2, 2, 0), 0),
    ((9, 8, -7, 6, 5, 4), -2),
    ((100, -128, 127, 64, 3, -5), 2),
]
BODIES = {
    "views alias their base": """
b = np.array(state.cells).reshape(3, 2)
v = b[:, 1]
v[0] = 99
b.T[0, 2] = 44
w = b.reshape(-1)
w[3] = 33
f = b.flatten()
f[0] = 9
return int((b * np.array([[1, 10], [100, 1000], [7, 13]])).sum()) + int(f.sum())
""",
    "slices with steps": """
b = np.zeros((3, 4), dtype=np.int64)
b[1:, ::2] = state.n
b[0] = [1, 2, 3, 4]
b[:, 3] += 5
b[::-1][0] -= 2
b[..., 1] = 3
return int((b * np.arange(12).reshape(3, 4)).sum()) + b[:, None].shape[1]
""",
    "masks and chosen places": """
b = np.array(state.cells)
m = b > 0
total = int(b[m].sum()) * 10 + len(b[~m])
b[b == 2] = 7
b[[1, 1, 3]] = [7, 8, 9]
c = b.reshape(2, 3)
c[[0, 1]] = c[[1, 0]]
return total + int(c[[0, 1], [2, 0]].sum()) + int((c * np.arange(6).reshape(2, 3)).sum())
""",
    "where, argwhere, nonzero": """
b = np.array(state.cells).reshape(2, 3)
rows, columns = np.where(b > 0)
total = sum(int(r) * 3 + int(c) for r, c in zip(rows, columns))
moves = [tuple(m) for m in np.argwhere(b == 1)]
return total + sum(r for r, c in moves) + ((0, 1) in moves) + int(np.where(b > 1, b, -1).sum())
""",
    "reductions": """
b = np.array(state.cells).reshape(2, 3)
found = int(b.argmax()) + 10 * int(b.argmin(axis=1)[1]) + 100 * int(b.sum(axis=0).max())
return found + int(b.prod(axis=1).min()) + b.mean() + int((b == 1).any(axis=0).sum()) + np.count_nonzero(b)
""",
    "elements of int8": """
b = np.array(state.cells, dtype=np.int8)
return int((b * b).sum()) + int((b + b).max()) + int((b + 100).sum()) + int(b.sum())
""",
    "truth values are NumPy's": """
b = np.array(state.cells)
return int((b[0] == 1) + (b[1] == 1) + (b[3] == 1)) + int(b[4] == 2) + sum(x == 1 for x in b)
""",
    "mirrors, turns, diagonals": """
b = np.array(state.cells).reshape(2, 3)
t = np.fliplr(b)[0, 0] + 10 * np.flipud(b)[0, 0] + 100 * np.rot90(b)[0, 1] + 7 * np.rot90(b, 3)[2, 0]
t += np.roll(b, 1, axis=1)[0, 0] + np.roll(b, -2)[1, 1]
return int(t + np.trace(b) + np.diag(b).sum() + b.diagonal(1)[0])
""",
    "several arrays": """
b = np.array(state.cells)
s = np.stack([b, b * 2])
c = np.concatenate([b, b[:2], np.array([5])])
p = np.pad(b.reshape(2, 3), 1)
return int(c.sum() + s[1].sum() * 3 + np.vstack([b, b]).shape[0] + p[1, 1] + (s @ b)[1] + p.size)
""",
    "fractions in NumPy's order": """
w = np.array([[0.1 * c + 0.3 * i for c in state.cells] for i in range(4)])
return float(w.sum()) + float(w.mean()) + w.sum(axis=0)[2] + w.sum(axis=1)[1] + float(w[:, 1].sum())
""",
    "constants and arrays of the game": """
return int(WEIGHTS[0, 1] * 10) + int(LARGE[state.n, 7] + LARGE[3:5, 1:4].sum()) + int(
    self.table[1, 2, state.n % 4] + self.table[:, 1, :].sum()) + int(self.bytes[1] + self.bytes[2])
""",
    "shapes that are not known": """
b = np.zeros((state.n + 3, 4), dtype=int)
b[:, 1] = 2
b[-1] += 1
c = b.copy()
pairs = b.reshape(-1, 2).shape[0]
return int(b.sum() + c.T[1].sum() + c.shape[0] * 100 + np.arange(state.n + 3).sum() + pairs)
""",
    "bytes": """
b = np.array(state.cells).astype(np.int8)
data = b.tobytes()
return int(np.frombuffer(data, dtype=np.int8).reshape(2, 3)[1, 1]) + data[0] + len(data)
""",
    "errors": """
b = np.array(state.cells).reshape(2, 3)
try:
    return int(b[state.n, 0])
except IndexError:
    return -1
""",
}
WRAPPING = [
    "int(np.array(state.cells, dtype=np.int8)[0] * np.int8(100))",
    "int(WEIGHTS[0, 0] * 50 * state.n)",
    "int(self.bytes[0] + self.bytes[2])",
]
REFUSED = {
    "WEIGHTS[0, 0] = 1\nreturn 0": "that all states share",
    "return np.array([1.5, 2.5]) // 1": "arrays of fractions",
    "return len(np.array(state.cells, dtype=np.float32))": "float32",
    "return ~self.bytes[0]": "without a sign",
    "return np.linalg.norm(np.array(state.cells))": "norm()",
}


def rules(body: str, folder: Path) -> Any:
    """A module whose game has this body of evaluate()."""
    path = folder / f"rules_{abs(hash(body))}.py"
    path.write_text(
        HEAD + "\n".join(f"        {line}" for line in body.strip().splitlines()) + "\n", encoding="utf-8"
    )
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def answers(body: str, folder: Path) -> list[tuple[Any, Any]]:
    """What Python and machine code say of a few states; the names of errors."""
    module = rules(body, folder)
    game = module.Rules()
    machine = Machine(game, asked, Options(outcome=False), False, None).obtain()
    found = []
    for cells, n in CELLS:
        state = module.State(cells, n)
        run = machine.new_run()
        machine.place(run, state)
        try:
            machine.execute(run)
            ours: Any = machine.number(run.value)
        except Exception as error:
            ours = type(error).__name__
        try:
            found.append((game.evaluate(state), ours))
        except Exception as error:
            found.append((type(error).__name__, ours))
    return found


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("name", BODIES)
def test_arrays_are_what_numpy_makes(name: str, tmp_path: Path) -> None:
    for python, machine in answers(BODIES[name], tmp_path):
        assert machine == python


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("expression", WRAPPING)
def test_numbers_that_wrap_fail(expression: str, tmp_path: Path) -> None:
    for python, machine in answers(f"return {expression}", tmp_path):
        assert machine in (python, "OverflowError")


@pytest.mark.parametrize("body", REFUSED)
def test_refusals_name_what_is_wrong(body: str, tmp_path: Path) -> None:
    with pytest.raises(CannotCompile) as told:
        answers(body, tmp_path)
    assert REFUSED[body] in str(told.value)


class Tuples(Game[Any, Any]):
    """Three in a row; the board is an array in a tuple."""

    def initial(self) -> Any:
        return np.zeros((3, 3), dtype=np.int8), 1

    def to_move(self, state: Any) -> int:
        return MAX if state[1] == 1 else MIN

    def actions(self, state: Any) -> Any:
        return [(int(r), int(c)) for r, c in np.argwhere(state[0] == 0)]

    def result(self, state: Any, action: Any) -> Any:
        board = state[0].copy()
        board[action] = state[1]
        return board, -state[1]

    def winner(self, board: Any) -> int:
        sums = np.concatenate(
            [board.sum(axis=0), board.sum(axis=1), [np.trace(board), np.trace(np.fliplr(board))]]
        )
        return 1 if (sums == 3).any() else -1 if (sums == -3).any() else 0

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state[0]) != 0 or bool((state[0] != 0).all())

    def utility(self, state: Any) -> int:
        return self.winner(state[0])


class Bare(Tuples):
    """The state is nothing but an array."""

    def initial(self) -> Any:
        return np.zeros((3, 3), dtype=int)

    def to_move(self, state: Any) -> int:
        return MAX if state.sum() == 0 else MIN

    def actions(self, state: Any) -> Any:
        return [int(place) for place in np.flatnonzero(state == 0)]

    def result(self, state: Any, action: Any) -> Any:
        board = state.copy()
        board[action // 3, action % 3] = 1 if state.sum() == 0 else -1
        return board

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state) != 0 or np.count_nonzero(state) == 9

    def utility(self, state: Any) -> int:
        return self.winner(state)


class Board:
    """A board of the user's own, with moves that are taken back."""

    def __init__(self, cells: Any, player: int) -> None:
        self.cells, self.player = cells, player

    def moves(self) -> Any:
        return [(int(r), int(c)) for r, c in zip(*np.where(self.cells == 0), strict=True)]

    def play(self, move: Any) -> None:
        self.cells[move] = self.player
        self.player *= -1

    def undo(self, move: Any) -> None:
        self.cells[move] = 0
        self.player *= -1


class Objects(Tuples):
    """The board is an array in an object, changed in place."""

    def initial(self) -> Any:
        return Board(np.zeros((3, 3), dtype=int), 1)

    def to_move(self, state: Any) -> int:
        return MAX if state.player == 1 else MIN

    def actions(self, state: Any) -> Any:
        return state.moves()

    def result(self, state: Any, action: Any) -> Any:
        board = Board(state.cells.copy(), state.player)
        board.play(action)
        return board

    def is_terminal(self, state: Any) -> bool:
        return self.winner(state.cells) != 0 or not state.moves()

    def utility(self, state: Any) -> int:
        return self.winner(state.cells)

    def evaluate(self, state: Any) -> int:
        total = 0
        for move in state.moves():
            state.play(move)
            total += int(state.cells.sum()) * (move[0] + 1)
            state.undo(move)
        return total


@pytest.mark.parametrize("game", [Tuples, Bare, Objects])
def test_states_that_hold_arrays(game: Any) -> None:
    told = [
        zermelo.search(game(), algorithm="pvs", depth=5, memory=1, engine=engine)
        for engine in ("interpreted", "compiled")
    ]
    assert (told[0].score, told[0].nodes, told[0].line) == (told[1].score, told[1].nodes, told[1].line)


class Numbers(NamedTuple):
    left: int
    right: int


class Arithmetic(Game[Numbers, int]):
    """Numbers of a hundred bits; evaluate() computes with them in every way."""

    payoff = "points"

    def initial(self) -> Numbers:
        return Numbers(1 << 100, -(1 << 100))

    def to_move(self, state: Numbers) -> int:
        return MAX

    def actions(self, state: Numbers) -> Any:
        return [0]

    def result(self, state: Numbers, action: int) -> Numbers:
        return state

    def is_terminal(self, state: Numbers) -> bool:
        return False

    def utility(self, state: Numbers) -> int:
        return 0

    def evaluate(self, state: Numbers) -> int:
        left, right = state.left, state.right
        found = (left + right) % 1000003 + (left - right) % 1000003 + (left >> 40) * (right >> 41) % 1000003
        found += (left & right) % 10007 + (left | ~right) % 10007 + (left ^ -right) % 10007
        if right:
            found += left // right % 10007 + left % right % 10007
        found += ((left >> 60) << (right & 31)) % 10007 + left.bit_count() * 10 + right.bit_length()
        found += (left < right) + 2 * (left == right) + (left & -left) % 10007 + 3 ** (left % 40) % 10007
        return found + bin(left).count("1") + len(str(right)) + (1 << (left & 63)) % 10007 + int(left & 1)


def test_large_numbers_are_what_python_makes() -> None:
    game = Arithmetic()
    machine = Machine(game, asked, Options(outcome=False), False, None).obtain()
    chosen = random.Random(3)
    for _ in range(200):
        sizes = [chosen.choice((0, 1, 30, 62, 63, 64, 65, 90, 100)) for _ in range(2)]
        state = Numbers(*(chosen.choice((-1, 1)) * chosen.getrandbits(size) for size in sizes))
        run = machine.new_run()
        machine.place(run, state)
        machine.execute(run)
        assert machine.number(run.value) == game.evaluate(state), state


@pytest.mark.parametrize("module", ["big_number", "othello_numbers", "packed_dominoes"])
def test_boards_in_large_numbers(module: str) -> None:
    make = next(game for game in NATURAL if game.module == module).make
    told = [
        zermelo.search(make(), algorithm="pvs", depth=4, memory=1, engine=engine)
        for engine in ("interpreted", "compiled")
    ]
    assert (told[0].score, told[0].nodes, told[0].line) == (told[1].score, told[1].nodes, told[1].line)
