"""One search in both worlds: the same in every figure and event."""

from __future__ import annotations

from typing import Any

from zermelo import search

DETERMINISTIC = ("minimax", "negamax", "alphabeta", "alphabeta_negamax", "deepening")
PRUNING = ("alphabeta", "alphabeta_negamax")
ENGINES = ("interpreted", "compiled")


def assert_same_in_both_worlds(game: Any, **wanted: Any) -> None:
    python, machine = (search(game, engine=engine, **wanted) for engine in ENGINES)
    assert (python.compiled, machine.compiled) == (False, True)
    assert python.score == machine.score
    assert (python.nodes, python.leaves, python.cutoffs) == (machine.nodes, machine.leaves, machine.cutoffs)
    assert (python.action, python.line, python.values) == (machine.action, machine.line, machine.values)
    if python.trace is not None:
        assert python.trace.events == machine.trace.events
        assert python.trace.dropped == machine.trace.dropped
