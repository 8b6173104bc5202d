"""What tuning from zero weights is worth, in Elo, on two games.

    python bench/tune.py              both games: a few minutes
    python bench/tune.py connect4     one of them

Weights are fitted to self-play at a fixed depth and accepted by SPRT; then the last ones that were accepted
play the zero weights a fixed number of games from other openings, because a test that stops when it is
decided says who is stronger, but overstates by how much.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from zermelo import Sprt, match, tune
from zermelo.interfaces.load import game_from

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
GAMES = {"connect4": "linear_connect4.py", "kalah": "linear_kalah.py"}
DEPTH = 3
SELF_PLAY = 100
MEASURED = 200


def measure(name: str) -> None:
    """Tune one game, and measure what it brought."""
    game, started = game_from(str(EXAMPLES / GAMES[name])), time.perf_counter()
    now = tune(game, games=SELF_PLAY, rounds=2, most=200, sprt=Sprt(0, 30), depth=DEPTH)
    for each in now.rounds:
        assert each.test is not None
        decision = f"{'accepted' if each.accepted else 'not accepted'} after {len(each.test.records)} games"
        print(f"{name}, round {each.number}: log loss {each.before:.4f} -> {each.after:.4f}; {decision}")
    print(f"  {dict(zip(now.names, now.weights))}")
    players = [player("tuned", now.weights), player("zero", (0.0,) * len(now.names))]
    found = match(game, players, games=MEASURED, openings=5, seed=4711).compare("tuned", "zero")
    elo = f"{found.elo.value:+.0f} Elo, 95 % from {found.elo.low:+.0f} to {found.elo.high:+.0f}"
    games = f"{found.tally.wins} won, {found.tally.draws} drawn, {found.tally.losses} lost"
    seconds = time.perf_counter() - started
    print(f"  tuned against zero at depth {DEPTH}: {elo}; {games}; {seconds:.0f} s in all", flush=True)


def player(name: str, weights: tuple[float, ...]) -> str:
    return f"{name}=engine:depth={DEPTH},weights={weights}"


if __name__ == "__main__":
    for game in sys.argv[1:] or GAMES:
        measure(game)
