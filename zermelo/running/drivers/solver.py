"""`settle`: one position, question by question, then its best line and every one of its actions.

Each question, "is it more than this?", is a search to the end of the game by all threads at once; the first
to know stops the others.  What they find is in the exact table that they share.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from zermelo.algorithms.exact_table import POINTS
from zermelo.errors import RulesError, Stopped
from zermelo.game import MAX, Bits
from zermelo.kernel import threads
from zermelo.kernel.bind import Kernel
from zermelo.kernel.compiler.plain_calls import counted
from zermelo.kernel.compiler.shape import Shape, conform, words_of
from zermelo.kernel.primitives import just_above
from zermelo.kernel.run import ESTIMATES, PLIES, WIN, limit_nodes
from zermelo.kernel.structs import fields_in
from zermelo.report import Asked, Certificate, Solution
from zermelo.running.exact_memory import SOLVER_MEGABYTES, ExactMemory, described
from zermelo.running.explain import legal_actions
from zermelo.running.identity import describe, parameters_of, rules_hash, written
from zermelo.running.question import Question
from zermelo.running.task import Task
from zermelo.running.transpositions import size_of
from zermelo.score import Score, unknown

PLAYOUTS = 5
JOINING = 1.0
"""Seconds after which other threads join; what is over sooner they would only hold up."""
Solutions = Generator[Solution, None, bool]


def settle(task: Task) -> Solutions:
    """A Solution after every question, the last one with all there is to know."""
    return Solver(task).settle()


def prepare(question: Question) -> Question:
    """What the solver needs beside the question: its table, and whether `key` serves for it."""
    keyed = fits_a_word(question.game, question.state, question.options)
    memory = ExactMemory(size_of(question.memory, SOLVER_MEGABYTES))
    options = replace(question.options, keyed=keyed)
    return replace(question, exact_memory=memory, options=options)


class Solver:
    """One position: its value, its best line, the value of every action."""

    def __init__(self, task: Task) -> None:
        self.task, self.question, self.kernel = task, task.question, task.kernel
        memory, threads = self.question.exact_memory, self.question.threads if task.kernel.compiled else 1
        assert memory is not None
        for _ in range(1, threads):
            task.control.admit(task.kernel.new_run())
        self.runs = task.control.runs
        for index, each in enumerate(self.runs):
            memory.lend(each, task.kernel, shared=threads > 1)
            each.seed, each.unlimited = index, False
            limit_nodes(each, int(task.run.node_limit))
        self.asked: list[Asked] = []
        self.rules = rules_hash(self.question.game)
        self.low, self.high = widest(self.question)
        self.line, self.values = tuple[Any, ...](), dict[Any, Score]()
        self.root, self.way = self.question.state, tuple[Any, ...]()
        self.team = Team(self.kernel, self.runs)

    def settle(self) -> Solutions:
        """Everything there is to know; each answer is told as it comes."""
        joining = threading.Timer(JOINING, self.team.join)
        joining.daemon = True
        if len(self.runs) > 1:
            joining.start()
        try:
            yield from self.settled()
        except Stopped:
            yield self.solution(finished=False)
            return False
        finally:
            joining.cancel()
        yield self.solution(finished=True)
        return True

    def settled(self) -> Iterator[Solution]:
        """Narrow the bounds until they meet, with a solution after each question; then find the line."""
        game, state = self.question.game, self.question.state
        if self.task.terminal:
            self.low = self.high = self.ended(state)
            return
        for low, high in self.narrowing(state, *widest(self.question), asked=self.asked):
            self.low, self.high = low, high
            yield self.solution(finished=False)
        self.line = tuple(self.best_line(state, self.low))
        if self.question.values:
            for action in dict.fromkeys(legal_actions(game, state)):
                yield self.solution(finished=False)
                self.values[action] = self.value_of_action(action, self.low)

    # -- values, always for the player to move ---------------------------------------------

    def value_of(self, state: Any, low: Any, high: Any) -> Any:
        """The value of a position that is not the end of the game."""
        known = deque(self.narrowing(state, low, high), maxlen=1)
        return known[0][0] if known else low

    def narrowing(
        self, state: Any, low: Any, high: Any, asked: list[Asked] | None = None
    ) -> Iterator[tuple[Any, Any]]:
        """Between what and what the value lies, after each question, until it is known."""
        while low < high:
            nodes = self.nodes
            guess, low, high = self.narrow(state, low, high)
            if asked is not None:
                asked.append(Asked(self.for_people(guess, state), low > guess, self.nodes - nodes))
            yield low, high

    def ended(self, state: Any) -> Any:
        """The value of the end of the game, for the player to move."""
        return self.task.for_max(self.task.payoff(state), state)

    def value_of_action(self, action: Any, best: Any) -> Score:
        """What an action leads to; nothing is better than the best."""
        game, state = self.question.game, self.question.state
        child, self.way = game.result(state, action), (action,)
        if game.is_terminal(child):
            value = self.ended(child)
        else:
            low, high = widest(self.question)
            expected = self.expected(best, state, child)
            low, high = (low, expected) if self.same_player(state, child) else (expected, high)
            value = self.value_of(child, low, high)
        value = value if self.same_player(state, child) else -value
        return self.for_people(self.further(value, -1), state)

    def best_line(self, state: Any, value: Any) -> Any:
        """Action after action that keeps the value."""
        game, line = self.question.game, tuple[Any, ...]()
        while not game.is_terminal(state):
            for action in self.promising(state):
                child, self.way = game.result(state, action), (*line, action)
                expected = self.expected(value, state, child)
                if self.keeps(child, expected, self.same_player(state, child)):
                    break
            else:
                raise RulesError("value_not_kept", game=type(game).__name__)
            yield action
            state, value, line = child, expected, self.way

    def promising(self, state: Any) -> list[Any]:
        """The actions, those first that the rules put first."""
        game = self.question.game
        actions = legal_actions(game, state)
        if hasattr(game, "priority"):
            actions.sort(key=lambda action: -game.priority(state, action))
        return actions

    def expected(self, value: Any, state: Any, child: Any) -> Any:
        """What a child is worth to its player, if the action that leads there is worth this."""
        value = self.further(value, 1)
        return value if self.same_player(state, child) else -value

    def further(self, value: Any, plies: int) -> Any:
        """A value seen from so many plies further on: a win is that much nearer."""
        if not self.question.options.outcome or abs(value) <= ESTIMATES:
            return value
        return value + plies if value > 0 else value - plies

    def keeps(self, child: Any, expected: Any, same: bool) -> bool:
        """Is the child worth what is expected?  It is never better for the player who has just moved."""
        if self.question.game.is_terminal(child):
            return bool(self.ended(child) == expected)
        guess = -self.above(-expected) if same else expected
        _, low, _ = self.narrow(child, guess, self.above(guess))
        return bool((low > guess) == same)

    def same_player(self, state: Any, child: Any) -> bool:
        """Does the same player move in both?"""
        game = self.question.game
        return bool((game.to_move(state) == MAX) == (game.to_move(child) == MAX))

    # -- questions -------------------------------------------------------------------------

    def narrow(self, state: Any, low: Any, high: Any) -> tuple[Any, Any, Any]:
        """One question between low and high: what was asked, and what is known after it."""
        self.root = state
        self.kept = [put_positions(self.kernel, run, [state]) for run in self.runs]
        for run in self.runs:
            run.alpha, run.beta = self.kernel.bound(low), self.kernel.bound(high)
            run.rounds, run.fresh, run.first, run.last, run.stop = 1, 0, 0, 1, 0
        if self.task.control.stopped:
            raise Stopped
        run = self.race()
        number = self.kernel.number
        return number(run.guess), number(run.alpha), number(run.beta)

    def execute(self) -> bool:
        """Run the kernel; False if it was stopped."""
        return self.task.execute(lambda: (self.root, self.way))

    def race(self) -> Any:
        """All threads ask the same; the run of the first to know."""
        self.team.begin()
        finished = False
        try:
            finished = self.execute()
        finally:
            winners = self.team.end()
        if finished:
            return self.task.run
        if not winners:
            raise Stopped
        return winners[0]

    def above(self, value: Any) -> Any:
        """The next larger value."""
        return value + 1 if self.kernel.whole_numbers or self.question.options.outcome else just_above(value)

    @property
    def nodes(self) -> int:
        """Nodes of all threads, all questions together."""
        return self.task.control.nodes

    # -- what is told ----------------------------------------------------------------------

    def for_people(self, value: Any, state: Any) -> Score:
        """A value of the kernel's as a proved score for MAX."""
        return self.task.scored(self.task.for_max(value, state), True)

    def solution(self, finished: bool) -> Solution:
        """What is known so far: the bounds and, once they have met, the score."""
        question, state = self.question, self.question.state
        known = self.low >= self.high
        low, high = self.for_people(self.low, state), self.for_people(self.high, state)
        low, high = (low, high) if question.mover == MAX else (high, low)
        score = low if known else unknown(question.options.outcome)
        report = self.task.report(len(self.line), finished, score, self.line, self.values)
        return Solution(
            **vars(report),
            at_least=low if self.asked or known else None,
            at_most=high if self.asked or known else None,
            certificate=Certificate(
                game=describe(type(question.game).__name__, parameters_of(question.game)),
                rules=self.rules,
                position=written(question.game, state),
                method="null windows",
                asked=tuple(self.asked),
                threads=len(self.runs),
                table=described(self.kernel),
            ),
        )


