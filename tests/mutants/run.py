"""Seeded faults: each is put into a copy of the tree, and the tests of its area must notice.

    python tests/mutants/run.py              all of them
    python tests/mutants/run.py kernel trace these areas
    python tests/mutants/run.py score.py     this file

Prints a list and a total.  The exit code is 1 where a fault survives, where its old text is not found
exactly once (it is stale), or where its tests fail on the tree as it is.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", "__pycache__")
PATIENCE = 600
"""Seconds after which a fault that makes a test hang has been noticed."""
NO_TESTS = 5
CAUGHT, SURVIVED, STALE, UNSOUND = "caught", "SURVIVED", "STALE", "UNSOUND"


@dataclass(frozen=True)
class Fault:
    area: str
    file: str
    """In the package."""
    old: str
    new: str
    tests: str
    """What pytest is to run."""

    @property
    def place(self) -> str:
        line = next((line for line in self.old.strip().splitlines()), "")
        return f"{self.file}: {line.strip()[:70]}"


def faults(wanted: list[str]) -> list[Fault]:
    found = tomllib.loads((Path(__file__).parent / "faults.toml").read_text())["fault"]
    every = [Fault(**entry) for entry in found]
    return [one for one in every if not wanted or one.area in wanted or Path(one.file).name in wanted]


@contextmanager
def seeded(tree: Path, fault: Fault) -> Iterator[None]:
    path = tree / "zermelo" / fault.file
    text = path.read_text()
    path.write_text(text.replace(fault.old, fault.new))
    try:
        yield
    finally:
        path.write_text(text)


def tested(tree: Path, tests: str) -> int:
    """Pytest's exit code, of a thorough run where a quick one has none of these tests."""
    code = pytest_code(tree, tests)
    return code if code != NO_TESTS else pytest_code(tree, tests, ZERMELO_TESTS="long")


def pytest_code(tree: Path, tests: str, **settings: str) -> int:
    """0 all passed, 1 some failed, others are no verdict."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-n", "0", *shlex.split(tests)]
    environment = {**os.environ, "PYTHONPATH": str(tree), **settings}
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return 1
    return done.returncode


def is_there(fault: Fault) -> bool:
    path = ROOT / "zermelo" / fault.file
    return path.exists() and path.read_text().count(fault.old) == 1


def verdict(fault: Fault, trees: Queue[Path]) -> str:
    """What becomes of a fault, in one of the copies that nobody uses."""
    if not is_there(fault):
        return STALE
    tree = trees.get()
    try:
        with seeded(tree, fault):
            code = tested(tree, fault.tests)
        if code == 1 and tested(tree, fault.tests) != 0:
            return UNSOUND
    finally:
        trees.put(tree)
    return {0: SURVIVED, 1: CAUGHT}.get(code, UNSOUND)


def timed(fault: Fault, trees: Queue[Path]) -> tuple[str, float]:
    begun = time.perf_counter()
    return verdict(fault, trees), time.perf_counter() - begun


def run(found: list[Fault], folder: Path) -> int:
    """How many are not caught."""
    trees: Queue[Path] = Queue()
    for number in range(os.cpu_count() or 1):
        shutil.copytree(ROOT, folder / str(number), ignore=shutil.ignore_patterns(*LEFT_OUT))
        trees.put(folder / str(number))
    results = []
    with ThreadPoolExecutor(trees.qsize()) as workers:
        for fault, answer in zip(found, workers.map(partial(timed, trees=trees), found), strict=True):
            said, seconds = answer
            results.append(said)
            print(f"{said:9} {seconds:5.0f} s  {fault.area:9} {fault.place}", flush=True)
    caught = results.count(CAUGHT)
    print(f"{len(results)} faults, {caught} caught, {len(results) - caught} not")
    return len(results) - caught


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        sys.exit(run(faults(sys.argv[1:]), Path(folder)) > 0)
