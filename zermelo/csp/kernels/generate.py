"""Generate and test: every complete assignment, one after another, like the figures of a mileage counter.

The arrays are those of `backtrack.py`; of the state only the values and some counters are used.
"""

from __future__ import annotations

from zermelo.csp.kernels import Numbers

M_VARIABLES, M_STRIDE, M_LINK_START, M_LINK_OTHER, M_MASKS, M_UNARY = 0, 1, 2, 3, 4, 5
M_SCOPE_START, M_SCOPE, M_STEPS, M_RELATION, M_BASE, M_TOTAL = 8, 9, 10, 11, 12, 13
M_COSTS, M_WIDES, M_SIZES = 14, 17, 18
S_DEPTH, S_BEST, S_ASSIGNMENTS, S_CHECKS, S_SOLUTIONS, S_HEAD = 0, 2, 3, 4, 8, 16
TABLE, EQUAL, UNEQUAL, AT_MOST, AT_LEAST, LESS = 0, 1, 2, 3, 4, 5


def related(relation: int, found: int, total: int) -> bool:
    if relation == EQUAL:
        return found == total
    if relation == UNEQUAL:
        return found != total
    if relation == AT_MOST:
        return found <= total
    if relation == AT_LEAST:
        return found >= total
    if relation == LESS:
        return found < total
    return found > total


def linked_well(model: Numbers, state: Numbers) -> bool:
    """Every variable alone, and every two."""
    variables, stride = model[M_VARIABLES], model[M_STRIDE]
    values = S_HEAD + 2 * variables
    for variable in range(variables):
        index = state[values + variable]
        if not (model[model[M_UNARY] + variable] >> index) & 1:
            return False
        for link in range(model[model[M_LINK_START] + variable], model[model[M_LINK_START] + variable + 1]):
            other = model[model[M_LINK_OTHER] + link]
            if other > variable:
                break
            if not (model[model[M_MASKS] + link * stride + index] >> state[values + other]) & 1:
                return False
    return True


def all_hold(model: Numbers, state: Numbers) -> bool:
    """Every larger constraint."""
    values, stride = S_HEAD + 2 * model[M_VARIABLES], model[M_STRIDE]
    for constraint in range(model[M_WIDES]):
        first = model[model[M_SCOPE_START] + constraint]
        relation = model[model[M_RELATION] + constraint]
        base = model[model[M_BASE] + constraint]
        cell, found = base, 0
        for slot in range(first, model[model[M_SCOPE_START] + constraint + 1]):
            index = state[values + model[model[M_SCOPE] + slot]]
            if relation == TABLE:
                cell += index * model[model[M_STEPS] + slot]
            else:
                found += model[base + (slot - first) * stride + index]
        if relation == TABLE:
            if not model[cell]:
                return False
        elif not related(relation, found, model[model[M_TOTAL] + constraint]):
            return False
    return True


def cost(model: Numbers, state: Numbers) -> int:
    variables, stride, costs = model[M_VARIABLES], model[M_STRIDE], model[M_COSTS]
    found = 0
    for variable in range(variables):
        found += model[costs + variable * stride + state[S_HEAD + 2 * variables + variable]]
    return found


def entry(model: Numbers, state: Numbers, buffer: Numbers, room: int, budget: int) -> int:
    """As in `backtrack.py`."""
    variables = model[M_VARIABLES]
    values = S_HEAD + 2 * variables
    kept = 0
    while state[S_DEPTH] >= 0 and budget > 0 and (room == 0 or kept < room):
        budget -= 1
        state[S_ASSIGNMENTS] += 1
        state[S_CHECKS] += 1
        right = linked_well(model, state) and all_hold(model, state)
        if right and (model[M_COSTS] == 0 or cost(model, state) < state[S_BEST]):
            state[S_SOLUTIONS] += 1
            if model[M_COSTS]:
                state[S_BEST] = cost(model, state)
            if room:
                for variable in range(variables):
                    buffer[kept * variables + variable] = state[values + variable]
                kept += 1
        place = variables - 1
        while place >= 0:
            state[values + place] += 1
            if state[values + place] < model[model[M_SIZES] + place]:
                break
            state[values + place] = 0
            place -= 1
        if place < 0:
            state[S_DEPTH] = -1
    return kept
