"""`grow`: Monte Carlo tree search in slices, each with a report of what the tree knows."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from zermelo.algorithms.mcts import NEVER_WAITS
from zermelo.algorithms.mcts_nodes import LOCKS, NODE, ROOT
from zermelo.errors import SearchError
from zermelo.game import has_rule
from zermelo.kernel import threads
from zermelo.kernel.random_words import generator
from zermelo.kernel.run import Memory, limit_nodes, visited
from zermelo.limits import check_from
from zermelo.running.drivers.engine import checked_table
from zermelo.running.drivers.reading import Reading
from zermelo.running.drivers.textbook import Reports
from zermelo.running.kept_trees import KeptTree
from zermelo.running.question import Question
from zermelo.running.task import Task
from zermelo.running.transpositions import size_of, zeroed
from zermelo.tracing.model import steps_from

EXPLORATION = math.sqrt(2)
"""How much being little known counts, by default,"""
INFORMED = math.sqrt(0.5)
"""and where the game plays its random games itself, with more sense than chance: fewer of them tell more."""
SIMULATIONS = 10_000
"""As many are made where nobody sets a limit."""
TRACED = 100
"""As many where they are traced and nobody says how many: a trace is there to be read."""
FIRST_SLICE = {True: 4096, False: 64}
"""Simulations before the first report, compiled and interpreted."""
OFTEN = {True: 16, False: 1}
"""Simulations between two looks at whether to stop, compiled and interpreted."""
HELPERS = 1_000_003
"""From the seed of one thread to that of the next."""
SPARE: list[Any] = []
"""The memory of the last tree that nobody kept."""
LINES = 8
"""Root actions that a report tells of, unless somebody wants more."""


def prepare(question: Question) -> Question:
    """How much to explore, how long to play, how much memory the tree may have."""
    if question.cutoff is not None:
        check_from("cutoff", question.cutoff, 0, whole=True)
    table = checked_table(question)
    if question.trace and (question.threads > 1 or table is not None):  # it tells of one tree, from the start
        raise SearchError("trace_of_whole_tree", option="threads" if question.threads > 1 else "table")
    megabytes = size_of(question.memory)
    return replace(
        question,
        exploration=curiosity(question.game, question.exploration),
        first_play=urgency(question.game, question.first_play),
        megabytes=megabytes if table is None else table.megabytes,
        lines=max(question.lines, LINES),
    )


def curiosity(game: Any, given: Any) -> float:
    """How much being little known counts."""
    if given is None:
        return INFORMED if has_rule(game, "rollout") else EXPLORATION
    check_from("exploration", given, 0)
    return float(given)


def urgency(game: Any, given: Any) -> float:
    """What was never tried promises: by default everything, or with priors what its node does."""
    if given is None:
        return 0.0 if has_rule(game, "prior") else NEVER_WAITS
    if isinstance(given, bool) or not isinstance(given, int | float) or given != given:
        raise SearchError("option_not_a_number", option="first_play", given=repr(given))
    return max(-NEVER_WAITS, min(float(given), NEVER_WAITS))


def grow(task: Task) -> Reports:
    """Twice as many simulations after each report, until the limits are reached or the root is settled."""
    if task.terminal:
        yield task.report(0, True, task.scored(task.payoff(task.question.state), True), ())
        return True
    tree = Grown(task)
    try:
        return (yield from slices(task.run, task.kernel.compiled, tree.simulate))
    finally:
        tree.leave()


def slices(run: Any, compiled: bool, simulate: Callable[[], Any]) -> Reports:
    """Simulations, after which the tree is read, and reports, in turn; did they come to their end?"""
    run.rounds = FIRST_SLICE[compiled]
    while True:
        tree = simulate()
        settled, spent = tree.is_settled(ROOT), bool(visited(run) >= run.node_limit)
        stopped = bool(run.stop) and not settled and not spent
        if tree.children(ROOT) and (not stopped or visited(run) > 0):
            yield tree.report(settled or spent)
        if settled or spent or stopped:
            return not stopped
        run.rounds *= 2


def prepare_run(run: Any, question: Question, compiled: bool) -> None:
    """What was asked, as a run takes it."""
    run.unlimited, run.exploration, run.first_play = False, question.exploration, question.first_play
    if question.cutoff is not None:
        run.cutoff = question.cutoff
    look_often(run, compiled)


def take_memory(task: Task, node: int) -> Any:
    """Limits, and room for a tree whose nodes have so many words: for the root and its children at least."""
    run, question, compiled = task.run, task.question, task.kernel.compiled
    prepare_run(run, question, compiled)
    if question.limits.nodes is None and (question.trace or not question.limits.timed):
        limit_nodes(run, TRACED if question.trace else SIMULATIONS // question.threads)
    least = 1 + len(steps_from(question.game, question.state))
    run.room = max(int(question.megabytes * (1 << 17)) // node, least)
    words = memory_for(int(run.room) * node, question.megabytes) if compiled else Memory()
    run.table = address(task, words)
    return words


def address(task: Task, words: Any) -> Any:
    """Memory as a run has it."""
    return int(words.ctypes.data) if task.kernel.compiled else words


def memory_for(words: int, megabytes: float) -> Any:
    """Memory for a tree: that of the last one, or new, which takes the system a while."""
    spare = SPARE.pop() if SPARE else None
    return spare if spare is not None and len(spare) == words else in_lines(words, megabytes)


def in_lines(words: int, megabytes: float) -> Any:
    """Fresh memory that begins with a line of the processor's cache, so that no node lies in two."""
    memory = zeroed(words + NODE, megabytes)
    start = -int(memory.ctypes.data) // 8 % NODE
    return memory[start : start + words]


