"""Zermelo: write the rules of a game once; it plays, solves and explains it."""

from __future__ import annotations

from zermelo import starting  # noqa: F401 (before all that takes time)

# isort: split
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from zermelo.errors import (
    CannotCompile,
    CompilerFailed,
    GameError,
    MatrixError,
    ProblemError,
    RulesError,
    SearchError,
    TreeError,
    ZermeloError,
)
from zermelo.game import CHANCE, MAX, MIN, Bits, Game, Rules, updated
from zermelo.levels import choose
from zermelo.limits import MatchClock
from zermelo.pictures import PAINTERS
from zermelo.prove import Proof, prove
from zermelo.report import Line, Report, Solution
from zermelo.running.options import SearchOptions
from zermelo.running.search import Analysis
from zermelo.running.transpositions import Transpositions
from zermelo.score import Score, loss_in, win_in
from zermelo.search import analyse, perft, prepare, search
from zermelo.solve import solve, solve_all, solving
from zermelo.strategy import Strategy, strategy
from zermelo.tracing.trace import Trace

if TYPE_CHECKING:
    from zermelo.checking.check import check
    from zermelo.interfaces.pictures.boards import Picture, draw
    from zermelo.matches.judgement import Review
    from zermelo.matches.match import match, matching
    from zermelo.matches.results import Results
    from zermelo.matches.review import review, reviewing
    from zermelo.matches.sprt import Sprt
    from zermelo.matches.tune import Tuning, tune, tuning
    from zermelo.strong.build import build_table, estimate
    from zermelo.strong.table import SolvedTable
    from zermelo.strong.tablefile import TableError
    from zermelo.studies.findings import Finding, Study
    from zermelo.studies.study import study, studying
    from zermelo.trees.tree import Tree

__version__ = "0.1.0"

LAZY = {
    "check": "checking.check",
    "match": "matches.match",
    "matching": "matches.match",
    "Results": "matches.results",
    "Sprt": "matches.sprt",
    "review": "matches.review",
    "reviewing": "matches.review",
    "Review": "matches.judgement",
    "tune": "matches.tune",
    "tuning": "matches.tune",
    "Tuning": "matches.tune",
    "study": "studies.study",
    "studying": "studies.study",
    "Finding": "studies.findings",
    "Study": "studies.findings",
    "Tree": "trees.tree",
    "build_table": "strong.build",
    "estimate": "strong.build",
    "SolvedTable": "strong.table",
    "TableError": "strong.tablefile",
    "draw": "interfaces.pictures.boards",
    "Picture": "interfaces.pictures.boards",
}
"""Names that are imported when they are first used, so that `import zermelo` is quick."""
OLD_NAMES = {"replace": ("updated", updated), "loss_in": ("win_in(plies, MIN)", loss_in)}
"""Names that still work: what to write instead, and what stands for them."""
del loss_in  # found by its old name, with a warning


def __getattr__(name: str) -> Any:
    if name in OLD_NAMES:
        instead, found = OLD_NAMES[name]
        warnings.warn(f"zermelo.{name} is now {instead}", DeprecationWarning, stacklevel=2)
        return found
    if name not in LAZY:
        raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
    found = getattr(import_module(f"zermelo.{LAZY[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *LAZY})


def _painter(name: str, module: str = "draw") -> Callable[[Any], str]:
    """A function of a module in interfaces/pictures, which is imported when it is first called."""
    return lambda noun: str(getattr(import_module(f"zermelo.interfaces.pictures.{module}"), name)(noun))


PAINTERS |= {
    "Trace": _painter("trace_svg"), "Tree": _painter("game_tree_svg"), "Report": _painter("report_html"),
    "NormalForm": _painter("matrix_svg", "matrices"),
}  # fmt: skip

__all__ = [
    "Game", "Rules", "MAX", "MIN", "CHANCE", "Bits", "updated", "win_in",
    "search", "analyse", "solve", "solving", "solve_all", "prove", "perft", "choose", "check", "prepare",
    "strategy", "Strategy", "match", "matching", "Results", "Sprt", "review", "reviewing", "Review",
    "tune", "tuning", "Tuning", "study", "studying", "Study", "Finding",
    "Analysis", "Report", "Line", "Solution", "Proof", "Score", "Trace", "MatchClock", "SearchOptions",
    "Transpositions", "Tree", "build_table", "estimate", "SolvedTable", "draw", "Picture",
    "ZermeloError", "RulesError", "SearchError", "TreeError", "GameError", "ProblemError", "CannotCompile",
    "CompilerFailed", "MatrixError", "TableError",
]  # fmt: skip
