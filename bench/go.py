"""Go measured: legal positions, small boards solved, simulations, a random player, GNU Go by GTP.

    python bench/go.py                                 # all of it: 40 games at a second a move take an hour
    python bench/go.py counts values speed             # some of it
    python bench/go.py gnugo --games 10 --seconds 0.2  # a shorter match

GNU Go (`apt install gnugo`, GPL) is an opponent and nothing else: without it its part is left out.  Both
programs are processes of their own that talk GTP through pipes, told to take so many seconds for each move
(`time_settings 0 1 1`, or `0 1 5` for a fifth of a second).  A referee replays every move by the rules and
counts the stones at the end, all of them alive, as GNU Go is told to (`--capture-all-dead --chinese-rules`).
"""

from __future__ import annotations

import argparse
import random
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from zermelo import MAX, MIN, prepare, search, solve
from zermelo.games import Go
from zermelo.games.go import NOWHERE
from zermelo.interfaces.gtp.protocol import Failure
from zermelo.interfaces.gtp.session import Session

LEGAL = {(1, 1): 1, (1, 2): 5, (1, 3): 15, (1, 4): 41, (2, 2): 57, (2, 3): 489, (3, 3): 12675}
"""As Tromp and Farneback published them."""
PUBLISHED = {(1, 3): 3, (1, 4): 4, (2, 2): 1}
"""Values under positional superko; tests/data/go.json names the sources."""
PATIENCE = 120
"""Seconds after which a program that says nothing hangs."""
LONGEST = 400
"""Plies of a game; one that is longer is given up, and told."""


def say(text: str) -> None:
    print(text, flush=True)


def counts(_: Any) -> None:
    """Boards that stones of either player lead to from the empty one."""
    for (width, height), published in LEGAL.items():
        game = Go(width, height)
        found = {game.initial().cells}
        waiting = list(found)
        while waiting:
            cells = waiting.pop()
            for player in (MAX, MIN):
                state = game.State(cells, player, NOWHERE, 0, ())
                new = {game.result(state, action).cells for action in game.actions(state)} - found
                found |= new
                waiting += new
        say(f"{width} x {height}: {len(found):,} legal positions, published {published:,}")


def values(_: Any) -> None:
    """Small boards, exhaustively: with superko in points; with the simple ko who wins, komi by komi."""
    for size in ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 2)):
        game = Go(*size, komi=0, superko=True, points=True)
        options: Any = {"order": "priority", "payoff_bounds": True, "engine": "interpreted"}
        report = search(game, algorithm="alphabeta", **options)
        line = " ".join(game.name(game.initial(), action) for action in report.line)
        known = f", published {PUBLISHED[size]}" if size in PUBLISHED else ""
        cost = f"{report.nodes:,} nodes; {line}"
        say(f"{size[0]} x {size[1]}, positional superko: {report.score}{known}; {cost}")
    for width, height, komi in ((2, 2, -0.5), (2, 2, 0.5), (2, 3, -0.5), (2, 3, 0.5), (3, 3, 8.5)):
        solution = solve(Go(width, height, komi=komi))
        say(f"{width} x {height}, simple ko, endless play a draw, komi {komi}: {solution.score}")


def speed(_: Any) -> None:
    """Simulations of a search, and plies of random games, in a second of one processor."""
    for size in (5, 9, 13, 19):
        game = Go(size, size)
        prepare(game, algorithm="mcts")
        search(game, algorithm="mcts", seconds=0.2, engine="compiled")
        started = time.process_time()
        report = search(game, algorithm="mcts", seconds=2, engine="compiled")
        took = time.process_time() - started
        say(f"{size} x {size}: {report.nodes / took:,.0f} simulations a second of processor time, compiled")


def against_random(asked: Any) -> None:
    """Games against somebody who moves at random; to pass is as likely as any other move."""
    game, won, dice = Go(), 0, random.Random(1)
    prepare(game, algorithm="mcts")
    for number in range(asked.games):
        state = game.initial()
        while not game.is_terminal(state):
            if (state.turn == MAX) == (number % 2 == 0):
                options: Any = {"algorithm": "mcts", "engine": "compiled", "seconds": asked.seconds}
                action = search(game, state, seed=number, **options).action
            else:
                action = dice.choice(list(game.actions(state)))
            state = game.result(state, action)
        won += (game.utility(state) > 0) == (number % 2 == 0)
    say(f"9 x 9, {asked.seconds:g} s a move: {part(won, asked.games)} games won against random moves")


def part(won: float, count: int) -> str:
    """A share, and between which it lies with 95 % (Wilson), which says something of 0 and of all too."""
    share, square = won / count, 1.96**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    error = 1.96 / (1 + square / count) * (share * (1 - share) / count + square / (4 * count**2)) ** 0.5
    low, high = max(middle - error, 0.0), min(middle + error, 1.0)
    return f"{won:g} of {count} ({share:.0%}; 95 %: {low:.0%} to {high:.0%})"


# -- GNU Go ----------------------------------------------------------------------------------------------


