"""Problems by machine code, a slice of the search at a time, so that limits and Ctrl-C are obeyed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.csp.constraints import name_of
from zermelo.csp.inference import forward_checking, no_inference
from zermelo.csp.kernels.backtrack import (
    S_ASSIGNMENTS,
    S_BACKTRACKS,
    S_CHECKS,
    S_CUTOFFS,
    S_DEPTH,
    S_HEAD,
    S_PRUNINGS,
    S_SOLUTIONS,
)
from zermelo.csp.machine import Slices, kernel
from zermelo.csp.methods import backtracking, generate_and_test
from zermelo.csp.orders import degree, mrv, mrv_degree, natural, static
from zermelo.csp.problem import Assignment, Problem
from zermelo.csp.search import Counters, Plan
from zermelo.csp.tabulate import Tabulation
from zermelo.errors import CannotCompile, Stopped
from zermelo.limits import Clock

SLICE = 1_000
"""Assignments before the first look at the clock."""
ROOM = 1024
"""Solutions that a kernel gives at a time."""


def runner(problem: Problem, plan: Plan, compiled: bool = True, clock: Clock | None = None) -> Any:
    """What runs this problem by this plan; CannotCompile says what stands in the way."""
    from zermelo.csp.covering import Covering, is_covering

    if problem.objective is not None and is_covering(problem) and plan.method is backtracking:
        return Covering(problem, compiled)
    return Machine(problem, plan, compiled, clock)


class Machine:
    """Backtracking or generate-and-test over a tabulated problem."""

    def __init__(
        self, problem: Problem, plan: Plan, compiled: bool = True, clock: Clock | None = None
    ) -> None:
        refuse(plan)
        self.problem, self.compiled = problem, compiled
        self.generates = plan.method is generate_and_test
        self.kernel_name = "generate" if self.generates else "backtrack"
        self.counters = Counters()
        self.tabulation = Tabulation(problem, clock)
        select = "static" if self.generates else plan.select.__name__
        self.looks_ahead = plan.inference is forward_checking and not self.generates
        self.model = self.tabulation.model(select, self.looks_ahead)
        self.state = self.tabulation.state(self.model)
        if self.generates:
            values = slice(S_HEAD + 2 * len(problem.variables), S_HEAD + 3 * len(problem.variables))
            self.state[values] = [0] * len(problem.variables)
        self._count_node_consistency()

    def _count_node_consistency(self) -> None:
        """What `Search.node_consistent` would have counted; a domain without a value ends the search."""
        if not self.looks_ahead:
            return
        for place, variable in enumerate(self.problem.variables):
            if self.tabulation.network.unary[variable]:
                values, kept = self.tabulation.values[place], self.tabulation.kept[place]
                self.state[S_CHECKS] += len(values)
                self.state[S_PRUNINGS] += len(values) - len(kept)
                if not kept:
                    self.state[S_DEPTH] = -1
                    return

    def run(self, clock: Clock, nodes: int | None, only_count: bool = False) -> Iterator[Assignment]:
        """Every solution; where they are only counted, just the first."""
        entry = kernel(self.kernel_name, self.compiled)
        model, state, buffer = self._arrays()
        room, slices = 1, Slices(SLICE)
        self._read(state)
        while state[S_DEPTH] >= 0:
            budget = slices.next(None if nodes is None else nodes - int(state[S_ASSIGNMENTS]))
            found = entry(model, state, buffer, room, budget)
            self._read(state)
            over = state[S_DEPTH] < 0
            for solution in self._solutions(buffer, found):
                yield solution
                self._obey_clock(clock, over)
            self._obey_clock(clock, over)
            if not over and (room == 0 or found < room):
                self._obey_nodes(nodes)
            if found:
                room = 0 if only_count else ROOM

    def _arrays(self) -> tuple[Any, Any, Any]:
        room = ROOM * len(self.problem.variables)
        if not self.compiled:
            return self.model, self.state, [0] * room
        import numpy as np

        return np.array(self.model, np.int64), np.array(self.state, np.int64), np.zeros(room, np.int64)

    def _obey_clock(self, clock: Clock, over: bool) -> None:
        if not over and clock.left <= 0:
            raise Stopped

    def _obey_nodes(self, nodes: int | None) -> None:
        """Once the kernel has nothing more to give of what its last assignment made."""
        if nodes is not None and self.counters.assignments >= nodes:
            raise Stopped

    def _solutions(self, buffer: Any, found: int) -> Iterator[Assignment]:
        """The solutions in a kernel's buffer, as people know them."""
        variables, values = self.problem.variables, self.tabulation.values
        width = len(variables)
        indices = buffer[: found * width]
        indices = indices.tolist() if hasattr(indices, "tolist") else indices
        for start in range(0, found * width, width):
            row = indices[start : start + width]
            yield {variable: domain[index] for variable, domain, index in zip(variables, values, row)}

    def _read(self, state: Any) -> None:
        counters = self.counters
        counters.assignments, counters.checks = int(state[S_ASSIGNMENTS]), int(state[S_CHECKS])
        counters.backtracks, counters.prunings = int(state[S_BACKTRACKS]), int(state[S_PRUNINGS])
        counters.cutoffs, counters.solutions = int(state[S_CUTOFFS]), int(state[S_SOLUTIONS])


def refuse(plan: Plan) -> None:
    """Kernels know some strategies; the others, and the user's own, are run by Python."""
    known = {
        "method": (plan.method, (backtracking, generate_and_test)),
        "variable order": (plan.select, (static, mrv, degree, mrv_degree)),
        "value order": (plan.order, (natural,)),
        "inference": (plan.inference, (no_inference, forward_checking)),
    }
    for what, (part, parts) in known.items():
        if part not in parts:
            names = ", ".join(map(name_of, parts))
            raise CannotCompile(f"the {what} {name_of(part)}", f"{names} can")
