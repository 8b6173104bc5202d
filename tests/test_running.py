"""The way from a question to reports: tasks, streams, the hand-over, the workshop."""

from __future__ import annotations

import gc
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from budget import PATIENCE
from forking import forks

from zermelo import (
    CHANCE,
    MAX,
    Proof,
    RulesError,
    SearchError,
    analyse,
    perft,
    prove,
    search,
    solve_all,
    win_in,
)
from zermelo.games import ConnectFour, Nim, TicTacToe
from zermelo.kernel import threads
from zermelo.kernel.run import ESTIMATES
from zermelo.limits import Clock
from zermelo.running import stream
from zermelo.running.asking import ask
from zermelo.running.compiling import Workshop
from zermelo.running.question import Claim
from zermelo.running.search import Search, bound
from zermelo.running.stream import Call, Stream, finish
from zermelo.running.task import Task
from zermelo.strong.watch import Watch


def twin(question: Any, compiled: bool) -> Any:
    """A kernel that takes over like machine code, without a compile."""
    return bound(question, False)


def handed_over(question: Any) -> Search:
    """A search whose successor is there before it starts."""
    found = Search(question, twin)
    found.compiling = True
    found.successor = twin(question, True)
    assert not found.successor.compiled
    return found


def test_a_count_is_handed_over() -> None:
    question = ask(TicTacToe(), depth=5, algorithm="perft", verb="perft")
    assert finish(handed_over(question)) == 15_120


def test_a_proof_is_handed_over() -> None:
    question = ask(TicTacToe(), algorithm="proof", verb="prove")
    answers = [
        finish(handed_over(replace(question, claim=Claim(MAX, target, goal)))).answer
        for target, goal in (("win", ESTIMATES), ("draw", 0))
    ]
    assert answers == [False, True]


def test_a_proof_without_time_is_still_a_proof() -> None:
    found = prove(TicTacToe(), seconds=0.0)
    assert isinstance(found, Proof)
    assert found.answer is None


def test_depths_are_reported_once_whoever_finds_them() -> None:
    question = ask(TicTacToe(), depth=4, algorithm="deepening")
    assert [report.depth for report in Stream(handed_over(question))] == [1, 2, 3, 4]


def test_what_was_known_is_told_where_the_successor_has_no_time() -> None:
    """The first search is left for the second, and then everything is stopped."""
    work = handed_over(ask(ConnectFour(), algorithm="pvs", nodes=3_000))
    later = work.later

    def stopped() -> Any:
        work.stop()
        return later()

    work.later = stopped  # type: ignore[method-assign]
    *_, last = Stream(work)
    assert last.action is not None


def test_an_end_of_the_game_first_is_no_reason_to_interpret_the_others() -> None:
    game = Nim(heaps=(1, 2))
    over = game.result(game.result(game.initial(), (0, 1)), (1, 2))
    assert game.is_terminal(over)
    question = ask(game, over, algorithm="batch", verb="solve_all", engine="compiled")
    asked: list[bool] = []

    def noted(question: Any, compiled: bool) -> Any:
        asked.append(compiled)
        return bound(question, False)

    Search(replace(question, positions=(over, game.initial())), noted)
    assert asked == [True]
    answers = solve_all(game, [over, game.initial()], engine="interpreted")
    assert [answer.score.plies for answer in answers] == [0, 3]


class Dice(Nim):
    """Thrown at the start, for ever."""

    def to_move(self, state: Any) -> int:
        return CHANCE

    def outcomes(self, state: Any) -> Iterator[tuple[Any, float]]:
        while True:
            pass
        yield 0, 1.0


def test_counting_refuses_dice() -> None:
    class Fair(Dice):
        def outcomes(self, state: Any) -> Iterator[tuple[Any, float]]:
            yield (0, 1), 1.0

    with pytest.raises(SearchError, match="perft"):
        perft(Fair(), depth=2, engine="interpreted")


def test_dice_that_never_fall_are_found_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "STALLED", 0.5)
    with pytest.raises(RulesError, match=r"outcomes\(\) does not return"):
        search(Dice(), depth=2)


# -- glimpses --------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_glimpse_keeps_what_the_iteration_before_knew() -> None:
    for report in analyse(ConnectFour(), seconds=2.0, values=True, engine="interpreted", algorithm="pvs"):
        if report.depth > 1:
            assert report.values


# -- streams ---------------------------------------------------------------------------------------


class Overtaken(Call[int]):
    """Finds 1 and 2 while somebody looks, who sees 3 already."""

    def __init__(self) -> None:
        super().__init__(lambda: 0, TicTacToe())
        self.looked, self.found, self.left = threading.Event(), threading.Event(), threading.Event()

    def items(self) -> Iterator[int]:
        self.looked.wait(PATIENCE)
        yield from (1, 2)
        self.found.set()
        self.left.wait(PATIENCE)

    def look(self) -> Any:
        self.looked.set()
        self.found.wait(PATIENCE)
        self.left.set()
        return 3

    def pause(self) -> float:
        return 0.0


