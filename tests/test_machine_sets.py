"""Sets, frozen sets and dictionaries of the typed compiler, against Python's own."""

from __future__ import annotations

import random
from collections import Counter, OrderedDict, defaultdict
from types import FunctionType
from typing import Any, NamedTuple

import pytest
from machine_sweep import asked, result

from zermelo import MAX, Game
from zermelo.algorithms.alphabeta import alphabeta
from zermelo.errors import CannotCompile
from zermelo.kernel.machine import set_library
from zermelo.kernel.machine.kernel import Machine
from zermelo.kernel.machine.sets import Model
from zermelo.kernel.machine.value_words import value_of, words_of
from zermelo.kernel.options import Options

CORNERS = {0, 2, 5}
EDGES = {(0, 1), (1, 0), (2, 1)}
WORTH = {0: 4, 1: 5, 2: 7}
PAIRS = {(i, j): i * 10 + j for i in range(8) for j in range(8)}


class Position(NamedTuple):
    cells: tuple[int, ...]
    n: int


class Asking(Game):
    """A game of which only EVAL matters."""

    def initial(self) -> Position:
        return Position((0, 1, 2, 0, 1, 3), 2)

    def to_move(self, state: Position) -> int:
        return MAX

    def actions(self, state: Position) -> list[int]:
        return [0]

    def result(self, state: Position, action: int) -> Position:
        return Position(tuple((c + 1) % 4 for c in state.cells), (state.n + 1) % 6)

    def is_terminal(self, state: Position) -> bool:
        return state.n > 4

    def utility(self, state: Position) -> int:
        return 0


POSITIONS = [
    Position((0, 1, 2, 0, 1, 3), 2),
    Position((0, 0, 0, 0, 0, 0), 0),
    Position((9, 7, 1, -3, -1, 100), 3),
    Position((64, 32, 8, 16, 40, 24), 1),
]


def evaluated(function: Any) -> list[tuple[Any, Any]]:
    """What machine code and Python say of some positions."""
    game = type("Asked", (Asking,), {"evaluate": function})()
    kernel = Machine(game, asked, Options(outcome=False), False).obtain()
    pairs = []
    for state in POSITIONS:
        run = kernel.new_run()
        told: list[Any] = []
        for ask in (lambda s=state: game.evaluate(s), lambda s=state, r=run: said(kernel, r, s)):
            try:
                told.append(ask())
            except Exception as error:
                told.append(type(error).__name__)
        pairs.append((told[0], told[1]))
    return pairs


def said(kernel: Machine, run: Any, state: Position) -> Any:
    kernel.place(run, state)
    kernel.execute(run)
    return kernel.number(run.value)


def order_of_sets(self: Any, state: Any) -> int:
    t = 0
    mine, others = set(state.cells), {c * 8 for c in state.cells} | {state.n, -1}
    mine.discard(state.n)
    for left in (mine, others, mine ^ others, others - mine, mine & {0, 1, 2}, mine | others):
        for x in left:
            t = (t * 31 + x) % 1000003
    pairs = {(c, i % 2) for i, c in enumerate(state.cells)}
    for r, c in pairs | EDGES:
        t = (t * 31 + r * 3 + c) % 1000003
    while mine:
        t = (t * 31 + mine.pop()) % 1000003
    for some in {frozenset((c, state.n)) for c in state.cells}:
        t = (t * 31 + sum(some)) % 1000003
    for f in {state.n / 7, -0.25, 1e300, 2.0**-1060, 4.0}:
        t = (t * 31 + int(min(f, 9.0) * 8)) % 1000003
    return t


def methods_of_sets(self: Any, state: Any) -> int:
    a, b, t = set(state.cells), set(range(state.n)), 0
    a |= b
    a ^= {5, 6, state.n}
    a &= set(range(50))
    for x in a.union([3, 4], (9, 8), range(2)):
        t = (t * 7 + x) % 10007
    for x in a.symmetric_difference([3, 4]):
        t = (t * 7 + x) % 10007
    a.difference_update([1, 2], {3})
    a.update([100, 200], WORTH)
    for x in a:
        t = (t * 7 + x) % 10007
    t += (a > b) + 2 * (b <= a) + 4 * a.isdisjoint(b) + 8 * a.issuperset([1]) + 16 * (a >= CORNERS)
    return t + 32 * (state.n in {1, 3}) + 64 * (len(CORNERS - b) == 2)


def order_of_dictionaries(self: Any, state: Any) -> int:
    d = {i * 3: i for i in range(20)}
    for c in state.cells:
        d.pop(c, None)
    d[state.n] = 99
    d |= {7: 1, **WORTH}
    while len(d) > 9 + state.n:
        key, value = d.popitem()
    d.setdefault(500, state.n)
    t = max(d, key=d.get) + PAIRS.get((state.n, state.cells[0]), -3)
    for key, value in d.items():
        t = (t * 7 + key * value + key) % 1000003
    return t + (d == dict(reversed(list(d.items())))) + 2 * (d.keys() == set(d))


