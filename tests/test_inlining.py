"""Loops over generators of the algorithms: the generator's own text runs, and means what Python means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from budget import in_turn

from zermelo import CannotCompile, Game
from zermelo.algorithms import alphabeta, order
from zermelo.algorithms.alphabeta import alphabeta as textbook
from zermelo.algorithms.minimax import minimax
from zermelo.algorithms.node import enter, leaf, remember
from zermelo.algorithms.order import children
from zermelo.game import MAX
from zermelo.games import Nim, TicTacToe
from zermelo.kernel.bind import bind
from zermelo.kernel.options import Options
from zermelo.kernel.run import INFINITY, Ply, Run, State, Value, visited

WORLDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


def own(match: Game, position: State, depth: int, level: Ply, notes: Run) -> Value:
    """Minimax by a user, whose names are all their own."""
    enter(level, notes)
    over = match.is_terminal(position)
    if over or depth == 0:
        return leaf(match, position, over, level, notes)
    notes.expanded += 1
    greatest = match.to_move(position) == MAX
    best = -INFINITY if greatest else INFINITY
    for move in children(match, position, level, notes):
        notes.path[level] = move
        value = own(match, match.result(position, move), depth - 1, level + 1, notes)
        if value > best if greatest else value < best:
            best = value
            remember(move, value, level, notes)
    return best


def outcome(game: Any, algorithm: Any, compiled: bool, depth: int, **options: Any) -> tuple[Any, ...]:
    kernel = bind(game, algorithm, compiled=compiled, options=Options(**options))
    run = kernel.new_run()
    kernel.place(run, game.initial())
    run.depth, run.unlimited = depth, False
    kernel.execute(run)
    return kernel.number(run.value), int(visited(run)), kernel.line(run), int(run.top)


@pytest.mark.long
@pytest.mark.parametrize("way", in_turn(["best"], ["natural", "random"]))
def test_an_algorithm_of_a_user_with_names_of_their_own(way: str) -> None:
    game = Nim((1, 2, 3))
    interpreted = outcome(game, own, False, 4, order=way)
    assert interpreted == outcome(game, own, True, 4, order=way)
    assert interpreted[:3] == outcome(game, minimax, False, 4, order=way)[:3]


@pytest.mark.parametrize("compiled", in_turn([False], [True]))
def test_the_text_of_children_is_what_runs(monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    before = outcome(TicTacToe(), textbook, False, 3)
    monkeypatch.setattr(alphabeta, "children", all_but_the_centre)
    assert outcome(TicTacToe(), textbook, compiled, 3)[1] < before[1]
    monkeypatch.setattr(alphabeta, "children", broken)
    with pytest.raises(ValueError, match="the text that runs"):
        outcome(TicTacToe(), textbook, compiled, 3)


def all_but_the_centre(game: Game, state: State, ply: Ply, run: Run) -> Iterator[Any]:
    for action in game.actions(state):
        if action != 4:
            yield action


def broken(game: Game, state: State, ply: Ply, run: Run) -> Iterator[Any]:
    for action in game.actions(state):
        if action >= 0:
            raise ValueError("this is the text that runs")
        yield action


@pytest.mark.long
@WORLDS
@pytest.mark.parametrize("way", in_turn(["reversed"], ["natural"]))
def test_the_arena_is_empty_after_a_search(way: str, compiled: bool) -> None:
    assert outcome(TicTacToe(), textbook, compiled, 4, order=way)[3] == 0


# -- generators of every form, in loops of every form ------------------------------------------------


def guarded(state: State, count: int, run: Run) -> Iterator[int]:
    bottom = run.top
    run.top += count
    try:
        for index in range(bottom, run.top):
            yield index * index
    finally:
        run.top = bottom


def early(state: State, count: int, run: Run) -> Iterator[int]:
    if count > 4:
        yield -1
        return
    yield from range(count)


def thrice(state: State, count: int, run: Run) -> Iterator[int]:
    yield count
    count += 1
    yield count
    if count > 3:
        yield 100


def counting(state: State, count: int, run: Run) -> Iterator[int]:
    index = 0
    while index < count:
        index += 1
        if index != 2:
            yield index


def twofold(state: State, count: int, run: Run) -> Iterator[int]:
    for index in range(count):
        for other in range(index):
            yield 10 * index + other


def each_guarded(state: State, count: int, run: Run) -> Iterator[int]:
    for index in range(count):
        try:
            run.top += 1
            yield index
        finally:
            run.top -= 1


GENERATORS = [guarded, early, thrice, counting, twofold, each_guarded]


def summed(over: Any) -> Callable[..., int]:
    def algorithm(game: Game, state: State, depth: int, run: Run) -> int:
        total = 0
        for index in over(state, depth, run):
            total = 3 * total + index + run.top
        return total

    return algorithm


def stopped(over: Any) -> Callable[..., int]:
    def algorithm(game: Game, state: State, depth: int, run: Run) -> int:
        total = 0
        for index in over(state, depth, run):
            if index > 3:
                break
            total = 3 * total + index
        return total

    return algorithm


def skipped(over: Any) -> Callable[..., int]:
    def algorithm(game: Game, state: State, depth: int, run: Run) -> int:
        total = 0
        for index in over(state, depth, run):
            if index % 2 == 1:
                continue
            total = 3 * total + index
        return total

    return algorithm


def returned(over: Any) -> Callable[..., int]:
    def algorithm(game: Game, state: State, depth: int, run: Run) -> int:
        for index in over(state, depth, run):
            for other in range(2):
                if index + other > 3:
                    return index + run.top
        return -1

    return algorithm


def nested(over: Any) -> Callable[..., int]:
    def algorithm(game: Game, state: State, depth: int, run: Run) -> int:
        total, bottom, count = 0, 7, 0
        for index in over(state, depth, run):
            for depth in over(state, index % 4, run):
                total += index * depth + bottom
                count += 1
        return total + depth + count

    return algorithm


LOOPS = [summed, stopped, skipped, returned, nested]
REFUSED = {
    **dict.fromkeys(((stopped, early), (stopped, thrice), (stopped, twofold)), "`break`"),
    (skipped, thrice): "`continue`",
    (skipped, early): "`continue`",
}


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.__name__)
@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.__name__)
def test_inlined_is_what_python_does(loop: Any, generator: Any) -> None:
    game, algorithm = TicTacToe(), loop(generator)
    if (loop, generator) in REFUSED:
        with pytest.raises(CannotCompile, match=f"{REFUSED[loop, generator]} in a loop over"):
            bind(game, algorithm, compiled=False)
        return
    kernel = bind(game, algorithm, compiled=False)
    for depth in range(7):
        run = kernel.new_run()
        run.depth = depth
        kernel.execute(run)
        assert (run.value, run.top) == (algorithm(game, None, depth, Run()), 0)


def clashing(game: Game, state: State, depth: int, run: Run) -> int:
    """Its local names are those of functions that `children` calls."""
    arrange = rank = 2
    for put_in_order in children(game, state, 0, run):
        arrange += put_in_order * rank
    return arrange


def counting(game: Game, state: State, depth: int, run: Run) -> int:
    """Every action times its number, from 3 on, but for the second; and the numbers to the sixth alone."""
    total = 0
    for number, action in enumerate(children(game, state, 0, run), 3):
        if number == 4:
            continue
        total += number * action
    for index, _ in enumerate(children(game, state, 0, run)):
        if index == 5:
            break
        total += index
    return total


def test_actions_are_numbered() -> None:
    """In a loop, a list or a generator of so much text, machine code took memory without an end."""
    expected = sum((place + 3) * (8 - place) for place in range(9) if place != 1) + sum(range(5))
    assert outcome(TicTacToe(), counting, False, 1, order="reversed")[0] == expected
    assert outcome(TicTacToe(), counting, True, 1, order="reversed")[0] == expected


@pytest.mark.long
def test_local_names_hide_nothing_from_a_generator() -> None:
    assert outcome(TicTacToe(), clashing, False, 1, order="reversed")[0] == 2 + 2 * sum(range(9))
    assert outcome(TicTacToe(), clashing, True, 1, order="reversed")[0] == 2 + 2 * sum(range(9))


def with_else(game: Game, state: State, depth: int, run: Run) -> int:
    for action in order.children(game, state, 0, run):
        run.top += action
    else:
        return 1
    return 0


def half(game: Game, state: State, depth: int, run: Run) -> int:
    for action in children(game, state, 0):  # type: ignore[call-arg]
        run.top += action
    return 0


def listed(game: Game, state: State, depth: int, run: Run) -> int:
    for action in list(children(game, state, 0, run)):
        run.top += action
    return 0


def in_pairs(game: Game, state: State, depth: int, run: Run) -> int:
    for pair in enumerate(children(game, state, 0, run)):
        run.top += pair[0]
    return 0


def numbered_with_else(game: Game, state: State, depth: int, run: Run) -> int:
    for index, _ in enumerate(children(game, state, 0, run)):
        run.top += index
    else:
        return 1
    return 0


@pytest.mark.parametrize(
    ("algorithm", "sentence"),
    [
        (with_else, "`else` after a loop over"),
        (half, "give every argument"),
        (listed, r"line \d+: children\(\) anywhere but in a loop over it cannot be compiled; write `for "),
        (in_pairs, "write `for index, action in enumerate"),
        (numbered_with_else, "`else` after a loop over"),
    ],
)
def test_refusals(algorithm: Any, sentence: str) -> None:
    with pytest.raises(CannotCompile, match=sentence):
        bind(TicTacToe(), algorithm, compiled=False)


def undeclared(game: Game, state: State, depth, run: Run) -> Value:  # type: ignore[no-untyped-def]
    if depth == 0:
        return 0
    return undeclared(game, state, depth - 1, run)


def test_what_calls_itself_declares_its_parameters() -> None:
    with pytest.raises(CannotCompile, match=r"`depth` of undeclared.*annotate it with"):
        bind(TicTacToe(), undeclared, compiled=True)


# -- other things that the compiler knows because they are declared ----------------------------------


class Half(NamedTuple):
    turn: int
    left: int


class Whole(NamedTuple):
    turn: int
    left: int
    halves: int


class Halving(Game):
    """Two named tuples with the same fields, and names of the author's own for everything."""

    def initial(self) -> Whole:
        return Whole(0, 5, 0)

    def to_move(self, position: Whole) -> int:
        return position.turn

    def actions(self, position: Whole) -> Iterator[int]:
        yield from range(1, min(position.left, 2) + 1)

    def result(self, position: Whole, taken: int) -> Whole:
        half = self.taken(Half(position.turn, position.left), taken)
        return position._replace(turn=half.turn, left=half.left)

    def taken(self, half: Half, taken: int) -> Half:
        return half._replace(turn=1 - half.turn, left=half.left - taken)

    def is_terminal(self, position: Whole) -> bool:
        return position.left == 0

    def utility(self, position: Whole) -> int:
        return 1 if position.turn == 1 else -1


def test_whose_fields_are_replaced_is_declared() -> None:
    assert outcome(Halving(), minimax, False, 5) == outcome(Halving(), minimax, True, 5)
    assert bind(Halving(), minimax, compiled=False).shape is not None
