"""Who does the jobs of a study: this process, several, or the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import Future
from typing import Any

from zermelo.errors import SearchError
from zermelo.running import workers
from zermelo.studies.experiment import Job
from zermelo.studies.findings import Row

Done = tuple[int, list[Row]]
"""The number of a job, and its rows."""


def done(jobs: Sequence[Job], processes: int = 1, cluster: str | None = None) -> Generator[Done, None, None]:
    """Every job as it is done; leaving the loop leaves the others undone."""
    if cluster is None and processes == 1:
        yield from ((number, job.done()) for number, job in enumerate(jobs))
        return
    check_can_be_sent(jobs)
    with workers.processes_of(processes) if cluster is None else workers.workers_of(cluster) as (pool, watch):
        order = sorted(range(len(jobs)), key=lambda number: -jobs[number].cost)
        waiting: dict[Future[Any], int] = {pool.submit(jobs[number].done): number for number in order}
        for future in workers.as_they_end(set(waiting), watch):
            yield waiting[future], future.result()


def check_can_be_sent(jobs: Sequence[Job]) -> None:
    """Refuse a game that another process would not get."""
    import pickle

    try:
        pickle.dumps(jobs)
    except Exception as error:
        raise SearchError("study_cannot_be_sent", reason=error) from None
