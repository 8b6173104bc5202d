"""What fits in the words of a compiled state or action."""

from __future__ import annotations

import ast
from functools import reduce
from typing import Any

import pytest

import zermelo
from zermelo import CannotCompile, RulesError
from zermelo.kernel.compiler.choosing import first_place
from zermelo.kernel.compiler.seen import is_of_any_length
from zermelo.kernel.compiler.series_shape import in_a_word, roomy
from zermelo.kernel.compiler.shape import (
    INT,
    TEXT,
    Shape,
    evened,
    met,
    packed,
    rebuilt,
    shape_of,
    unpacked,
    words_of,
)
from zermelo.kernel.compiler.state_texts import LaidDown, long_texts


def test_a_whole_number_has_sixty_four_bits_with_its_sign() -> None:
    for fits in (-(1 << 63), 0, (1 << 63) - 1):
        assert words_of(fits, INT) == [fits]
    for beyond in (1 << 63, -(1 << 63) - 1):
        with pytest.raises(RulesError, match="does not fit in 64 bits"):
            words_of(beyond, INT)


def seen(*values: Any) -> Shape:
    """The shape of these values together."""
    return evened(reduce(met, (shape_of(type(value), value, "it") for value in values)))


@pytest.mark.parametrize(
    "values",
    [
        ((3, 4, 5), (3, 5), ()),
        ((), ("X", "O")),
        (((1, 2), ()), ((), (3,))),
        ((((1, 2),), "w"), ((), "b"), (((3, 4), (5, 6)), "w")),
        (((), ((1,), ())), (((2,), (3, 4)), ())),
    ],
    ids=str,
)
def test_tuples_of_any_length_are_words_and_back(values: tuple[Any, ...]) -> None:
    shape = roomy(seen(*values), "it")
    for value in values:
        words = words_of(value, shape)
        assert len(words) == shape.words
        assert rebuilt(iter(words), shape) == value


@pytest.mark.parametrize(
    ("rule", "made"),
    [
        ("towers[a] = ()", True),
        ("trails[turn] += (cell,)", True),
        ("path = path + (cell,)", True),
        ("score[turn] += 1", False),
        ("pair = (a, b)", False),
    ],
)
def test_what_makes_tuples_of_any_length(rule: str, made: bool) -> None:
    """Towers that become empty were compiled as tuples of the length that they begin with, and refused."""
    assert any(map(is_of_any_length, ast.walk(ast.parse(rule)))) is made


def test_a_tuple_longer_than_its_room_is_refused() -> None:
    shape = roomy(seen((1, 2), ()), "it")
    assert shape.most == 5
    assert words_of((1, 2, 3, 4, 5), shape) == [5, 1, 2, 3, 4, 5]
    with pytest.raises(RulesError, match="longer than those that a few games showed"):
        words_of((1, 2, 3, 4, 5, 6), shape)


def test_tuples_of_different_things_and_lengths_are_no_series() -> None:
    assert seen((1, "X"), (1, "X", 2)).kind == "tuple"
    with pytest.raises(CannotCompile, match="keep less in the state"):
        roomy(seen((1,) * 600, ()), "it")


@pytest.mark.parametrize(
    ("values", "advice"),
    [
        ([None, (1, 2), (1,)], "let it be an empty tuple"),
        ([(), (None, 1)], "let something else stand for None"),
    ],
)
def test_none_beside_a_tuple_of_any_length_is_refused(values: list[Any], advice: str) -> None:
    with pytest.raises(CannotCompile, match=advice):
        roomy(seen(*values), "it")


@pytest.mark.parametrize(
    ("actions", "most"),
    [
        ([((5, 0), (4, 1)), ((5, 0), (3, 2), (1, 0))], 8),
        ([(40, 33), (40, 26, 12, 30)], 8),
        ([("jump", (1, 3)), ("jump", (1, 3, 5))], 6),
        ([(0, -1), ()], 6),
    ],
    ids=str,
)
def test_paths_of_any_length_are_one_word_and_back(actions: list[Any], most: int) -> None:
    shape = in_a_word(seen(*actions), actions)
    series = next(part for part in (shape, *shape.parts) if part.kind == "series")
    assert series.most == most
    for action in actions:
        assert unpacked(packed(action, shape), shape) == action


@pytest.mark.parametrize(
    ("actions", "advice"),
    [
        ([(), ("abc", "def", "ghi", "jkl")], "make every step an action of its own"),
        ([((), ()), ((1,), (2, 3))], "make every step an action of its own"),
        ([(), (1, 2), None], r"let a pass be an empty tuple: \(\)"),
    ],
)
def test_what_has_no_room_in_one_word_is_refused(actions: list[Any], advice: str) -> None:
    with pytest.raises(CannotCompile, match=advice):
        in_a_word(seen(*actions), actions)


