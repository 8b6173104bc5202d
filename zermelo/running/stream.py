"""Stream: any generator run in a thread of its own, which can be watched, stopped and left.

Whoever loops over the stream owns it.  Closing it, an exception in the loop or Ctrl-C stops the work and
waits for its thread; rules that do not return are named, and left behind.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Generator, Iterator
from time import perf_counter
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from zermelo.errors import RulesError, SearchError, Stopped, ZermeloError
from zermelo.kernel import threads
from zermelo.limits import Clock
from zermelo.running.explain import explain_stuck, rule_at_work

STALLED = 10.0
"""Seconds without a sign of life after which a rule is endless."""
STARVED = 3
"""So many times longer may a rule take that waits for something; for a processor, as long as it likes."""
LOOKING = 0.5
"""Seconds between two looks at the work, at most."""
LEAVING = 0.3
"""Seconds to wait for a worker that is left: Python code ends in them, a rule that sleeps does not."""
WAITING = 0.1
"""The part of its time that a rule computes which waits for something, at most."""
PAUSE = 2 * LOOKING
"""What counts of the time between two looks, at most: a process that was stopped in between saw nothing."""
HELD = 0.01
"""Seconds between two looks at a clock that is held: the time may be over when it is released."""

Item = TypeVar("Item", covariant=True)


class Work(Protocol[Item]):
    """What a stream asks of the work it runs; everything but `items` is asked from other threads."""

    game: Any
    """Whose rules may be to blame."""
    clock: Clock

    def items(self) -> Iterator[Item]:
        """What the stream gives, one after another."""

    def stop(self) -> None:
        """Come to an end, soon."""

    def beat(self) -> Any:
        """Something that changes as long as the rules return; None where they are not being asked."""

    def look(self) -> Item | None:
        """What is worth giving meanwhile, if anything."""

    def pause(self) -> float:
        """Seconds until somebody should look again."""

    def failure(self, error: BaseException) -> BaseException:
        """What to raise for an exception that is not a sentence yet."""

    @property
    def enough(self) -> bool:
        """Is so much known that a rule which is slow to stop is not an error?"""

    @property
    def interruptible(self) -> bool:
        """Is Python at work, not machine code?"""


class Failure(NamedTuple):
    """What the work raised, on its way to the reader's thread."""

    error: BaseException


END = object()


class Stream(Generic[Item]):
    """The items of a piece of work, and the handles to steer it by from any thread.

    It is not part of what it reads, so that a reader who drops it stops the work at once.
    """

    def __init__(
        self,
        work: Work[Item],
        name: str = "zermelo search",
        patience: float | None = None,
        grace: float = threads.GRACE,
    ) -> None:
        """`patience`: seconds without a beat after which a rule is endless; `grace`: after a stop."""
        self.work = work
        self._thread = Watched(work, name, STALLED if patience is None else patience, grace)
        self._items: Generator[Item, None, None] = self._thread.items()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Item:
        return next(self._items)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def stop(self) -> None:
        """Enough: the stream ends with what is known."""
        self._thread.stop()

    def limit(self, seconds: float) -> None:
        """From now on so many seconds: the opponent has played what was pondered on."""
        self.work.clock.limit(seconds)

    def close(self) -> None:
        """Stop, and wait until every thread has ended; from another thread than the reader's, just stop."""
        self.stop()
        with contextlib.suppress(ValueError):
            self._items.close()

    def abandon(self) -> None:
        """Nobody wants the rest: Python code at work is interrupted where it is."""
        self.stop()
        if self._thread.worker is not None:
            self._thread.worker.kill()


