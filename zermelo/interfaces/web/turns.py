"""Many analyses on few cores: each has the processor for a moment, then the next one has it.

A search that has to wait is stopped; when its turn comes again it starts over with the table it left behind,
and is soon where it was.  While nobody waits, nobody is interrupted.
"""

from __future__ import annotations

import os
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any

from zermelo.errors import SearchError, ZermeloError
from zermelo.game import players_of
from zermelo.interfaces.web.ready import Kernels, Readiness, yield_to_others
from zermelo.interfaces.web.shelf import Placed
from zermelo.messages import Message
from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.running.catalogue import simulates
from zermelo.running.explain import blame
from zermelo.running.search import Analysis, Search
from zermelo.running.task import TooLarge
from zermelo.running.transpositions import Transpositions

ROUND = 3.0
"""Seconds in which everybody who waits should have a turn."""
SHORTEST, LONGEST = 0.04, 1.0
"""Seconds of a turn."""
FIRST = 0.05
"""Seconds of a first turn where others wait: everybody has an answer soon."""
ALL_TABLES, LARGEST_TABLE, SMALLEST_TABLE = 256, 64, 2
"""Megabytes: of all tables together, about; of one."""
OWN_TABLES = 192
"""Megabytes of one client's tables, about."""
LONGEST_ANALYSIS = 900.0
"""Seconds of computing after which an analysis ends by itself."""
MOST_JOBS = 256
MOST_TREES = 4
"""Trees that wait for the next move of their clients."""
RESTING = 0.5
"""Seconds that a search rests after each turn while its rules compile, which goes the quicker."""


class Job:
    """One analysis of one client."""

    def __init__(
        self,
        placed: Placed,
        wanted: dict[str, Any],
        seconds: float | None,
        tell: Callable[[Job], None],
        client: str = "",
    ) -> None:
        self.placed, self.wanted, self.tell, self.client = placed, wanted, tell, client
        self.seconds = LONGEST_ANALYSIS if seconds is None else min(seconds, LONGEST_ANALYSIS)
        self.table: Transpositions | None = None
        self.latest: Report | None = None
        self.error: Message | None = None
        self.done = self.cancelled = False
        self.used = 0.0
        """Seconds of its turns."""
        self.turns = self.nodes = self.news = self.fruitless = 0
        """Fruitless: its last turns that brought nothing new."""
        self.depth, self.depth_in = -1, -1
        """The deepest report so far, and in which turn it came."""
        self.speed = self.elapsed = self.rests_until = self.rested = 0.0
        self.running: Analysis[Report] | None = None
        self.limited = False
        self.tabled = not hasattr(placed.game, "outcomes") and players_of(placed.game) == 2
        """Has the search a table, and several lines if they are wanted?  Not with dice, nor for three."""

    def cancel(self) -> None:
        """Nobody wants to know any more; what runs stops within a millisecond or so."""
        self.cancelled = True
        running = self.running
        if running is not None:
            running.stop()

    @property
    def patience(self) -> float:
        """How much longer its turns are, because the last ones were too short to find anything."""
        return 2.0 ** min(self.fruitless, 5)

    @property
    def left(self) -> float:
        """Seconds that it may still think; rest counts."""
        return self.seconds - self.used - self.rested

    def finish(self, error: Message | None = None) -> None:
        self.done, self.error, self.table = True, error, None
        self.tell(self)

    def note(self, report: Report, nodes: int, seconds: float) -> None:
        """Keep a report, unless it is one that an earlier turn gave already."""
        self.nodes, self.elapsed = nodes + report.nodes, seconds
        self.speed = self.nodes / max(seconds, 1e-9)
        if report.depth == 0 and not report.finished:
            return  # it was stopped before it knew anything
        again = report.depth < self.depth or self.depth_in < self.turns
        again = again and not simulates(report.algorithm)  # its tree goes on growing: the later the better
        if self.latest is not None and again and knowledge(report) <= knowledge(self.latest):
            return
        self.keep(report)

    def keep(self, report: Report) -> None:
        self.depth, self.depth_in, self.latest = report.depth, self.turns, report
        self.tell_news()

    def tell_news(self) -> None:
        self.news += 1
        self.tell(self)


