"""Strong solution of Connect Four: positions per second on one core, peak memory; tables that survive kills.

    python bench/strong.py                 5x4 and 5x5: speed, memory, counts
    python bench/strong.py --memory 200    the same with a limit of memory, in megabytes
    python bench/strong.py --kills 20      kill -9 at random moments of a 5x4 solution: the file is the same

Compiling is done before and not counted: the estimate sees to it.  Everything else is, from the call of
build_table() to the finished file.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOLVE = """
import sys
sys.path.insert(0, "bench")
from strong import solve
solve(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], float(sys.argv[4]))
"""
MEGABYTES = 2048
"""What build_table() takes if nothing is said."""
COUNTS = {(5, 4): 3_945_711, (5, 5): 69_763_700}


def solve(width: int, height: int, path: str, memory: float) -> None:
    """In a process of its own: its peak memory is this solution's, with Python and what it has imported."""
    from zermelo.games import ConnectFour
    from zermelo.strong.build import build_table, estimate

    game = ConnectFour(width=width, height=height)
    print("estimate", estimate(game, memory=memory), flush=True)
    started, used = time.perf_counter(), time.process_time()
    phases: dict[str, float] = {}
    for report in build_table(game, path, memory=memory):
        if report.phase not in phases:
            phases[report.phase] = report.seconds
            print("phase", report.phase, f"{report.seconds:.2f}", flush=True)
    seconds, busy = time.perf_counter() - started, time.process_time() - used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{report.table.positions:,} positions, {seconds:.2f} s ({busy:.2f} s of processor time), ", end="")
    print(f"{report.table.positions / seconds / 1e6:.2f} M positions/s, peak memory {peak:,.0f} MB, ", end="")
    print(f"file {os.path.getsize(path) / 1e6:,.0f} MB, {report.table.entry(game.initial())}", flush=True)
    assert report.table.positions == COUNTS.get((width, height), report.table.positions)


def child(width: int, height: int, path: Path, memory: float = MEGABYTES) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SOLVE, str(width), str(height), str(path), str(memory)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def measure(sizes: list[tuple[int, int]], folder: Path, memory: float) -> None:
    for width, height in sizes:
        print(f"-- {width}x{height}", flush=True)
        with child(width, height, folder / f"{width}x{height}", memory) as process:
            print(process.communicate()[0].strip(), flush=True)


def kill(times: int, folder: Path) -> None:
    """Each time a table is begun, killed, and finished by a second process; all files must be equal."""
    whole = folder / "whole"
    wait_for_phase(process := child(5, 4, whole), "positions")
    began = time.perf_counter()
    process.communicate()
    needed = time.perf_counter() - began
    truth = hashlib.sha256(whole.read_bytes()).hexdigest()
    print(f"whole: {truth[:16]}, {needed:.2f} s", flush=True)
    number = 0
    while number < times:
        path = folder / f"killed{number}"
        wait_for_phase(process := child(5, 4, path), "positions")
        moment = random.uniform(0, needed)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        process.wait()
        partial = folder / f"killed{number}.partial"
        if path.exists():  # it was quicker than the kill
            path.unlink()
            continue
        number += 1
        kept = sorted(part.name for part in partial.iterdir())
        child(5, 4, path).communicate()
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        verdict = "the same" if found == truth and not partial.exists() else "DIFFERENT"
        print(f"kill {number:2} after {moment:.2f} s, {len(kept):2} pieces kept: {verdict}", flush=True)
        path.unlink()


def wait_for_phase(process: subprocess.Popen[str], phase: str) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(f"phase {phase}"):
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--memory", type=float, default=MEGABYTES)
    parser.add_argument("--small", action="store_true", help="5x4 only")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=os.environ.get("ZERMELO_BENCH")) as folder:
        if asked.kills:
            kill(asked.kills, Path(folder))
        else:
            measure([(5, 4)] if asked.small else [(5, 4), (5, 5)], Path(folder), asked.memory)


if __name__ == "__main__":
    main()