def look_often(run: Any, compiled: bool) -> None:
    """A simulation may be a long game: few are made between two looks at the clock."""
    run.check_every = OFTEN[compiled]
    excess = max(0, int(run.left) - OFTEN[compiled])
    run.granted, run.left = run.granted - excess, run.left - excess


def work(helper: Task, failed: list[BaseException]) -> None:
    """The share of another thread; what the rules do wrong is told by the first."""
    try:
        helper.execute()
    except BaseException as error:
        threads.let_end(error)
        failed.append(error)


class Grown:
    """The tree that a run grows."""

    def __init__(self, task: Task) -> None:
        self.task, self.words = task, take_memory(task, NODE)
        self.graft()
        self.helpers: list[Task] = []

    def leave(self) -> None:
        """The memory of a tree that nobody keeps is for the next one."""
        shared = self.task.question.table is not None or bool(self.helpers)  # which may have been left
        if self.task.kernel.compiled and not shared:
            SPARE[:] = [self.words]

    # -- a tree that was kept --------------------------------------------------------------

    def graft(self) -> None:
        """Go on with what the search before has grown from here."""
        run, question = self.task.run, self.task.question
        self.before: KeptTree | None = None if question.table is None else question.table.grown
        node = None if self.before is None else self.before.node_of(question, self.task.kernel)
        if self.before is None or node is None:
            return
        run.grown, run.graft = address(self.task, self.before.words), node + 1
        run.lowest, run.highest = self.before.lowest, self.before.highest

    def keep(self) -> None:
        """For the next search."""
        run, question, self.before = self.task.run, self.task.question, None
        if question.table is not None:
            identity, rewards = self.task.kernel.identity, (run.lowest, run.highest)
            question.table.grown = KeptTree(identity, question.state, self.words, *rewards)

    # -- simulations -----------------------------------------------------------------------

    def simulate(self) -> Reading:
        """So many simulations, and those of other threads meanwhile; the first ones alone.  Then the tree."""
        failed: list[BaseException] = []
        started = [threads.start(partial(work, helper, failed)) for helper in self.helpers]
        try:
            self.task.execute()
            self.gather(started)
        except BaseException:
            self.task.control.stop()
            raise
        if failed:
            raise failed[0]
        self.keep()
        if not self.helpers:
            self.call_helpers()
        return Reading(self.task, self.words)

    def gather(self, started: list[threads.Worker]) -> None:
        """Stop the other threads for a report, and wait for them."""
        for helper in self.helpers:
            helper.run.stop = 1
        for thread in started:
            while thread.is_alive():
                thread.join(threads.GRACE)
        for helper in self.helpers:
            helper.run.stop = 0
        if self.task.control.stopped:
            self.task.control.stop()

    def call_helpers(self) -> None:
        """Runs of other threads, each with its own part of the memory that is left and its own dice."""
        task, first = self.task, self.task.run
        wanted = task.question.threads if task.kernel.compiled and not task.kernel.remembered else 1
        if wanted == 1:
            return
        self.locks = in_lines(LOCKS * NODE, 1)
        free = int(first.room) - int(first.filled)
        ends = [int(first.filled) + free * part // wanted for part in range(wanted + 1)]
        first.sharing, first.locks, first.room = 1, address(task, self.locks), ends[1]
        for index in range(1, wanted):
            run = self.helper_run(task.question.seed + index * HELPERS)
            run.filled, run.room = ends[index], ends[index + 1]
            self.helpers.append(replace(task, run=run))

    def helper_run(self, seed: int) -> Any:
        """A run that shares the tree."""
        task, first = self.task, self.task.run
        run = task.kernel.new_run()
        task.kernel.place(run, task.question.state)
        run.random, run.seed = generator(seed), seed
        limit_nodes(run, int(first.node_limit))
        prepare_run(run, task.question, task.kernel.compiled)
        run.table, run.locks, run.sharing, run.rounds = first.table, first.locks, 1, 1 << 62
        run.lowest, run.highest = first.lowest, first.highest
        task.control.admit(run)
        return run
