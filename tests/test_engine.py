"""The engine against plain minimax, its proofs against the rules, its limits against the clock."""

from __future__ import annotations

import gc
import json
import threading
import time
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from budget import INTERPRETED_FIRST, LONG, PATIENCE, examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import FLOORS, FractionMaze, Maze, PointsMaze

from zermelo import MAX, MIN, Bits, Game, RulesError, Score, SearchError, Tree, analyse, search, win_in
from zermelo.games import MNK, ConnectFour, DotsAndBoxes, Go, Kalah, Nim, PongHauKi, Race, TicTacToe
from zermelo.interfaces.terminal.benchmark import POSITIONS, run, signature
from zermelo.kernel.options import INEXACT, TECHNIQUES
from zermelo.levels import choose, oversight
from zermelo.limits import MatchClock
from zermelo.running.transpositions import Transpositions

SIGNATURE = Path(__file__).parent / "data" / "signature.json"
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


@settings(max_examples=examples(400))
@given(
    kind=st.sampled_from(MAZES),
    seed=st.integers(0, 10**6),
    depth=st.integers(1, FLOORS + 1),
    without=st.sets(st.sampled_from(KEEPING)),
    algorithm=st.sampled_from(("pvs", "mtdf")),
)
def test_exact_search_is_minimax(kind: Any, seed: int, depth: int, without: set[str], algorithm: str) -> None:
    assert_exact(kind(seed), depth, switch_off=without, algorithm=algorithm, engine="interpreted")


SMALL = {
    "tictactoe": (TicTacToe(), 5),
    "nim": (Nim(heaps=(2, 3)), 6),
    "misere": (Nim(heaps=(1, 2, 2), misere=True), 6),
    "mnk": (MNK(width=4, height=2, k=3), 6),
    "connect4": (ConnectFour(4, 3), 7),
    "kalah": (Kalah(pits=2, seeds=2), 8),
    "dots": (DotsAndBoxes(width=2, height=1), 7),
}


@pytest.mark.parametrize(
    ("name", "engine"),
    in_turn(
        [(name, "interpreted") for name in ("nim", "kalah")],
        [
            *((name, "interpreted") for name in SMALL if name not in ("nim", "kalah")),
            *((name, "compiled") for name in SMALL),
        ],
        several=True,
    ),
)
def test_exact_search_is_minimax_on_small_games(name: str, engine: str) -> None:
    game, deepest = SMALL[name]
    for depth in range(1, deepest + 1):
        assert_exact(game, depth, engine=engine, algorithm="pvs")
        assert_exact(game, depth, engine=engine, algorithm="mtdf")


@settings(max_examples=examples(300))
@given(
    branching=st.integers(1, 4),
    depth=st.integers(1, 5),
    seed=st.integers(0, 10**6),
    leaves=st.integers(1, 50),
)
def test_exact_search_is_minimax_on_random_trees(branching: int, depth: int, seed: int, leaves: int) -> None:
    tree = Tree.random(branching=branching, depth=depth, seed=seed, low=-leaves, high=leaves, repeat=0.3)
    assert_exact(tree, depth, engine="interpreted")


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


PAIRS = covering(KEEPING)
REST = [off for n in range(len(KEEPING) + 1) for off in combinations(KEEPING, n) if off not in PAIRS]


@pytest.mark.parametrize("off", in_turn(PAIRS[::3], [*PAIRS[1::3], *PAIRS[2::3], *REST]))
def test_exact_search_is_minimax_whatever_is_off(off: tuple[str, ...]) -> None:
    for seed, kind in product(range(2 if LONG else 1), MAZES):
        assert_exact(kind(seed), FLOORS, switch_off=off, engine="interpreted")


@pytest.mark.slow
@pytest.mark.parametrize(
    "off",
    in_turn(PAIRS[:1], PAIRS[1:]),
    ids=lambda off: "-".join(off) or "all on",
)
def test_exact_compiled_search_is_minimax(off: tuple[str, ...]) -> None:
    for seed in range(examples(150)):
        assert_exact(Maze(seed), 1 + seed % FLOORS, switch_off=off, engine="compiled")
    for seed in range(25):
        assert_exact(Maze(seed), FLOORS, switch_off=off, engine="compiled", threads=2)
        assert_exact(Maze(seed), FLOORS, switch_off=off, engine="compiled", algorithm="mtdf")


@pytest.mark.long
@pytest.mark.parametrize("kind", [FractionMaze, PointsMaze])
def test_exact_compiled_search_is_minimax_in_points(kind: Any) -> None:
    for seed in range(examples(150)):
        assert_exact(kind(seed), 1 + seed % FLOORS, engine="compiled")
        assert_exact(kind(seed), FLOORS, engine="compiled", threads=2)


