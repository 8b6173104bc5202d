"""Solver: settles one position, question by question, then its best line and every one of its actions.

Each question, "is it more than this?", is a search to the end of the game by all threads at once; the first
to know stops the others.  What they find is in the exact table that they share.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError, Stopped
from zermelo.game import MAX, Bits
from zermelo.kernel.bind import Kernel
from zermelo.kernel.compiler.shape import Shape, conform, words_of
from zermelo.kernel.primitives import just_above
from zermelo.kernel.run import ESTIMATES, WIN, limit_nodes, visited
from zermelo.report import Asked, Certificate, Solution
from zermelo.running.exact_memory import described
from zermelo.running.explain import Origin
from zermelo.running.identity import describe, parameters_of, rules_hash
from zermelo.running.iterations import Iterations
from zermelo.running.question import Question
from zermelo.score import Score, unknown

if TYPE_CHECKING:
    from zermelo.running.session import Session


class Solver(Iterations):
    """One position: its value, its best line, the value of every action."""

    def __init__(self, session: Session, kernel: Kernel, run: Any) -> None:
        super().__init__(session, kernel, run)
        threads, memory = self.question.threads if kernel.compiled else 1, self.question.exact_memory
        assert memory is not None
        self.runs = [run, *(kernel.new_run() for _ in range(1, threads))]
        for index, each in enumerate(self.runs):
            memory.lend(each, kernel, shared=threads > 1)
            each.seed, each.unlimited = index, False
            limit_nodes(each, int(run.node_limit))
        self.asked: list[Asked] = []
        self.rules = rules_hash(self.question.game)
        self.low, self.high = widest(self.question)
        self.root, self.way = self.question.state, tuple[Any, ...]()

    def origin(self) -> Origin:
        return self.root, self.way

    def deepen(self) -> bool:
        """Everything there is to know; each answer is reported as it comes."""
        game, state = self.question.game, self.question.state
        if self.terminal:
            self.low = self.high = self.ended(state)
            self.tell(finished=True)
            return True
        try:
            value = self.value_of(state, *widest(self.question), told=True)
            self.line = tuple(self.best_line(state, value))
            if self.question.values:
                for action in dict.fromkeys(game.actions(state)):
                    self.tell(finished=False)
                    self.values[action] = self.value_of_action(action, value)
        except Stopped:
            self.tell(finished=False)
            return False
        self.tell(finished=True)
        return True

    # -- values, always for the player to move ---------------------------------------------

    def value_of(self, state: Any, low: Any, high: Any, told: bool = False) -> Any:
        """The value of a position that is not the end of the game."""
        while low < high:
            nodes = self.nodes
            guess, low, high = self.ask(state, low, high)
            if told:
                self.low, self.high = low, high
                answer = low > guess
                self.asked.append(Asked(self.for_people(guess, state), answer, self.nodes - nodes))
                self.tell(finished=False)
        return low

    def ended(self, state: Any) -> Any:
        """The value of the end of the game, for the player to move."""
        utility = self.question.game.utility(state)
        utility = utility if self.question.game.to_move(state) == MAX else -utility
        return utility * WIN if self.question.options.outcome else utility

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
        actions = list(game.actions(state))
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
        """Is the child worth what is expected?  It is never better for who has just moved."""
        if self.question.game.is_terminal(child):
            return bool(self.ended(child) == expected)
        guess = -self.above(-expected) if same else expected
        _, low, _ = self.ask(child, guess, self.above(guess))
        return bool((low > guess) == same)

    def same_player(self, state: Any, child: Any) -> bool:
        game = self.question.game
        return bool((game.to_move(state) == MAX) == (game.to_move(child) == MAX))

    # -- questions -------------------------------------------------------------------------

    def ask(self, state: Any, low: Any, high: Any) -> tuple[Any, Any, Any]:
        """One question between low and high: what was asked, and what is known after it."""
        self.root = state
        self.kept = [put_positions(self.kernel, run, [state]) for run in self.runs]
        for run in self.runs:
            run.alpha, run.beta = self.kernel.bound(low), self.kernel.bound(high)
            run.rounds, run.fresh, run.first, run.last, run.stop = 1, 0, 0, 1, 0
        if self.session.stopping or self.session.handing_over(self.kernel):
            raise Stopped
        run = self.race() if len(self.runs) > 1 else self.alone()
        number = self.kernel.number
        return number(run.guess), number(run.alpha), number(run.beta)

    def alone(self) -> Any:
        self.execute()
        if self.interrupted:
            raise Stopped
        return self.run

    def race(self) -> Any:
        """All threads ask the same; the run of the first to know."""
        winners: list[Any] = []

        def help_with(run: Any) -> None:
            try:
                run.top = run.length[0] = 0
                self.kernel.execute(run)
                winners.append(run)
                for other in self.runs:
                    other.stop = 1
            except Exception:  # a rule that fails here fails in the first thread too
                return

        helpers = [self.session.start(partial(help_with, run)) for run in self.runs[1:]]
        try:
            self.execute()
            if not self.interrupted:
                winners.insert(0, self.run)
        finally:
            for run in self.runs[1:]:
                run.stop = 1
            for helper in helpers:
                helper.join()
        self.interrupted = not winners
        if not winners:
            raise Stopped
        return winners[0]

    def above(self, value: Any) -> Any:
        """The next larger value."""
        return value + 1 if self.kernel.whole or self.question.options.outcome else just_above(value)

    @property
    def nodes(self) -> int:
        return sum(int(visited(run)) for run in self.runs)

    # -- what is told ----------------------------------------------------------------------

    def for_people(self, value: Any, state: Any) -> Score:
        return self.scored(self.for_max(value, state), True)

    def tell(self, finished: bool) -> None:
        self.session.inbox.put(self.solution(finished))

    def solution(self, finished: bool) -> Solution:
        question, state = self.question, self.question.state
        known = self.low >= self.high
        low, high = self.for_people(self.low, state), self.for_people(self.high, state)
        low, high = (low, high) if question.mover == MAX else (high, low)
        score = low if known else unknown(question.options.outcome)
        report = self.made(len(self.line), finished, score, self.line)
        return Solution(
            **{**vars(report), "nodes": self.nodes},
            at_least=low if self.asked or known else None,
            at_most=high if self.asked or known else None,
            certificate=Certificate(
                game=describe(type(question.game).__name__, parameters_of(question.game)),
                rules=self.rules,
                position=repr(state),
                method="null windows",
                asked=tuple(self.asked),
                threads=len(self.runs),
                table=described(self.kernel),
            ),
        )


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

    flat = [part for state in states for part in state] if shape.kind == "struct" else []
    if flat and len(flat) == shape.words * len(states) and set(map(type, flat)) <= {int, Bits}:
        with contextlib.suppress(OverflowError):
            return np.array(flat, np.int64)
    return np.array([words_of(state, shape) for state in states], np.int64)
