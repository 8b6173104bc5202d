"""Processes that share work: how they are started and how they end."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

from zermelo.running.workers import processes_of

WITHOUT_GUARD = """
from zermelo import match
from zermelo.games import TicTacToe

match(TicTacToe(), ["expert", "random"], games=4, openings=1, processes=2)
"""


def test_a_program_without_a_guard_gets_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(WITHOUT_GUARD)
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("zermelo.errors.SearchError: several processes read this program again")
    assert done.stderr.count("Traceback") == 1


def test_who_leaves_early_leaves_nobody_behind() -> None:
    """A thread that outlives this meets closed pipes when Python ends."""
    with contextlib.suppress(KeyError), processes_of(2) as (pool, _):
        pool.submit(abs, -1).result()
        left = [pool._executor_manager_thread, *pool._processes.values()]  # type: ignore[attr-defined]
        raise KeyError
    assert [each.is_alive() for each in left] == [False] * len(left)
