"""solve(): the exact value of a position and of its actions; solve_all(): of many positions at once."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.errors import CannotCompile, SearchError, Stopped
from zermelo.game import MAX, Action, Rules, State
from zermelo.kernel.bind import Kernel, bind
from zermelo.limits import Limits
from zermelo.report import Certificate, Solution
from zermelo.running.exact_memory import ExactMemory
from zermelo.running.explain import Origin
from zermelo.running.identity import describe
from zermelo.running.iterations import Iterations
from zermelo.running.options import EngineName, NestedLists, verb
from zermelo.running.question import MOST_THREADS, as_game, ask, check_engine, is_outcome, refuse, whole
from zermelo.running.session import Analysis, Session
from zermelo.running.solver import put_positions, widest
from zermelo.score import Score, unknown

if TYPE_CHECKING:
    from zermelo.strong.table import SolvedTable
    from zermelo.strong.watch import Progress

BATCH_MEGABYTES = 64
"""How large the table of one position may grow where there are many, unless somebody says."""


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

    Where positions cannot repeat (`repetition = None`) the position is searched; where they can, or with a
    `table` (the name of its file), every position that play can reach is solved.  By default on all cores
    (`threads`), without a limit (`nodes`, `seconds`), in as much `memory` as it takes (megabytes at most);
    `values=False` leaves out the scores of the actions, and `switch_off` names techniques to do without.

    >>> from zermelo.games import Nim, PongHauKi
    >>> str(solve(Nim(heaps=(1, 2, 3)), engine="interpreted").score)
    'MIN wins in 6 plies'
    >>> solve(PongHauKi(), engine="interpreted").endless
    True
    """
    game = as_game(game)
    if table is not None or can_repeat(game):
        check_table_options(nodes, tuple(switch_off), threads)
        return solved_by_table(game, state, table, memory, Limits(seconds=seconds).seconds, engine)
    limits: Any = {"memory": memory, "nodes": nodes, "seconds": seconds}
    *_, last = solving(
        game, state, threads=threads, values=values, engine=engine, switch_off=switch_off, **limits
    )
    return last


def can_repeat(game: Any) -> bool:
    """May positions repeat, as far as the game says?  Then every position is solved."""
    return getattr(game, "repetition", 0) is not None


def check_table_options(nodes: int | None, switch_off: tuple[str, ...], threads: int | None) -> None:
    """A table counts positions, not nodes, and one thread builds it."""
    refuse("a table", {"nodes": nodes is not None, "switch_off": bool(switch_off)}, "seconds")
    whole("threads", all_cores(threads), MOST_THREADS)


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
    wanted: dict[str, Any] = {"memory": memory, "nodes": nodes, "seconds": seconds, "engine": engine}
    wanted |= {"values": values, "switch_off": switch_off, "seed": seed, "algorithm": "null_window"}
    return Analysis(Session(ask(game, state, threads=all_cores(threads), **wanted)))


def solved_by_table(
    game: Any, state: Any, path: Any, memory: float | None, seconds: float | None, engine: EngineName
) -> Solution:
    """Every position solved, in a file or in memory, and what that says of this one."""
    from zermelo.strong.build import build_table

    if path is not None and not isinstance(path, str | Path):
        raise SearchError(f"table is the name of a file, not {path!r}")
    chosen: dict[str, Any] = {} if memory is None else {"memory": memory}
    with closing(build_table(game, path, state=state, engine=engine, seconds=seconds, **chosen)) as reports:
        last = next(iter(deque(reports, maxlen=1)), None)
    if last is None or last.table is None:
        return not_solved(game, last)
    solution = solution_from(last.table, state, last.seconds)
    return replace(solution, compiled=solution.compiled and engine != "interpreted")


def not_solved(game: Any, last: Progress | None) -> Solution:
    """A table that was not finished says nothing of any position."""
    found, took = (last.found, last.seconds) if last else (0, 0.0)
    return Solution(
        None, unknown(is_outcome(game)), (), 0, found, 0, (), took, "table", False, finished=False
    )


def solution_from(table: SolvedTable, state: Any = None, seconds: float = 0.0) -> Solution:
    """What a table says of a position: its value, its best line, every action."""
    state = table.start() if state is None else state
    entry = table.entry(state)
    line = tuple(best_line(table, state))
    certificate = Certificate(
        game=describe(table.info["game"], table.info["parameters"]),
        rules=table.info["rules"],
        position=repr(state),
        method=table.info["method"],
        asked=(),
        threads=1,
        table=f"{table.positions:,} positions, each with its value; zermelo table verify derives them again",
    )
    return Solution(
        action=line[0] if line else None,
        score=entry.score,
        line=line,
        depth=len(line),
        nodes=table.positions,
        leaves=0,
        cutoffs=(),
        seconds=seconds,
        algorithm="table",
        compiled=table.codec.kind != "hashed",
        values={action: below.score for action, below in table.moves(state).items()},
        at_least=entry.score,
        at_most=entry.score,
        certificate=certificate,
        endless=entry.endless,
        table=table,
        game=table.game,
        state=state,
    )


