"""Games that once made the engine answer wrongly, hang or refuse."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from budget import INTERPRETED_FIRST, LONG
from mazes import FLOORS, Maze

from zermelo import MAX, MIN, Game, RulesError, SearchError, analyse, search, win_in
from zermelo.games import ConnectFour, TicTacToe
from zermelo.kernel.primitives import hash_of
from zermelo.running.transpositions import Transpositions


class Graph(Game):
    """A game given by its edges; a position is whatever stands for it."""

    edges: dict[Any, list[Any]] = {}
    wins: tuple[Any, ...] = ()
    losses: tuple[Any, ...] = ()
    maximal: tuple[Any, ...] = ()
    start: Any = "root"

    def initial(self) -> Any:
        return self.start

    def to_move(self, state: Any) -> int:
        return MAX if state in self.maximal else MIN

    def actions(self, state: Any) -> list[Any]:
        return self.edges[state]

    def result(self, state: Any, action: Any) -> Any:
        return action

    def is_terminal(self, state: Any) -> bool:
        return state in self.wins or state in self.losses

    def utility(self, state: Any) -> int:
        return 1 if state in self.wins else -1


class TwoHands(Graph):
    """Hands of cards that are the same when they are laid in one row."""

    left, right = ((1, 2), (3,)), ((1,), (2, 3))
    edges = {"root": [left, right], left: ["bad"], right: ["good"]}
    wins, losses, maximal = ("good",), ("bad",), ("root",)


@dataclass(frozen=True)
class Place:
    number: int


class Places(Graph):
    """hash(-1) is hash(-2) in CPython."""

    edges = {Place(0): [Place(-1), Place(-2)], Place(-1): [Place(7)], Place(-2): [Place(8)]}
    wins, losses, maximal, start = (Place(8),), (Place(7),), (Place(0),), Place(0)


@pytest.mark.parametrize("game", [TwoHands(), Places()])
def test_different_states_are_never_taken_for_one(game: Any) -> None:
    for wanted in ({}, {"exact": True}, {"lines": 2}):
        report = search(game, depth=4, algorithm="pvs", engine="interpreted", **wanted)
        assert str(report.score) == "MAX wins in 2 plies"


class Slotted:
    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number


def test_keys_come_from_what_a_state_holds() -> None:
    different = [
        -1,
        -2,
        -1.5,
        0.5,
        Fraction(1, 2),
        None,
        "1",
        (),
        ((),),
        ((), ()),
        (1, (2,)),
        ((1,), 2),
        ((1, 2),),
        [1, 2],
    ]
    different += [
        {1: 2},
        {2: 1},
        frozenset({1, 2}),
        frozenset({3}),
        Slotted(1),
        Slotted(2),
        Place(1),
        Place(2),
    ]
    different += [np.array([1, 2, 3]), np.array([3, 2, 1]), bytearray(b"ab"), 1 << 64, 1 << 128]
    keys = [hash_of(value) for value in different]
    assert len(set(keys)) == len(keys)
    assert hash_of(Slotted(1)) == hash_of(Slotted(1))
    assert all(-(1 << 63) <= key < 1 << 63 for key in keys)


def test_keys_are_the_same_in_every_process() -> None:
    thing = "('a', None, frozenset('xyz'), (1.5, -1))"
    text = f"from zermelo.kernel.primitives import hash_of; print(hash_of({thing}))"
    found = {
        subprocess.run(
            [sys.executable, "-c", text],
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1


class Detour(Graph):
    """MAX wins by repeating A, but not on a path that never came through A."""

    repetition = 1
    edges = {
        "root": ["a0", "M"],
        "a0": ["A"],
        "A": ["P", "X0"],
        "P": ["Q"],
        "Q": ["A"],
        "M": ["W1", "B"],
        "B": ["P"],
        **{f"W{i}": [f"W{i + 1}"] for i in range(1, 8)},
        "W8": ["MAX"],
        **{f"X{i}": [f"X{i + 1}"] for i in range(40)},
        "X40": ["MIN"],
    }
    wins, losses, maximal = ("MAX",), ("MIN",), ("root", "P", "a0")


@pytest.mark.parametrize("exact", [True, False])
def test_a_win_by_repeating_is_not_carried_to_another_path(exact: bool) -> None:
    for depth in range(4, 30, 1 if LONG else 9):
        report = search(Detour(), depth=depth, algorithm="pvs", exact=exact, engine="interpreted")
        assert report.score.winner != MAX


class Boundless(Maze):
    payoff = "points"

    def utility(self, state: Any) -> float:
        return float("inf") if self.ends[state.floor, state.room] > 0 else float("-inf")


def test_infinite_points_are_one_sentence() -> None:
    for seed in range(10):
        with pytest.raises(RulesError, match=r"the best value is -?inf"):
            search(Boundless(seed), depth=FLOORS + 1, algorithm="pvs", engine="interpreted")


@pytest.mark.long
def test_a_table_of_a_few_bytes_ends_no_search_early() -> None:
    assert search(TicTacToe(), depth=12, algorithm="pvs", memory=1e-4, engine="interpreted").score.is_draw
    assert search(ConnectFour(), depth=12, memory=1e-4, algorithm="pvs", engine="compiled").depth == 12


@pytest.mark.long
def test_a_search_that_is_stopped_keeps_its_lines() -> None:
    for nodes in range(300, 3000, 300 if LONG else 900):
        wanted: dict[str, Any] = {"nodes": nodes, "algorithm": "pvs", "engine": "interpreted"}
        assert len(search(ConnectFour(), lines=3, **wanted).lines) == 3
        assert len(search(ConnectFour(), values=True, **wanted).values) == 7


@pytest.mark.parametrize("several", [{"lines": 3}, {"values": True}], ids=["lines", "values"])
def test_lines_of_a_stopped_search_are_of_one_depth(several: dict[str, Any]) -> None:
    """They are in the order of their scores, and the first is the answer."""
    for nodes in range(100, 4000, 97):
        for report in analyse(TicTacToe(), nodes=nodes, algorithm="pvs", engine="interpreted", **several):
            scores = [line.score for line in report.lines]
            assert scores == sorted(scores, reverse=True)
            assert (report.line, report.score) == (report.lines[0].line, scores[0])
            assert max(report.values.values(), default=report.score) == report.score


def test_a_win_that_a_stopped_iteration_proved_is_kept_beside_other_lines() -> None:
    game = TicTacToe()
    state = game.parse("XO. / ... / ...")
    asked: dict[str, Any] = {"values": True, "algorithm": "pvs", "engine": "interpreted"}
    reports = [search(game, state, nodes=nodes, **asked) for nodes in range(500, 1500, 50)]
    stopped = [report for report in reports if not report.finished]
    assert stopped
    for report in stopped:
        assert (report.score.winner, len(report.values)) == (MAX, 7)


class Picky(Maze):
    """Some of the actions are proved to suffice; here, as a test, the first."""

    def candidates(self, state: Any) -> Iterator[int]:
        yield 0


def open_seeds(count: int) -> list[int]:
    """Mazes that are not over before they begin, and in which there is something to choose."""
    mazes = ((seed, Maze(seed)) for seed in range(1000))
    found = [s for s, maze in mazes if not maze.is_terminal(maze.initial()) and maze.doors[0, 0] > 1]
    return found[:count]


def test_every_root_action_can_be_asked_for() -> None:
    game = Picky(open_seeds(1)[0])
    legal = list(game.actions(game.initial()))
    valued = search(game, depth=3, values=True, algorithm="pvs", engine="interpreted")
    assert sorted(valued.values) == legal
    only = search(game, depth=3, root_actions=(action for action in legal[-1:]), engine="interpreted")
    assert only.action == legal[-1]


class Settled(Maze):
    """`candidates` gives none where `bounds` settle the position."""

    def bounds(self, state: Any) -> Any:
        return (win_in(1, MIN), win_in(1))

    def candidates(self, state: Any) -> Iterator[int]:
        if state.floor % 2 == 0:
            yield from self.actions(state)


class Unlowered(Settled):
    """Rules that are called as they are."""

    def evaluate(self, state: Any) -> Any:
        return np.int8(len({state.room}) * 100)


def test_bounds_and_candidates_of_every_kind() -> None:
    for seed in open_seeds(10 if LONG else 4):
        for kind in (Settled, Unlowered):
            assert search(kind(seed), depth=4, algorithm="pvs", engine="interpreted").action is not None


class Zobrist(Maze):
    """A priority and a key that read an array."""

    def priority(self, state: Any, door: int) -> int:
        return int(self.worths[state.floor, self.ways[state.floor, state.room, door]])

    def key(self, state: Any) -> int:
        return int(self.worths[0, 0]) + 100 * state.floor + 10_000 * state.room


@pytest.mark.long
def test_helping_rules_read_arrays_compiled() -> None:
    for seed in open_seeds(20 if LONG else 6):
        compiled, interpreted = (
            search(Zobrist(seed), depth=FLOORS, algorithm="pvs", engine=engine, memory=1)
            for engine in ("compiled", "interpreted")
        )
        assert compiled.compiled
        assert (compiled.score, compiled.nodes) == (interpreted.score, interpreted.nodes)


class Step:
    """An action whose comparison knows only its own kind."""

    def __init__(self, by: int) -> None:
        self.by = by

    def __eq__(self, other: Any) -> bool:
        return bool(self.by == other.by)

    def __hash__(self) -> int:
        return self.by


class Steps(Maze):
    def actions(self, state: Any) -> Any:
        return [Step(door) for door in range(self.doors[state.floor, state.room])]

    def result(self, state: Any, step: Any) -> Any:
        return self.State(state.floor + 1, self.ways[state.floor, state.room, step.by])


def test_actions_that_compare_only_with_their_kind() -> None:
    for seed in range(5 if LONG else 2):
        expected = search(Maze(seed), depth=FLOORS, algorithm="pvs", engine="interpreted")
        assert (
            search(Steps(seed), depth=FLOORS, algorithm="pvs", engine="interpreted").score == expected.score
        )


def test_a_table_serves_both_worlds() -> None:
    table, game = Transpositions(1), ConnectFour()
    wanted: dict[str, Any] = {"depth": 8, "algorithm": "pvs", "table": table}
    first = [search(game, engine=engine, **wanted).nodes for engine in ("interpreted", "compiled")]
    second = [search(game, engine=engine, **wanted).nodes for engine in ("interpreted", "compiled")]
    assert first[0] == first[1]
    assert second[0] < first[0]
    assert second[1] < first[1]


def test_a_table_lent_to_another_kernel_begins_a_new_generation() -> None:
    table, run = Transpositions(1), SimpleNamespace()
    nim, chess = (SimpleNamespace(compiled=False, identity=name) for name in ("nim", "chess"))
    table.lend(run, nim)
    first = run.generation
    table.lend(run, nim)
    assert run.generation == first
    last = run.age
    table.lend(run, chess)
    assert run.generation > last


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"algorithm": "pvs", "prune_equal": False}, "pvs does not support prune_equal"),
        ({"algorithm": "pvs", "order": "reversed"}, "pvs does not support order"),
        ({"algorithm": "alphabeta", "threads": 2}, "alphabeta does not support threads"),
        ({"algorithm": "alphabeta", "memory": 2}, "alphabeta does not support memory: use pvs"),
        ({"algorithm": "minimax", "prune_equal": False}, "minimax does not support prune_equal: use alpha"),
        ({"algorithm": "negamax", "fail_soft": False}, "negamax does not support fail_soft: use alphabeta"),
        ({"prune_equal": "no"}, "prune_equal must be True or False, not 'no'"),
        ({"prefer_quick_wins": 0}, "prefer_quick_wins must be True or False, not 0"),
        ({"exact": None}, "exact must be True or False, not None"),
        ({"algorithm": "pvs", "switch_off": "magic"}, "'magic' is not a technique"),
        ({"algorithm": "pvs", "threads": 0}, "threads must be a whole number from 1"),
        ({"algorithm": "pvs", "lines": 1.5}, "lines must be a whole number from 1"),
        ({"algorithm": "pvs", "memory": -1}, "a table must be a number of megabytes above 0"),
        ({"win_within": 0}, "win_within must be a number >= 1"),
    ],
)
def test_what_cannot_be_asked(wanted: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SearchError, match=sentence):
        search(TicTacToe(), **wanted)


def test_a_full_table_makes_nobody_settle_what_is_far_from_settled() -> None:
    table, wanted = Transpositions(16), {"algorithm": "pvs", "engine": "compiled"}
    first = search(ConnectFour(), depth=22, table=table, **wanted)
    second = search(ConnectFour(), depth=22, table=table, **wanted)
    assert second.nodes <= first.nodes


KILLED = """
import signal, sys, threading
from zermelo import analyse
from zermelo.games import ConnectFour
signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
analysis = analyse(ConnectFour(), algorithm="pvs", engine=sys.argv[1], threads=2, memory=1)
try:
    for report in analysis:
        if report.depth == 4:
            print("thinking", flush=True)
except BaseException as error:
    analysis.close()
    left = [thread for thread in threading.enumerate() if thread.name.startswith("zermelo search")]
    print(type(error).__name__, len(left), flush=True)
"""


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize(("sent", "raised"), [("SIGINT", "KeyboardInterrupt"), ("SIGTERM", "SystemExit")])
def test_a_search_that_is_killed_leaves_no_thread(engine: str, sent: str, raised: str) -> None:
    search(ConnectFour(), depth=1, algorithm="pvs", engine=engine)  # compiled before, if it has to be
    child = subprocess.Popen([sys.executable, "-c", KILLED, engine], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "thinking\n"
    child.send_signal(getattr(signal, sent))
    said, _ = child.communicate(timeout=300)
    assert said.split() == [raised, "0"]