def knowledge(report: Report) -> tuple[int, bool, int]:
    """What a report is worth: with another turn's table a depth may prove less than without."""
    return report.depth, report.finished, sum(score.proved for score in report.values.values())


class Turns:
    """The seats at which analyses run, and the queue before them."""

    def __init__(self, seats: int | None = None) -> None:
        self.seats = seats or max(os.cpu_count() or 1, 1)
        self.queue: deque[Job] = deque()
        self.at_work: set[Job] = set()
        self.change = threading.Condition()
        self.leaving = False
        self.ready, self.kernels = Readiness(), Kernels()
        self.megabytes = 0.0
        self.held: defaultdict[str, float] = defaultdict(float)
        """Megabytes of each client's tables."""
        self.grown: dict[str, Any] = {}
        """The tree that the last search of a client grew, for its next move; of a few clients."""
        self.served: dict[str, float] = {}
        """When each client that waits had its last turn."""
        self.threads = [
            threading.Thread(target=self.sit, name=f"zermelo seat {index}", daemon=True)
            for index in range(self.seats)
        ]
        for thread in self.threads:
            thread.start()

    def add(self, job: Job) -> None:
        with self.change:
            for left in [waiting for waiting in self.queue if waiting.cancelled]:
                self.queue.remove(left)
                self.release(left)
            if len(self.queue) + len(self.at_work) >= MOST_JOBS:
                raise SearchError("too_many_analyses")
            self.queue.append(job)
            self.hurry()
            self.change.notify()

    def hurry(self) -> None:
        """Somebody waits: those who sit without a limit have one from now on."""
        if len(self.at_work) < self.seats:
            return
        for job in self.at_work:
            if not job.limited and job.running is not None:
                job.limited = True
                job.running.limit(self.turn(job))

    def turn(self, job: Job) -> float:
        """Seconds of one turn, where others wait."""
        if not job.turns:
            return FIRST
        fair = ROUND * self.seats / max(len(self.queue) + len(self.at_work), 1)
        longest = LONGEST if job.tabled else LONGEST * job.patience  # without a table every turn starts anew
        return min(max(fair, SHORTEST) * job.patience, longest)

    # -- one seat --------------------------------------------------------------------------

    def sit(self) -> None:
        yield_to_others()
        while (job := self.next()) is not None:
            try:
                again = self.serve(job)
            finally:
                with self.change:
                    self.at_work.discard(job)
            if again:
                job.tell_news()
                with self.change:
                    self.queue.append(job)
                    self.change.notify()
            else:
                self.release(job)
                job.finish(job.error)

    def next(self) -> Job | None:
        with self.change:
            while not self.leaving:
                job = self.first_awake()
                if job is not None:
                    self.at_work.add(job)
                    job.limited = bool(self.queue)
                    return job
                self.change.wait(RESTING / 2 if self.queue else None)
        return None

    def first_awake(self) -> Job | None:
        """The next in the queue, of the client whose turn was longest ago; one that rests keeps its place."""
        now = time.perf_counter()
        for job in [waiting for waiting in self.queue if waiting.cancelled]:
            self.queue.remove(job)
            self.release(job)
        awake = [waiting for waiting in self.queue if waiting.rests_until <= now]
        if not awake:
            return None
        job = min(awake, key=lambda waiting: self.served.get(waiting.client, 0.0))
        self.queue.remove(job)
        waiting_clients = {job.client, *(other.client for other in self.queue)}
        self.served = {client: at for client, at in self.served.items() if client in waiting_clients}
        self.served[job.client] = now
        return job

    def serve(self, job: Job) -> bool:
        """One turn; shall there be another?"""
        started, before, news = time.perf_counter(), job.nodes, job.news
        ended = False
        try:
            ended = self.think(job, started, before)
        except TooLarge:  # for 64 bits: Python goes on
            self.ready.known[job.placed.game] = "interpreted"
        except ZermeloError as error:
            job.error = error.message
        except Exception as error:
            job.error = Message.of(blame(job.placed.game, error))
        finally:
            job.running = None
            job.used += time.perf_counter() - started
            job.turns += 1
            job.fruitless = 0 if job.news > news else job.fruitless + 1
            if self.ready.pending(job.placed.game):
                job.rests_until = time.perf_counter() + RESTING
                job.rested += RESTING
        return not (ended or job.error or job.cancelled or job.left <= 0 or self.leaving)

    def think(self, job: Job, started: float, before: int) -> bool:
        """Did the search come to its end?"""
        placed = job.placed
        simulating = simulates(job.wanted.get("algorithm"))
        engine = "auto" if simulating else self.ready.engine_for(placed.game, placed.state)
        limit = self.limit(job, engine)
        wanted = {**job.wanted, "engine": engine, "seconds": limit, "past": placed.past}
        if job.tabled:
            wanted["table"] = self.table_for(job)
        question = ask(placed.game, placed.state, **self.allowed(job, wanted))
        reports: Analysis[Report] = Analysis(Search(question, self.kernels.bind))
        with reports as running:
            running.limit(limit)  # what it took to prepare does not count
            job.running = running
            if job.cancelled or self.leaving:
                running.stop()
            report = None
            for report in running:
                job.note(report, before, job.used + time.perf_counter() - started)
            left = running.clock.left
        if report is None or not report.finished or left <= 0:
            return False
        job.keep(report)  # the last word, even if an earlier turn looked deeper
        return True

    def limit(self, job: Job, engine: str) -> float:
        """Seconds until the turn ends; rules that wait for their machine code look in often."""
        most = job.left
        if engine == "interpreted" and self.ready.pending(job.placed.game):
            most = min(most, RESTING / 2 * job.patience)
        return max(min(most, self.turn(job)) if job.limited else most, 0.001)

    def allowed(self, job: Job, wanted: dict[str, Any]) -> dict[str, Any]:
        if job.tabled:
            return wanted
        return {name: value for name, value in wanted.items() if name not in ("lines", "past")}

    # -- tables ----------------------------------------------------------------------------

    def table_for(self, job: Job) -> Transpositions:
        """A job's own table: large while there is room, small where many think."""
        if job.table is None:
            with self.change:
                room = min((ALL_TABLES - self.megabytes) / 4, OWN_TABLES - self.held[job.client])
                size = next((size for size in (64, 32, 16, 8, 4) if size <= room), SMALLEST_TABLE)
                job.table = Transpositions(min(size, LARGEST_TABLE))
                job.table.grown = self.grown.pop(job.client, None)
                self.megabytes += job.table.megabytes
                self.held[job.client] += job.table.megabytes
        return job.table

    def release(self, job: Job) -> None:
        with self.change:
            table, job.table = job.table, None
            if table is not None:
                self.keep_tree(job.client, table.grown)
                self.megabytes -= table.megabytes
                self.held[job.client] -= table.megabytes
                if self.held[job.client] <= 0:
                    del self.held[job.client]

    def keep_tree(self, client: str, grown: Any) -> None:
        """Until the client's next search, which begins there if play has come to a position of it."""
        if grown is not None:
            self.grown[client] = grown
            for oldest in list(self.grown)[:-MOST_TREES]:
                del self.grown[oldest]

    def close(self) -> None:
        """Stop everything, and wait for it."""
        with self.change:
            self.leaving = True
            for job in [*self.at_work, *self.queue]:
                job.cancel()
            self.change.notify_all()
        for thread in self.threads:
            thread.join(5)
        self.ready.close()