class Team:
    """The threads that help the first, once a search has lasted; each has a run of its own."""

    def __init__(self, kernel: Kernel, runs: list[Any]) -> None:
        self.kernel, self.runs = kernel, runs
        self.joined = self.asking = False
        self.lock = threading.Lock()
        self.helpers: list[threading.Thread] = []
        self.winners: list[Any] = []

    def join(self) -> None:
        """From now on they help, with the question that is being asked too."""
        with self.lock:
            self.joined = True
            if self.asking:
                self.start()

    def begin(self) -> None:
        """A question is asked."""
        with self.lock:
            self.asking, self.winners = True, []
            if self.joined:
                self.start()

    def start(self) -> None:
        """Every helper asks what the first thread asks."""
        self.helpers = [threads.start(partial(self.help, run)) for run in self.runs[1:]]

    def help(self, run: Any) -> None:
        """Ask; the first to know stops the others."""
        try:
            run.top = run.length[0] = 0
            self.kernel.execute(run)
        except Exception:  # a rule that fails here fails in the first thread too
            return
        self.winners.append(run)
        for other in self.runs:
            other.stop = 1

    def end(self) -> list[Any]:
        """The question is answered; the helpers that knew it."""
        with self.lock:
            self.asking = False
            for run in self.runs[1:]:
                run.stop = 1
            for helper in self.helpers:
                helper.join()
            self.helpers = []
        return self.winners


