"""Constraint satisfaction: problems in plain Python, and every way of the textbook to solve them."""

from __future__ import annotations

import warnings
from typing import Any

from zermelo.csp.answer import Answer
from zermelo.csp.constraints import Constraint, all_different, predicate, table, total
from zermelo.csp.exact_cover import count_exact_covers, exact_covers
from zermelo.csp.inference import ac3, forward_checking, no_inference
from zermelo.csp.methods import backjumping, backtracking, generate_and_test, min_conflicts
from zermelo.csp.orders import degree, lcv, mrv, mrv_degree, natural, static
from zermelo.csp.problem import Naming, Objective, Problem, maximize, minimize
from zermelo.csp.search import Counters, Search
from zermelo.csp.solve import count, solutions, solve
from zermelo.csp.trace import Step, Trace

__all__ = [
    "Problem", "Constraint", "predicate", "all_different", "total", "table",
    "Objective", "minimize", "maximize", "Naming",
    "solve", "solutions", "count", "Answer", "Counters", "Trace", "Step",
    "exact_covers", "count_exact_covers",
    "backtracking", "backjumping", "generate_and_test", "min_conflicts",
    "static", "mrv", "degree", "mrv_degree", "natural", "lcv",
    "no_inference", "forward_checking", "ac3", "Search",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "Words":
        warnings.warn("zermelo.csp.Words is now called Naming", DeprecationWarning, stacklevel=2)
        return Naming
    raise AttributeError(f"module 'zermelo.csp' has no attribute {name!r}")
