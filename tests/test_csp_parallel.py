"""Long counts: in parts, over processes and a cluster, killed and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from budget import PATIENCE, in_turn

from zermelo.csp import Problem, parallel, predicate, total
from zermelo.csp.parallel import (
    Journal,
    Progress,
    count_in_parts,
    count_problem_in_parts,
    count_queens_in_parts,
)
from zermelo.csp.puzzles import queens, sudoku
from zermelo.errors import SearchError
from zermelo.running import workers

ROOT = Path(__file__).parents[1]


def last(stream: Any) -> Progress:
    *_, found = stream
    assert isinstance(found, Progress)
    return found


def double(number: int) -> int:
    return 2 * number


def test_parts_add_up() -> None:
    progress = list(count_in_parts(double, [(1,), (2,), (3,)], "doubles", factor=10))
    assert [found.done for found in progress] == [0, 1, 2, 3]
    assert progress[-1].count == 120
    assert progress[-1].finished
    assert progress[-1].left == 0
    assert progress[0].left is None


@pytest.mark.parametrize("processes", [1, 2])
def test_queens_over_processes(processes: int) -> None:
    found = last(count_queens_in_parts(12, processes=processes))
    assert (found.count, found.finished) == (14200, True)
    assert found.parts > 10


@pytest.mark.long
def test_any_problem_over_processes() -> None:
    assert last(count_problem_in_parts(queens.problem(9), processes=2)).count == 352
    assert last(count_problem_in_parts(queens.problem(1))).count == 1
    assert last(count_problem_in_parts(sudoku.problem("." * 16))).count == 288


def test_a_cluster_gives_the_same_count() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        found = last(count_queens_in_parts(10, cluster=cluster.scheduler_address))
        assert (found.count, found.fresh) == (724, found.parts)


def quick_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CONNECTING", 1)
    monkeypatch.setattr(workers, "LOOK_AROUND", 0.05)


def test_a_cluster_without_workers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as cluster:
        quick_to_look(monkeypatch)
        address = cluster.scheduler_address
        with pytest.raises(SearchError, match=f"the Dask cluster at {address} has had no worker for 1 sec"):
            last(count_queens_in_parts(8, cluster=address))


def one_then_none(number: int) -> int:
    """The first part is done; during the second the workers go."""
    if number:
        LEAVING.wait()
    return number


LEAVING = threading.Event()


def test_the_last_worker_that_goes_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    LEAVING.clear()
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        quick_to_look(monkeypatch)
        stream = count_in_parts(one_then_none, [(0,), (1,)], "leaving", cluster=cluster.scheduler_address)
        assert [next(stream).done for _ in range(2)] == [0, 1]
        cluster.scale(0)
        with pytest.raises(SearchError, match="has had no worker"):
            last(stream)
        LEAVING.set()


class Gone:
    """A client whose scheduler is no longer there: what was submitted is cancelled."""

    def __enter__(self) -> Gone:
        return self

    def __exit__(self, *reason: object) -> None:
        pass

    def get_executor(self) -> Gone:
        return self

    def submit(self, *work: Any) -> Future[int]:
        future: Future[int] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


def test_a_scheduler_that_goes_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "dask_client", lambda address: Gone())
    with pytest.raises(SearchError, match=r"the Dask cluster at somewhere ended.*: it answers no longer"):
        last(count_in_parts(double, [(0,), (1,)], "gone", cluster="somewhere"))


def test_no_cluster_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "CONNECTING", 1)
    with pytest.raises(SearchError, match=r"there is no Dask cluster at tcp://127\.0\.0\.1:9"):
        last(count_queens_in_parts(8, cluster="tcp://127.0.0.1:9"))


def test_without_dask_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SearchError, match=r"needs Dask, which is not installed; .*zermelo\[cluster\]"):
        last(count_queens_in_parts(8, cluster="tcp://127.0.0.1:9"))


def test_a_journal_saves_the_work_done(tmp_path: Path) -> None:
    journal = tmp_path / "journal.json"
    stream = count_queens_in_parts(10, resume=journal)
    for _ in range(6):
        next(stream)
    stream.close()
    assert len(json.loads(journal.read_text())["done"]) == 5
    again = list(count_queens_in_parts(10, resume=journal))
    assert again[0].done == 5
    assert again[-1].fresh == again[-1].parts - 5
    assert again[-1].count == 724
    assert last(count_queens_in_parts(10, resume=journal)).fresh == 0


def journal_text(**changed: Any) -> str:
    kept = {"format": parallel.FORMAT, "count": "10 queens", "parts": 4, "done": 3, **changed}
    return json.dumps(kept)


def test_a_journal_is_read(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text(journal_text(done={"3": 5}))
    assert Journal(tmp_path / "journal", "10 queens", 4).done == {"3": 5}


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", '{"count": "10 queens"}', '{"count": "10 queens", "done": 3}',
        '{"count": "10 queens", "done": {"1": 5}}',
        journal_text(), journal_text(done={"4": 5}), journal_text(done={"01": 5}),
        journal_text(done={"1": -5}), journal_text(done={"1": True}), journal_text(done={"1": 2.0}),
        journal_text(parts=3, done={"1": 5}), journal_text(format="zermelo count 0", done={"1": 5}),
        "[" * 100_000,
    ],
    ids=range(15),
)  # fmt: skip
def test_a_file_that_is_no_journal(tmp_path: Path, text: str) -> None:
    (tmp_path / "journal").write_text(text)
    with pytest.raises(SearchError, match="is not the journal of a count"):
        Journal(tmp_path / "journal", "10 queens", 4)


def test_the_journal_of_another_count(tmp_path: Path) -> None:
    last(count_queens_in_parts(5, resume=tmp_path / "journal"))
    with pytest.raises(SearchError, match=r"the journal of another count \(5 queens\), not of 6 queens"):
        last(count_queens_in_parts(6, resume=tmp_path / "journal"))


@pytest.mark.parametrize("processes", [0, -1, True, 1.5])
def test_no_such_number_of_processes(processes: Any) -> None:
    with pytest.raises(SearchError, match="processes must be a whole number from 1 to 4096"):
        last(count_queens_in_parts(6, processes=processes))


def counting(journal: Path, n: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "zermelo", "solve", "queens", "--n", str(n), "--count"]
    command += ["--processes", "2", "--resume", str(journal), "--json"]
    return subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


def wait_for(journal: Path, process: subprocess.Popen[str], parts: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        if journal.exists() and len(json.loads(journal.read_text())["done"]) >= parts:
            return
        time.sleep(0.02)
    raise AssertionError("the count neither went on nor took long enough to be killed")


def nobody_left(session: int) -> bool:
    """Is no process of a session alive?"""
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            return False
    return True


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", in_turn([signal.SIGKILL], [signal.SIGINT]))
def test_killed_and_resumed(tmp_path: Path, how: signal.Signals) -> None:
    """Whatever ends the count, the journal is whole, no worker is left, and the next run goes on."""
    journal = tmp_path / "journal.json"
    process = counting(journal, 16)
    wait_for(journal, process, 3)
    os.kill(process.pid, how) if how == signal.SIGKILL else os.killpg(process.pid, how)
    error = process.communicate(timeout=300)[1]
    if how == signal.SIGINT:
        assert (process.returncode, error.strip()) == (130, "zermelo: stopped")
    deadline = time.monotonic() + PATIENCE
    while not nobody_left(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert nobody_left(process.pid)
    kept = len(json.loads(journal.read_text())["done"])
    assert kept >= 3
    found = list(count_queens_in_parts(16, resume=journal))
    assert found[0].done == kept
    assert found[-1].count == 14_772_512


def test_the_journal_of_another_problem_of_the_same_name(tmp_path: Path) -> None:
    first, second = (Problem("abc", range(3), [total("abc", "==", amount)]) for amount in (2, 3))
    assert last(count_problem_in_parts(first, resume=tmp_path / "journal")).count == 6
    with pytest.raises(SearchError, match="the journal of another count"):
        last(count_problem_in_parts(second, resume=tmp_path / "journal"))


def test_a_variable_without_a_value_has_no_parts() -> None:
    for select in ("static", "mrv"):
        problem = Problem("abc", range(3), [predicate(lambda value: False, "c")])
        found = last(count_problem_in_parts(problem, select=select))
        assert (found.count, found.finished) == (0, True)


def ended(number: int) -> int:
    os._exit(number)


def test_a_process_that_ends_early_is_said() -> None:
    with pytest.raises(SearchError, match="ended before its part of the work was done"):
        last(count_in_parts(ended, [(1,), (2,)], "ends", processes=2))


def test_the_kernel_is_there_before_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(parallel, "kernel", loaded.append)
    stream = count_queens_in_parts(9, processes=2)
    next(stream)
    assert loaded == []
    next(stream)
    assert loaded == ["queens"]
    stream.close()


@pytest.mark.parametrize(
    "address", ["nowhere", "localhost:x", "tcp://", "localhost:1", "nowhere.invalid:8786"]
)
def test_a_cluster_that_is_not_there(address: str, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(SearchError, match="Dask cluster"):
        last(count_queens_in_parts(6, cluster=address))
    assert capfd.readouterr().err == ""
