"""What searches with dice need beside the question: the range of the payoffs, and a table to deepen."""

from __future__ import annotations

from dataclasses import replace

from zermelo.algorithms.star2 import star2
from zermelo.messages import Message
from zermelo.running.drivers import textbook
from zermelo.running.payoffs import known_payoffs
from zermelo.running.question import Question
from zermelo.running.task import Task
from zermelo.running.transpositions import Transpositions, size_of


def prepare(question: Question) -> Question:
    """The question with the range of the payoffs, where it is known.

    It bounds what outcomes add to an average, and estimates: those of Star1 and of expectiminimax alike, so
    that both find the same.
    """
    game, options = question.game, question.options
    payoffs = known_payoffs(game, options.outcome)
    options = replace(options, table=False, payoff_bounds=payoffs is not None)
    why = question.why
    if why is not None and payoffs is None:
        why = Message.of("chosen_for_dice_unbounded", game=type(game).__name__)
    return replace(question, payoffs=payoffs, options=options, why=why)


def with_table(question: Question) -> Question:
    """The same with a table, in which a position counts only as deep as it was looked at.

    Where the game says which actions are worth trying first, a single reply tells much: Star2.
    """
    question = prepare(question)
    if hasattr(question.game, "priority"):
        question = replace(question, algorithm=replace(question.algorithm, kernel=star2))
    options = replace(question.options, table=True, exact=True)
    table = Transpositions(size_of(question.memory))
    return replace(question, options=options, table=table)


def deepen(task: Task) -> textbook.Reports:
    """One iteration after another, which share the table."""
    assert task.question.table is not None
    task.question.table.lend(task.run, task.kernel)
    return textbook.deepen(task)
