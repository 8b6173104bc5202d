"""The engine: limits, lines, threads, levels, its signature."""

from __future__ import annotations

import gc
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from budget import INTERPRETED_FIRST, LONG, PATIENCE, in_turn
from mazes import FLOORS, Maze
from plain_minimax import number, plain

from zermelo import MAX, MIN, Report, SearchError, analyse, search
from zermelo.games import MNK, ConnectFour, Go, Nim, Race, TicTacToe
from zermelo.interfaces.terminal.benchmark import POSITIONS, run, signature
from zermelo.levels import SIGHT, about_equal, choose, oversight
from zermelo.limits import MatchClock
from zermelo.running.transpositions import Transpositions
from zermelo.score import Score, win_in

SIGNATURE = Path(__file__).parent / "data" / "signature.json"


# -- limits, lines, threads ------------------------------------------------------------------------------


def test_one_thread_is_deterministic_and_clearing_brings_the_first_run_back() -> None:
    game, table = ConnectFour(), Transpositions(1)
    wanted: dict[str, Any] = {"depth": 12, "algorithm": "pvs", "engine": "compiled", "table": table}
    first = search(game, **wanted)
    second = search(game, **wanted)
    assert second.nodes < first.nodes  # it remembers
    table.clear()
    third = search(game, **wanted)
    fourth = search(game, **{**wanted, "table": Transpositions(1)})
    assert first.nodes == third.nodes == fourth.nodes
    assert first.line == third.line == fourth.line


def test_a_table_of_another_game_is_forgotten() -> None:
    table = Transpositions(1)
    for seed in range(20):
        game = Maze(seed)
        report = search(game, depth=FLOORS, exact=True, engine="interpreted", table=table)
        assert number(report.score) == plain(game, game.initial(), FLOORS)
    for seed in range(20):
        game = Maze(seed)
        report = search(game, depth=FLOORS, exact=True, engine="compiled", table=table)
        assert number(report.score) == plain(game, game.initial(), FLOORS)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    "limit", [{"seconds": 0}, {"nodes": 0}, {"nodes": 1}, {"depth": 0}, {"seconds": 1e-6}]
)
def test_there_is_always_a_move(engine: str, limit: dict[str, Any]) -> None:
    game = ConnectFour()
    report = search(game, engine=engine, algorithm="pvs", **limit)
    assert report.action in list(game.actions(game.initial()))


def test_a_search_that_stopped_early_says_so() -> None:
    report = search(ConnectFour(), nodes=30_000, engine="compiled")
    deeper = search(ConnectFour(), nodes=60_000, engine="compiled")
    assert report.depth <= deeper.depth
    assert not (report.finished and report.score.proved)
    assert report.nodes <= 30_000


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_the_best_lines(engine: str) -> None:
    game = Maze(11)
    state = game.initial()
    legal = list(game.actions(state))
    report = search(game, depth=FLOORS, exact=True, lines=9, engine=engine)
    assert report.lines[0].action == report.action
    assert sorted(line.action for line in report.lines) == legal
    for line in report.lines:
        assert number(line.score) == plain(game, game.result(state, line.action), FLOORS - 1, 1)
    valued = search(game, depth=FLOORS, exact=True, values=True, engine=engine)
    assert valued.values == {line.action: line.score for line in report.lines}
    only = search(game, depth=FLOORS, exact=True, root_actions=legal[1:], engine=engine)
    assert only.action in legal[1:]
    with pytest.raises(SearchError, match="is not legal here"):
        search(game, depth=1, root_actions=[77])


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_a_win_within_so_many_plies_is_enough(engine: str) -> None:
    game = Nim(heaps=(1, 2, 4))
    report = search(game, win_within=40, algorithm="pvs", engine=engine)
    assert report.score.winner == MAX
    assert report.score.plies is not None
    assert report.score.plies <= 40


