"""solve(): the exact value of a position and of its actions; solve_all(): of many positions at once."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import CannotCompile, CompilerFailed, SearchError
from zermelo.game import Action, Rules, State, has_rule
from zermelo.limits import Limits
from zermelo.messages import counted
from zermelo.report import Certificate, Solution
from zermelo.running.asking import ask, is_outcome, traits_of
from zermelo.running.drivers.batch import Answer, Answers
from zermelo.running.identity import describe, written
from zermelo.running.options import EngineName, NestedLists, verb
from zermelo.running.players import refuse_more_than_two
from zermelo.running.question import MOST_THREADS, Question, check_within
from zermelo.running.search import Analysis, Search
from zermelo.running.stream import finish
from zermelo.score import rounded_up, unknown
from zermelo.trees.tree import as_game

if TYPE_CHECKING:
    from zermelo.strong.table import SolvedTable
    from zermelo.strong.watch import Progress

BATCH_MEGABYTES = 64
"""How large the table of one position may grow where there are many, by default."""


@verb
def solve(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    *,
    table: str | Path | None = None,
    threads: int | None = None,
    memory: float | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    values: bool = True,
    engine: EngineName = "auto",
    switch_off: Iterable[str] = (),
) -> Solution[State, Action]:
    """Who wins, how soon, and what each action leads to: exactly.

    Where positions cannot repeat (`repetition = None`) the position is searched; where they can, where the
    game does not say (`why_algorithm` of the answer does), or with a `table` (the name of its file), every
    position that play can reach is solved.  By default on all cores
    (`threads`), without a limit (`nodes`, `seconds`), in as much `memory` as it takes (megabytes at most);
    `values=False` leaves out the scores of the actions, and `switch_off` names techniques to do without.

    >>> from zermelo.games import Nim, PongHauKi
    >>> str(solve(Nim(heaps=(1, 2, 3)), engine="interpreted").score)
    'MIN wins in 6 plies'
    >>> solve(PongHauKi(), engine="interpreted").endless
    True
    """
    game = as_game(game)
    refuse_more_than_two(game, "solve")
    if table is not None or needs_table(game):
        check_table_options(nodes, tuple(switch_off), threads)
        limit = Limits(seconds=seconds).seconds
        return solved_by_table(game, state, table, memory, limit, engine, values)
    limits: Any = {"memory": memory, "nodes": nodes, "seconds": seconds}
    *_, last = solving(
        game, state, threads=threads, values=values, engine=engine, switch_off=switch_off, **limits
    )
    return last


def needs_table(game: Any) -> bool:
    """Is every position solved?  Where positions may repeat, as far as the game says, or dice are thrown."""
    traits = traits_of(game)
    return traits.cyclic or traits.chance


def check_table_options(nodes: int | None, switch_off: tuple[str, ...], threads: int | None) -> None:
    """A table counts positions, not nodes, and one thread builds it."""
    if nodes is not None:
        raise SearchError("not_with_algorithm", algorithm="a table", option="nodes", instead="seconds")
    if switch_off:
        raise SearchError("no_techniques_in_table", option="switch_off")
    check_within("threads", all_cores(threads), MOST_THREADS)


@verb
def solving(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    *,
    threads: int | None = None,
    memory: float | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    values: bool = True,
    engine: EngineName = "auto",
    switch_off: Iterable[str] = (),
    seed: int = 0,
) -> Analysis[Solution[State, Action]]:
    """A Solution for every question that is answered on the way, as `analyse` gives Reports.

    Takes what `solve` takes, for games whose positions cannot repeat.

    >>> from zermelo.games import Nim
    >>> *_, last = solving(Nim(heaps=(1, 2)), engine="interpreted")
    >>> str(last.score)
    'MAX wins in 3 plies'
    """
    game = as_game(game)
    refuse_more_than_two(game, "solve")
    wanted: dict[str, Any] = {"memory": memory, "nodes": nodes, "seconds": seconds, "engine": engine}
    wanted |= {"values": values, "switch_off": switch_off, "seed": seed, "algorithm": "null_window"}
    return Analysis(Search(ask(game, state, threads=all_cores(threads), **wanted)))


def solved_by_table(
    game: Any,
    state: Any,
    path: Any,
    memory: float | None,
    seconds: float | None,
    engine: EngineName,
    values: bool,
) -> Solution:
    """Every position solved, in a file or in memory, and what that says of this one."""
    from zermelo.strong.build import build_table

    chosen: dict[str, Any] = {} if memory is None else {"memory": memory}
    with closing(build_table(game, path, state=state, engine=engine, seconds=seconds, **chosen)) as reports:
        last = next(iter(deque(reports, maxlen=1)), None)
    return solution_from(game, last, state, values)


def not_solved(game: Any, last: Progress | None) -> Solution:
    """A table that was not finished says nothing of any position."""
    found, took = (last.found, last.seconds) if last else (0, 0.0)
    score = unknown(is_outcome(game), has_rule(game, "outcomes"))
    compiled, note = (last.compiled, last.note) if last else (False, "")
    facts: dict[str, Any] = {"why_interpreted": note, "why_algorithm": why_a_table(last)}
    return Solution(None, score, (), 0, found, 0, (), took, "table", compiled, finished=False, **facts)


def why_a_table(last: Progress | None) -> str:
    """Why every position was solved, where the game does not say that it has to be."""
    return str(last.why or "") if last else ""


def solution_from(game: Any, last: Progress | None, state: Any = None, values: bool = True) -> Solution:
    """What a finished table says of a position: its value, its best line and, with `values`, every action."""
    if last is None or last.table is None:
        return not_solved(game, last)
    table: SolvedTable = last.table
    state = table.start() if state is None else state
    entry = table.entry(state)
    line = tuple(table.line_from(state))
    certificate = Certificate(
        game=describe(table.info["game"], table.info["parameters"]),
        rules=table.info["rules"],
        position=written(table.game, state),
        method=table.info["method"],
        asked=(),
        threads=1,
        table=f"{counted(table.positions, 'position')}, {kept(table)}; "
        "zermelo table verify derives them again",
    )
    return Solution(
        action=line[0] if line else None,
        score=entry.score,
        line=line,
        depth=len(line),
        nodes=table.positions,
        leaves=0,
        cutoffs=(),
        seconds=last.seconds,
        algorithm="table",
        compiled=last.compiled,
        values={action: below.score for action, below in table.moves(state).items()} if values else {},
        why_algorithm=why_a_table(last),
        at_least=entry.score,
        at_most=entry.score,
        certificate=certificate,
        endless=entry.endless,
        table=table,
        game=table.game,
        state=state,
    )


def kept(table: SolvedTable) -> str:
    """What a table has of each position."""
    if not table.expected:
        return "each with its value"
    return f"each with its expected payoff, at most {rounded_up(table.error)} from the true one"


@verb
def solve_all(
    game: Rules[State, Action] | NestedLists,
    states: Iterable[State],
    *,
    threads: int | None = None,
    memory: float = BATCH_MEGABYTES,
    engine: EngineName = "auto",
) -> list[Answer]:
    """The exact scores of many positions, each searched with an empty table of `memory` megabytes at most.

    >>> from zermelo.games import Nim
    >>> game = Nim(heaps=(1, 2))
    >>> [str(answer.score) for answer in solve_all(game, [game.initial()], engine="interpreted")]
    ['MAX wins in 3 plies']
    """
    game, positions = as_game(game), tuple(states)
    refuse_more_than_two(game, "solve_all")
    limits: dict[str, Any] = {"threads": all_cores(threads), "memory": memory, "engine": engine}
    first = positions[0] if positions else None
    question = replace(ask(game, first, algorithm="batch", verb="solve_all", **limits), positions=positions)
    found: Answers = finish(at_machine_speed(question))
    return list(found.answers)


def at_machine_speed(question: Question) -> Search:
    """Compiled, which is waited for, unless that cannot be done or was not asked for."""
    if question.engine != "auto" or not question.positions:
        return Search(question)
    try:
        return Search(replace(question, engine="compiled"))
    except (CannotCompile, CompilerFailed):
        return Search(replace(question, engine="interpreted"))


def all_cores(threads: int | None) -> int:
    """The number of threads; as many as there are cores where none is given."""
    return threads if threads is not None else os.cpu_count() or 1
