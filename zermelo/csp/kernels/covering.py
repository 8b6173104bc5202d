"""Smallest covering by branch and bound: the fewest sets that together hold every item.

At each node: (1) a price for every open item such that no set is worth more than 1: their sum is a lower
bound (linear programming duality); (2) sets too dear for the bound are thrown out; (3) the item with the
fewest sets left is covered by each of them in turn, the largest first, and a set that has been tried
is out for its younger brothers.

`state`   depth, best size, nodes, cut-offs, prunings, has to enter the node (1) or go on with it (0)
`levels`  a row for each depth: open items (1 or 0), sets in play (1 or 0)
`picks`   a row for each depth: how many candidates, how many tried, the candidates
"""

from __future__ import annotations

from zermelo.csp.kernels import Numbers

UNIT = 720720
"""The price of 1, divisible by every number up to 16."""
DEPTH, BEST, NODES, CUTOFFS, PRUNINGS, ENTERING = 0, 1, 2, 3, 4, 5


def price(
    items: int, sets: int, set_start: Numbers, set_items: Numbers, item_start: Numbers, item_sets: Numbers,
    levels: Numbers, row: int, work: Numbers,
) -> int:  # fmt: skip
    """Prices of the open items, in `work`; what is left of each set's worth, behind them; -1: no way."""
    gains, prices, slack = items + sets, 0, items
    for chosen in range(sets):
        gain = 0
        if levels[row + items + chosen]:
            for index in range(set_start[chosen], set_start[chosen + 1]):
                gain += levels[row + set_items[index]]
        work[gains + chosen] = gain
        work[slack + chosen] = UNIT
    for item in range(items):
        work[prices + item] = 0
        if levels[row + item]:
            most = 0
            for index in range(item_start[item], item_start[item + 1]):
                most = max(most, work[gains + item_sets[index]])
            if most == 0:
                return -1
            work[prices + item] = UNIT // most
    for chosen in range(sets):
        if work[gains + chosen]:
            for index in range(set_start[chosen], set_start[chosen + 1]):
                work[slack + chosen] -= work[prices + set_items[index]]
    total = 0
    for item in range(items):
        if levels[row + item]:
            least = UNIT
            for index in range(item_start[item], item_start[item + 1]):
                if work[gains + item_sets[index]]:
                    least = min(least, work[slack + item_sets[index]])
            if least > 0:
                work[prices + item] += least
                for index in range(item_start[item], item_start[item + 1]):
                    work[slack + item_sets[index]] -= least
            total += work[prices + item]
    return total


def throw_out(items: int, sets: int, levels: Numbers, row: int, work: Numbers, total: int, room: int) -> int:
    """Sets that would lift the bound beyond `room`, and sets that cover nothing: how many went."""
    gone = 0
    for chosen in range(sets):
        if levels[row + items + chosen]:
            dear = total + work[items + chosen] > room * UNIT
            if dear or work[items + sets + chosen] == 0:
                levels[row + items + chosen] = 0
                gone += 1
    return gone


def branch(
    items: int, sets: int, item_start: Numbers, item_sets: Numbers,
    levels: Numbers, row: int, work: Numbers, picks: Numbers, pick: int,
) -> int:  # fmt: skip
    """Write down the sets that can cover the hardest item; how many there are."""
    hardest, fewest, cheapest = -1, sets + 1, 0
    for item in range(items):
        if levels[row + item]:
            ways, weight = 0, 0
            for index in range(item_start[item], item_start[item + 1]):
                ways += levels[row + items + item_sets[index]]
                weight += work[items + sets + item_sets[index]]
            if ways < fewest or (ways == fewest and weight > cheapest):
                hardest, fewest, cheapest = item, ways, weight
    picks[pick], picks[pick + 1] = 0, 0
    if hardest < 0:
        return 0
    found = 0
    for index in range(item_start[hardest], item_start[hardest + 1]):
        chosen = item_sets[index]
        if levels[row + items + chosen]:
            place = pick + 2 + found
            while place > pick + 2 and work[items + sets + picks[place - 1]] < work[items + sets + chosen]:
                picks[place] = picks[place - 1]
                place -= 1
            picks[place] = chosen
            found += 1
    picks[pick] = found
    return found


def entry(
    items: int, sets: int, set_start: Numbers, set_items: Numbers, item_start: Numbers, item_sets: Numbers,
    state: Numbers, levels: Numbers, picks: Numbers, work: Numbers, best: Numbers, budget: int,
) -> int:  # fmt: skip
    """Go on for `budget` nodes: 0 when it is over, 1 with a better covering in `best`, 2 otherwise."""
    width, wide = items + sets, sets + 2
    depth = state[DEPTH]
    while depth >= 0:
        row, pick = depth * width, depth * wide
        if state[ENTERING]:
            if budget <= 0:
                state[DEPTH] = depth
                return 2
            budget -= 1
            state[NODES] += 1
            state[ENTERING] = 0
            open_items = 0
            for item in range(items):
                open_items += levels[row + item]
            if open_items == 0:
                state[BEST] = depth
                for level in range(depth):
                    best[level] = picks[level * wide + 2 + picks[level * wide + 1] - 1]
                state[DEPTH] = depth - 1
                return 1
            total = price(items, sets, set_start, set_items, item_start, item_sets, levels, row, work)
            room = state[BEST] - 1 - depth
            if total < 0 or total > room * UNIT:
                state[CUTOFFS] += 1
                depth -= 1
                continue
            state[PRUNINGS] += throw_out(items, sets, levels, row, work, total, room)
            branch(items, sets, item_start, item_sets, levels, row, work, picks, pick)
        if depth + 1 >= state[BEST] or picks[pick + 1] == picks[pick]:
            depth -= 1
            continue
        chosen = picks[pick + 2 + picks[pick + 1]]
        picks[pick + 1] += 1
        levels[row + items + chosen] = 0
        below = row + width
        for cell in range(width):
            levels[below + cell] = levels[row + cell]
        for index in range(set_start[chosen], set_start[chosen + 1]):
            levels[below + set_items[index]] = 0
        depth += 1
        state[ENTERING] = 1
    state[DEPTH] = depth
    return 0
