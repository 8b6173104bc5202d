"""The engine against plain minimax, its proofs against the rules, its limits against the clock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

import pytest
from budget import INTERPRETED_FIRST, LONG, examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import FLOORS, FractionMaze, Maze, PointsMaze
from plain_minimax import number, plain

from zermelo import MAX, MIN, Bits, Game, RulesError, Tree, analyse, search, win_in
from zermelo.games import MNK, ConnectFour, DotsAndBoxes, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.kernel.options import INEXACT, TECHNIQUES

EXACT_ONES = tuple(name for name in TECHNIQUES if name not in INEXACT)
KEEPING = tuple(name for name in EXACT_ONES if name not in ("symmetries", "bounds", "candidates"))
"""Techniques that keep the value at every depth, and that a maze can use."""
MAZES = (Maze, PointsMaze, FractionMaze)


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
    from zermelo.checking import carrying_out, check

    monkeypatch.setattr(carrying_out, "PATIENCE", 300)  # a busy machine is no endless rule
    findings = check.check(Hooked(4, 3), seconds=2.0)
    assert [finding for finding in findings if finding.severity == "fault"] == []


class NoisyRing(Game):
    """A token on 17 fields: every move is noisy, and play goes round and round."""

    class State(NamedTuple):
        at: int
        turn: int

    def initial(self) -> Any:
        return self.State(0, 0)

    def to_move(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> Any:
        return [1, 2, 3]

    def result(self, state: Any, action: Any) -> Any:
        return self.State((state.at * 3 + action * (state.turn + 1)) % 17, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.at == 16)

    def utility(self, state: Any) -> int:
        return 1 if state.turn else -1

    def evaluate(self, state: Any) -> int:
        return int(state.at * 7 % 11 - 5)

    def noisy(self, state: Any) -> Any:
        return self.actions(state)


def test_noisy_moves_that_go_round_are_not_followed_for_ever() -> None:
    report = search(NoisyRing(), depth=2, algorithm="pvs", engine="interpreted", nodes=1000)
    assert report.finished
    assert report.nodes < 500  # 7,133 where they are followed to the last ply that there is room for


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
