"""Exact cover by dancing links (Knuth): choose options so that every item is in exactly one of them.

A matrix of ones, linked in four directions.  Node 0 is the root of the list of items still to cover, nodes
1 … items are the heads of their columns, the others are the ones of the options, row by row.  Items that
need not be covered, but at most once, are not in the root's list.

`state`: depth, entering (1) or going on (0), options tried, solutions; then the node chosen at each depth.
"""

from __future__ import annotations

from zermelo.csp.kernels import Numbers

DEPTH, ENTERING, TRIED, SOLUTIONS, HEAD = 0, 1, 2, 3, 8


def cover(
    item: int, left: Numbers, right: Numbers, up: Numbers, down: Numbers, item_of: Numbers,
    option_of: Numbers, option_start: Numbers, size: Numbers,
) -> int:  # fmt: skip
    """Take an item out of the list, and its options out of all other columns."""
    right[left[item]] = right[item]
    left[right[item]] = left[item]
    node = down[item]
    while node != item:
        option = option_of[node]
        for other in range(option_start[option], option_start[option + 1]):
            if other != node:
                down[up[other]] = down[other]
                up[down[other]] = up[other]
                size[item_of[other]] -= 1
        node = down[node]
    return 0


def uncover(
    item: int, left: Numbers, right: Numbers, up: Numbers, down: Numbers, item_of: Numbers,
    option_of: Numbers, option_start: Numbers, size: Numbers,
) -> int:  # fmt: skip
    """Exactly the steps of `cover`, backwards."""
    node = up[item]
    while node != item:
        option = option_of[node]
        for place in range(option_start[option + 1] - option_start[option]):
            other = option_start[option + 1] - 1 - place
            if other != node:
                down[up[other]] = other
                up[down[other]] = other
                size[item_of[other]] += 1
        node = up[node]
    right[left[item]] = item
    left[right[item]] = item
    return 0


def entry(
    left: Numbers, right: Numbers, up: Numbers, down: Numbers, item_of: Numbers, option_of: Numbers,
    option_start: Numbers, size: Numbers, state: Numbers, buffer: Numbers, room: int, budget: int,
) -> int:  # fmt: skip
    """Go on for `budget` options, or until a solution is in the buffer: 1 + how many options it has; else 0.

    The search is over when state[DEPTH] is -1.  Without room solutions are only counted.
    """
    depth = state[DEPTH]
    while depth >= 0:
        # 1. All covered, or the item with the fewest options
        if state[ENTERING]:
            state[ENTERING] = 0
            if right[0] == 0:
                state[SOLUTIONS] += 1
                for level in range(depth):
                    buffer[level] = option_of[state[HEAD + level]]
                state[HEAD + depth] = -1
                if room:
                    state[DEPTH] = depth
                    return int(depth + 1)
            else:
                best, item = right[0], right[0]
                while item != 0:
                    if size[item] < size[best]:
                        best = item
                    item = right[item]
                cover(best, left, right, up, down, item_of, option_of, option_start, size)
                state[HEAD + depth] = down[best]
        # 2. The next option of this item
        node = state[HEAD + depth]
        if node >= 0 and option_of[node] >= 0:
            if budget <= 0:
                break
            budget -= 1
            state[TRIED] += 1
            option = option_of[node]
            for other in range(option_start[option], option_start[option + 1]):
                if other != node:
                    cover(item_of[other], left, right, up, down, item_of, option_of, option_start, size)
            depth += 1
            state[ENTERING] = 1
            continue
        # 3. None left: back
        if node >= 0:
            uncover(node, left, right, up, down, item_of, option_of, option_start, size)
        depth -= 1
        if depth >= 0:
            node = state[HEAD + depth]
            option = option_of[node]
            for place in range(option_start[option + 1] - option_start[option]):
                other = option_start[option + 1] - 1 - place
                if other != node:
                    uncover(item_of[other], left, right, up, down, item_of, option_of, option_start, size)
            state[HEAD + depth] = down[node]
    state[DEPTH] = depth
    return 0
