"""Random numbers: one stream in both worlds, and as even as it should be."""

from __future__ import annotations

from collections import Counter

from zermelo.algorithms.dice import FINE, fraction, throw
from zermelo.game import Game
from zermelo.games import TicTacToe
from zermelo.kernel.bind import bind
from zermelo.kernel.random_words import generator
from zermelo.kernel.run import Run, State, Value

SEEDS = (0, 1, -1, 7, 1 << 62, 1 << 80)


def throws(game: Game, state: State, run: Run) -> Value:
    """Some throws of many kinds, written one after another into the row of the best line."""
    for index in range(300):
        run.line[index] = throw(2 + index, run)
    run.line[300] = throw(FINE, run)
    run.line[301] = int(fraction(run) * 1000000.0)
    return run.line[0]


def test_both_worlds_throw_the_same() -> None:
    kernels = [bind(TicTacToe(), throws, compiled=compiled) for compiled in (False, True)]
    for seed in SEEDS:
        shown = []
        for kernel in kernels:
            run = kernel.new_run()
            kernel.place(run, TicTacToe().initial())
            run.random = generator(seed)
            kernel.execute(run)
            shown.append([int(number) for number in run.line[:302]])
        assert shown[0] == shown[1]
        assert all(0 <= number < 2 + index for index, number in enumerate(shown[0][:300]))


def test_throws_are_even() -> None:
    run = Run()
    run.random = generator(3)
    counts = Counter(throw(6, run) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    assert all(abs(count - 10_000) < 500 for count in counts.values())
    average = sum(fraction(run) for _ in range(20_000)) / 20_000
    assert abs(average - 0.5) < 0.01


def test_a_seed_is_a_stream_of_its_own() -> None:
    assert len({generator(seed) for seed in range(10_000)}) > 9_000
    assert all(generator(seed) % 2 == 1 for seed in SEEDS)