@pytest.mark.parametrize(("index", "place"), [("turn", 0), ("2 + turn", 2), ("turn + 2", 2), ("1 - turn", 1)])
def test_an_index_into_a_state_says_where_it_begins(index: str, place: int) -> None:
    assert first_place(ast.parse(index, mode="eval").body) == place


@pytest.mark.parametrize(
    ("body", "laid"),
    [
        ("return joined(rows), turn", True),
        ("board = board + turn\n    return board, turn", False),
        ("new = slice_of(board, None, a, None) + turn\n    return new, turn", True),
        ("new = joined(rows)\n    return new, new.count(turn)", False),
        ("return board, joined(rows)", False),
    ],
)
def test_a_text_is_laid_down_where_it_goes_into_the_state_alone(body: str, laid: bool) -> None:
    tree: Any = ast.parse(f"def result(board, rows, turn, a):\n    {body}").body[0]
    state = Shape("tuple", (Shape("letters", (TEXT,) * 9), TEXT))
    text = ast.unparse(LaidDown(long_texts(tree, state)).visit(tree))
    assert ("no_letters()" in text) is laid


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (([0, 1], 1), "it[0], which is a list, cannot be compiled; make it a tuple: tuple(cells)"),
        ({(0, 0): 1}, "it, which is a dictionary, cannot be compiled; keep frozenset(board.items())"),
        ((1, {2}), "it[1], which is a set, cannot be compiled; make it a frozenset"),
        ((0.5, 1), "it[0], which is a fraction, cannot be compiled; keep whole numbers"),
    ],
)
def test_what_no_state_can_hold_is_told_with_what_to_write_instead(state: Any, said: str) -> None:
    with pytest.raises(CannotCompile) as refusal:
        shape_of(type(state), state, "it")
    assert str(refusal.value).startswith(said)


def test_the_rest_of_a_division_begins_at_the_first_place() -> None:
    """`state[n % 2]` was taken for an index that begins to count at 2."""
    assert [first_place(ast.parse(text, mode="eval").body) for text in ("n % 2", "2 + n % 2")] == [0, 2]


def test_a_long_text_or_none_is_of_one_type_in_either_order() -> None:
    """In which order Numba joins types is chance: it failed once in three."""
    from numba import types
    from numba.core.registry import cpu_target

    from zermelo.kernel.compiler import series_type
    from zermelo.kernel.compiler.symbol_type import Letters

    assert series_type.is_plain_tuple(types.UniTuple(types.int64, 2))
    context = cpu_target.typing_context
    assert context.unify_pairs(Letters(9), types.none) == types.Optional(Letters(9))
    assert context.unify_pairs(types.none, Letters(9)) == types.Optional(Letters(9))


def test_fractions_are_rounded_by_their_exact_value() -> None:
    """What the machine does, done by Python: the same sums of fractions."""
    from random import Random

    from numba import types

    from zermelo.kernel.compiler import powers

    nearest, random = powers._rounded(types.float64, types.int64), Random(5)
    for _ in range(20_000):
        digits, parts = random.randrange(7), random.choice((7, 8, 200, 1000, 2000))
        value = random.choice((random.randrange(-100_000, 100_000) / parts, random.uniform(-9, 9)))
        assert str(nearest(value, digits)) == str(round(value, digits))


class Die(zermelo.Game):
    """Players speak, and a die shows a number: actions of two kinds."""

    def initial(self):
        return 0, "decide"

    def to_move(self, state):
        return zermelo.CHANCE if state[1] == "roll" else zermelo.MAX

    def actions(self, state):
        return ["roll"]

    def outcomes(self, state):
        return [(1, 0.5), (2, 0.5)]

    def result(self, state, action):
        return (state[0], "roll") if action == "roll" else (state[0] + action, "decide")

    def is_terminal(self, state):
        return state[0] > 3

    def utility(self, state):
        return 1


def test_actions_of_two_kinds_are_told_as_such() -> None:
    """It was a text whose length changes that was told."""
    with pytest.raises(CannotCompile, match="make all actions of one kind, what chance does among them"):
        zermelo.search(Die(), depth=2, engine="compiled")


class Spoken(zermelo.Game):
    """Actions in words, of one length or of several."""

    def __init__(self, *words):
        self.words = words

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return self.words[state[0] % 2 :: 2]

    def result(self, state, action):
        return (state[0] + 1, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 4

    def utility(self, state):
        return 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nine lett", "nine more"), "an action that is a text of 9 letters"),
        (("1 to 2", "22 over 3"), "'22 over 3' where the first one has a text"),
    ],
)
def test_actions_of_long_texts_are_told_as_such(words, said):
    """They were "made of 9 numbers", or to become tuples of letters, which are refused again."""
    with pytest.raises(CannotCompile) as refusal:
        zermelo.search(Spoken(*words), depth=2, engine="compiled")
    assert said in str(refusal.value)
    assert "texts of at most seven letters, and let name() say what people read" in str(refusal.value)
    short = Spoken(*(word[:4] for word in words))
    assert zermelo.search(short, depth=2, engine="compiled").compiled