@pytest.mark.parametrize(
    ("kind", "exact"),
    [(Maze, False), (PointsMaze, True), (Maze, True), (PointsMaze, False)],
)
@pytest.mark.long
def test_compiled_is_interpreted(kind: Any, exact: bool) -> None:
    for seed in range(examples(60)):
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


@settings(max_examples=examples(160))
@given(
    seed=st.integers(0, 10**6), depth=st.integers(1, FLOORS + 3), without=st.sets(st.sampled_from(TECHNIQUES))
)
def test_what_is_proved_is_true(seed: int, depth: int, without: set[str]) -> None:
    """Forward pruning and extensions move estimates, never proofs."""
    game = Maze(seed)
    truth = plain(game, game.initial(), FLOORS + 1)
    for report in analyse(
        game, depth=depth, algorithm="pvs", switch_off=without, engine="interpreted", memory=1
    ):
        assert_line(game, game.initial(), report)
        if report.score.winner is not None:
            assert (truth > 0) == (report.score.winner == MAX)
            assert truth != 0
        elif report.score.proved:
            assert truth == report.score.value


# -- rules that help ---------------------------------------------------------------------------------


class Hooked(ConnectFour):
    """Connect Four with every optional rule that a search can use."""

    def can_win(self, mine: Bits, stones: Bits, column: int) -> bool:
        """Would a stone of `mine` in this column make four?"""
        if (stones >> (column * self.stride)) & self.top != 0:
            return False
        filled = stones | (stones + (Bits(1) << (column * self.stride)))
        return self.has_four(mine | (filled ^ stones))

    def wins_at_once(self, mine: Bits, stones: Bits) -> bool:
        for column in range(self.width):
            if self.can_win(mine, stones, column):
                return True
        return False

    def bounds(self, state: Any) -> Any:
        won = self.wins_at_once(state.mine, state.stones)
        if state.turn == MAX:
            return (win_in(1), win_in(1)) if won else (win_in(2, MIN), win_in(3))
        return (win_in(1, MIN), win_in(1, MIN)) if won else (win_in(3, MIN), win_in(2))

    def candidates(self, state: Any) -> Iterator[int]:
        theirs = state.mine ^ state.stones
        threatened = self.wins_at_once(theirs, state.stones) and not self.wins_at_once(
            state.mine, state.stones
        )
        for column in self.actions(state):
            if not threatened or self.can_win(theirs, state.stones, column):
                yield column

    def priority(self, state: Any, column: int) -> int:
        return -abs(2 * column + 1 - self.width)

    def symmetries(self, state: Any) -> Iterator[Any]:
        mine, stones = Bits(0), Bits(0)
        for column in range(self.width):
            shift, other = column * self.stride, (self.width - 1 - column) * self.stride
            mine |= ((state.mine >> shift) & (2 * self.top - 1)) << other
            stones |= ((state.stones >> shift) & (2 * self.top - 1)) << other
        yield state
        yield self.State(mine, stones, state.turn)

    def key(self, state: Any) -> int:
        return int(state.mine + state.stones + self.full)


HOOKS = ("bounds", "candidates", "symmetries")


@pytest.mark.long
@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_rules_that_help_keep_the_value(engine: str) -> None:
    """To the end of the game, from positions of every kind; the quickest win is still the quickest."""
    game, plain_game = Hooked(4, 4), ConnectFour(4, 4)
    random = Random(4)
    for plies in (8, 9, 10, 11, 12) * 4 if LONG else (9, 10, 10, 11, 11, 12, 12, 12):
        state = game.initial()
        for _ in range(plies):
            state = game.result(state, random.choice(list(game.actions(state))))
            if game.is_terminal(state):
                break
        truth = plain(plain_game, state, 16)
        for off in ((), *((hook,) for hook in HOOKS)) if engine == "interpreted" else ((),):
            report = search(game, state, algorithm="pvs", exact=True, engine=engine, switch_off=off, memory=1)
            assert number(report.score) == truth
            assert_line(game, state, report)


def test_the_helping_rules_are_as_the_checker_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.checking import check as checker

    monkeypatch.setattr(checker, "PATIENCE", 300)  # a busy machine is no endless rule
    findings = checker.check(Hooked(4, 3), seconds=2.0)
    assert [finding for finding in findings if finding.severity == "fault"] == []


