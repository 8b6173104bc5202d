"""`prove`: one claim, settled by proof-number search."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any, Generic

from zermelo.algorithms.proof_table import ENTRIES, identity_of
from zermelo.errors import RulesError, SearchError
from zermelo.game import Action
from zermelo.kernel.bind import Kernel
from zermelo.kernel.compiler.shape import shape_of
from zermelo.kernel.options import Options
from zermelo.kernel.run import ENDLESS, PLIES, WHOLE_INFINITY, Memory, limit_nodes, visited
from zermelo.messages import Brief, counted
from zermelo.running.question import Claim, Question
from zermelo.running.task import Task
from zermelo.running.transpositions import size_of, zeroed
from zermelo.score import PLAYERS, plain

INTERPRETED = 1 << 14
"""Buckets at most where they are Python's objects, which are large."""


@dataclass(frozen=True, repr=False)
class Proof(Brief, Generic[Action]):
    """The answer to one question, and what it cost."""

    answer: bool | None
    """Does the player force it?  None: the limits were reached before that was known."""
    player: int
    target: Any
    """"win", "draw" (which is at least a draw) or a number of points."""
    action: Action | None
    """The move that gets the mover what they want; None where there is none, or none is known."""
    line: tuple[Action, ...]
    """How play may go on, as far as the memory of the search knows it."""
    nodes: int
    seconds: float
    compiled: bool
    why_interpreted: str = ""
    """What stands in the way of compiling these rules, where something does."""

    @property
    def finished(self) -> bool:
        """Is the answer known?"""
        return self.answer is not None

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
        return f"{sentence}{limits}; {counted(self.nodes, 'node')} in {self.seconds:.3f} s, {engine}"


def prepare(question: Question) -> Question:
    """What a proof needs beside the question: how much it may remember, and what repetition is worth."""
    megabytes = size_of(question.memory)
    known = question.options
    options = Options(outcome=known.outcome, cyclic=known.cyclic, repetition=known.repetition)
    return replace(question, megabytes=megabytes, options=options)


def prove(task: Task) -> Generator[Proof[Any], None, bool]:
    """Yes or no, or that the limits were reached before that was known."""
    run, claim = task.run, task.question.claim
    assert claim is not None
    kept = lend_memory(task)  # which lives as long as the search
    run.attacker, run.unlimited = claim.player, False
    run.goal = rounded_up(claim.goal) if task.kernel.whole_numbers else claim.goal
    if not execute(task):
        yield proof_of(task, claim, None, ())
        return False
    nodes, answer = int(visited(run)), bool(task.kernel.number(run.value))
    yield proof_of(task, claim, answer, line_of_play(task), nodes)
    del kept
    return True


def proof_of(
    task: Task, claim: Claim, answer: bool | None, line: tuple[Any, ...], nodes: int | None = None
) -> Proof[Any]:
    """What is known of the claim; it names an action where the mover gets what they want."""
    content = answer is not None and line and answer == (task.question.mover == claim.player)
    return Proof(
        answer=answer,
        player=claim.player,
        target=claim.target,
        action=line[0] if content else None,
        line=line,
        nodes=int(visited(task.run)) if nodes is None else nodes,
        seconds=task.clock.elapsed,
        compiled=task.kernel.compiled,
    )


def rounded_up(goal: Any) -> int:
    """The smallest whole number that is enough."""
    return int(max(-WHOLE_INFINITY, min(WHOLE_INFINITY, goal if abs(goal) == math.inf else math.ceil(goal))))


def lend_memory(task: Task) -> Any:
    """A table of the size that was asked for, empty, and room for the path behind it."""
    question, run, megabytes = task.question, task.run, task.question.megabytes
    width, size = words_of_a_position(task.kernel, question), 4 if question.options.cyclic else 2
    bucket = ENTRIES * (size + width)
    buckets = max(int(megabytes * (1 << 17)) // bucket, 1)
    if task.kernel.compiled:
        words = zeroed(buckets * bucket + PLIES * width, megabytes)
        run.table = int(words.ctypes.data)
    else:
        buckets = min(buckets, INTERPRETED)
        run.table = words = Memory()
    run.table_mask = buckets - 1
    return words


def execute(task: Task) -> bool:
    """Run the kernel; False if it was stopped, SearchError where the game is too long."""
    try:
        return task.execute()
    except RulesError:
        if task.run.fault != ENDLESS:
            raise
        name = type(task.question.game).__name__
        raise SearchError("too_long_for_proof", game=name, plies=PLIES - 2) from None


def line_of_play(task: Task) -> tuple[Any, ...]:
    """The line that was found, carried on where the table knew the rest, to where it would repeat."""
    question, run, kernel = task.question, task.run, task.kernel
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
        if not execute(task):
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
