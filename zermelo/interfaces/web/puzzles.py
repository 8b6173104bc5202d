"""The puzzles of the page, each solved step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from zermelo.csp.answer import Answer
from zermelo.csp.problem import Problem
from zermelo.csp.puzzles import cindy, colouring, cryptarithm, domination, queens, sudoku
from zermelo.csp.search import Counters
from zermelo.csp.solve import count, solve
from zermelo.csp.study import STRATEGIES
from zermelo.csp.trace import Recorder, Trace
from zermelo.errors import ProblemError, SearchError, Stopped
from zermelo.game import jsonable
from zermelo.interfaces.web.models import Puzzle
from zermelo.limits import Clock

CONFLICTS = "min-conflicts"
"""The strategy that is not in the study, where all solutions are counted."""
SECONDS = 8.0
"""For the steps of one puzzle."""
ANSWERING = 4.0
"""For its answer, where the steps do not come to it."""
MOST_VERTICES = 40
"""Of a graph that is typed: more do not fit in a picture."""
PAIR = re.compile(r"\s*([\w ]*?\w)\s*(?:-\s*(\w[\w ]*?)\s*)?")


def graph_in(text: str) -> colouring.Graph:
    """Australia, or what is typed: neighbours as pairs, and alone what has none, `A-B, B-C, T`.

    >>> found = graph_in("A-B, B-C, T")
    >>> sorted(found.edges), found.vertices
    ([('A', 'B'), ('B', 'C')], ('A', 'B', 'C', 'T'))
    """
    if not text.strip() or text.strip().lower() == "australia":
        return colouring.AUSTRALIA
    parts = [PAIR.fullmatch(part) for part in text.split(",") if part.strip()]
    pairs = [pair.groups() for pair in parts if pair is not None]
    if len(pairs) < len(parts):
        raise ProblemError("not_pairs_of_neighbours")
    names = [name for pair in pairs for name in pair if name]
    found = colouring.graph_of([(one, other) for one, other in pairs if other], names)
    if len(found.vertices) > MOST_VERTICES:
        raise ProblemError("too_many_vertices_here", most=MOST_VERTICES)
    return found


PROBLEMS: dict[str, Callable[[Puzzle], Problem]] = {
    "queens": lambda asked: queens.problem(asked.n or 8),
    "knights": lambda asked: domination.problem(asked.n or 4),
    "sudoku": lambda asked: sudoku.problem(asked.given or sudoku.EXAMPLE),
    "colouring": lambda asked: colouring.problem(graph_in(asked.given), asked.colours),
    "cryptarithm": lambda asked: cryptarithm.problem(asked.given or cryptarithm.EXAMPLE),
}
"""The problems, by the names of their puzzles; Cindy's is none."""


def puzzle_row(asked: Puzzle) -> dict[str, Any]:
    """A puzzle by one strategy: every step with its sentence."""
    if asked.puzzle == "cindy":
        return cindy_row(asked)
    problem = PROBLEMS[asked.puzzle](asked)
    known = [*STRATEGIES] if problem.objective is not None else [*STRATEGIES, CONFLICTS]
    if asked.strategy not in known:
        raise SearchError("unknown_strategy_here", name=asked.strategy, choices="; ".join(known))
    limits: dict[str, Any] = {"trace": asked.steps, "nodes": asked.steps, "seconds": SECONDS}
    one = asked.strategy == CONFLICTS or problem.objective is not None
    answer = (solve if one else count)(problem, engine="interpreted", strategy=asked.strategy, **limits)
    assert answer.trace is not None
    return {
        "puzzle": asked.puzzle,
        "variables": [jsonable(variable) for variable in problem.variables],
        "edges": edges(problem) if asked.puzzle == "colouring" else [],
        "given": given(problem, asked),
        "strategies": known,
        "steps": [*step_rows(answer.trace, problem), *end_rows(answer, problem)],
        "truncated": bool(answer.trace.dropped) or not answer.finished,
    }


def given(problem: Problem, asked: Puzzle) -> str:
    """What the picture is drawn from, besides the variables."""
    if asked.puzzle == "cryptarithm":
        return "=".join("+".join(side) for side in cryptarithm.words_of(problem.name))
    return sudoku.cleaned(asked.given or sudoku.EXAMPLE) if asked.puzzle == "sudoku" else ""


