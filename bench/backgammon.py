"""Backgammon beside OpenSpiel's: the same positions after a turn, and a match against its Monte Carlo player.

    python bench/backgammon.py                            # 10,000 positions, then 200 games
    python bench/backgammon.py --positions 500 --games 0
    python bench/backgammon.py --games 20 --seconds 0.2   # for each decision of either player

Positions come from random games of OpenSpiel's.  Its players move two stones at a time, so that a double is
two decisions: a whole turn is followed to the next throw.  Its O is our MAX.  The bot of the match (C++) is
given as many simulations, one random playout each, as take it as long as Zermelo has taken on average; both
times are measured and told.  `--write FILE` keeps some of the positions, with OpenSpiel's answers, for tests.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo import prepare, search
from zermelo.game import MAX, MIN
from zermelo.games import Backgammon

GAME = Backgammon()
THEIRS = {1: MAX, 0: MIN}
"""OpenSpiel's players, O and X, as ours."""
KEPT = 300
"""Positions that `--write` keeps."""


def cells_of(state: Any) -> tuple[int, ...]:
    """Our cells of OpenSpiel's state: its O goes down, as MAX does."""
    points = [state.board(1, point) - state.board(0, point) for point in range(24)]
    bar = re.search(r"^Bar:(.*)$", str(state), re.MULTILINE)
    assert bar is not None
    return (-bar[1].count("x"), *points, bar[1].count("o"))


def state_of(state: Any) -> Backgammon.State:
    """Our state of a position of OpenSpiel's in which a turn begins."""
    thrown = re.search(r"^Dice: (\d)(\d)", str(state), re.MULTILINE)
    assert thrown is not None
    high, low = sorted(map(int, thrown.groups()), reverse=True)
    return GAME.State(cells_of(state), THEIRS[state.current_player()], (high, low))


def turns_of(state: Any) -> dict[tuple[int, ...], list[int]]:
    """The positions after a whole turn in OpenSpiel, and a way to each."""
    found: dict[tuple[int, ...], list[int]] = {}
    open_ones = [(state, [])]
    while open_ones:
        here, way = open_ones.pop()
        for action in here.legal_actions():
            child = here.child(action)
            if child.is_terminal() or child.is_chance_node():
                found.setdefault(cells_of(child), [*way, action])
            else:
                open_ones.append((child, [*way, action]))
    return found


def thrown(state: Any, rng: random.Random) -> int:
    """One throw of OpenSpiel's dice."""
    outcomes, chances = zip(*state.chance_outcomes())
    return int(rng.choices(outcomes, chances)[0])


def random_turns(spiel: Any, rng: random.Random) -> Iterator[tuple[Any, dict[tuple[int, ...], list[int]]]]:
    """Positions of random games in which a turn begins, with where it may end, for ever."""
    while True:
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(thrown(state, rng))
                continue
            ends = turns_of(state)
            yield state, ends
            for action in rng.choice([*ends.values()]):
                state.apply_action(action)


def fingerprint(ends: Any) -> str:
    """A set of positions in sixteen letters."""
    return hashlib.sha256(repr(sorted(ends)).encode()).hexdigest()[:16]


def compare(spiel: Any, count: int, rng: random.Random) -> list[dict[str, Any]]:
    """How many of the positions agree; where one does not, both answers."""
    kept, differing, turns = [], 0, 0
    for number, (theirs, ends) in enumerate(random_turns(spiel, rng)):
        if number == count:
            break
        state = state_of(theirs)
        ours = [GAME.result(state, action).cells for action in GAME.actions(state)]
        turns += len(ours)
        if len(ours) != len(ends) or set(ours) != set(ends):
            differing += 1
            print(f"{GAME.show(state)}\n{len(ours)} turns here, {len(ends)} in OpenSpiel\n")
        row = {"cells": state.cells, "turn": state.turn, "dice": state.dice}
        kept.append({**row, "turns": len(ends), "fingerprint": fingerprint(ends)})
    print(f"{count:,} positions, {turns:,} turns: {differing} differ from OpenSpiel's")
    return kept


def bot(pyspiel: Any, spiel: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's Monte Carlo tree search with one random playout for each simulation."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    return pyspiel.MCTSBot(
        spiel, evaluator, uct_c=2.0, max_simulations=simulations, max_memory_mb=1000, solve=True, seed=seed,
        verbose=False,
    )  # fmt: skip


