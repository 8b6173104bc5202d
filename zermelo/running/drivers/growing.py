"""`grow`: Monte Carlo tree search in slices, each with a report of what the tree knows."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from zermelo.algorithms.mcts import NEVER_WAITS
from zermelo.algorithms.mcts_nodes import (
    ACTION,
    CHILDREN,
    HIGH,
    LOCKS,
    LOW,
    NODE,
    PARTS,
    PRIOR,
    ROOT,
    TOTAL,
    TURN,
    VISITS,
)
from zermelo.algorithms.playout import WON
from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, MIN, has_rule
from zermelo.kernel import threads
from zermelo.kernel.random_words import generator
from zermelo.kernel.run import PLIES, WIN, Memory, limit_nodes, visited
from zermelo.report import Line, Report
from zermelo.running.drivers.branches import branch_of
from zermelo.running.drivers.engine import checked_table
from zermelo.running.drivers.textbook import Reports
from zermelo.running.kept_trees import KeptTree, children
from zermelo.running.question import Question, Wanted
from zermelo.running.task import Task
from zermelo.running.transpositions import MEGABYTES, size_of, zeroed
from zermelo.score import Score, win_in
from zermelo.tracing.model import steps_from

EXPLORATION = math.sqrt(2)
SIMULATIONS = 10_000
"""As many are made where nobody sets a limit."""
TRACED = 100
"""As many where they are traced and nobody says how many: a trace is there to be read."""
FIRST_SLICE = {True: 4096, False: 64}
"""Simulations before the first report, compiled and interpreted."""
OFTEN = 16
"""Simulations between two looks at whether to stop."""
HELPERS = 1_000_003
"""From the seed of one thread to that of the next."""
SPARE: list[Any] = []
"""The memory of the last tree that nobody kept."""
LINES = 8
"""Root actions that a report tells of, unless somebody wants more."""


def prepare(question: Question, wanted: Wanted) -> Question:
    """How much to explore, how long to play, how much memory the tree may have."""
    exploration = EXPLORATION if wanted.exploration is None else wanted.exploration
    if isinstance(exploration, bool) or not isinstance(exploration, int | float) or not exploration >= 0:
        raise SearchError("not_from_up", option="exploration", least=0, given=repr(exploration))
    cutoff = wanted.cutoff
    if cutoff is not None and (isinstance(cutoff, bool) or not isinstance(cutoff, int) or cutoff < 0):
        raise SearchError("not_from_up", option="cutoff", least=0, given=repr(cutoff))
    if wanted.trace:
        refuse_what_a_trace_hides(wanted)
    table = checked_table(wanted)
    megabytes = size_of(MEGABYTES if wanted.memory is None else wanted.memory)
    return replace(
        question,
        exploration=float(exploration),
        first_play=urgency(question.game, wanted.first_play),
        cutoff=cutoff,
        table=table,
        megabytes=megabytes if table is None else table.megabytes,
        lines=max(wanted.lines, LINES),
        past=wanted.past,
        threads=wanted.threads,
    )


def refuse_what_a_trace_hides(wanted: Wanted) -> None:
    """A trace tells of a whole tree: of all simulations, from the first one on."""
    if wanted.threads > 1 or wanted.table is not None:
        raise SearchError("trace_of_whole_tree", option="threads" if wanted.threads > 1 else "table")


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
        yield task.report(0, True, task.scored(ending(task), True), ())
        return True
    tree, run = Grown(task), task.run
    run.rounds = FIRST_SLICE[task.kernel.compiled]
    try:
        return (yield from slices(tree, run))
    finally:
        tree.leave()


def slices(tree: Grown, run: Any) -> Reports:
    """Simulations and reports, in turn; did they come to their end?"""
    while True:
        tree.simulate()
        settled, spent = tree.is_settled(ROOT), bool(visited(run) >= run.node_limit)
        stopped = bool(run.stop) and not settled and not spent
        if not stopped or visited(run) > 0:
            yield tree.report(settled or spent)
        if settled or spent or stopped:
            return not stopped
        run.rounds *= 2


def memory_for(words: int, megabytes: float) -> Any:
    """Memory for a tree: that of the last one, or new, which takes the system a while."""
    spare = SPARE.pop() if SPARE else None
    return spare if spare is not None and len(spare) == words else in_lines(words, megabytes)


def in_lines(words: int, megabytes: float) -> Any:
    """Fresh memory that begins with a line of the processor's cache, so that no node lies in two."""
    memory = zeroed(words + NODE, megabytes)
    start = -int(memory.ctypes.data) // 8 % NODE
    return memory[start : start + words]