def edges(problem: Problem) -> list[list[int]]:
    """Which variables are neighbours, by their numbers."""
    place = {variable: index for index, variable in enumerate(problem.variables)}
    return [[place[variable] for variable in constraint.scope] for constraint in problem.constraints]


def step_rows(trace: Trace, problem: Problem) -> Iterator[dict[str, Any]]:
    """Each step as plain data, with its variables by their numbers, and its sentence."""
    place = {variable: index for index, variable in enumerate(problem.variables)}
    for step, sentence in zip(trace.steps, trace.sentences(), strict=False):
        of_all = step.kind == "solution"
        yield {
            "kind": step.kind,
            "variable": None if step.variable is None else place[step.variable],
            "value": jsonable(step.value),
            "values": [] if of_all else [jsonable(value) for value in step.values],
            "others": [place[other] for other in step.others],
            "through": [place[other] for other in step.through],
            "counts": list(step.counts),
            "depth": step.depth,
            "sentence": sentence.strip(),
        }


def end_rows(answer: Answer, problem: Problem) -> Iterator[dict[str, Any]]:
    """What the search came to, where its last step does not say it.

    Where the steps that are kept end before, a search without steps goes on for the answer.
    """
    assert answer.trace is not None
    beyond = bool(answer.trace.dropped) or not answer.finished
    if not beyond and not answer.complete:
        return  # one solution was looked for, and is the last step
    best = answer
    if beyond and not answer.complete:
        ask = count if problem.objective is None else solve
        later = ask(problem, seconds=ANSWERING)
        best = later if later.complete or later.count > answer.count else answer
    values = [jsonable(best.solution[variable]) for variable in problem.variables] if best.solution else []
    yield {
        "kind": "end", "variable": None, "value": jsonable(best.value), "depth": 0,
        "others": [], "through": [], "values": values,
        "counts": [int(best.complete), int(beyond), best.count], "sentence": end_text(best, beyond),
    }  # fmt: skip


def end_text(answer: Answer, beyond: bool) -> str:
    """The answer in a sentence; `beyond` the steps that are shown.

    The knights are the only puzzle here with a best solution.
    """
    before = "The steps that are shown end here; a search without steps went on. " if beyond else ""
    return before + answer_text(answer)


def answer_text(answer: Answer) -> str:
    """How many solutions there are, or the best one, and whether that is all."""
    if answer.solution is None:
        return "There is no solution." if answer.complete else "No solution was found; there may be one."
    if answer.value is None:
        known = "There is exactly" if answer.complete else "There is at least"
        are = "There are" if answer.complete else "There are at least"
        return f"{known} one solution." if answer.count == 1 else f"{are} {answer.count:,} solutions."
    if answer.complete:
        return f"The answer: {answer.value} knights cover the board, and fewer cannot."
    return f"The search was stopped: {answer.value} knights cover the board; whether fewer can is not known."


def cindy_row(asked: Puzzle) -> dict[str, Any]:
    """The walk to the first way; its steps have rows as values."""
    recorder, row = Recorder(asked.steps), cindy.start(min(asked.n or 3, cindy.LARGEST))
    found: list[list[str]] = []
    with suppress(Stopped):
        found = list(islice(cindy.solutions(row, Counters(), Clock(SECONDS), recorder), 1))
    trace = cindy.story(recorder)
    rows = [
        {
            "kind": step.kind, "variable": None, "value": None, "depth": step.depth, "others": [],
            "values": list(step.values[-1:] if step.kind == "solution" else step.values), "through": [],
            "counts": [len(step.values) - 1] if step.kind == "solution" else list(step.counts),
            "sentence": sentence.strip(),
        }
        for step, sentence in zip(trace.steps, trace.sentences(), strict=False)
    ]  # fmt: skip
    return {
        "puzzle": "cindy", "variables": [], "edges": [], "given": row, "strategies": [], "steps": rows,
        "truncated": bool(recorder.dropped) or not found,
    }  # fmt: skip