def test_a_glimpse_does_not_overtake_what_was_found_before() -> None:
    assert [item for item in Stream(Overtaken()) if item != 3] == [1, 2]
    assert next(iter(Stream(Overtaken()))) == 1


def test_a_stream_that_nobody_reads_any_more_stops() -> None:
    reports = analyse(ConnectFour(), engine="interpreted", algorithm="pvs", seconds=float(PATIENCE))
    next(reports)
    work = weakref.ref(reports.work)
    gc.disable()
    try:
        del reports
        until = time.monotonic() + PATIENCE
        while work() is not None and time.monotonic() < until:
            time.sleep(0.01)
        assert work() is None
    finally:
        gc.enable()


class Waiting(Call[int]):
    """Ends a moment after it was told to."""

    def __init__(self) -> None:
        super().__init__(lambda: 0, TicTacToe())
        self.told = threading.Event()

    def items(self) -> Iterator[int]:
        self.told.wait(PATIENCE)
        time.sleep(0.3)
        yield 0

    def stop(self) -> None:
        self.told.set()


def test_ctrl_c_at_the_very_start_leaves_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when the thread has begun, and whoever began it has not heard of that yet."""

    def interrupted(thread: threading.Thread) -> None:
        begin(thread)
        raise KeyboardInterrupt

    begin = threads.begin
    monkeypatch.setattr(threads, "begin", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(Stream(Waiting(), "zermelo waiting"))
    assert [thread for thread in threading.enumerate() if thread.name == "zermelo waiting"] == []


def test_streams_that_are_left_while_they_begin_or_end_hold_nobody_up() -> None:
    """Threads killed on their way in or out; and until one has begun, Python takes it for its parent."""

    def read(stream: Stream[Any]) -> None:
        with suppress(BaseException):
            readings.extend(stream)

    def left(delay: float) -> threading.Thread:
        stream = Stream(Call(lambda: finish(Call(lambda: 5, Nim())), Nim()), "zermelo left")
        reader = threading.Thread(target=read, args=(stream,), daemon=True)
        reader.start()
        time.sleep(delay)
        stream.abandon()
        return reader

    readings: list[Any] = []
    readers = [left(number % 40 * 0.00001) for number in range(600)]
    for reader in readers:
        reader.join(PATIENCE)
    assert not any(reader.is_alive() for reader in readers)
    assert finish(Call(lambda: 5, Nim())) == 5


class Endless(Call[int]):
    """Does not return, and nobody minds once it is told to stop."""

    enough = True

    def __init__(self) -> None:
        super().__init__(self.turn, Nim())
        self.clock = Clock(0.01)

    def turn(self) -> int:
        while True:
            pass


def test_who_is_ended_for_taking_too_long_ends_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where its thread is gone before the reader has gone on."""

    def kill_and_wait(worker: threads.Worker, *attempts: int) -> None:
        kill(worker, *attempts)
        worker.join(PATIENCE)

    kill = threads.Worker.kill
    monkeypatch.setattr(threads.Worker, "kill", kill_and_wait)
    monkeypatch.setattr(threads, "GRACE", 0.01)
    assert list(Stream(Endless())) == []


def profiled_searches() -> None:
    """As under cProfile, a debugger or a measure of coverage."""
    sys.setprofile(lambda *_: None)
    for _ in range(2):
        search([1, 2], engine="interpreted")


def test_searches_that_are_profiled_come_to_an_end() -> None:
    """Python 3.11 loops for ever in a thread that is profiled while another has an exception taken back."""
    process = forks().Process(target=profiled_searches)
    process.start()
    process.join(PATIENCE)
    process.kill()
    assert process.exitcode == 0


def test_an_exception_of_ours_is_not_blamed_on_the_rules() -> None:
    with pytest.raises(ZeroDivisionError):
        finish(Call(lambda: 1 / 0, Nim()))


def test_a_thread_that_sleeps_is_not_a_rule_that_never_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its own processor time: other threads may work as much as they like."""
    monkeypatch.setattr(stream, "STARVED", PATIENCE)
    end = threading.Event()

    def busy() -> None:
        while not end.is_set():
            pass

    other = threading.Thread(target=busy, daemon=True)
    other.start()
    try:
        assert finish(Call(lambda: time.sleep(0.6) or 5, Nim()), patience=0.4) == 5
    finally:
        end.set()
        other.join()


def test_who_waits_for_something_else_is_not_taken_for_a_rule() -> None:
    """On a machine with much else to do, a search that another thread makes may be long in coming."""
    assert finish(Call(partial(time.sleep, 0.8), Nim()), patience=0.1) is None


def test_a_process_that_was_stopped_does_not_blame_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or had no processor for a while: nobody looked, and nobody could have answered."""
    clock = iter([0.0, 0.5, 100.5, 101.0])
    monkeypatch.setattr(stream, "perf_counter", lambda: next(clock))
    sign = stream.Sign(1, None)
    for _ in range(3):
        sign.look()
    assert sign.watched == 0.5 + stream.PAUSE + 0.5


