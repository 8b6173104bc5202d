"""Constraint satisfaction: problems in plain Python, and every way of the textbook to solve them."""

from __future__ import annotations

from zermelo.csp.answer import Answer
from zermelo.csp.constraints import Constraint, all_different, predicate, table, total
from zermelo.csp.exact_cover import count_exact_covers, exact_covers
from zermelo.csp.inference import ac3, forward_checking, no_inference
from zermelo.csp.methods import backjumping, backtracking, generate_and_test, min_conflicts
from zermelo.csp.orders import degree, lcv, mrv, mrv_degree, natural, static
from zermelo.csp.problem import Objective, Problem, Words, maximize, minimize
from zermelo.csp.search import Counters, Search
from zermelo.csp.solve import count, solutions, solve
from zermelo.csp.trace import Step, Trace

__all__ = [
    "Problem", "Constraint", "predicate", "all_different", "total", "table",
    "Objective", "minimize", "maximize", "Words",
    "solve", "solutions", "count", "Answer", "Counters", "Trace", "Step",
    "exact_covers", "count_exact_covers",
    "backtracking", "backjumping", "generate_and_test", "min_conflicts",
    "static", "mrv", "degree", "mrv_degree", "natural", "lcv",
    "no_inference", "forward_checking", "ac3", "Search",
]  # fmt: skip
