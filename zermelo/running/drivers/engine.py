"""`aspire` and `by_null_windows`: iterations of principal variation search, on as many threads as are wanted.

Every thread deepens by itself, with a run of its own; what one finds, the others see in the table they share
(Lazy SMP).  The first thread's answers are the ones that count.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from zermelo.algorithms.deepening import aspiration, deepening
from zermelo.algorithms.mtdf import mtdf
from zermelo.algorithms.table import key_of, position_of
from zermelo.errors import SearchError, Stopped
from zermelo.game import MAX
from zermelo.kernel import threads
from zermelo.kernel.primitives import above
from zermelo.kernel.run import ESTIMATES, PAST, PLIES, WIN, deepest_ply, limit_nodes, visited
from zermelo.report import Line, Report
from zermelo.running.drivers.textbook import Iterations, Reports
from zermelo.running.explain import legal_actions
from zermelo.running.question import Question
from zermelo.running.task import Task
from zermelo.running.transpositions import Transpositions, size_of
from zermelo.score import Score

NARROW = 3
"""From this depth on the value is looked for near that of the iteration before."""
SETTLING = 4
"""Settling a game may take this many times the nodes of all iterations before."""
CONFIRMING = 1.5
"""The same to see that no win is quicker, those before counted in."""
FEW = 10_000
"""Nodes that either may always take."""

Look = Callable[[Any, Any], Any]
"""The kernel's answer for a window."""


def aspire(task: Task) -> Reports:
    """Deepen; each value is looked for near the one before (aspiration windows)."""
    return Engine(task, near_the_last).reports()


def by_null_windows(task: Task) -> Reports:
    """Deepen; each value is found by windows of no width (MTD(f))."""
    return Engine(task, mtdf_then_line).reports()


def near_the_last(look: Look, guess: Any) -> Any:
    """Search in a narrow window around the value of the iteration before."""
    return aspiration(look, guess, margin_for(guess))


def mtdf_then_line(look: Look, guess: Any) -> Any:
    """Find the value with MTD(f), and its line with one more search in a narrow window."""
    value = mtdf(look, guess)  # and once more through a narrow window, for the line
    return aspiration(look, value, above(value) - value if abs(value) != ESTIMATES else math.inf)


def prepare(question: Question) -> Question:
    """What the engine needs beside the question: its table, the past, what it may look at."""
    legal = legal_actions(question.game, question.state) if question.root_actions else []
    for action in question.root_actions:
        if action not in legal:
            raise SearchError("not_legal", action=repr(action), choices=[*map(str, legal)])
    options = question.options
    if question.solved is not None:
        if not hasattr(question.solved, "refuse_other"):
            raise SearchError("wrong_solved", given=repr(question.solved))
        question.solved.refuse_other(question.game)
        options = replace(options, solved=question.solved.codec.kind)
    table = checked_table(question)
    if table is None:
        table = Transpositions(size_of(question.memory))
    else:
        table.grow_older()
    return replace(question, past=question.past[-PAST:], table=table, options=options)


def checked_table(question: Question) -> Transpositions | None:
    """The table that was given, if any."""
    if question.table is not None and not isinstance(question.table, Transpositions):
        raise SearchError("wrong_table", given=repr(question.table))
    return question.table


