"""Payoff matrices: what players who choose at the same time can be sure of, exactly."""

from __future__ import annotations

from zermelo.matrix.dominance import Elimination, Reduction, eliminate
from zermelo.matrix.equilibria import Equilibria, Equilibrium, equilibria
from zermelo.matrix.fictitious import Round, fictitious_play
from zermelo.matrix.game import COLUMNS, ROWS, Bimatrix, Matrix
from zermelo.matrix.graph import Graph, graphs
from zermelo.matrix.reading import load, read
from zermelo.matrix.replies import Replies, Security, best_replies, pure_equilibria, saddle_points, security
from zermelo.matrix.solve import Solution, expected, solve
from zermelo.matrix.strategies import strategy_matrix
from zermelo.matrix.study import Study, study

__all__ = [
    "Matrix", "Bimatrix", "ROWS", "COLUMNS", "read", "load", "strategy_matrix",
    "solve", "Solution", "expected", "study", "Study",
    "saddle_points", "pure_equilibria", "security", "Security", "best_replies", "Replies",
    "eliminate", "Reduction", "Elimination", "equilibria", "Equilibria", "Equilibrium",
    "fictitious_play", "Round", "graphs", "Graph",
]  # fmt: skip