class Captures(Game):
    """Take-away with a twist: at the horizon a capture is pending, and only quiescence sees it."""

    repetition = None

    class State(NamedTuple):
        left: int
        gain: int
        turn: int

    payoff = "points"

    def initial(self) -> Any:
        return self.State(6, 0, 0)

    def to_move(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> Iterator[int]:
        yield from range(1, min(2, state.left) + 1)

    def result(self, state: Any, action: int) -> Any:
        won = 5 if (state.left - action) % 3 == 0 else 1
        return self.State(
            state.left - action, state.gain + (won if state.turn == 0 else -won), 1 - state.turn
        )

    def is_terminal(self, state: Any) -> bool:
        return bool(state.left == 0)

    def utility(self, state: Any) -> int:
        return int(state.gain)

    def evaluate(self, state: Any) -> int:
        return int(state.gain)

    def noisy(self, state: Any) -> Iterator[int]:
        for action in self.actions(state):
            if (state.left - action) % 3 == 0:
                yield action

    def passed(self, state: Any) -> Any:
        return self.State(state.left, state.gain, 1 - state.turn)


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_quiescence_follows_what_is_noisy(engine: str) -> None:
    wanted: dict[str, Any] = {"depth": 1, "algorithm": "pvs", "engine": engine}
    others = ("one_reply", "singular", "null_move")
    blind = search(
        Captures(),
        switch_off=("quiescence", *others),
        **{**wanted, "engine": engine if LONG else "interpreted"},
    )
    seeing = search(Captures(), switch_off=others, **wanted)
    assert blind.score.value == 1  # the answer that takes five is beyond the horizon
    assert seeing.score.value < blind.score.value


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_null_moves_and_noisy_moves_are_told(engine: str) -> None:
    report = search(Captures(), depth=6, algorithm="pvs", engine="interpreted", trace=True)
    assert report.trace is not None
    assert len(list(report.trace.sentences())) == len(report.trace.events)
    story = search(TicTacToe(), depth=4, algorithm="pvs", engine=engine, trace=True).trace
    assert story is not None
    told = list(story.sentences())
    assert any("the table knows this position" in sentence for sentence in told)


# -- repetition ----------------------------------------------------------------------------------------


class Ring(Game):
    """Walk around a ring; MAX loses on the far side with the move, and need never go there."""

    class State(NamedTuple):
        place: int
        turn: int

    def initial(self) -> Any:
        return self.State(0, MAX)

    def to_move(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> Iterator[int]:
        yield 1
        yield -1

    def result(self, state: Any, action: int) -> Any:
        return self.State((state.place + action) % 6, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.place == 3 and state.turn == MAX)

    def utility(self, state: Any) -> int:
        return -1


class RepetitionWins(Ring):
    repetition = 1


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_repetitions_end_the_search(engine: str) -> None:
    draw = search(Ring(), nodes=20_000, engine=engine)
    assert (draw.score.winner, draw.score.value) == (None, 0)
    won = search(RepetitionWins(), nodes=20_000, engine=engine)
    assert (won.score.winner, won.score.plies, won.score.proved) == (MAX, None, True)
    pong = search(PongHauKi(), nodes=50_000, engine=engine)
    assert pong.score.winner is None


def test_positions_of_the_game_before_count_as_repetitions() -> None:
    game = RepetitionWins()
    state = game.initial()
    past = (game.result(state, 1), game.result(state, -1))
    report = search(game, state, depth=1, past=past, engine="interpreted", algorithm="pvs")
    assert (report.score.by_repetition, report.score.proved) == (MAX, False)
    assert str(report.score) == "MAX wins by repetition (estimated)"
    assert search(game, state, depth=1, engine="interpreted", algorithm="pvs").score.by_repetition is None


def test_a_wrong_repetition_is_one_sentence() -> None:
    class Wrong(Ring):
        repetition = 5

    with pytest.raises(RulesError, match=r"Wrong.repetition is 5: it must be 1, 0 or -1, or None"):
        search(Wrong(), nodes=10)


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
    """Node counts of the engine over fixed positions; `python tests/test_engine.py` writes them anew."""
    positions = [position for position in POSITIONS if position.game == name]
    recorded = json.loads(SIGNATURE.read_text())
    found = signature(run(positions, engine=engine))
    assert found == {str(position): recorded[str(position)] for position in positions}


def test_every_position_is_signed() -> None:
    assert list(json.loads(SIGNATURE.read_text())) == [str(position) for position in POSITIONS]


if __name__ == "__main__":
    SIGNATURE.write_text(json.dumps(signature(run(POSITIONS)), indent=1) + "\n")
