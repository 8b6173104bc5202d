"""The levels measured: passes at Go while points are open, and games that come again.

    python bench/levels.py                                          # both, an hour and more
    python bench/levels.py passes --levels 1 4 --games 20 --plies 60
    python bench/levels.py passes --levels 9 --games 2 --first 18   # the last two, beside others
    python bench/levels.py repeats --levels 9 --games 10

A pass is too early where its mover could put a stone on a point that the count gives to nobody, without
filling an eye, unless the search has proved how the game ends.  Games of a level against itself are played
from the start without a seed, as people play them.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

from zermelo import choose, prepare
from zermelo.games import ConnectFour, Go, Hex, Kalah

OPENING = 4
"""Random plies before the levels begin."""
LONGEST = 400
SECONDS = 60.0
"""For a move, which no level needs."""
REPEATED = (ConnectFour(), Go(), Hex(7), Kalah())


def say(text: str) -> None:
    print(text, flush=True)


def open_points(game: Go, state: Any) -> list[int]:
    """Points where the mover may put a stone, in regions that the count gives to nobody."""
    met, found = [False] * game.area, list[int]()
    for cell in range(game.area):
        if state.cells[cell] == 0 and not met[cell]:
            before = met.copy()
            if game.surrounded(state.cells, cell, met) == 0:
                found += [each for each in range(game.area) if met[each] > before[each]]
    legal = set(game.actions(state))
    return [cell for cell in found if cell in legal and not game.is_eye(state.cells, cell, state.turn + 1)]


def opened(game: Go, seed: int) -> Any:
    """A position after a few random stones."""
    random, state = Random(seed), game.initial()
    for _ in range(OPENING):
        state = game.result(state, random.choice(list(game.actions(state))[:-1]))
    return state


def passes(level: int, numbers: range, plies: int) -> None:
    """How many moves and passes there were, and how many passes came too early."""
    game, moves, passed, early, started = Go(), 0, 0, 0, time.perf_counter()
    for number in numbers:
        state = opened(game, number)
        for _ in range(plies):
            if game.is_terminal(state):
                break
            report = choose(game, state, level=level, seed=number, seconds=SECONDS)
            moves += 1
            if report.action == game.area:
                passed += 1
                early += bool(open_points(game, state)) and not report.score.proved
            state = game.result(state, report.action)
    took, games = time.perf_counter() - started, len(numbers)
    say(f"go, level {level}: {games} games, {moves} moves, {passed} passes, {early} too early; {took:.0f} s")


def repeats(game: Any, level: int, games: int, plies: int) -> None:
    """How many games of a level against itself are different, and for how long two of them are the same."""
    played, started = list[tuple[Any, ...]](), time.perf_counter()
    for _ in range(games):
        state, moves = game.initial(), list[Any]()
        while not game.is_terminal(state) and len(moves) < plies:
            moves.append(choose(game, state, level=level, seconds=SECONDS).action)
            state = game.result(state, moves[-1])
        played.append(tuple(moves))
    common = max(same(one, other) for place, one in enumerate(played) for other in played[:place])
    name, took = type(game).__name__, time.perf_counter() - started
    say(f"{name}, level {level}: {len(set(played))} of {games} different, {common} plies alike; {took:.0f} s")


def same(one: tuple[Any, ...], other: tuple[Any, ...]) -> int:
    """With how many moves in common two games begin."""
    pairs = enumerate(zip(one, other))
    return next((ply for ply, (move, another) in pairs if move != another), min(len(one), len(other)))


def main() -> None:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    parser.add_argument("what", nargs="*", default=["passes", "repeats"], metavar="passes|repeats")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 4, 6, 9])
    parser.add_argument("--games", type=int)
    parser.add_argument("--first", type=int, default=0, help="number of the first opening at Go")
    parser.add_argument("--plies", type=int, default=LONGEST)
    asked = parser.parse_args()
    for game in REPEATED if "repeats" in asked.what else (Go(),):
        prepare(game, seconds=1.0)
        prepare(game, algorithm="pvs", seconds=1.0)
    for level in asked.levels:
        if "passes" in asked.what:
            passes(level, range(asked.first, asked.first + (asked.games or 20)), asked.plies)
        if "repeats" in asked.what:
            for game in REPEATED:
                repeats(game, level, asked.games or 10, asked.plies)


if __name__ == "__main__":
    main()
