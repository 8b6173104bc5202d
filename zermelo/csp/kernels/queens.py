"""Queens by bit masks: how many ways complete each of some half-filled boards.

    columns   taken by the queens above       left, right   cells under attack along the diagonals,
              . X . . X                                     moved one column further with every row

A set bit is a column.  The free cells of a row are those in none of the three.
"""

from __future__ import annotations

from zermelo.csp.kernels import Numbers


def entry(size: int, boards: Numbers, first: int, last: int, work: Numbers) -> int:
    """Ways to complete the boards first, …, last - 1, each (columns, left, right, rows filled)."""
    full = (1 << size) - 1
    total = 0
    for board in range(first, last):
        columns, left, right = boards[4 * board], boards[4 * board + 1], boards[4 * board + 2]
        total += complete(full, columns, left, right, size - boards[4 * board + 3], work)
    return total


def complete(full: int, columns: int, left: int, right: int, rows: int, work: Numbers) -> int:
    """Ways to fill the last `rows` rows."""
    free = full & ~(columns | left | right)
    if rows == 0:
        return 1
    if rows == 1:
        return 1 if free else 0
    total = 0
    level = 0
    while True:
        if free == 0:
            if level == 0:
                return total
            level -= 1
            base = 4 * level
            free, columns, left, right = work[base], work[base + 1], work[base + 2], work[base + 3]
            continue
        bit = free & -free
        free ^= bit
        next_left = (left | bit) << 1
        next_right = (right | bit) >> 1
        below = full & ~(columns | bit | next_left | next_right)
        if below == 0:
            continue
        if level + 2 == rows:
            total += 1
            continue
        base = 4 * level
        work[base], work[base + 1], work[base + 2], work[base + 3] = free, columns, left, right
        level += 1
        free, columns, left, right = below, columns | bit, next_left, next_right