def fits_a_word(game: Any, state: Any, options: Any) -> bool:
    """Can an entry be one word: a key of 64 bits, and payoffs that are whole and not too large?

    A few games are played to see; where they mislead, a position is not remembered, and nothing is wrong.
    """
    if not hasattr(game, "key"):
        return False
    random, keys, payoffs = Random(0), [], [0]
    try:
        for _ in range(PLAYOUTS):
            here = state
            for _ in range(PLIES):
                keys.append(game.key(here))
                if game.is_terminal(here):
                    payoffs.append(game.utility(here))
                    break
                here = game.result(here, random.choice(legal_actions(game, here)))
        whole_keys = all(isinstance(key, int) and -(1 << 63) <= key < 1 << 64 for key in map(counted, keys))
        return whole_keys and all(payoff == int(payoff) and abs(payoff) < POINTS for payoff in payoffs)
    except Exception:  # the search will say what is wrong with the rules
        return False


def widest(question: Question) -> tuple[Any, Any]:
    """Before anything is known: lost at once at worst, won at once at best."""
    return (-WIN, WIN) if question.options.outcome else (-float("inf"), float("inf"))


def put_positions(kernel: Kernel, run: Any, states: list[Any]) -> Any:
    """Positions into the memory of a run, with room for the answers; the caller keeps what is returned."""
    if not kernel.compiled:
        for state in states:
            if kernel.shape is not None:
                words_of(state, kernel.shape)  # refuses one of another game
        run.positions, run.answers = [conform(state, kernel.shape) for state in states], {}
        return run.positions, run.answers
    import numpy as np

    assert kernel.shape is not None
    positions, answers = all_words(states, kernel.shape), np.zeros(2 * len(states), np.int64)
    run.positions, run.answers = positions.ctypes.data, answers.ctypes.data
    return positions, answers


def all_words(states: list[Any], shape: Shape) -> Any:
    """The words of many states; plain ones all at once."""
    import numpy as np

    flat = [part for state in states for part in fields_in(state) or ()] if shape.kind == "struct" else []
    if flat and len(flat) == shape.words * len(states) and set(map(type, flat)) <= {int, Bits}:
        with contextlib.suppress(OverflowError):
            return np.array(flat, np.int64)
    return np.array([words_of(state, shape) for state in states], np.int64)
