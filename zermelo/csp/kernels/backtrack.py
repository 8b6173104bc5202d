"""Backtracking with forward checking over domains that are bit sets.

`model`: a head of addresses (M_…), then what `tabulate.py` wrote: links between two variables as masks of
the values that go together, larger constraints as tables or sums, costs.  `state`: a head of counters (S_…),
then for each depth the variable chosen and the values still to try, for each variable the index of its value
(-1: none), and a row of domains for each depth.  The search can be left and entered again at any assignment.
"""

from __future__ import annotations

from zermelo.csp.kernels import Numbers
from zermelo.kernel.primitives import bit_count, bit_length

M_VARIABLES, M_STRIDE, M_LINK_START, M_LINK_OTHER, M_MASKS, M_UNARY = 0, 1, 2, 3, 4, 5
M_WIDE_START, M_WIDE, M_SCOPE_START, M_SCOPE, M_STEPS, M_RELATION, M_BASE, M_TOTAL = (
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
)
M_COSTS, M_SELECT, M_LOOKS_AHEAD = 14, 15, 16
S_DEPTH, S_ENTERING, S_BEST, S_ASSIGNMENTS, S_CHECKS, S_BACKTRACKS = 0, 1, 2, 3, 4, 5
S_PRUNINGS, S_CUTOFFS, S_SOLUTIONS, S_HEAD = 6, 7, 8, 16
TABLE, EQUAL, UNEQUAL, AT_MOST, AT_LEAST, LESS, MORE = 0, 1, 2, 3, 4, 5, 6
STATIC, MRV, DEGREE, MRV_DEGREE = 0, 1, 2, 3
NO_BEST = 1 << 62


def degree_of(model: Numbers, state: Numbers, variable: int) -> int:
    """Links to variables without a value, and larger constraints with another one without."""
    variables = model[M_VARIABLES]
    values = S_HEAD + 2 * variables
    found = 0
    for link in range(model[model[M_LINK_START] + variable], model[model[M_LINK_START] + variable + 1]):
        if state[values + model[model[M_LINK_OTHER] + link]] < 0:
            found += 1
    for place in range(model[model[M_WIDE_START] + variable], model[model[M_WIDE_START] + variable + 1]):
        constraint = model[model[M_WIDE] + place]
        for slot in range(
            model[model[M_SCOPE_START] + constraint], model[model[M_SCOPE_START] + constraint + 1]
        ):
            other = model[model[M_SCOPE] + slot]
            if other != variable and state[values + other] < 0:
                found += 1
                break
    return found


def choose(model: Numbers, state: Numbers, row: int) -> int:
    """The next variable."""
    variables, select = model[M_VARIABLES], model[M_SELECT]
    values = S_HEAD + 2 * variables
    chosen, least, most = -1, 0, 0
    for variable in range(variables):
        if state[values + variable] >= 0:
            continue
        if select == STATIC:
            return variable
        size = 0 if select == DEGREE else bit_count(state[row + variable])
        bound = 0 if select == MRV else degree_of(model, state, variable)
        if chosen < 0 or size < least or (size == least and bound > most):
            chosen, least, most = variable, size, bound
    return chosen


def related(relation: int, low: int, high: int, total: int) -> bool:
    """Can a sum between two ends stand in this relation?"""
    if relation == EQUAL:
        return low <= total and total <= high
    if relation == UNEQUAL:
        return low != total or high != total
    if relation == AT_MOST:
        return low <= total
    if relation == AT_LEAST:
        return high >= total
    if relation == LESS:
        return low < total
    return high > total


def bound_by_sum(model: Numbers, state: Numbers, row: int, constraint: int, variable: int) -> bool:
    """Keep the values with which the others can still make the total."""
    stride = model[M_STRIDE]
    base, relation = model[model[M_BASE] + constraint], model[model[M_RELATION] + constraint]
    total = model[model[M_TOTAL] + constraint]
    first = model[model[M_SCOPE_START] + constraint]
    low, high, own = 0, 0, base
    for slot in range(first, model[model[M_SCOPE_START] + constraint + 1]):
        other, terms = model[model[M_SCOPE] + slot], base + (slot - first) * stride
        if other == variable:
            own = terms
        else:
            bits = state[row + other]
            least = model[terms + bit_length(bits & -bits) - 1]
            most = least
            while bits:
                bit = bits & -bits
                bits ^= bit
                term = model[terms + bit_length(bit) - 1]
                least, most = min(least, term), max(most, term)
            low, high = low + least, high + most
    before = state[row + variable]
    after, bits = 0, before
    while bits:
        bit = bits & -bits
        bits ^= bit
        term = model[own + bit_length(bit) - 1]
        if related(relation, low + term, high + term, total):
            after |= bit
    state[S_CHECKS] += bit_count(before)
    state[S_PRUNINGS] += bit_count(before ^ after)
    state[row + variable] = after
    return after != 0


