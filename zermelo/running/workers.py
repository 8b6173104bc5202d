"""Work on many cores: processes here, or the workers of a Dask cluster; who is alive is watched."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from zermelo.errors import SearchError
from zermelo.running.question import check_within

Watch = Callable[[bool], None]
"""Told now and then whether a part was done since; raises where no other will be."""
CONNECTING = 10
"""Seconds to wait for a cluster to answer, and for a worker of it."""
MOST_PROCESSES = 4096
UNGUARDED = 86
"""The exit code of a process that reads a program which starts processes as it is read."""
LOOK_AROUND = 1.0
"""Seconds between two looks at whether anybody is at work."""


def check_processes(processes: Any) -> None:
    """Refuse what is not a number of processes; leave a process that is only reading its program."""
    import multiprocessing

    check_within("processes", processes, MOST_PROCESSES)
    if processes > 1 and getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(UNGUARDED)  # its parent says what is missing


def as_they_end(waiting: set[Future[Any]], watch: Watch) -> Iterator[Future[Any]]:
    """Futures as they are done; while none is, `watch` says now and then whether there is hope."""
    while waiting:
        done, waiting = wait(waiting, LOOK_AROUND, FIRST_COMPLETED)
        watch(bool(done))
        yield from done


@contextmanager
def workers_of(cluster: str) -> Iterator[tuple[Executor, Watch]]:
    """The workers of a Dask cluster, as long as it has any."""
    with dask_client(cluster) as client:
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        try:
            yield client.get_executor(), Workers(client, cluster).watch
        except (CancelledError, KilledWorker, CommClosedError, TimeoutError) as error:
            reason = str(error) or "it answers no longer"
            raise SearchError("cluster_ended", address=cluster, reason=reason) from None


class Workers:
    """Those of a cluster; one that is started again, as Dask's nannies do, is waited for."""

    def __init__(self, client: Any, address: str) -> None:
        self.client, self.address = client, address
        self.seen = time.perf_counter()

    def watch(self, alive: bool) -> None:
        """Raises where there has been no worker for long."""
        if alive or self.client.nthreads():
            self.seen = time.perf_counter()
        elif time.perf_counter() - self.seen > CONNECTING:
            raise SearchError("cluster_without_workers", address=self.address, seconds=CONNECTING)


@contextmanager
def processes_of(number: int) -> Iterator[tuple[Executor, Watch]]:
    """A pool of processes here, which are ended where somebody leaves early."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(number, mp_context=context, initializer=serve)
    try:
        yield pool, lambda alive: None
        pool.shutdown()
    except BaseException as error:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        for process in processes:
            process.terminate()
        pool.shutdown(cancel_futures=True)  # its thread would meet closed pipes when Python ends
        if isinstance(error, BrokenExecutor):
            unguarded = any(process.exitcode == UNGUARDED for process in processes)
            raise SearchError("no_main_guard" if unguarded else "process_ended") from None
        raise


def serve() -> None:
    """A worker leaves Ctrl-C to its parent, and does not outlive it."""
    import multiprocessing

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        assert parent is not None
        parent.join()
        os._exit(1)

    if parent is not None:
        threading.Thread(target=follow, daemon=True).start()


def dask_client(address: str) -> Any:
    """Somebody to talk to the cluster, or a sentence on why there is none."""
    try:
        import distributed
    except ImportError:
        raise SearchError("cluster_needs_dask") from None
    answering(address)
    try:
        client: Any = distributed.Client
        return client(address, timeout=CONNECTING, set_as_default=False)
    except Exception as error:
        raise SearchError("no_cluster", address=address, reason=error) from None


def answering(address: str) -> None:
    """Is anybody there?  Dask itself would try for long, and write a traceback for each time."""
    import socket

    where = urlsplit(address if "://" in address else f"tcp://{address}")
    if where.scheme != "tcp":
        return
    try:
        host, port = where.hostname, where.port
    except ValueError:
        host, port = None, None
    if not host or port is None:
        raise SearchError("not_a_cluster_address", address=address)
    try:
        socket.create_connection((host, port), timeout=CONNECTING).close()
    except (OSError, UnicodeError) as error:
        raise SearchError("no_cluster", address=address, reason=error) from None