class Engine(Iterations):
    """Deepens until the limits are reached or nothing is left to find."""

    def __init__(self, task: Task, value_near: Callable[[Look, Any], Any]) -> None:
        super().__init__(task)
        question, self.value_near = self.question, value_near
        lend(task, task.run)
        legal = [] if task.terminal else list(dict.fromkeys(legal_actions(question.game, question.state)))
        self.roots = [
            action for action in legal if not question.root_actions or action in question.root_actions
        ]
        self.wanted = len(self.roots) if question.values else min(question.lines, len(self.roots))
        self.found: list[Line] = []
        self.guesses: list[Any] = []
        self.improved = self.guessed = 0
        self.complete = self.exhausted = False
        self.settles_from = 0
        self.cut_short: Report | None = None
        """What an iteration that was stopped had found, where that is better than the one before."""

    # -- iterations ------------------------------------------------------------------------

    def reports(self) -> Reports:
        """All iterations; the helpers think along."""
        deepest = 0 if self.task.terminal else self.question.limits.deepest
        with self.helpers():
            for depth in deepening(self.iterate, deepest):
                yield self.report(depth, finished=True)
        if self.cut_short is not None:
            yield self.cut_short
        return not self.interrupted

    @contextlib.contextmanager
    def helpers(self) -> Iterator[None]:
        """Threads that deepen beside this one, while it does."""
        alone = self.task.terminal or self.kernel.remembered or not self.kernel.compiled
        wanted = 1 if alone else self.question.threads
        self.run.sharing = int(wanted > 1)
        runs = [helper_run(self.task) for _ in range(1, wanted)]
        started = [
            threads.start(partial(think_along, self.task, run, index)) for index, run in enumerate(runs, 1)
        ]
        try:
            yield
        finally:
            leave(runs, started)

    def iterate(self, depth: int, unlimited: bool = False) -> tuple[bool, bool]:
        """Search to a depth, one wanted line after another: finished, and nothing more to find?"""
        if self.out_of_time():
            self.interrupted = True
            return False, False
        self.run.length[0] = 0  # the line of the depth before is not seen as one of this
        self.run.depth = depth
        self.begin(depth)
        self.exhausted = True
        found: list[Line] = []
        try:
            with self.settling(depth):
                for index in range(max(self.wanted, 1)):
                    found.append(self.best_line(depth, index, [line.action for line in found]))
        except TooMuch:
            return self.iterate(depth)
        except Stopped:
            self.interrupted = True
            if not found and int(self.run.improved) > self.improved and (first := so_far(self.task)):
                found = [first]
            if known := self.lines_when_stopped(found):
                self.cut_short = self.with_lines(known, depth)
            return False, False
        self.take(self.in_order(found))
        if self.found[0] is not found[0]:  # which the search of all actions had missed
            self.score = of_one_action(self.found, self.question.mover)
        return True, self.nothing_left() or all(settled(line.score, depth) for line in found)

    @contextlib.contextmanager
    def settling(self, depth: int) -> Iterator[None]:
        """Where the game seems to end before the horizon, try to settle it; give up if that takes too long.

        It may only seem so: a full table keeps a search from going deep.
        """
        deepest = max(map(deepest_ply, self.task.control.runs))
        self.run.settling = int(deepest + 1 < depth and depth >= self.settles_from)
        if not self.run.settling:
            yield
            return
        try:
            with self.allowed(int(visited(self.run)) * SETTLING):
                yield
        except TooMuch:
            self.settles_from = 2 * depth
            raise

    @contextlib.contextmanager
    def allowed(self, nodes: int) -> Iterator[None]:
        """Raises TooMuch once this many nodes, or a few, have been visited in all."""
        run, limit = self.run, int(self.run.node_limit)
        limit_nodes(run, min(limit, nodes + FEW))
        try:
            yield
        except Stopped:
            if run.stop or visited(run) >= limit:
                raise
            raise TooMuch from None
        finally:
            run.node_limit = limit

    def nothing_left(self) -> bool:
        """Did the last iteration go to the end of the game everywhere, or to where positions repeat?"""
        return bool(self.run.settling) and self.exhausted

    def out_of_time(self) -> bool:
        """Has a limit been reached, or the time that a move should take?"""
        run, clock = self.run, self.question.limits.clock
        late = clock is not None and bool(self.found) and self.task.clock.elapsed >= clock.wanted
        return bool(run.stop != 0 or visited(run) >= run.node_limit or late)

    def best_line(self, depth: int, index: int, taken: list[Any]) -> Line:
        """The best of the root actions that are not taken."""
        run = self.run
        left = [action for action in self.roots if action not in taken]
        run.root_count = len(left) if taken or self.question.root_actions else 0
        for place in range(int(run.root_count)):
            run.roots[place] = self.kernel.stored(left[place])
        value = self.value_at(depth, self.guesses[index] if index < len(self.guesses) else None)
        self.guesses[index : index + 1] = [value]
        moves, exact = self.kernel.line(run), self.is_exact(value, depth)
        self.exhausted = self.exhausted and self.guessed == 0
        if not exact and plies_to(value) <= depth:
            value, moves, exact = self.quickest(value, moves, depth)
        line = self.to_the_end(tuple(moves) or tuple(left[:1]))
        return Line(line[0] if line else None, for_people(self.task, value, self.complete, exact), line)

    def to_the_end(self, line: tuple[Any, ...]) -> tuple[Any, ...]:
        """A line that ended where the solved table knew all, and the play that it knows."""
        solved, game, state = self.question.solved, self.question.game, self.question.state
        if solved is None:
            return line
        for action in line:
            state = game.result(state, action)
        return (*line, *solved.line_from(state)) if state in solved else line

    # -- how long a win takes --------------------------------------------------------------

    def is_exact(self, value: Any, depth: int) -> bool:
        """Is a win or loss as far away as the last search says?  Exactly where it left nothing out."""
        options = self.question.options
        if not options.outcome or not options.quick or abs(value) <= ESTIMATES:
            return True
        return self.complete or (options.exact and plies_to(value) <= depth)

    def quickest(self, value: Any, moves: Any, depth: int) -> tuple[Any, Any, bool]:
        """A win or loss, its line, and whether no win is quicker: that is asked for a while."""
        run, settling, asking, exact = self.run, int(self.run.settling), True, False
        with contextlib.suppress(TooMuch, Stopped), self.allowed(int(CONFIRMING * visited(run))):
            while asking:
                answer = self.ask_for_quicker(value)
                asking = is_quicker(answer, value)
                if asking and (asking := is_quicker(found := aspiration(self.look, answer, 1), value)):
                    value, moves = found, self.kernel.line(run)
            if self.complete and self.is_shown(value):
                moves, exact = self.kernel.line(run), True
        run.settling, run.depth = settling, depth
        return value, moves, exact

    def ask_for_quicker(self, value: Any) -> Any:
        """The answer to whether there is a quicker win than this, by a search that leaves nothing out."""
        self.run.settling, self.run.depth = 1, plies_to(value) + 1
        return self.look(value, above(value)) if value > 0 else self.look(-above(-value), value)

    def is_shown(self, value: Any) -> bool:
        """Does a search that leaves nothing out find this win or loss?  Then its line is as long."""
        self.run.settling, self.run.depth = 1, plies_to(value) + 2
        return bool(self.look(-above(-value), above(value)) == value) and self.complete

    def value_at(self, depth: int, guess: Any) -> Any:
        """The value at this depth for the player to move, from what it was at the depth before."""
        if guess is None or depth < NARROW or abs(guess) >= ESTIMATES:
            return self.look(-math.inf, math.inf)
        return self.value_near(self.look, guess)

    def look(self, low: Any, high: Any) -> Any:
        """One call of the kernel with this window."""
        run = self.run
        run.alpha, run.beta = self.kernel.bound(low), self.kernel.bound(high)
        self.improved, estimates = int(run.improved), int(run.estimates)
        run.relies_on = PLIES
        if not self.task.execute():
            raise Stopped
        self.guessed = int(run.estimates) - estimates
        self.complete = self.guessed == 0 and int(run.relies_on) >= 0
        return self.task.finite(self.kernel.number(run.value))

    # -- what was found --------------------------------------------------------------------

    def lines_when_stopped(self, found: list[Line]) -> list[Line]:
        """What an iteration that was stopped adds to the one before: the lines to report, if any.

        A line of this depth says nothing beside lines of the depth before, unless it is a proved win.
        """
        if not (found and self.found and several_wanted(self.question)):
            return self.in_order(found)
        best = self.in_order(found)[0]
        if best.score.winner != self.question.mover:
            return []
        others = [line for line in self.found if line.action != best.action]
        return self.in_order([best, *others])[: self.wanted]

    def in_order(self, found: list[Line]) -> list[Line]:
        """Lines of one depth, the best for the player to move first."""
        return sorted(found, key=lambda line: line.score, reverse=self.question.mover == MAX)

    def take(self, found: list[Line]) -> None:
        """What was found is what is reported."""
        self.found = found
        self.line, self.score = found[0].line, found[0].score
        wanted = self.roots and self.question.values  # where the game is over, no action has a score
        self.values = {line.action: line.score for line in found} if wanted else {}

    def report(self, depth: int, finished: bool) -> Report:
        return replace(super().report(depth, finished), lines=tuple(self.found if self.roots else ()))

    def with_lines(self, found: list[Line], depth: int) -> Report:
        """A report of an iteration that is not finished."""
        self.take(found)
        return self.report(depth, finished=False)