def test_match_clocks() -> None:
    report = search(ConnectFour(), clock=MatchClock(3.0, 0.1), engine="interpreted")
    assert report.action is not None
    assert report.seconds < PATIENCE
    assert MatchClock(0.01).most == 0
    with pytest.raises(SearchError, match="a clock's left must be a number of seconds"):
        MatchClock(-1)


def engine_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("zermelo search")]


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_stopping_leaves_no_thread(engine: str) -> None:
    wanted: dict[str, Any] = {"engine": engine, "algorithm": "pvs", "threads": 3, "memory": 1}
    analysis = analyse(ConnectFour(), **wanted)
    next(analysis)
    threading.Timer(0.1, analysis.stop).start()
    last = list(analysis)[-1:]
    assert engine_threads() == []
    assert all(report.action is not None for report in last)
    with analyse(ConnectFour(), **wanted) as analysis:
        next(analysis)
    assert engine_threads() == []
    with pytest.raises(KeyError):
        raise_in_the_loop(analyse(ConnectFour(), **wanted))
    gc.collect()
    assert engine_threads() == []


def raise_in_the_loop(reports: Any) -> None:
    for report in reports:
        raise KeyError(report)


def test_pondering_ends_when_the_opponent_has_moved() -> None:
    started = time.perf_counter()
    analysis = analyse(ConnectFour(), engine="interpreted", algorithm="pvs")
    next(analysis)
    analysis.limit(0.1)
    assert list(analysis)[-1].action is not None
    assert time.perf_counter() - started < PATIENCE


@pytest.mark.long
def test_two_threads_agree_with_one() -> None:
    for position in POSITIONS[:3]:
        game, state = position.set_up()
        one, two = (
            search(game, state, depth=12, exact=True, threads=threads, engine="compiled")
            for threads in (1, 2)
        )
        assert one.score == two.score


def test_deadlines_are_kept() -> None:
    """With margins that no machine needs: what is late here is not late by chance."""
    for engine in ("interpreted", "compiled"):
        search(ConnectFour(), depth=1, algorithm="pvs", engine=engine)
        late = []
        for _ in range(10):
            started = time.perf_counter()
            search(ConnectFour(), seconds=0.05, engine=engine, memory=1)
            late.append(time.perf_counter() - started - 0.05)
        assert sorted(late)[5] < PATIENCE


# -- levels, signature -----------------------------------------------------------------------------------


def test_levels_are_of_different_strength_and_none_is_a_fool() -> None:
    game = TicTacToe()
    state = game.parse("XX./OO./...")
    for level in range(1, 11):
        assert choose(game, state, level=level, seed=level, engine="interpreted").action == 2
    state = game.parse("XX./O../...")
    for level in range(1, 11):
        assert choose(game, state, level=level, seed=level, engine="interpreted").action == 2
    with pytest.raises(SearchError, match="a level must be a whole number from 1 to 10, not 11"):
        choose(game, level=11)


@pytest.mark.long
def test_levels_play_random_games_where_these_suit_the_game() -> None:
    game = MNK(6, 6, 3)
    asked: Any = {"algorithm": "mcts", "seconds": PATIENCE, "engine": "interpreted"}
    winning, holding = "XX..../OO....", "OO..../X...X."
    for text in (winning, holding):
        state = game.parse("/".join([text, *["......"] * 4]))
        for level in (1, 2, 9) if LONG else (1,):
            for seed in range(4):
                assert choose(game, state, level=level, seed=seed, **asked).action == 2
    lost = game.parse("/".join([".OO...", "X....X", *["......"] * 4]))
    assert choose(game, lost, level=1, **asked).action in game.actions(lost)
    assert {choose(game, level=2, seed=seed, **asked).nodes for seed in (0, 1)} == {100, 200}
    report = choose(Go(5, 5), level=1, seconds=PATIENCE, engine="interpreted")
    assert (report.algorithm, report.nodes) == ("mcts", 100)
    assert report.action == report.line[0] == report.lines[0].action