def test_a_rule_that_waits_for_a_processor_is_not_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """While other processes have them all, though somebody finds the time to look."""

    def dreaming() -> int:
        time.sleep(1.2)
        return 5

    begun = time.perf_counter()
    monkeypatch.setattr(threads, "queueing_time", lambda _: time.perf_counter() - begun)
    assert finish(Call(dreaming, Nim()), patience=0.1) == 5


def test_waiting_for_a_processor_is_counted() -> None:
    assert 0 <= threads.queueing_time(threading.current_thread()) < time.perf_counter()
    assert threads.queueing_time(threading.Thread()) == 0


def test_a_rule_that_only_waits_is_named() -> None:
    def dreaming() -> None:
        while True:
            time.sleep(0.02)

    with pytest.raises(RulesError, match=r"Nim: dreaming\(\) waits for something"):
        finish(Call(dreaming, Nim()), patience=0.1)


# -- tables ----------------------------------------------------------------------------------------


def test_news_are_taken_once_whoever_takes_them() -> None:
    watch, taken = Watch(), []
    for number in range(2_000):
        watch.begin("positions", number)

    def look() -> None:
        while (report := watch.next_news()) is not None:
            taken.append(report)

    readers = [threading.Thread(target=look) for _ in range(2)]
    for reader in readers:
        reader.start()
    rest = watch.all_news()
    for reader in readers:
        reader.join()
    assert len(taken) + len(rest) == 2_000


# -- the workshop ----------------------------------------------------------------------------------


def held(workshop: Workshop) -> threading.Event:
    """The workshop is busy until the event is set."""
    begun, end = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        end.wait(PATIENCE)

    workshop.request(work)
    assert begun.wait(PATIENCE)
    return end


def test_what_somebody_waits_for_comes_first() -> None:
    workshop, made = Workshop(), list[str]()
    end = held(workshop)
    later = workshop.request(lambda: made.append("prepared"))
    first = workshop.request(lambda: made.append("waited for"), waited_for=True)
    end.set()
    later.result(PATIENCE)
    first.result(PATIENCE)
    assert made == ["waited for", "prepared"]


def test_what_nobody_wants_any_more_is_let_go() -> None:
    class Search:
        """Stands for whatever asked."""

    workshop = Workshop()
    end, wanted = held(workshop), Search()
    kept = weakref.ref(wanted)
    wish: Future[Any] = workshop.request(lambda asked=wanted: asked)
    workshop.withdraw(wish)
    del wanted, wish
    gc.collect()
    assert kept() is None
    end.set()


def test_a_refusal_keeps_nothing_alive() -> None:
    class Search:
        """Stands for whatever asked."""

    wanted = Search()
    kept = weakref.ref(wanted)

    def refuse(asked: Search = wanted) -> None:
        raise SearchError("server_busy")

    wish: Future[Any] = Workshop().request(refuse)
    assert isinstance(wish.exception(PATIENCE), SearchError)
    gc.disable()
    try:
        del wanted, wish, refuse
        until = time.monotonic() + PATIENCE
        while kept() is not None and time.monotonic() < until:
            time.sleep(0.01)
        assert kept() is None
    finally:
        gc.enable()


def test_who_swallows_what_ends_it_is_ended_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the garbage collector does while it calls somebody, and rules that catch everything."""
    monkeypatch.setattr(threads, "GRACE", 0.05)
    begun, swallowed = threading.Event(), threading.Event()

    def work() -> None:
        try:
            begun.set()
            while True:
                pass
        except threads.Abandoned:
            swallowed.set()
        while True:
            pass

    worker = threads.start(work)
    assert begun.wait(PATIENCE)
    worker.kill()
    worker.join(PATIENCE)
    assert swallowed.is_set()
    assert not worker.is_alive()


def test_who_cannot_be_ended_is_left_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "GRACE", 0.01)
    told, over = [], threading.Event()
    monkeypatch.setattr(threads, "raise_in", lambda worker, error: told.append(error))
    worker = threads.start(lambda: over.wait(PATIENCE) and None)
    worker.kill()
    time.sleep(0.5)
    over.set()
    worker.join(PATIENCE)
    assert 1 <= len(told) <= 5


# -- several threads -------------------------------------------------------------------------------


def test_a_report_counts_what_every_thread_has_done() -> None:
    question = ask(TicTacToe(), nodes=100, engine="interpreted")
    task = Task.begin(question, bound(question, False), Clock(None))
    helper = task.kernel.new_run()
    task.control.admit(helper)
    for run, nodes, inner, cutoffs in ((task.run, 10, 4, (1, 2)), (helper, 30, 9, (0, 3, 5))):
        run.granted, run.left, run.expanded, run.cutoffs[: len(cutoffs)] = nodes, 0, inner, cutoffs
    report = task.report(1, True, win_in(1), (0,))
    assert (report.nodes, report.leaves, report.cutoffs) == (40, 40 - 13, (1, 5, 5))