class TooMuch(Exception):
    """Settling took too long."""


def lend(task: Task, run: Any) -> None:
    """Give a run the table and the positions of the game so far."""
    question, kernel = task.question, task.kernel
    assert question.table is not None
    question.table.lend(run, kernel)
    if question.solved is not None:
        question.solved.lend(run, kernel)
    for index, state in enumerate(question.past):
        run.keys[index] = position_of(question.game, state, key_of(question.game, state, run), run)
    run.past = len(question.past)
    run.unlimited = False
    if not kernel.compiled:
        run.check_every = run.granted = run.left = 1


# -- a glimpse of an iteration that is running -----------------------------------------------------


def glimpse(task: Task, before: Report | None) -> Report | None:
    """What the iteration that is running has found so far; asked from another thread.

    Where several lines are wanted, only the first iteration is looked at: a line of this depth says nothing
    beside lines of the depth before.
    """
    run, improved = task.run, int(task.run.improved)
    writing, several = improved % 2 == 1, int(run.root_count) > 0
    beside_others = before is not None and several_wanted(task.question)
    if not improved or writing or several or beside_others or task.question.trace:
        return None
    line, depth = so_far(task), int(run.depth)
    if line is None or int(run.improved) != improved:
        return None
    return replace(task.report(depth, False, line.score, line.line), lines=(line,))


