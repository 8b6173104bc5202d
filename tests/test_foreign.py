"""Algorithms of somebody else's: what is written works alike in both worlds, or is refused in both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from chance_graphs import ChanceGraph

from zermelo import CannotCompile, Game
from zermelo.game import Bits
from zermelo.games import TicTacToe
from zermelo.kernel import record
from zermelo.kernel import run as runs
from zermelo.kernel.bind import bind
from zermelo.kernel.run import FIELDS, Ply, Run, State, Value

WORLDS = (False, True)
HIGHEST = 0x8000000000000000


def outcome(algorithm: Callable[..., Any], compiled: bool, case: int = 0, game: Any = None) -> Any:
    """What it gives, or the kind of its error."""
    game = game or TicTacToe()
    kernel = bind(game, algorithm, compiled=compiled)
    run = kernel.new_run()
    kernel.place(run, game.initial())
    run.seed = case
    words: Any = None
    if compiled:
        import numpy as np

        words = np.zeros(4, np.int64)
        run.table = words.ctypes.data
    try:
        kernel.execute(run)
        return kernel.number(run.value)
    except (OverflowError, IndexError, ZeroDivisionError) as error:
        return type(error)


# -- what works ------------------------------------------------------------------------------------------


def half(game: Game, state: State, run: Run) -> Value:
    run.value = 1 / 4
    return kept(run.value, run) + 1 / 4


def kept(value: Value, run: Run) -> Value:
    return value


def test_a_fraction_stays_one_where_the_rules_have_whole_numbers() -> None:
    assert [outcome(half, compiled) for compiled in WORLDS] == [0.5, 0.5]


def several(game: Game, state: State, run: Run) -> Value:
    if run.seed == 1:
        power = 1
        for _ in range(70):
            power = power * 3
        return power
    if run.seed == 2:
        return 1 << (60 + 2 * run.seed)
    if run.seed == 3:
        run.looks = 1
        for _ in range(70):
            run.looks *= 3
        return run.looks
    if run.seed == 4:
        run.table[2] += 5
        run.table[2] -= 1
        return run.table[2]
    if run.seed == 5:
        run.history[3] += 1
        run.history[3] *= 7
        run.history[-1] = 2
        return run.history[3] + run.history[-1]
    if run.seed == 6:
        run.path[run.seed * 100] = 1
        return 2
    if run.seed == 7:
        return len(run.path) // (run.seed - 7)
    if run.seed == 8:
        return doubled(run.seed)
    board = Bits(0x8000000000000000)
    return (board >> 62).bit_count() + run.seed


def deep(game: Game, state: State, ply: Ply, run: Run) -> Value:
    return ply if ply > 500 else deep(game, state, ply + 1, run)


def test_a_function_that_calls_itself_goes_as_deep_as_ever() -> None:
    assert outcome(deep, False) == 501


def doubled(number: int) -> int:
    return 2 * number


CASES = {
    1: OverflowError,
    2: OverflowError,
    3: OverflowError,
    4: 4,
    5: 9,
    6: IndexError,
    7: ZeroDivisionError,
    8: 16,
    9: 10,
}


@pytest.mark.parametrize("compiled", WORLDS)
def test_whole_numbers_memory_lists_and_helpers_without_a_run(compiled: bool) -> None:
    assert {case: outcome(several, compiled, case) for case in CASES} == CASES


# -- what is refused -------------------------------------------------------------------------------------


def whole_half(game: Game, state: State, run: Run) -> int:
    return 0.5  # type: ignore[return-value]


def large(game: Game, state: State, run: Run) -> Value:
    return 1 if run.seed < 9223372036854775808 else 0


def large_constant(game: Game, state: State, run: Run) -> Value:
    return run.seed & HIGHEST


def unknown_field(game: Game, state: State, run: Run) -> Value:
    run.novelty = 3  # type: ignore[attr-defined]
    return 0


def misspelt_field(game: Game, state: State, run: Run) -> Value:
    return run.lenght[0]  # type: ignore[attr-defined]


def ping(game: Game, state: State, ply: Ply, run: Run) -> Value:
    return ply if ply > 5 else pong(game, state, ply + 1, run)


def pong(game: Game, state: State, ply: Ply, run: Run) -> Value:
    return ping(game, state, ply + 1, run)


def without_run(game: Game, state: State) -> Value:
    return game.to_move(state)


def gives_nothing(game: Game, state: State, run: Run) -> Value:
    run.looks += 1


REFUSALS = {
    whole_half: "whole number",
    large: "the number 9223372036854775808 cannot be compiled; it does not fit in 64 bits with a sign",
    large_constant: "test_foreign.py, line .*: the number 9223372036854775808",
    unknown_field: r"test_foreign.py, line \d+: `run.novelty` cannot be compiled; the run has no such field",
    misspelt_field: r"`run.lenght` .* did you mean `length`\?",
    ping: r"line \d+: ping\(\), which calls itself through pong\(\), .* one function that calls itself",
    without_run: r"without_run\(\), which asks the rules and has no run, .* `run: Run`",
    gives_nothing: r"gives_nothing\(\), which declares an answer and gives none, .* return a value",
}


@pytest.mark.parametrize("compiled", WORLDS)
@pytest.mark.parametrize("algorithm", REFUSALS, ids=lambda each: each.__name__)
def test_what_one_world_could_not_run_is_refused_in_both(algorithm: Any, compiled: bool) -> None:
    game = ChanceGraph(0) if algorithm is without_run else TicTacToe()
    with pytest.raises(CannotCompile, match=REFUSALS[algorithm]) as refusal:
        outcome(algorithm, compiled, game=game)
    assert "umba" not in str(refusal.value)


def test_a_field_has_no_name_that_a_record_has(monkeypatch: pytest.MonkeyPatch) -> None:
    runs.layout.cache_clear()
    monkeypatch.setitem(FIELDS, "item", record.number())
    try:
        with pytest.raises(ValueError, match="cannot be called 'item'"):
            runs.layout("i8", 1, False)
    finally:
        runs.layout.cache_clear()