def test_the_stronger_a_level_is_the_more_rarely_it_overlooks_something() -> None:
    """One of five moves wins, three plies further than a glance sees."""
    game, asked = Nim(heaps=(1, 2, 2)), {"seconds": PATIENCE, "engine": "interpreted"}
    right = [
        sum(choose(game, level=level, seed=seed, **asked).action == (0, 1) for seed in range(12))
        for level in (1, 9)
    ]
    assert right[0] < right[1]
    assert choose(game, level=10, **asked).action == (0, 1)
    chances = [oversight(level) for level in range(1, 11)]
    assert (chances[0], chances[-1]) == (1, 0)
    assert chances == sorted(set(chances), reverse=True)


def test_levels_vary_and_a_seed_repeats_them() -> None:
    """Without one the position decided: every game was the last one over again."""
    game, asked = ConnectFour(5, 4), {"seconds": None, "engine": "interpreted"}

    def played(seed: int | None) -> tuple[Any, ...]:
        state, moves, given = game.initial(), list[Any](), {} if seed is None else {"seed": seed}
        for _ in range(8):
            moves.append(choose(game, state, level=3, **given, **asked).action)
            state = game.result(state, moves[-1])
        return tuple(moves)

    assert len({played(None) for _ in range(6)}) > 1
    assert played(5) == played(5)


def test_a_seed_does_not_say_that_a_level_glances_at_every_position() -> None:
    """It drew the same number in each: the page had one seed for all, and a level that never thought."""
    game, nodes = ConnectFour(5, 4), set[bool]()
    state = game.initial()
    for column in (2, 2, 1, 3, 0, 4, 2, 1):
        found = choose(game, state, level=5, seed=0, seconds=None, engine="interpreted")
        nodes.add(found.depth > SIGHT)
        state = game.result(state, column)
    assert nodes == {False, True}


def test_moves_that_are_about_as_good_as_the_best() -> None:
    def report(best: Score, **scores: Score) -> Report[Any, Any]:
        values: dict[Any, Score] = {**scores}
        line = next(iter(values))
        return Report(line, best, (line,), 4, 1, 0, (), 0.0, "pvs", False, values=values)

    guess = [Score(value, False, outcome=True) for value in (16, 15, 13, 0)]
    draw, lost = Score(0, True, outcome=True), win_in(4, MIN)
    assert about_equal(report(guess[0], a=guess[0], b=guess[1], c=guess[2], d=guess[3])) == ["a", "b"]
    assert about_equal(report(guess[0], a=guess[0], b=lost, c=guess[0])) == ["a", "c"]
    assert about_equal(report(draw, a=draw, b=lost, c=draw)) == ["a", "c"]


def test_levels_differ_in_games_with_dice() -> None:
    """They did not: every level was the strongest there."""
    game, asked = Race(cells=3), {"seconds": PATIENCE, "engine": "interpreted"}
    state = game.result(game.initial(), next(iter(game.outcomes(game.initial())))[0])
    nodes = [choose(game, state, level=level, seed=4, **asked).nodes for level in (1, 9)]
    assert nodes[0] < nodes[1]


SIGNED = in_turn(
    [
        ("connect4", "compiled"),
        *((name, "interpreted") for name in ("tictactoe", "ponghauki")),
    ],
    [(name, "compiled") for name in ("kalah", "mnk", "dots", "nim", "tictactoe", "ponghauki")],
    several=True,
)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "engine"), SIGNED)
def test_the_signature(name: str, engine: str) -> None:
    """Node counts of the engine over fixed positions; this file, run by itself, writes them anew."""
    positions = [position for position in POSITIONS if position.game == name]
    recorded = json.loads(SIGNATURE.read_text())
    found = signature(run(positions, engine=engine))
    assert found == {str(position): recorded[str(position)] for position in positions}


def test_every_position_is_signed() -> None:
    assert list(json.loads(SIGNATURE.read_text())) == [str(position) for position in POSITIONS]


if __name__ == "__main__":
    SIGNATURE.write_text(json.dumps(signature(run(POSITIONS)), indent=1) + "\n")