def allowed_by_table(model: Numbers, state: Numbers, row: int, constraint: int, variable: int) -> bool:
    """Keep the values that the table has beside those of the others, which are all given."""
    values = S_HEAD + 2 * model[M_VARIABLES]
    cell, step = model[model[M_BASE] + constraint], 0
    for slot in range(model[model[M_SCOPE_START] + constraint], model[model[M_SCOPE_START] + constraint + 1]):
        other = model[model[M_SCOPE] + slot]
        if other == variable:
            step = model[model[M_STEPS] + slot]
        else:
            cell += state[values + other] * model[model[M_STEPS] + slot]
    before = state[row + variable]
    after, bits = 0, before
    while bits:
        bit = bits & -bits
        bits ^= bit
        if model[cell + step * (bit_length(bit) - 1)]:
            after |= bit
    state[S_CHECKS] += bit_count(before)
    state[S_PRUNINGS] += bit_count(before ^ after)
    state[row + variable] = after
    return after != 0


def look_ahead(model: Numbers, state: Numbers, row: int, constraint: int) -> bool:
    """A sum bounds each of its variables; a table speaks when one variable is left."""
    values = S_HEAD + 2 * model[M_VARIABLES]
    first, last = model[model[M_SCOPE_START] + constraint], model[model[M_SCOPE_START] + constraint + 1]
    left, missing = 0, -1
    for slot in range(first, last):
        other = model[model[M_SCOPE] + slot]
        if state[values + other] < 0:
            left, missing = left + 1, other
            if model[model[M_RELATION] + constraint] != TABLE and not bound_by_sum(
                model, state, row, constraint, other
            ):
                return False
    if model[model[M_RELATION] + constraint] != TABLE or left != 1:
        return True
    return allowed_by_table(model, state, row, constraint, missing)


def look_ahead_widely(model: Numbers, state: Numbers, row: int, variable: int) -> bool:
    for place in range(model[model[M_WIDE_START] + variable], model[model[M_WIDE_START] + variable + 1]):
        if not look_ahead(model, state, row, model[model[M_WIDE] + place]):
            return False
    return True


def holds(model: Numbers, state: Numbers, constraint: int, variable: int, index: int) -> bool:
    """Is a larger constraint satisfied, or has it still a variable without a value?"""
    values, stride = S_HEAD + 2 * model[M_VARIABLES], model[M_STRIDE]
    base, relation = model[model[M_BASE] + constraint], model[model[M_RELATION] + constraint]
    first = model[model[M_SCOPE_START] + constraint]
    cell, found = base, 0
    for slot in range(first, model[model[M_SCOPE_START] + constraint + 1]):
        other = model[model[M_SCOPE] + slot]
        given = index if other == variable else state[values + other]
        if given < 0:
            return True
        if relation == TABLE:
            cell += given * model[model[M_STEPS] + slot]
        else:
            found += model[base + (slot - first) * stride + given]
    if relation == TABLE:
        return bool(model[cell] != 0)
    return related(relation, found, found, model[model[M_TOTAL] + constraint])


def fits(model: Numbers, state: Numbers, variable: int, index: int) -> bool:
    """Hold a value against all that is assigned."""
    values, stride = S_HEAD + 2 * model[M_VARIABLES], model[M_STRIDE]
    if not (model[model[M_UNARY] + variable] >> index) & 1:
        return False
    for link in range(model[model[M_LINK_START] + variable], model[model[M_LINK_START] + variable + 1]):
        given = state[values + model[model[M_LINK_OTHER] + link]]
        if given >= 0 and not (model[model[M_MASKS] + link * stride + index] >> given) & 1:
            return False
    for place in range(model[model[M_WIDE_START] + variable], model[model[M_WIDE_START] + variable + 1]):
        if not holds(model, state, model[model[M_WIDE] + place], variable, index):
            return False
    return True


