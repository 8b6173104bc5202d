"""Queens by bit masks: how many ways complete each of some half-filled boards.

    columns   taken by the queens above       left, right   cells under attack along the diagonals,
              . X . . X                                     moved one column further with every row

A set bit is a column.  The free cells of a row are those in none of the three.
"""

from __future__ import annotations

from zermelo.csp.kernels import Numbers
from zermelo.game import Bits


def entry(size: int, boards: Numbers, first: int, last: int, work: Numbers) -> int:
    """Ways to complete the boards first, …, last - 1, each (columns, left, right, rows filled)."""
    full = (1 << size) - 1
    total = 0
    for board in range(first, last):
        columns, left, right = boards[4 * board], boards[4 * board + 1], boards[4 * board + 2]
        free = full & ~(columns | left | right)
        rows = size - boards[4 * board + 3]
        if rows == 0:
            total += 1
        elif free:
            total += 1 if rows == 1 else complete(full, free, columns, left, right, work)
    return total


def complete(full: int, free: int, columns: int, left: int, right: int, work: Numbers) -> int:
    """Ways to fill two rows or more, of which the first has free cells; `work` keeps rows to come back to."""
    total = 0
    top = Bits(0)
    while True:
        # 1. The next free cell, and what it leaves for the row below
        bit = free & -free
        free ^= bit
        taken = columns | bit
        next_left = (left | bit) << 1
        next_right = (right | bit) >> 1
        below = full & ~(taken | next_left | next_right)
        if below:
            # 2. Down, unless that row is the last: then it is filled
            rest = full ^ taken
            if rest & (rest - 1):
                if free:  # a row without another cell need not be come back to
                    work[top], work[top + Bits(1)] = free, columns
                    work[top + Bits(2)], work[top + Bits(3)] = left, right
                    top += Bits(4)
                free, columns, left, right = below, taken, next_left, next_right
                continue
            total += 1
        # 3. Back to the last row with a cell left
        if free == 0:
            if top == Bits(0):
                return total
            top -= Bits(4)
            free, columns = work[top], work[top + Bits(1)]
            left, right = work[top + Bits(2)], work[top + Bits(3)]