class Watched(Generic[Item]):
    """The thread that does the work, and an eye on it."""

    def __init__(self, work: Work[Item], name: str, patience: float, grace: float) -> None:
        self.work, self.name, self.patience, self.grace = work, name, patience, grace
        self.inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        """Whose lock no worker takes with it that is killed."""
        self.worker: threads.Worker | None = None
        self.alive = Sign(None, None)
        self.stopping = self.left = False

    def stop(self) -> None:
        """Ask the work to end; from now on it has a short time to do so."""
        if not self.stopping:
            self.stopping = True
            self.alive = Sign(self.alive.beat, self.worker)  # its time is the watcher's now
        self.work.stop()

    # -- the reader's side -----------------------------------------------------------------

    def items(self) -> Generator[Item, None, None]:
        """What the work gives; it is stopped and waited for however this ends."""
        self.worker = worker = threads.Worker(self.run, self.name)
        try:
            threads.begin(worker)
            while (message := self.next(worker)) is not END:
                if isinstance(message, Failure):
                    raise message.error
                yield message
        finally:
            self.stop()
            self.join(worker)

    def next(self, worker: threads.Worker) -> Any:
        """The next message, with an eye on the clock and on rules that never return."""
        work = self.work
        while True:
            left = HELD if work.clock.held else work.clock.left
            wait = 0.05 if self.stopping else max(min(left, work.pause(), LOOKING), 0.0)
            with contextlib.suppress(queue.Empty):
                return self.inbox.get(timeout=wait)
            if work.clock.out and not self.stopping:
                self.stop()
            elif (item := work.look()) is not None and self.inbox.empty():  # what it follows comes first
                return item
            self.watch(worker)

    def watch(self, worker: threads.Worker) -> None:
        """A rule that never returns: say which line, and leave no thread behind if it can be helped."""
        beat = self.work.beat()
        if not worker.is_alive() and self.inbox.empty():
            self.inbox.put(END)
        elif beat is None or beat != self.alive.beat:
            self.alive = Sign(beat, worker)
        else:
            self.alive.look()
            if self.is_stuck(worker):
                self.leave(worker)

    def leave(self, worker: threads.Worker) -> None:
        """To itself, with the blame on its rules unless so much is known already."""
        stuck, self.left = explain_stuck(self.work.game, worker, self.alive.waits), True
        worker.kill()
        if not (self.stopping and self.work.enough):
            raise RulesError(stuck)
        self.inbox.put(END)

    def is_stuck(self, worker: threads.Worker) -> bool:
        """Has the work had its time?  On a machine with other work to do the wall clock alone says little."""
        if self.stopping:
            return self.alive.watched > min(self.grace, self.patience)
        if self.alive.worked > self.patience / 2:
            return self.alive.watched > self.patience
        return self.alive.idle > STARVED * self.patience and bool(rule_at_work(self.work.game, worker))

    def join(self, worker: threads.Worker) -> None:
        """Wait for the worker, if it was started; Python code that does not end in time is interrupted."""
        if worker.ident is None:
            return
        worker.join(LEAVING if self.left else threads.GRACE)
        if self.left:
            return
        if worker.is_alive() and self.work.interruptible:
            worker.kill()
            worker.join(threads.GRACE)

    # -- the work's side -------------------------------------------------------------------

    def run(self) -> None:
        """Every item, then the end; a failure as one sentence."""
        try:
            for item in self.work.items():
                self.inbox.put(item)
            self.inbox.put(END)
        except (Stopped, threads.Abandoned):
            self.inbox.put(END)
        except ZermeloError as error:
            self.inbox.put(Failure(error))
        except MemoryError:
            self.inbox.put(Failure(SearchError("too_little_memory")))
        except BaseException as error:
            self.inbox.put(Failure(self.work.failure(error)))


class Sign:
    """A sign of life, and for how long there was none since: for the watcher, and for the worker."""

    def __init__(self, beat: Any, worker: threading.Thread | None) -> None:
        self.beat, self.worker = beat, worker
        self.looked, self.watched = perf_counter(), 0.0
        """When somebody looked last, and for how many seconds they have looked in vain."""
        self.before = self.times()

    def times(self) -> tuple[float, float]:
        """The worker's seconds on a processor, and those that it waited for one; 0 without a worker."""
        if self.worker is None:
            return 0.0, 0.0
        return threads.processor_time(self.worker), threads.queueing_time(self.worker)

    def look(self) -> None:
        """There was no other since."""
        now = perf_counter()
        self.watched += min(now - self.looked, PAUSE)
        self.looked = now

    @property
    def worked(self) -> float:
        """Seconds since then that the worker was on a processor."""
        return self.times()[0] - self.before[0]

    @property
    def waits(self) -> bool:
        """Whether the worker has hardly computed since, as far as anybody counts."""
        return self.worker is not None and 0 <= self.worked < WAITING * self.idle

    @property
    def idle(self) -> float:
        """Seconds since then in which it did not even wait for a processor."""
        return self.watched - (self.times()[1] - self.before[1])


class Plain:
    """Work that has nothing to show meanwhile, and whose exceptions are told by somebody else."""

    def look(self) -> None:
        """Nothing meanwhile."""
        return

    def pause(self) -> float:
        """No hurry."""
        return LOOKING

    def failure(self, error: BaseException) -> BaseException:
        """The exception as it is."""
        return error


class Call(Plain, Generic[Item]):
    """One call of a function that asks rules, as work for a stream."""

    enough, interruptible = False, True

    def __init__(self, function: Callable[[], Item], game: Any, seconds: float | None = None) -> None:
        """`seconds`: how long it may take; by default as long as the rules return."""
        self.function, self.game, self.clock = function, game, Clock(seconds)

    def items(self) -> Iterator[Item]:
        yield self.function()

    def stop(self) -> None:
        """It ends by itself, or is interrupted."""

    def beat(self) -> Any:
        return 0


def finish(work: Work[Item], name: str = "zermelo search", patience: float | None = None) -> Item:
    """The last item."""
    with Stream(work, name, patience) as stream:
        *_, last = stream
    return last