ENDS = {1.0: "won", 0.0: "lost", 0.5: "given up"}


class Program:
    """A process that speaks GTP through pipes."""

    def __init__(self, *command: str) -> None:
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, **pipes, stderr=subprocess.DEVNULL)
        self.slowest = 0.0

    def ask(self, command: str) -> str:
        """The answer without its mark; an error, silence or a lost connection is an exception."""
        assert self.process.stdin is not None
        started = time.perf_counter()
        self.process.stdin.write(f"{command}\n".encode())
        self.process.stdin.flush()
        said = self.heard()
        if command.startswith("genmove"):
            self.slowest = max(self.slowest, time.perf_counter() - started)
        if not said.startswith("="):
            raise Failure(f"{command}: {said.strip()}")
        return said[1:].strip()

    def heard(self) -> str:
        """Up to the blank line that ends an answer."""
        assert self.process.stdout is not None
        said = b""
        while not said.endswith(b"\n\n"):
            if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
                raise TimeoutError("it hangs")
            more = self.process.stdout.read1(4096)  # type: ignore[attr-defined]
            if not more:
                raise ConnectionError("it has left")
            said += more.replace(b"\r", b"")
        return said.decode()

    def leave(self) -> None:
        self.ask("quit")
        self.process.wait(PATIENCE)


def gnugo(asked: Any) -> None:
    """A match by GTP; who begins changes from game to game."""
    path = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if path is None:
        return say("GNU Go is not installed: its match is left out")
    ours = Program(sys.executable, "-m", "zermelo", "gtp", "--seed", "1")
    level = f"--level {asked.level}".split()
    theirs = Program(path, *"--mode gtp --chinese-rules --capture-all-dead --seed 1".split(), *level)
    won, plies, faults, agreed = 0.0, 0, 0, 0
    for number in range(asked.games):
        try:
            result, length, same = one_game(ours, theirs, number % 2, asked.seconds)
        except (Failure, TimeoutError, ConnectionError) as fault:
            faults += 1
            say(f"  game {number + 1}: {type(fault).__name__}, {fault}")
            continue
        won, plies, agreed = won + result, plies + length, agreed + same
        say(f"  game {number + 1}: {ENDS[result]}, {length} plies")
    ours.leave()
    theirs.leave()
    match = f"9 x 9, {asked.seconds:g} s a move, GNU Go at level {asked.level}"
    say(f"{match}: {part(won, asked.games)} games won")
    say(f"  {faults} illegal moves, hangs or lost connections in {plies} plies")
    say(f"  GNU Go names the same winner in {agreed} games")
    say(f"  slowest move of Zermelo's: {ours.slowest:.2f} s, of GNU Go's: {theirs.slowest:.2f} s")


def one_game(ours: Program, theirs: Program, side: int, seconds: float) -> tuple[float, int, bool]:
    """1 if Zermelo, on this side, wins; the plies; does GNU Go count the same winner?"""
    referee, each = Session(Go()), Fraction(seconds).limit_denominator(100)
    period = f"{each.numerator} {each.denominator}"
    for program in (ours, theirs):
        for command in ("boardsize 9", "komi 7.5", "clear_board", f"time_settings 0 {period}"):
            program.ask(command)
    players = {side: ours, 1 - side: theirs}
    while not referee.game.is_terminal(referee.state):
        turn = referee.state.turn
        colour = "bw"[turn]
        for program in (ours, theirs):
            program.ask(f"time_left {colour} {period}")
        move = players[turn].ask(f"genmove {colour}")
        if move.lower() == "resign":
            return float(players[turn] is theirs), len(referee.record.actions), True
        referee.play(turn, move)
        players[1 - turn].ask(f"play {colour} {move}")
        if len(referee.record.actions) >= LONGEST:
            return 0.5, LONGEST, True
    payoff = referee.game.utility(referee.state)
    counted = theirs.ask("final_score")
    alike = counted.startswith("B" if payoff > 0 else "W")
    return float((payoff > 0) == (side == MAX)), len(referee.record.actions), alike


PARTS: dict[str, tuple[Callable[[Any], None], int, float]] = {
    "counts": (counts, 0, 0),
    "values": (values, 0, 0),
    "speed": (speed, 0, 0),
    "random": (against_random, 40, 0.1),
    "gnugo": (gnugo, 40, 1.0),
}
"""What is measured, with how many games, and seconds for a move."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help=f"what to measure, of {', '.join(PARTS)}; all if none")
    parser.add_argument("--games", type=int, help="how many games")
    parser.add_argument("--seconds", type=float, help="for each move")
    parser.add_argument("--level", type=int, default=10, help="GNU Go's level")
    asked = parser.parse_args()
    for name in asked.parts or PARTS:
        measure, games, seconds = PARTS[name]
        wanted = {"games": asked.games or games, "seconds": asked.seconds or seconds, "level": asked.level}
        measure(argparse.Namespace(**wanted))


if __name__ == "__main__":
    main()