def simulations_for(pyspiel: Any, spiel: Any, seconds: float) -> int:
    """So many simulations take the bot as long, in positions of random games."""
    rng, spent, sample = random.Random(5), 0.0, 20
    player = bot(pyspiel, spiel, 100, 1)
    for number, (state, _) in enumerate(random_turns(spiel, rng)):
        if number == 10 * sample:
            break
        if number % 10 == 5:
            started = time.perf_counter()
            player.step(state)
            spent += time.perf_counter() - started
    return max(1, round(100 * sample * seconds / spent))


class Clock:
    """Decisions and the seconds they took."""

    def __init__(self) -> None:
        self.decisions, self.seconds = 0, 0.0

    def measured(self, decide: Any) -> Any:
        """What `decide` gives."""
        started = time.perf_counter()
        answer = decide()
        self.decisions += 1
        self.seconds += time.perf_counter() - started
        return answer

    @property
    def mean(self) -> float:
        """Seconds for each decision."""
        return self.seconds / max(self.decisions, 1)

    def __str__(self) -> str:
        return f"{self.mean:.3f} s for each of {self.decisions:,} decisions"


def our_turn(state: Any, seconds: float, clock: Clock) -> list[int]:
    """What Zermelo plays, as actions of OpenSpiel's."""
    here, ends = state_of(state), turns_of(state)
    if len(ends) == 1:
        return next(iter(ends.values()))
    report = clock.measured(lambda: search(GAME, here, seconds=seconds))
    return ends[GAME.result(here, report.action).cells]


def their_step(state: Any, player: Any, clock: Clock) -> int:
    """What OpenSpiel's bot plays."""
    moves = state.legal_actions()
    return int(moves[0] if len(moves) == 1 else clock.measured(lambda: player.step(state)))


def play(spiel: Any, their: Any, ours: int, seconds: float, rng: random.Random, clocks: list[Clock]) -> float:
    """One game; what we get, in points."""
    state = spiel.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(thrown(state, rng))
        elif state.current_player() != ours:
            state.apply_action(their_step(state, their, clocks[1]))
        else:
            for step in our_turn(state, seconds, clocks[0]):
                state.apply_action(step)
    return float(state.returns()[ours])


def match(pyspiel: Any, spiel: Any, games: int, seconds: float, seed: int) -> None:
    """A match in which the dice say who begins; each game the bot may simulate for as long as we think."""
    prepare(GAME)
    simulations, clocks = simulations_for(pyspiel, spiel, seconds), [Clock(), Clock()]
    points: list[float] = []
    made = 0
    for number in range(games):
        their, decided = bot(pyspiel, spiel, simulations, seed + number), clocks[1].decisions
        points.append(play(spiel, their, number % 2, seconds, random.Random(seed + number), clocks))
        made += simulations * (clocks[1].decisions - decided)
        simulations = max(1, round(made / clocks[1].seconds * clocks[0].mean))
        print(f"{number + 1}: {told(points)}", file=sys.stderr, flush=True)
    average = made // max(clocks[1].decisions, 1)
    print(f"{games} games against OpenSpiel's MCTS bot of {average} simulations: {told(points)}")
    print(f"Zermelo {clocks[0]}, OpenSpiel {clocks[1]}")


def told(points: list[float]) -> str:
    """The share of games won, with Wilson's interval for 95 of 100 matches.

    >>> told([1, 2, -1, 1])
    '75.0 % won (30.1 to 95.4), 0.75 points a game'
    """
    count, z = len(points), 1.96
    share = sum(gained > 0 for gained in points) / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    error = z / (1 + z * z / count) * (share * (1 - share) / count + (z / (2 * count)) ** 2) ** 0.5
    interval = f"{100 * (middle - error):.1f} to {100 * (middle + error):.1f}"
    return f"{100 * share:.1f} % won ({interval}), {sum(points) / count:.2f} points a game"


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        print("This comparison needs OpenSpiel: pip install open_spiel", file=sys.stderr)
        return
    spiel = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    if asked.positions:
        kept = compare(spiel, asked.positions, random.Random(asked.seed))
        if asked.write:
            every = kept[:: max(1, len(kept) // KEPT)]
            asked.write.write_text("[\n" + ",\n".join(json.dumps(row) for row in every) + "\n]\n")
    if asked.games:
        match(pyspiel, spiel, asked.games, asked.seconds, asked.seed)


if __name__ == "__main__":
    main()
