"""Plain whole numbers of more than 64 bits: Python's and the machine's are the same."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest
from budget import examples
from natural_games import NATURAL

import zermelo
from zermelo import MAX, Game, RulesError
from zermelo.kernel.compiler.seen import state_shape
from zermelo.kernel.compiler.wide_shape import number_of_words, words_of_wide
from zermelo.messages import Message

PRIME = 1000003
LARGE = tuple(3**power for power in range(70, 81))


class Numbers(NamedTuple):
    """Two operands, and what was made of them; `step` is 1 when that is there."""

    left: int
    right: int
    made: int
    step: int


class Arithmetic(Game[Numbers, int]):
    """A move is an operator; what it makes is valued by its rest, so that every bit counts."""

    payoff = "points"

    def __init__(self, left: int = 1 << 100, right: int = 7) -> None:
        self.start = (left, right)

    def initial(self) -> Numbers:
        return Numbers(1 << 100, -(1 << 100), 1 << 190, 0)

    def to_move(self, state: Numbers) -> int:
        return MAX

    def actions(self, state: Numbers) -> Any:
        return range(17)

    def result(self, state: Numbers, sign: int) -> Numbers:
        left, right = state.left, state.right
        made = 0
        if sign == 0:
            made = left + right
        elif sign == 1:
            made = left - right
        elif sign == 2:
            made = (left >> 40) * (right >> 40)
        elif sign == 3:
            made = left // right if right else left
        elif sign == 4:
            made = left % right if right else left
        elif sign == 5:
            made = left & right
        elif sign == 6:
            made = left | ~right
        elif sign == 7:
            made = left ^ -right
        elif sign == 8:
            made = (left >> 60) << (right & 63)
        elif sign == 9:
            made = left >> (right & 127)
        elif sign == 10:
            made = left.bit_count() * 1000 + right.bit_length()
        elif sign == 11:
            made = (left < right) + 2 * (left == right) + 4 * (left >= 5) + 8 * (not right)
        elif sign == 12:
            made = left & -left
        elif sign == 13:
            made = LARGE[right % 11] + 2 ** (left % 90)
        elif sign == 14:
            made = sum(1 for number in LARGE if left & number == right & number)
        elif sign == 15:
            made = bin(left & right).count("1") if left else 0xFFFFFFFFFFFFFFFFFF
        else:
            quotient, rest = divmod(left, 12345678901234567)
            made = quotient + rest
        return Numbers(left, right, made, 1)

    def is_terminal(self, state: Numbers) -> bool:
        return state.step == 1

    def utility(self, state: Numbers) -> int:
        return int(state.made % PRIME) if state.made >= 0 else -int(-state.made % PRIME)


def values(state: Numbers, engine: Any) -> Any:
    return zermelo.search(Arithmetic(), state=state, algorithm="minimax", values=True, engine=engine).values


def operands(seed: int) -> list[Numbers]:
    chosen = random.Random(seed)
    sizes = (0, 1, 30, 62, 63, 64, 65, 90, 110)
    pairs = [
        [chosen.choice((-1, 1)) * chosen.getrandbits(chosen.choice(sizes)) for _ in range(2)]
        for _ in range(40)
    ]
    edges = [1 << 63, (1 << 63) - 1, -(1 << 63), 1 << 64, (1 << 64) - 1, 0, -1]
    return [Numbers(left, right, 0, 0) for left, right in [*pairs, *([edge, 3] for edge in edges)]]


@pytest.mark.parametrize("seed", range(examples(8)))
def test_every_operator_makes_what_python_makes(seed: int) -> None:
    for state in operands(seed):
        assert values(state, "compiled") == values(state, "interpreted"), state


@pytest.mark.parametrize("number", [0, 1, -1, 1 << 63, -(1 << 64), (1 << 127) - 1, -(1 << 127)])
def test_a_number_is_its_words(number: int) -> None:
    assert number_of_words(words_of_wide(number, 2, Message.of("the_state"))) == number


def test_a_number_beyond_its_words_is_told() -> None:
    with pytest.raises(RulesError, match="larger than the numbers that a few games showed"):
        words_of_wide(1 << 127, 2, Message.of("the_state"))


def natural(module: str) -> Any:
    return next(game for game in NATURAL if game.module == module).make()


def test_large_numbers_are_found_though_random_games_stay_small() -> None:
    game = natural("big_number")
    assert state_shape(game).parts[0].kind == "int"
    assert state_shape(game, outgrowing=True).parts[0].kind == "wide"


def test_othello_in_plain_numbers_has_the_published_counts() -> None:
    """tests/data names the source of Othello's perft: 4, 12, 56, 244, 1396, 8200, 55092."""
    counts = [
        zermelo.perft(natural("othello_numbers"), depth=depth, engine="compiled") for depth in (1, 4, 7)
    ]
    assert [int(count) for count in counts] == [4, 244, 55092]


def test_what_outgrows_its_width_goes_on_as_python() -> None:
    """A few games show numbers of a hundred bits; one of three thousand is Python's."""

    class Growing(Arithmetic):
        def result(self, state: Numbers, sign: int) -> Numbers:
            return Numbers(state.left, state.right, (1 << 100) << state.right, 1)

    state = Numbers(1, 3000, 0, 0)
    report = zermelo.search(Growing(), state=state, algorithm="minimax")
    assert report.score.value == (1 << 3100) % PRIME
    told = r"does not fit in 256 bits \(result\(\), .*, line \d+\); search with engine='interpreted'"
    with pytest.raises(RulesError, match=told):
        zermelo.search(Growing(), state=state, algorithm="minimax", engine="compiled")


SCRAMBLE = random.Random(5)
ZOBRIST = [[SCRAMBLE.getrandbits(64) for _ in range(3)] for _ in range(9)]


class Scrambled(Game[tuple[int, ...], int]):
    """Whoever fills the last of nine cells wins; positions are told apart as hobby engines do."""

    def initial(self) -> tuple[int, ...]:
        return (0,) * 9

    def to_move(self, state: tuple[int, ...]) -> int:
        return (9 - state.count(0)) % 2

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return [cell for cell in range(9) if state[cell] == 0]

    def result(self, state: tuple[int, ...], cell: int) -> tuple[int, ...]:
        return (*state[:cell], 1 + self.to_move(state), *state[cell + 1 :])

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return 0 not in state

    def utility(self, state: tuple[int, ...]) -> int:
        return 1

    def hashed(self, state: tuple[int, ...]) -> int:
        found = 0
        for cell in range(9):
            found ^= ZOBRIST[cell][state[cell]]
        return found


@pytest.mark.long
def test_numbers_that_scramble_positions_are_the_same_in_both_worlds() -> None:
    interpreted, compiled = (
        zermelo.search(Scrambled(), algorithm="pvs", depth=6, memory=1, engine=engine)
        for engine in ("interpreted", "compiled")
    )
    assert (interpreted.score, interpreted.nodes) == (compiled.score, compiled.nodes)