def kinds_of_dictionaries(self: Any, state: Any) -> int:
    counts, groups, sums = Counter(state.cells), defaultdict(list), OrderedDict()
    for place, cell in enumerate(state.cells):
        groups[cell].append(place)
        sums[cell % 3] = sums.get(cell % 3, 0) + place
    counts.update([1, 1, 2])
    counts[9] -= 3
    often, times = counts.most_common(1)[0]
    nested = {0: {1: 2}}
    nested.setdefault(state.n, {})[5] = 6
    total = sum(k * len(v) + sum(v) for k, v in groups.items()) + often + 7 * times + counts.total()
    return total + sum(sum(v.values()) for v in nested.values()) + sum(sums.values()) * len(groups)


def failing(self: Any, state: Any) -> int:
    seen = {1: 2}
    for key in seen:
        seen[key + state.n] = 3
    return WORTH[state.cells[0]]


def changed_while_looped_over(self: Any, state: Any) -> int:
    seen = set(state.cells)
    for x in seen:
        if x == 1:
            seen.add(1000)
    seen.remove(0)
    return len(seen)


EVALUATIONS = (
    order_of_sets,
    methods_of_sets,
    order_of_dictionaries,
    kinds_of_dictionaries,
    failing,
    changed_while_looped_over,
)


@pytest.mark.parametrize("function", EVALUATIONS, ids=lambda f: f.__name__)
def test_like_python(function: FunctionType) -> None:
    for python, machine in evaluated(function):
        assert machine == python


def adding_to_a_constant(self: Any, state: Any) -> int:
    CORNERS.add(state.n)
    return 0


def test_a_constant_is_not_changed() -> None:
    with pytest.raises(CannotCompile, match="make a copy"):
        evaluated(adding_to_a_constant)


def test_a_table_has_the_order_of_python() -> None:
    """set_library.py, run by Python, leaves every set in the order of Python's own."""
    for seed in range(150):
        dice = random.Random(seed)

        def new(dice: random.Random = dice, most: int = 12 << seed % 4) -> tuple[set[Any], Model]:
            made, mine = set[Any](), Model()
            for _ in range(dice.randrange(most)):
                member = dice.choice(
                    [dice.randrange(-5, 60), dice.randrange(99) * 64, (dice.randrange(9), None)]
                )
                made.add(member)
                set_library.set_add(mine, member, set_library.raw_hash(member))
            return made, mine

        for _ in range(20):
            (a, x), (b, y) = new(), new()
            for member in list(a)[::3]:
                a.remove(member)
                set_library.set_remove(x, member)
            found = Model()
            match dice.randrange(6):
                case 0:
                    set_library.set_merge(x, y)
                    a |= b
                case 1:
                    set_library.set_take_out(x, y)
                    a -= b
                case 2:
                    set_library.set_toggle(x, y)
                    a ^= b
                case 3:
                    set_library.set_intersect(found, x, y)
                    a, x = a & b, found
                case 4:
                    set_library.set_subtract(found, x, y)
                    a, x = a - b, found
                case 5:
                    set_library.set_merge(found, x)
                    a, x = a.copy(), found
            assert list(a) == [key for raw, key in x.table if raw not in (0, set_library.GONE)]


class Taking(Game):
    """Take a cell: it and its neighbours are gone; who cannot move has lost."""

    def initial(self) -> Any:
        return frozenset(range(9)), frozenset[tuple[int, int]](), MAX

    def to_move(self, state: Any) -> int:
        return int(state[2])

    def actions(self, state: Any) -> list[int]:
        return list(state[0])

    def result(self, state: Any, action: int) -> Any:
        free, taken, turn = state
        return free - {action, action - 1, action + 1}, taken | {(action % 3, -action)}, -turn

    def is_terminal(self, state: Any) -> bool:
        return not state[0]

    def utility(self, state: Any) -> int:
        return -int(state[2])

    def evaluate(self, state: Any) -> int:
        return len(state[0]) * int(state[2]) + sum(r - c for r, c in state[1]) + 5 * ((0, 0) in state[1])


def test_frozen_sets_of_a_state() -> None:
    """Words and back, and what rules make of them, in the order that a state's sets have."""
    game = Taking()
    kernel = Machine(game, alphabeta, Options(table=False), False).obtain()
    kind = kernel.look.state
    state = game.initial()
    asking = type("Asked", (Taking,), {})()
    told = Machine(asking, asked, Options(outcome=False), False).obtain()
    for _ in range(4):
        words = words_of(state, kind)
        assert value_of(iter(words), kind) == state
        run = told.new_run()
        told.place(run, state)
        told.execute(run)
        assert told.number(run.value) == game.evaluate(state)
        actions = game.actions(value_of(iter(words), kind))
        if actions:
            state = game.result(state, actions[0])
    assert result(kernel, game, 3)[0] == best(game, game.initial(), 3)


def best(game: Taking, state: Any, depth: int) -> int:
    """The value of a state, looked at so many plies deep."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    values = [best(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return max(values) if game.to_move(state) == MAX else min(values)