def promising(model: Numbers, state: Numbers, row: int) -> bool:
    """Can the costs still become less than the best known?"""
    if state[S_BEST] == NO_BEST:
        return True
    return bool(cheapest(model, state, row) < state[S_BEST])


def cheapest(model: Numbers, state: Numbers, row: int) -> int:
    """What the costs come to, if every variable takes its cheapest value."""
    stride, costs = model[M_STRIDE], model[M_COSTS]
    bound = 0
    for variable in range(model[M_VARIABLES]):
        bits = state[row + variable]
        least = model[costs + variable * stride + bit_length(bits & -bits) - 1]
        while bits:
            bit = bits & -bits
            bits ^= bit
            least = min(least, model[costs + variable * stride + bit_length(bit) - 1])
        bound += least
    return bound


def entry(model: Numbers, state: Numbers, buffer: Numbers, room: int, budget: int) -> int:
    """Go on for `budget` assignments or until `room` solutions are in the buffer: how many are.

    The search is over when state[S_DEPTH] is -1.  Without a buffer solutions are only counted.
    """
    variables, stride = model[M_VARIABLES], model[M_STRIDE]
    link_start, link_other, masks = model[M_LINK_START], model[M_LINK_OTHER], model[M_MASKS]
    chosen, left, values = S_HEAD, S_HEAD + variables, S_HEAD + 2 * variables
    domains = S_HEAD + 3 * variables
    looks_ahead, wide = model[M_LOOKS_AHEAD], model[model[M_WIDE_START] + variables] > 0
    depth, kept, checks, prunings = state[S_DEPTH], 0, 0, 0
    while depth >= 0:
        row = domains + depth * variables
        # 1. A new node: a solution, or the next variable
        if state[S_ENTERING]:
            state[S_ENTERING] = 0
            if depth == variables:
                state[S_SOLUTIONS] += 1
                depth -= 1
                if model[M_COSTS]:
                    state[S_BEST] = cheapest(model, state, row)
                if room:
                    for variable in range(variables):
                        buffer[kept * variables + variable] = state[values + variable]
                    kept += 1
                state[values + state[chosen + depth]] = -1
                if room and kept == room:
                    break
                continue
            variable = choose(model, state, row)
            state[chosen + depth] = variable
            state[left + depth] = state[row + variable]
        # 2. No value left: back
        bits = state[left + depth]
        if bits == 0:
            depth -= 1
            if depth >= 0:
                state[S_BACKTRACKS] += 1
                state[values + state[chosen + depth]] = -1
            continue
        if budget <= 0:
            break
        # 3. The next value
        variable = state[chosen + depth]
        bit = bits & -bits
        state[left + depth] = bits ^ bit
        index = bit_length(bit) - 1
        if not looks_ahead:
            checks += 1
            if not fits(model, state, variable, index):
                continue
        budget -= 1
        state[S_ASSIGNMENTS] += 1
        state[values + variable] = index
        # 4. What follows from it
        below = row + variables
        for other in range(variables):
            state[below + other] = state[row + other]
        state[below + variable] = bit
        alive = True
        if looks_ahead:
            for link in range(model[link_start + variable], model[link_start + variable + 1]):
                other = model[link_other + link]
                if state[values + other] < 0:
                    before = state[below + other]
                    after = before & model[masks + link * stride + index]
                    checks += bit_count(before)
                    if after != before:
                        prunings += bit_count(before ^ after)
                        state[below + other] = after
                        if after == 0:
                            alive = False
                            break
            if alive and wide:
                alive = look_ahead_widely(model, state, below, variable)
        if alive and model[M_COSTS] and not promising(model, state, below):
            state[S_CUTOFFS] += 1
            alive = False
        if alive:
            depth += 1
            state[S_ENTERING] = 1
        else:
            state[values + variable] = -1
    state[S_DEPTH] = depth
    state[S_CHECKS] += checks
    state[S_PRUNINGS] += prunings
    return kept
