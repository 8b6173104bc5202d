"""The engine against plain minimax, its proofs against the rules, its limits against the clock."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import FLOORS, FractionMaze, Maze, PointsMaze

from zermelo import MAX, Score, analyse, search
from zermelo.options import INEXACT, TECHNIQUES

EXACT_ONES = tuple(name for name in TECHNIQUES if name not in INEXACT)
KEEPING = tuple(name for name in EXACT_ONES if name not in ("symmetries", "bounds", "candidates"))
"""Techniques that keep the value at every depth, and that a maze can use."""
MAZES = (Maze, PointsMaze, FractionMaze)
WIN = 1 << 40


def plain(game: Any, state: Any, depth: int, ply: int = 0) -> Any:
    """MAX's value of a state by the definition; wins count their distance."""
    if game.is_terminal(state):
        utility = game.utility(state)
        return utility * (WIN - ply) if game.payoff == "outcome" else utility
    if depth == 0:
        return game.evaluate(state)
    values = [plain(game, game.result(state, action), depth - 1, ply + 1) for action in game.actions(state)]
    return max(values) if game.to_move(state) == MAX else min(values)


def number(score: Score) -> Any:
    if score.winner is None:
        return score.of(MAX).value
    assert score.plies is not None
    return (WIN - score.plies) * (1 if score.winner == MAX else -1)


def assert_exact(game: Any, depth: int, **wanted: Any) -> None:
    """The value is minimax's, the move one of its best, the line leads to what it promises."""
    state = game.initial()
    report = search(game, depth=depth, exact=True, memory=1, **wanted)
    truth = plain(game, state, report.depth)
    assert number(report.score) == pytest.approx(truth)
    if game.is_terminal(state):
        assert report.action is None
        return
    assert plain(game, game.result(state, report.action), report.depth - 1, 1) == pytest.approx(truth)
    assert_line(game, state, report)


def assert_line(game: Any, state: Any, report: Any) -> None:
    """The line replays by the rules; a proved score's line ends in that very result."""
    for action in report.line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    if report.score.proved:
        assert game.is_terminal(state)
        if report.score.winner is not None:
            assert game.utility(state) == (1 if report.score.winner == MAX else -1)
            assert report.score.plies is None or report.score.plies == len(report.line)
        else:
            assert game.utility(state) == pytest.approx(report.score.of(MAX).value)


@settings(max_examples=400, deadline=None)
@given(
    kind=st.sampled_from(MAZES),
    seed=st.integers(0, 10**6),
    depth=st.integers(1, FLOORS + 1),
    without=st.sets(st.sampled_from(KEEPING)),
    algorithm=st.sampled_from(("pvs", "mtdf")),
)
def test_exact_search_is_minimax(kind: Any, seed: int, depth: int, without: set[str], algorithm: str) -> None:
    assert_exact(kind(seed), depth, without=without, algorithm=algorithm, engine="interpreted")


@pytest.mark.parametrize("off", [off for n in range(len(KEEPING) + 1) for off in combinations(KEEPING, n)])
def test_exact_search_is_minimax_whatever_is_off(off: tuple[str, ...]) -> None:
    for seed, kind in product(range(2), MAZES):
        assert_exact(kind(seed), FLOORS, without=off, engine="interpreted")


def meets(off: tuple[str, ...], first: str, second: str, one: int, other: int) -> bool:
    return (first in off, second in off) == (bool(one), bool(other))


def covering(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Sets of names such that any two names are on and off together in every way somewhere."""
    needed = {(a, b, x, y) for a, b in combinations(names, 2) for x, y in product((0, 1), repeat=2)}
    candidates = [off for n in range(len(names) + 1) for off in combinations(names, n)]
    chosen: list[tuple[str, ...]] = []
    while needed:
        counts = {off: sum(meets(off, *need) for need in needed) for off in candidates}
        chosen.append(max(candidates, key=counts.__getitem__))
        needed = {need for need in needed if not meets(chosen[-1], *need)}
    return chosen


@pytest.mark.slow
@pytest.mark.parametrize("off", covering(KEEPING), ids=lambda off: "-".join(off) or "all on")
def test_exact_compiled_search_is_minimax(off: tuple[str, ...]) -> None:
    for seed in range(150):
        assert_exact(Maze(seed), 1 + seed % FLOORS, without=off, engine="compiled")
    for seed in range(25):
        assert_exact(Maze(seed), FLOORS, without=off, engine="compiled", threads=2)
        assert_exact(Maze(seed), FLOORS, without=off, engine="compiled", algorithm="mtdf")


@pytest.mark.parametrize("kind", [PointsMaze, FractionMaze])
def test_exact_compiled_search_is_minimax_in_points(kind: Any) -> None:
    for seed in range(150):
        assert_exact(kind(seed), 1 + seed % FLOORS, engine="compiled")
        assert_exact(kind(seed), FLOORS, engine="compiled", threads=2)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("kind", [Maze, PointsMaze])
def test_compiled_is_interpreted(kind: Any, exact: bool) -> None:
    for seed in range(60):
        game = kind(seed)
        first, second = (
            search(game, depth=FLOORS, algorithm="pvs", exact=exact, engine=engine, memory=1)
            for engine in ("interpreted", "compiled")
        )
        assert (first.nodes, first.cutoffs, first.line, first.score) == (
            second.nodes,
            second.cutoffs,
            second.line,
            second.score,
        )


@settings(max_examples=300, deadline=None)
@given(
    seed=st.integers(0, 10**6), depth=st.integers(1, FLOORS + 3), without=st.sets(st.sampled_from(TECHNIQUES))
)
def test_what_is_proved_is_true(seed: int, depth: int, without: set[str]) -> None:
    """Forward pruning and extensions move estimates, never proofs."""
    game = Maze(seed)
    truth = plain(game, game.initial(), FLOORS + 1)
    for report in analyse(
        game, depth=depth, algorithm="pvs", without=without, engine="interpreted", memory=1
    ):
        assert_line(game, game.initial(), report)
        if report.score.winner is not None:
            assert (truth > 0) == (report.score.winner == MAX)
            assert truth != 0
        elif report.score.proved:
            assert truth == report.score.value
