"""study(): experiments that hold the theory against what is measured; studying(): the same, as it goes."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from zermelo.matches.arena import source_of
from zermelo.running.identity import describe, parameters_of
from zermelo.running.options import EngineName, GameOrMaker, verb
from zermelo.running.question import check_engine, check_seed
from zermelo.running.workers import check_processes
from zermelo.studies import crew
from zermelo.studies.experiment import Experiment, Job, Settings
from zermelo.studies.findings import Finding, Row, Study


@dataclass(frozen=True)
class Progress:
    """How far a study has come."""

    done: int
    """Jobs that are done."""
    planned: int
    share: float
    """Of the work, as it was estimated: from 0 to 1."""
    seconds: float
    study: Study | None = None
    """What was found, after the last job."""

    @property
    def left(self) -> float | None:
        """Seconds that the rest takes if it goes on like this; None before anything is known."""
        return self.seconds * (1 - self.share) / self.share if self.share else None


@verb
def studying(
    name: str = "all",
    game: GameOrMaker | None = None,
    *,
    seed: int = 0,
    brief: bool = False,
    engine: EngineName | None = None,
    processes: int = 1,
    cluster: str | None = None,
) -> Generator[Progress, None, None]:
    """Progress after every job; the last has the study.  Takes what `study` takes."""
    from zermelo.studies.experiments import chosen  # with them come the games and the puzzles

    check_processes(processes)
    check_seed(seed)
    engine = engine or ("auto" if brief else "compiled")
    check_engine(engine)
    experiments = chosen(name, game is not None)
    settings = settings_of(game, seed, brief, engine)
    return Course(experiments, settings).progress(processes, cluster)


@verb
def study(
    name: str = "all",
    game: GameOrMaker | None = None,
    *,
    seed: int = 0,
    brief: bool = False,
    engine: EngineName | None = None,
    processes: int = 1,
    cluster: str | None = None,
) -> Study:
    """Run an experiment, or all of them, and say which claims of the theory the measurements bear out.

    `name` is one of `trees`, `growth`, `orders`, `models`, `deepening`, `horizon`, `utility`, `ablation`,
    `backtracking`, `mcts`, or `all`.  `game` is for those that take one (orders, ablation, mcts): a game, or
    a function without arguments that makes it, in every process anew.  `brief` is for a first look.
    `engine` says what runs the searches: machine code, or in a brief study what is there first.

    The jobs are done in so many `processes` or on a Dask `cluster`.  With one `seed` everything but seconds,
    and what is played against the clock, is the same however many there are.

    >>> found = study("models", brief=True, engine="interpreted")
    >>> found.holds, [drawing.name for drawing in found.findings[0].drawings]
    (True, ['moves', 'objects'])
    """
    *_, last = studying(
        name, game, seed=seed, brief=brief, engine=engine, processes=processes, cluster=cluster
    )
    assert last.study is not None
    return last.study


def settings_of(game: Any, seed: int, brief: bool, engine: str) -> Settings:
    """What the experiments are told."""
    if game is None:
        return Settings(seed, brief, engine)
    source = source_of(game)
    written = getattr(source, "text", "") or named(source())
    return Settings(seed, brief, engine, source, written)


def named(game: Any) -> str:
    """The game as it would be written."""
    return describe(type(game).__name__, parameters_of(game))


@dataclass(frozen=True)
class Course:
    """Experiments that are to be run together."""

    experiments: list[Experiment]
    settings: Settings

    def progress(self, processes: int, cluster: str | None) -> Generator[Progress, None, None]:
        """After every job, whichever experiment it belongs to."""
        plans = [each.plan(self.settings) for each in self.experiments]
        jobs = [job for plan in plans for job in plan]
        rows: dict[int, list[Row]] = {}
        begun, whole, spent = time.perf_counter(), sum(job.cost for job in jobs), 0.0
        with closing(crew.done(jobs, processes, cluster)) as stream:
            for number, found in stream:
                rows[number] = found
                spent += jobs[number].cost
                seconds = time.perf_counter() - begun
                if len(rows) < len(jobs):
                    yield Progress(len(rows), len(jobs), spent / whole, seconds)
        study = Study(tuple(self.findings(plans, rows)), self.settings.seed, time.perf_counter() - begun)
        yield Progress(len(jobs), len(jobs), 1.0, study.seconds, study)

    def findings(self, plans: list[list[Job]], rows: dict[int, list[Row]]) -> list[Finding]:
        """What each experiment concludes from its rows, in the order of its jobs."""
        found, first = [], 0
        for each, plan in zip(self.experiments, plans):
            own = [row for number in range(first, first + len(plan)) for row in rows[number]]
            found.append(each.conclude(own, self.settings))
            first += len(plan)
        return found
