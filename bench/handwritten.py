"""Connect Four with alpha-beta and tic-tac-toe with minimax by hand in Numba, to be measured against.

Written as a good Numba programmer would who wants speed and has one game in mind: boards are plain scalars,
the constants are literals, the tests are unrolled, the counters are fields of one record.  The rules, the
order of the moves and the tests at a node are those of `zermelo.games` and `zermelo.algorithms`, so that the
trees are the same to the node.

Two of each: the plain one only counts nodes; the one that is `carrying` also keeps the current path and the
best line, counts leaves and cut-offs, and looks at a stop flag every 1024 nodes, as ours does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numba as nb
import numpy as np
from numba.cpython.unsafe.tuple import tuple_setitem

PLIES = 64
CHECK_EVERY = 1024
INFINITY = 1 << 62

COUNTER = np.dtype([("nodes", "i8")], align=True)
CARRIED = np.dtype(
    [(name, "i8") for name in ("nodes", "leaves", "checkpoint", "stop")]
    + [("path", "i8", (PLIES,)), ("length", "i8", (PLIES + 1,)), ("cutoffs", "i8", (PLIES,))]
    + [("line", "i8", (PLIES * PLIES,))],
    align=True,
)
I8, U8 = nb.int64, nb.uint64
COUNTER_TYPE, CARRIED_TYPE = nb.from_dtype(COUNTER), nb.from_dtype(CARRIED)
CELLS = nb.types.UniTuple(I8, 9)

FULL = U8(279_258_638_311_359)
ZERO, ONE, TOP = U8(0), U8(1), U8(32)

jit: Callable[..., Any] = nb.njit


class Stopped(Exception):
    """Leaves the search."""


# --- Connect Four, 7 x 6: one bit per cell, 7 bits per column -----------------------------------------------


@jit
def has_four(board: Any) -> Any:
    pairs = board & (board >> U8(1))
    if pairs & (pairs >> U8(2)) != ZERO:
        return True
    pairs = board & (board >> U8(6))
    if pairs & (pairs >> U8(12)) != ZERO:
        return True
    pairs = board & (board >> U8(7))
    if pairs & (pairs >> U8(14)) != ZERO:
        return True
    pairs = board & (board >> U8(8))
    return pairs & (pairs >> U8(16)) != ZERO


@jit
def utility(mine: Any, stones: Any, turn: Any) -> Any:
    if not has_four(mine ^ stones):
        return 0
    return 1 if turn == 1 else -1


@jit(I8(U8, U8, I8, I8, I8, I8, COUNTER_TYPE), nogil=True)
def connect_four(mine: Any, stones: Any, turn: Any, depth: Any, alpha: Any, beta: Any, run: Any) -> Any:
    run.nodes += 1
    terminal = stones == FULL or has_four(mine ^ stones)
    if terminal:
        return utility(mine, stones, turn)
    if depth == 0:
        return 0
    if turn == 0:
        best = -INFINITY
        for column in range(7):
            shift = U8(7 * column)
            if (stones >> shift) & TOP == ZERO:
                filled = stones | (stones + (ONE << shift))
                value = connect_four(mine ^ stones, filled, 1, depth - 1, alpha, beta, run)
                if value > best:
                    best = value
                    alpha = max(alpha, best)
                    if best >= beta:
                        break
    else:
        best = INFINITY
        for column in range(7):
            shift = U8(7 * column)
            if (stones >> shift) & TOP == ZERO:
                filled = stones | (stones + (ONE << shift))
                value = connect_four(mine ^ stones, filled, 0, depth - 1, alpha, beta, run)
                if value < best:
                    best = value
                    beta = min(beta, best)
                    if best <= alpha:
                        break
    return best


# --- what a search carries that can be stopped and explained ------------------------------------------------


@jit
def enter(ply: Any, run: Any) -> None:
    run.nodes += 1
    if run.nodes >= run.checkpoint:
        if run.stop != 0:
            raise Stopped
        run.checkpoint = run.nodes + CHECK_EVERY


@jit
def at_leaf(ply: Any, run: Any) -> None:
    run.leaves += 1
    run.length[ply] = ply


@jit
def remember(action: Any, ply: Any, run: Any) -> None:
    here = ply * PLIES
    below = here + PLIES
    run.line[here + ply] = action
    for index in range(ply + 1, run.length[ply + 1]):
        run.line[here + index] = run.line[below + index]
    run.length[ply] = run.length[ply + 1]


@jit(I8(U8, U8, I8, I8, I8, I8, I8, CARRIED_TYPE), nogil=True)
def connect_four_carrying(
    mine: Any, stones: Any, turn: Any, depth: Any, alpha: Any, beta: Any, ply: Any, run: Any
) -> Any:
    enter(ply, run)
    terminal = stones == FULL or has_four(mine ^ stones)
    if terminal or depth == 0:
        at_leaf(ply, run)
        return utility(mine, stones, turn) if terminal else 0
    tried = 0
    if turn == 0:
        best = -INFINITY
        for column in range(7):
            shift = U8(7 * column)
            if (stones >> shift) & TOP == ZERO:
                tried += 1
                run.path[ply] = column
                filled = stones | (stones + (ONE << shift))
                value = connect_four_carrying(mine ^ stones, filled, 1, depth - 1, alpha, beta, ply + 1, run)
                if value > best:
                    best = value
                    if alpha < value < beta:
                        remember(column, ply, run)
                    alpha = max(alpha, best)
                    if best >= beta:
                        run.cutoffs[tried - 1] += 1
                        break
    else:
        best = INFINITY
        for column in range(7):
            shift = U8(7 * column)
            if (stones >> shift) & TOP == ZERO:
                tried += 1
                run.path[ply] = column
                filled = stones | (stones + (ONE << shift))
                value = connect_four_carrying(mine ^ stones, filled, 0, depth - 1, alpha, beta, ply + 1, run)
                if value < best:
                    best = value
                    if alpha < value < beta:
                        remember(column, ply, run)
                    beta = min(beta, best)
                    if best <= alpha:
                        run.cutoffs[tried - 1] += 1
                        break
    return best


# --- tic-tac-toe: the cells are a tuple of nine numbers -----------------------------------------------------


@jit
def row(cells: Any, a: Any, b: Any, c: Any, mark: Any) -> Any:
    return cells[a] == mark and cells[b] == mark and cells[c] == mark


@jit
def has_won(cells: Any, mark: Any) -> Any:
    return (
        row(cells, 0, 1, 2, mark)
        or row(cells, 3, 4, 5, mark)
        or row(cells, 6, 7, 8, mark)
        or row(cells, 0, 3, 6, mark)
        or row(cells, 1, 4, 7, mark)
        or row(cells, 2, 5, 8, mark)
        or row(cells, 0, 4, 8, mark)
        or row(cells, 2, 4, 6, mark)
    )


@jit
def outcome(cells: Any, turn: Any) -> Any:
    if not has_won(cells, 2 - turn):
        return 0
    return 1 if turn == 1 else -1


@jit(I8(CELLS, I8, I8, COUNTER_TYPE), nogil=True)
def tic_tac_toe(cells: Any, turn: Any, depth: Any, run: Any) -> Any:
    run.nodes += 1
    terminal = has_won(cells, 2 - turn) or 0 not in cells
    if terminal:
        return outcome(cells, turn)
    if depth == 0:
        return 0
    if turn == 0:
        best = -INFINITY
        for cell in range(9):
            if cells[cell] == 0:
                value = tic_tac_toe(tuple_setitem(cells, cell, 1), 1, depth - 1, run)
                best = max(best, value)
    else:
        best = INFINITY
        for cell in range(9):
            if cells[cell] == 0:
                value = tic_tac_toe(tuple_setitem(cells, cell, 2), 0, depth - 1, run)
                best = min(best, value)
    return best


@jit(I8(CELLS, I8, I8, I8, CARRIED_TYPE), nogil=True)
def tic_tac_toe_carrying(cells: Any, turn: Any, depth: Any, ply: Any, run: Any) -> Any:
    enter(ply, run)
    terminal = has_won(cells, 2 - turn) or 0 not in cells
    if terminal or depth == 0:
        at_leaf(ply, run)
        return outcome(cells, turn) if terminal else 0
    if turn == 0:
        best = -INFINITY
        for cell in range(9):
            if cells[cell] == 0:
                run.path[ply] = cell
                value = tic_tac_toe_carrying(tuple_setitem(cells, cell, 1), 1, depth - 1, ply + 1, run)
                if value > best:
                    best = value
                    remember(cell, ply, run)
    else:
        best = INFINITY
        for cell in range(9):
            if cells[cell] == 0:
                run.path[ply] = cell
                value = tic_tac_toe_carrying(tuple_setitem(cells, cell, 2), 0, depth - 1, ply + 1, run)
                if value < best:
                    best = value
                    remember(cell, ply, run)
    return best


# --- from Python --------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    value: int
    nodes: int


def _counter() -> Any:
    return np.zeros(1, COUNTER).view(np.recarray)[0]


def _carried() -> Any:
    run = np.zeros(1, CARRIED).view(np.recarray)[0]
    run.checkpoint = CHECK_EVERY
    return run


def play_connect_four(depth: int, *, carrying: bool = False) -> Answer:
    """Alpha-beta from the empty board, columns left to right, zero evaluation."""
    start = (U8(0), U8(0), 0, depth, -INFINITY, INFINITY)
    if carrying:
        run = _carried()
        return Answer(connect_four_carrying(*start, 0, run), int(run.nodes))
    run = _counter()
    return Answer(connect_four(*start, run), int(run.nodes))


def play_tic_tac_toe(*, carrying: bool = False) -> Answer:
    """Minimax of the whole game."""
    start = ((0,) * 9, 0, 9)
    if carrying:
        run = _carried()
        return Answer(tic_tac_toe_carrying(*start, 0, run), int(run.nodes))
    run = _counter()
    return Answer(tic_tac_toe(*start, run), int(run.nodes))
