"""prove(): does a player force a win, a draw, a number of points?  Yes, no, or not known in time."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any, Literal

from zermelo.algorithms.proof import proof
from zermelo.algorithms.proof_table import ENTRIES, identity_of
from zermelo.errors import RulesError, SearchError
from zermelo.game import MAX, MIN, Action, Rules, State
from zermelo.kernel.bind import Kernel
from zermelo.kernel.compiler.shape import shape_of
from zermelo.kernel.options import Options
from zermelo.kernel.run import ENDLESS, ESTIMATES, PLIES, WHOLE_INFINITY, Words, limit_nodes, visited
from zermelo.report import in_brackets
from zermelo.running.iterations import Iterations
from zermelo.running.options import EngineName, NestedLists, verb
from zermelo.running.question import Question, ask
from zermelo.running.session import Session
from zermelo.running.transpositions import MEGABYTES, zeroed
from zermelo.score import PLAYERS, plain

INTERPRETED = 1 << 14
"""Buckets at most where they are Python's objects, which are large."""
TARGETS = ("win", "draw")


@dataclass(frozen=True, repr=False)
class Proof:
    """The answer to one question, and what it cost."""

    answer: bool | None
    """Does the player force it?  None: the limits were reached before that was known."""
    player: int
    target: Any
    """"win", "draw" (which is at least a draw) or a number of points."""
    action: Any
    """The move that gets the player to move what he wants; None where there is none, or none is known."""
    line: tuple[Any, ...]
    """How play may go on, as far as the memory of the search knows it."""
    nodes: int
    seconds: float
    compiled: bool
    why_interpreted: str = ""
    """What stands in the way of compiling these rules, where something does."""

    @property
    def speed(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def __str__(self) -> str:
        wanted = {"win": "a win", "draw": "at least a draw"}.get(
            self.target
        ) or f"{plain(self.target)} or more"
        forces = {True: "forces", False: "cannot force", None: "may or may not force"}[self.answer]
        sentence = f"{PLAYERS[self.player]} {forces} {wanted}"
        if self.line:
            sentence += f": {' '.join(map(str, self.line))}"
        engine = "compiled" if self.compiled else "interpreted"
        limits = " (the limits were reached)" if self.answer is None else ""
        return f"{sentence}{limits}; {self.nodes:,} nodes in {self.seconds:.3f} s, {engine}"

    def __repr__(self) -> str:
        return in_brackets("Proof", str(self))


@verb
def prove(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    *,
    player: int | None = None,
    target: Literal["win", "draw"] | float = "win",
    nodes: int | None = None,
    seconds: float | None = None,
    memory: float = MEGABYTES,
    engine: EngineName = "auto",
) -> Proof:
    """Does `player` (by default the one to move) force at least `target`: "win", "draw" or some points?

    `nodes` and `seconds` are the limits, `memory` the megabytes of the table.

    >>> from zermelo.games import Nim, TicTacToe
    >>> prove(Nim(heaps=(3, 4, 5)), engine="interpreted").answer
    True
    >>> prove(TicTacToe(), engine="interpreted").answer, prove(TicTacToe(), target="draw").answer
    (False, True)
    """
    if hasattr(game, "outcomes"):
        raise SearchError(f"{type(game).__name__} has chance in it: nobody forces anything, use search()")
    asked = ask(game, state, nodes=nodes, seconds=seconds, memory=memory, engine=engine, algorithm="pvs")
    question = replace(asked, algorithm="proof", kernel=proof, options=options_of(asked.options))
    if player is None:
        player = MIN if not over(question) and question.mover == MIN else MAX
    if player not in tuple(PLAYERS) or isinstance(player, bool):
        raise SearchError(f"player must be MAX (0) or MIN (1), not {player!r}")
    session = ProofSession(question, int(player), target, goal_of(target, question.options.outcome))
    *_, last = session.reports()
    assert isinstance(last, Proof)
    return last


def over(question: Question) -> bool:
    return bool(question.game.is_terminal(question.state))


def options_of(engine: Options) -> Options:
    """Of the engine's switches those that matter here."""
    return Options(outcome=engine.outcome, cyclic=engine.cyclic, repetition=engine.repetition)


def goal_of(target: Any, outcome: bool) -> Any:
    """The smallest value that the player is content with, for him."""
    number = isinstance(target, Real) and not isinstance(target, bool) and target == target
    if outcome:
        if target not in TARGETS and not (number and target in (0, 1)):
            raise SearchError(f"target must be 'win' or 'draw', not {target!r}")
        return ESTIMATES if target in ("win", 1) else 0
    if target not in TARGETS and not number:
        raise SearchError(f"target must be 'win', 'draw' or a number of points, not {target!r}")
    return math.nextafter(0, 1) if target == "win" else 0 if target == "draw" else target


class ProofSession(Session):
    """One running proof."""

    def __init__(self, question: Question, player: int, target: Any, goal: Any) -> None:
        super().__init__(question)
        self.player, self.target, self.goal = player, target, goal

    def _search_with(self, kernel: Kernel) -> bool:
        run = self._new_run(kernel)
        run.attacker, run.unlimited = self.player, False
        run.goal = whole(self.goal) if kernel.whole else self.goal
        proving = Proving(self, kernel, run)
        self.iterations = proving
        return proving.once()

    def _without_an_answer(self) -> Any:
        return self.made(None, (), int(visited(self.run)) if self.run is not None else 0)

    def made(self, answer: bool | None, line: tuple[Any, ...], nodes: int) -> Proof:
        question = self.question
        content = answer is not None and line and answer == (question.mover == self.player)
        return Proof(
            answer=answer,
            player=self.player,
            target=self.target,
            action=line[0] if content else None,
            line=line,
            nodes=nodes,
            seconds=self.clock.elapsed,
            compiled=self.kernel is not None and self.kernel.compiled,
            why_interpreted=self.why_interpreted,
        )


def whole(goal: Any) -> int:
    """The smallest whole number that is enough."""
    return int(max(-WHOLE_INFINITY, min(WHOLE_INFINITY, goal if abs(goal) == math.inf else math.ceil(goal))))


class Proving(Iterations):
    """One kernel at work on a proof."""

    session: ProofSession

    def __init__(self, session: ProofSession, kernel: Kernel, run: Any) -> None:
        super().__init__(session, kernel, run)
        self.lend_memory()

    def lend_memory(self) -> None:
        """A table of the size that was asked for, empty, and room for the path behind it."""
        question, run = self.question, self.run
        assert question.table is not None
        width, size = words_of_a_position(self.kernel, question), 4 if question.options.cyclic else 2
        bucket = ENTRIES * (size + width)
        buckets = max(int(question.table.megabytes * (1 << 17)) // bucket, 1)
        if not self.kernel.compiled:
            buckets = min(buckets, INTERPRETED)
            run.table = Words()
        else:
            self.words = zeroed(buckets * bucket + PLIES * width, question.table.megabytes)
            run.table = int(self.words.ctypes.data)
        run.table_mask = buckets - 1

    def once(self) -> bool:
        """Run to the end, or to the limits."""
        self.execute()
        if self.interrupted:
            return False
        nodes, answer = int(visited(self.run)), bool(self.kernel.number(self.run.value))
        self.session.inbox.put(self.session.made(answer, self.line_of_play(), nodes))  # type: ignore[arg-type]
        return True

    def execute(self) -> None:
        try:
            super().execute()
        except RulesError:
            if self.run.fault != ENDLESS:
                raise
            name = type(self.question.game).__name__
            reason = f"a game of {name} went on for {PLIES - 2} plies without an end"
            raise SearchError(f"{reason}: a proof cannot look that far") from None

    def line_of_play(self) -> tuple[Any, ...]:
        """The line that was found, carried on where the table knew the rest, to where it would repeat."""
        question, run, kernel = self.question, self.run, self.kernel
        limit_nodes(run, min(int(run.node_limit), 2 * int(visited(run)) + 10_000))
        state, line, seen = question.state, [], [question.state]
        while found := kernel.line(run):
            for action in found:
                state = question.game.result(state, action)
                line.append(action)
                if state in seen or len(line) >= PLIES:
                    return tuple(line)
                seen.append(state)
            if question.game.is_terminal(state):
                break
            kernel.place(run, state)
            self.execute()
            if self.interrupted:
                break
        return tuple(line)


def words_of_a_position(kernel: Kernel, question: Question) -> int:
    """How many words the table keeps of each position."""
    if kernel.shape is None:
        return 1
    identity = identity_of(question.game, question.state, None)  # type: ignore[arg-type]
    if identity is question.state:
        return kernel.shape.words
    return shape_of(type(identity), identity, "the key").words
