"""Chess, a rules file of the size that people write: published counts, and how it is compiled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from budget import every, in_turn
from chess_rules import Chess

from zermelo import perft, search

POSITIONS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "chess.json").read_text())[
    "positions"
]


@pytest.mark.long
@pytest.mark.parametrize("called", every(2, POSITIONS))
def test_published_counts(called: str) -> None:
    """All depths by one unit of machine code; the first ones by Python too."""
    game, published = Chess(), POSITIONS[called]
    state = game.parse(published["fen"])
    for depth in (1, 2, 3, 4):
        assert perft(game, state, depth=depth, engine="compiled") == published["perft"][depth]
    assert perft(game, state, depth=1, engine="interpreted") == published["perft"][1]


@pytest.mark.parametrize(("algorithm", "depth"), in_turn([], [("alphabeta", 2), ("pvs", 4)], several=True))
def test_both_worlds_walk_the_same_tree(algorithm: Any, depth: int) -> None:
    game = Chess()
    state = game.parse(POSITIONS["position3"]["fen"])
    table = {"memory": 1} if algorithm == "pvs" else {}
    slow, fast = (
        search(game, state, depth=depth, algorithm=algorithm, engine=engine, **table)
        for engine in ("interpreted", "compiled")
    )
    assert fast.compiled
    assert (slow.score, slow.nodes, slow.line) == (fast.score, fast.nodes, fast.line)
