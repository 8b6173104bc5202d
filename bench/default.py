"""What a newcomer gets who sets nothing: short searches, a game in the terminal, many short processes.

python bench/default.py             all three
python bench/default.py searches    four of 0.05 s, half a second apart, in a fresh process with a warm cache
python bench/default.py play        zermelo play connect4 at its defaults: nodes of each of the engine's moves
python bench/default.py processes   200 processes that search 0.3 s and end, empty cache: how many compilers
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from zermelo.kernel.compiler import bare

PYTHON = sys.executable
GAMES = ("Kalah", "ConnectFour", "TicTacToe")
SEARCHES = """
import sys, time
from zermelo import games, search
game = getattr(games, sys.argv[1])()
for number in range(4):
    begun = time.perf_counter()
    report = search(game, seconds=0.05)
    took = time.perf_counter() - begun
    world = "compiled" if report.compiled else "interpreted"
    print(f"  {sys.argv[1]:12} {number + 1}: {world:11} depth {report.depth:2}  {report.nodes:9,} nodes"
          f"  {1000 * (took - 0.05):6.0f} ms over  (said: {1000 * report.late:.0f} ms late)")
    time.sleep(max(0.0, 0.5 - took))
"""
ONE = """
import sys
from zermelo import games, search
game = games.ConnectFour(width=int(sys.argv[1]))
search(game, seconds=0.3)
"""
PROCESSES = 200
WIDTHS = (5, 6, 7)


def searches() -> None:
    """Overshoot and world of the first four short searches."""
    for game in GAMES:
        prepared = f"from zermelo import games, prepare; prepare(games.{game}())"
        subprocess.run([PYTHON, "-c", prepared], check=True)
        subprocess.run([PYTHON, "-c", SEARCHES, game], check=True)


def play() -> None:
    """The engine against itself."""
    command = [PYTHON, "-m", "zermelo", "play", "connect4", "--human", "nobody", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    moves = 0
    for line in process.stdout:
        event = json.loads(line)
        if event["event"] == "move":
            moves += 1
            seen = f"{event['nodes']:9,} nodes, depth {event['depth']}, {event['seconds']:.2f} s"
            print(f"  move {moves}: {seen}")
        if moves == 6:
            break
    process.kill()
    process.wait()


def compilers(folder: str) -> dict[int, int]:
    """The compilers of this cache that run now, each with its parent's number."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                is_one = bare.__file__.encode() in (entry / "cmdline").read_bytes()
                if is_one and folder.encode() in (entry / "environ").read_bytes():
                    found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    return found


def at_work(folder: str) -> int:
    """How many of them compile: a warm one waits, and forks for every unit."""
    found = compilers(folder)
    return sum(parent in found for parent in found.values())


def processes() -> None:
    """One after another, on as many processors as there are, with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o700)
        environment = {**os.environ, "ZERMELO_CACHE": folder}
        most, begun = 0, time.perf_counter()
        running: list[subprocess.Popen[bytes]] = []
        for number in range(PROCESSES):
            while len(running) >= (os.cpu_count() or 1):
                running = [process for process in running if process.poll() is None]
                most = max(most, at_work(folder))
                time.sleep(0.01)
            width = str(WIDTHS[number % len(WIDTHS)])
            running.append(subprocess.Popen([PYTHON, "-c", ONE, width], env=environment))
        for process in running:
            process.wait()
        ended, still = time.perf_counter(), at_work(folder)
        while (left := len(compilers(folder))) and time.perf_counter() < ended + 70:
            time.sleep(0.1)
        took, kept = time.perf_counter() - ended, len(list(Path(folder).glob("*.kernel")))
        print(f"  {PROCESSES} processes in {ended - begun:.0f} s: at most {most} compilers at work;", end=" ")
        print(f"{still} at the end, {left} processes {took:.0f} s later;", end=" ")
        print(f"{kept} of {len(WIDTHS)} units in the cache")
        assert kept == len(WIDTHS)
        assert 0 < most <= (os.cpu_count() or 1)
        assert not left


def main() -> None:
    parts = {"searches": searches, "play": play, "processes": processes}
    for name in sys.argv[1:] or parts:
        print(name)
        parts[name]()


if __name__ == "__main__":
    main()
