"""Zermelo: write the rules of a game once; it plays, solves and explains it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from zermelo.errors import CannotCompile, RulesError, SearchError, ZermeloError
from zermelo.game import CHANCE, MAX, MIN, Bits, Game, replace
from zermelo.pictures import PAINTERS
from zermelo.prove import Proof, prove  # not lazily, as with search below
from zermelo.report import Report, Solution
from zermelo.score import Score, loss_in, win_in
from zermelo.search import analyse, perft, search  # not lazily: the function hides the module of its name
from zermelo.solve import solve, solve_all, solving
from zermelo.tracing.trace import Trace

if TYPE_CHECKING:
    from zermelo.interfaces.boards import Picture, draw
    from zermelo.strong.build import build_table
    from zermelo.strong.table import SolvedTable
    from zermelo.trees.tree import Tree

__version__ = "0.1.0"

LAZY = {
    "Tree": "trees.tree",
    "build_table": "strong.build",
    "SolvedTable": "strong.table",
    "draw": "interfaces.boards",
    "Picture": "interfaces.boards",
}
"""Names that are imported when they are first used, so that `import zermelo` is quick."""


def __getattr__(name: str) -> Any:
    if name not in LAZY:
        raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
    found = getattr(import_module(f"zermelo.{LAZY[name]}"), name)
    globals()[name] = found
    return found


def _painter(name: str) -> Callable[[Any], str]:
    """A function of interfaces/draw.py, which is imported when it is first called."""
    return lambda noun: str(getattr(import_module("zermelo.interfaces.draw"), name)(noun))


PAINTERS |= {
    "Trace": _painter("trace_svg"), "Tree": _painter("game_tree_svg"), "Report": _painter("report_html"),
}  # fmt: skip

__all__ = [
    "Game", "MAX", "MIN", "CHANCE", "Bits", "replace",
    "search", "analyse", "perft", "solve", "solving", "solve_all", "prove",
    "Report", "Solution", "Proof", "Score", "Trace", "Tree", "win_in", "loss_in",
    "build_table", "SolvedTable", "draw", "Picture",
    "ZermeloError", "RulesError", "SearchError", "CannotCompile",
]  # fmt: skip