def best_line(table: SolvedTable, state: Any) -> Iterator[Any]:
    """To the end of the game, or to where it begins to repeat."""
    seen = []
    while not table.game.is_terminal(state) and state not in seen:
        seen.append(state)
        action = table.best(state)
        yield action
        state = table.game.result(state, action)


class Answer(NamedTuple):
    """The exact score of one position of many, and the nodes that it took."""

    score: Score
    nodes: int


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
    check_engine(engine)
    if not isinstance(states, Iterable):
        raise SearchError(f"solve_all takes a list of positions, not {states!r}")
    return Batch(game, list(states), all_cores(threads), memory, engine).answers()


def all_cores(threads: int | None) -> int:
    return threads if threads is not None else os.cpu_count() or 1


class Batch:
    """Many positions, shared out among threads; each thread has a table of its own."""

    def __init__(self, game: Any, states: list[Any], threads: int, memory: float, engine: str) -> None:
        self.game, self.states = game, states
        first = states[0] if states else None
        wanted = {"algorithm": "null_window", "engine": "interpreted", "memory": memory}
        self.question = ask(game, first, threads=threads, **wanted)  # type: ignore[arg-type]
        self.session = Session(self.question)
        self.kernel = self.kernel_for(engine)
        threads = threads if self.kernel.compiled else 1
        self.parts = [Part(self, states[index::threads], memory) for index in range(threads)]

    def kernel_for(self, engine: str) -> Kernel:
        """Compiled, unless that cannot be done or was not asked for."""
        question = self.question
        if engine == "interpreted":
            return self.session.first
        try:
            return bind(
                self.game, question.kernel, compiled=True, options=question.options, state=question.state
            )
        except CannotCompile:
            if engine == "compiled":
                raise
            return self.session.first

    def answers(self) -> list[Answer]:
        if not self.states:
            return []
        self.session.finish(self.work)
        found = [part.answers() for part in self.parts]
        in_turn = zip_longest(*found)
        return [answer for answers in in_turn for answer in answers if answer is not None]

    def work(self) -> None:
        """Every part in a thread, the first one in this."""
        first, *others = self.parts
        self.session.kernel, self.session.run = self.kernel, first.run
        threads = [self.session.start(part.work) for part in others]
        try:
            first.work()
        finally:
            for part, thread in zip(others, threads, strict=True):
                while thread.is_alive():
                    part.run.stop = int(self.session.stopping or first.error is not None)
                    thread.join(0.05)
        for part in self.parts:
            if part.error is not None:
                raise part.error


class Part(Iterations):
    """Some positions of a batch."""

    def __init__(self, batch: Batch, states: list[Any], megabytes: float) -> None:
        run = batch.kernel.new_run()
        super().__init__(batch.session, batch.kernel, run)
        self.states, self.memory = states, ExactMemory(megabytes)
        self.memory.lend(run, batch.kernel, shared=False)
        self.kept = put_positions(batch.kernel, run, states)
        run.alpha, run.beta = map(batch.kernel.bound, widest(self.question))
        run.first, run.last, run.fresh, run.rounds, run.unlimited = 0, len(self.states), 1, 1 << 62, False
        self.error: BaseException | None = None

    def origin(self) -> Origin:
        return self.states[int(self.run.first)], ()

    def work(self) -> None:
        try:
            self.execute()
            if self.interrupted:
                raise Stopped
        except BaseException as error:
            self.error = error

    def answers(self) -> list[Answer]:
        if not self.states:
            return []
        to_move, scores = self.question.game.to_move, dict[Any, Score]()
        found = []
        for state, value, nodes in zip(self.states, *self.found(), strict=True):
            value = value if to_move(state) == MAX else -value
            if value not in scores:
                scores[value] = self.scored(value, True)
            found.append(Answer(scores[value], nodes))
        return found

    def found(self) -> tuple[list[Any], list[int]]:
        """Values and nodes, one for each position."""
        words = self.kept[1]
        if not self.kernel.compiled:
            words = [words[index] for index in range(2 * len(self.states))]
            return words[0::2], words[1::2]
        return self.kernel.values_in(words[0::2]), words[1::2].tolist()
