"""Counting queens by bit masks, in parts: what `kernels/queens.py` completes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from zermelo.csp.machine import Slices, kernel
from zermelo.errors import ProblemError

Board = tuple[int, int, int, int]
"""Columns taken, cells under attack from the left and from the right, rows filled."""
LARGEST = 30
ROWS_AT_ONCE = 14
"""Rows that a kernel fills without being asked whether to go on."""
MOST_BOARDS = 4096
"""Boards that are written down at a time."""


def count_queens(n: int, mirror: bool = True, compiled: bool = True) -> int:
    """Ways to place n queens; `mirror` counts one of two boards that are each other's mirror image.

    >>> count_queens(8, compiled=False)
    92
    """
    return sum(counts(n, mirror, compiled))


def parts_of(n: int, mirror: bool = True) -> tuple[int, list[tuple[int, ...]]]:
    """The columns of the queens in the first rows, one entry for each part; and what each counts for."""
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= LARGEST:
        raise ProblemError("number_of_queens", most=LARGEST, given=repr(n))
    if n < 4:
        return 1, [(column,) for column in range(n)]
    parts: list[tuple[int, ...]] = [
        (first, second) for first in range(n) for second in range(n) if abs(first - second) > 1
    ]
    if not mirror:
        return 1, parts
    return 2, [part for part in parts if is_left(n, part)]


def is_left(n: int, part: tuple[int, ...]) -> bool:
    """The first queen that is not in the middle column stands to the left of it."""
    return next((2 * column < n - 1 for column in part if 2 * column != n - 1), True)


def counts(n: int, mirror: bool = True, compiled: bool = True) -> Iterator[int]:
    """What is added to the number of ways, a little at a time."""
    factor, parts = parts_of(n, mirror)
    boards = (board for part in parts for board in expanded(n, board_of(part)))
    return (factor * found for found in complete(n, boards, compiled))


def count_part(n: int, part: tuple[int, ...], compiled: bool = True) -> int:
    """Ways to complete a board whose first rows are filled."""
    return sum(complete(n, expanded(n, board_of(part)), compiled))


def expanded(n: int, board: Board) -> Iterator[Board]:
    """The boards below one that have few enough rows left for a kernel."""
    if n - board[3] <= ROWS_AT_ONCE:
        yield board
        return
    for bit in free_cells(n, board):
        yield from expanded(n, placed(board, bit))


def board_of(columns: tuple[int, ...]) -> Board:
    board: Board = (0, 0, 0, 0)
    for column in columns:
        board = placed(board, 1 << column)
    return board


def placed(board: Board, bit: int) -> Board:
    columns, left, right, rows = board
    return columns | bit, (left | bit) << 1, (right | bit) >> 1, rows + 1


def free_cells(n: int, board: Board) -> Iterator[int]:
    free = ((1 << n) - 1) & ~(board[0] | board[1] | board[2])
    while free:
        bit = free & -free
        free ^= bit
        yield bit


def complete(n: int, boards: Iterator[Board], compiled: bool) -> Iterator[int]:
    """Ways to complete some boards, a few of them at a time, so that Ctrl-C never waits long."""
    entry, slices = kernel("queens", compiled), Slices(1)
    work = whole_numbers([0] * (4 * n + 4), compiled)
    while batch := list(islice(boards, slices.next(MOST_BOARDS))):
        flat = whole_numbers([number for board in batch for number in board], compiled)
        yield entry(n, flat, 0, len(batch), work)


def whole_numbers(numbers: list[int], compiled: bool) -> Any:
    """As a kernel takes them."""
    if not compiled:
        return numbers
    import numpy as np

    return np.array(numbers, np.int64)