def several_wanted(question: Question) -> bool:
    """Whether scores of several root actions are asked for, which are compared with one another."""
    return question.values or question.lines > 1


def so_far(task: Task) -> Line | None:
    """The best of an iteration that is not finished, if it has found any."""
    moves = tuple(task.kernel.line(task.run))
    if not moves:
        return None
    score = for_people(task, task.kernel.number(task.run.best_value), complete=False, exact=False)
    return Line(moves[0], task.unfinished(score), moves)


def for_people(task: Task, value: Any, complete: bool, exact: bool) -> Score:
    """A value of the kernel's as a score for MAX."""
    return task.scored(task.for_max(value, task.question.state), complete, exact)


# -- helpers: they tell what they find through the table alone --------------------------------------


def helper_run(task: Task) -> Any:
    """A run for a helper thread: the same position, limits and table."""
    run = task.kernel.new_run()
    task.kernel.place(run, task.question.state)
    lend(task, run)
    limit_nodes(run, int(task.run.node_limit))
    run.sharing = 1
    task.control.admit(run)
    return run


def think_along(task: Task, run: Any, index: int) -> None:
    """Deepen until told to stop; a rule that fails here fails in the first thread too."""
    kernel = task.kernel

    def look(low: Any, high: Any) -> Any:
        run.alpha, run.beta, run.top, run.length[0] = kernel.bound(low), kernel.bound(high), 0, 0
        kernel.execute(run)
        return kernel.number(run.value)

    value: Any = 0
    with contextlib.suppress(Exception):
        for depth in range(1 + index % 2, PLIES - 1):
            run.depth = depth
            value = aspiration(look, value, margin_for(value) if depth > NARROW else math.inf)


def leave(runs: list[Any], started: list[threads.Worker]) -> None:
    """Every helper stops, and is waited for."""
    for run in runs:
        run.stop = 1
    for thread in started:
        thread.join(threads.GRACE)


def of_one_action(found: list[Line], mover: int) -> Score:
    """What the best line says of its position: no more than one action proves, unless all are exact."""
    score = found[0].score
    if all(line.score.proved and line.score.exact for line in found):
        return score
    if score.winner == mover and score.plies is not None:
        return replace(score, exact=score.exact and score.plies == 1)
    if score.winner is not None and all(line.score.winner == score.winner for line in found):
        return replace(score, exact=False)
    return Score(score.value, False, outcome=score.outcome)


def settled(score: Score, depth: int) -> bool:
    """Can a deeper search say nothing else?"""
    if score.winner is None:
        return score.proved
    return score.plies is None or score.plies <= depth


def plies_to(value: Any) -> int:
    """How far away a win or a loss is."""
    return int(WIN - abs(value))


def is_quicker(value: Any, than: Any) -> bool:
    """Is this a quicker win of the same player?"""
    return bool(value > than > 0 or value < than < 0)


def margin_for(guess: Any) -> Any:
    """How far from the last value the next one is expected: a little, in whatever unit the game estimates."""
    return max(abs(guess) // 16, 1) if isinstance(guess, int) else max(abs(guess) / 16, 1e-3)