def ending(task: Task) -> Any:
    """MAX's value where the game is over before the search begins."""
    utility = task.question.game.utility(task.question.state)
    return utility * WIN if task.question.options.outcome else utility


def look_often(run: Any) -> None:
    """A simulation may be a long game: few are made between two looks at the clock."""
    run.check_every = OFTEN
    excess = max(0, int(run.left) - OFTEN)
    run.granted, run.left = run.granted - excess, run.left - excess


def work(helper: Task, failed: list[Exception]) -> None:
    """The share of another thread; what the rules do wrong is told by the first."""
    try:
        helper.execute()
    except Exception as error:
        failed.append(error)


class Grown:
    """The tree that a run grows, as people read it."""

    def __init__(self, task: Task) -> None:
        self.task, run, question = task, task.run, task.question
        self.prepare(run)
        if question.limits.nodes is None and (question.events or not question.limits.timed):
            limit_nodes(run, TRACED if question.events else SIMULATIONS // question.threads)
        least = 1 + len(steps_from(question.game, question.state))
        run.room = max(int(question.megabytes * (1 << 17)) // NODE, least)
        self.words: Any = Memory()
        if task.kernel.compiled:
            self.words = memory_for(int(run.room) * NODE, question.megabytes)
        run.table = self.address(self.words)
        self.graft()
        self.helpers: list[Task] = []

    def prepare(self, run: Any) -> None:
        """What was asked, as a run takes it."""
        question = self.task.question
        run.unlimited, run.exploration, run.first_play = False, question.exploration, question.first_play
        if question.cutoff is not None:
            run.cutoff = question.cutoff
        look_often(run)

    def address(self, words: Any) -> Any:
        """Memory as a run has it."""
        return int(words.ctypes.data) if self.task.kernel.compiled else words

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
        run.grown, run.graft = self.address(self.before.words), node + 1
        run.lowest, run.highest = self.before.lowest, self.before.highest

    def keep(self) -> None:
        """For the next search."""
        run, question, self.before = self.task.run, self.task.question, None
        if question.table is not None:
            identity, rewards = self.task.kernel.identity, (run.lowest, run.highest)
            question.table.grown = KeptTree(identity, question.state, self.words, *rewards)

    # -- simulations -----------------------------------------------------------------------

    def simulate(self) -> None:
        """So many simulations, and those of other threads meanwhile; the first ones alone."""
        failed: list[Exception] = []
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
        first.sharing, first.locks, first.room = 1, self.address(self.locks), ends[1]
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
        self.prepare(run)
        run.table, run.locks, run.sharing, run.rounds = first.table, first.locks, 1, 1 << 62
        run.lowest, run.highest = first.lowest, first.highest
        task.control.admit(run)
        return run

    # -- nodes -----------------------------------------------------------------------------

    def value(self, place: int) -> Any:
        """A value that a node keeps."""
        if not self.task.kernel.compiled:
            return self.words[place]
        return self.task.kernel.number(self.task.kernel.values_in(self.words[place : place + 1])[0])

    def is_settled(self, node: int) -> bool:
        """Is its value proved?"""
        return bool(self.value(node + LOW) >= self.value(node + HIGH))

    def children(self, node: int) -> list[int]:
        """The nodes below one."""
        return list(children(self.words, node))

    def score(self, node: int) -> Score:
        """What a node is worth: proved, a win within so many plies; or the average of its simulations."""
        outcome = self.task.question.options.outcome
        if not self.is_settled(node):
            return self.estimate(self.mean(node))
        value, plies = self.value(node + LOW), self.plies(node)
        if outcome and value != 0:
            return win_in(plies, MAX if value > 0 else MIN, exact=plies <= 1)
        return Score(value, True, outcome=outcome, expected=self.task.question.chance)

    def estimate(self, reward: float) -> Score:
        """A score of which nothing is proved."""
        outcome = self.task.question.options.outcome
        return Score(reward / self.unit(), False, outcome=outcome, expected=self.task.question.chance)

    def turn(self, node: int) -> int:
        """Who moves there: MAX, MIN or CHANCE."""
        return int(self.words[node + TURN]) % 4 - 1

    def plies(self, node: int) -> int:
        """Within how many plies it is won or lost, where that is proved."""
        return int(self.words[node + TURN]) // 4

    def visits(self, node: int) -> int:
        """How often it was visited."""
        return int(self.words[node + VISITS])

    def seen(self, node: int, above: int) -> float:
        """The average reward of a node as who moves above sees it."""
        return self.mean(node) * (1 if self.turn(above) == MAX else -1)

    def expected(self, node: int) -> float | None:
        """How much of all the game expects of it; None where it has no priors."""
        if not has_rule(self.task.question.game, "prior"):
            return None
        return int(self.words[node + PRIOR]) / PARTS

    def unit(self) -> int:
        """What a win is worth."""
        return WON if self.task.question.options.outcome else 1

    def mean(self, node: int) -> float:
        """MAX's average reward."""
        return float(self.value(node + TOTAL)) / max(int(self.words[node + VISITS]), 1)

    # -- the best -------------------------------------------------------------------------

    def ordered(self, node: int) -> list[int]:
        """The children of a node, the best for its mover first."""
        sign = 1 if self.turn(node) == MAX else -1
        best = max((sign * self.mean(one) for one in self.open_children(node, sign)), default=-math.inf)
        merits = {child: self.merit(child, sign, best) for child in self.children(node)}
        for child in self.open_children(node, sign):
            merits[child] = 0, self.visits(child), sign * self.mean(child)
        return sorted(merits, key=merits.__getitem__, reverse=True)

    def open_children(self, node: int, sign: int) -> list[int]:
        """Those that may be better than what the mover is sure of, and that were visited."""
        own, other = (LOW, HIGH) if sign > 0 else (HIGH, LOW)
        sure = sign * self.value(node + own)
        return [
            child
            for child in self.children(node)
            if self.words[child + VISITS]
            and not self.is_settled(child)
            and sign * self.value(child + other) > sure
        ]

    def merit(self, child: int, sign: int, best: float) -> tuple[int, Any, Any]:
        """What is proved to be no worse than the best of the open ones seems comes first, the rest last."""
        value = sign * self.value(child + (LOW if sign > 0 else HIGH))
        settled = self.is_settled(child)
        return (
            (1 if settled and value >= best else -1),
            value,
            (-self.plies(child) if value > 0 else self.plies(child)),
        )

    def line(self, node: int) -> tuple[Any, ...]:
        """The best play from a node on, as far as the tree goes; dice end it."""
        found: list[Any] = []
        while len(found) < PLIES and self.words[node + CHILDREN] and self.turn(node) != CHANCE:
            node = self.ordered(node)[0]
            if not self.words[node + VISITS]:
                break
            found.append(self.action(node))
        return tuple(found)

    def action(self, node: int) -> Any:
        """The action that leads to a node."""
        return self.task.kernel.action(self.words[node + ACTION])

    # -- reports ---------------------------------------------------------------------------

    def report(self, finished: bool) -> Report:
        """What the tree knows now: its best line, and how often each root action was tried."""
        question, line = self.task.question, self.line(ROOT)
        nodes = self.ordered(ROOT)
        if question.mover == CHANCE:
            return self.task.report(0, finished, self.score(ROOT), ())
        scores = {self.action(node): self.score(node).later(1) for node in nodes} if question.values else {}
        told = tuple(map(self.told, nodes[: question.lines]))
        report = self.task.report(len(line), finished, self.best_score(nodes), line, scores)
        return replace(report, lines=told, nodes=self.task.control.nodes, grown=branch_of(self))

    def best_score(self, nodes: list[int]) -> Score:
        """What the root is worth: until that is proved, what its best action seems to be."""
        if self.is_settled(ROOT):
            return self.score(ROOT)
        best = nodes[0]
        return self.estimate(self.value(best + LOW) if self.is_settled(best) else self.mean(best))

    def told(self, node: int) -> Line:
        """One root action with its simulations."""
        action = self.action(node)
        return Line(
            action, self.score(node).later(1), (action, *self.line(node)), self.visits(node)
        )
