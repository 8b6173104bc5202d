"""analyse(): Reports, better and better; search(): the last one; prepare(): their machine code; perft()."""

from __future__ import annotations

from typing import Unpack

from zermelo.errors import SearchError
from zermelo.game import Action, Rules, State
from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.running.drivers.counting import Count
from zermelo.running.options import EngineName, NestedLists, SearchOptions, verb
from zermelo.running.search import Analysis, Search, prepared
from zermelo.running.stream import finish


@verb
def search(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    **options: Unpack[SearchOptions[Action]],
) -> Report[State, Action]:
    """Return the best answer within the limits; without any, look deeper until the game is settled.

    A game that is too large for that is searched until Ctrl-C: give a limit, or loop over `analyse`, which
    can be stopped and then has an answer.

    `state` is the position to search, the initial one by default.  SearchOptions says what each option means:
    the limits depth, nodes, seconds, win_within and clock; algorithm and engine; values, lines, root_actions
    and trace for more than the best action; past, threads, memory, table and solved; exact and switch_off for
    the engine; order, prune_equal, fail_soft, prefer_quick_wins and seed for the textbook's algorithms.

    >>> report = search([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> report.action, report.score.value, report.leaves
    (0, 3, 7)
    >>> from zermelo.games import TicTacToe
    >>> str(search(TicTacToe(), depth=2, algorithm="minimax", engine="interpreted").score)
    '1 for MAX (estimated)'
    """
    *_, last = analyse(game, state, **options)
    return last


@verb
def analyse(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    **options: Unpack[SearchOptions[Action]],
) -> Analysis[Report[State, Action]]:
    """A Report for every finished iteration (or the only one) and for better lines, as they come.

    Takes what `search` takes, and searches while it is looped over; leaving the loop stops it.

    >>> from zermelo.games import Nim
    >>> [report.depth for report in analyse(Nim(heaps=(1, 2)), algorithm="deepening", engine="interpreted")]
    [1, 2, 3]
    """
    return Analysis(Search(ask(game, state, **options)))


@verb
def prepare(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    *,
    wait: bool = True,
    **options: Unpack[SearchOptions[Action]],
) -> None:
    """Have the machine code that `search` runs with these options compiled and loaded, and wait for it.

    Without options it is that of a search in limited time.  A search that begins before it is there is
    interpreted, hundreds of times slower.  `wait=False` returns at once.  Raises CannotCompile for rules that
    stay interpreted, with the line and what to write instead.

    >>> from zermelo.games import TicTacToe
    >>> prepare(TicTacToe())
    >>> search(TicTacToe()).compiled
    True
    """
    asked: SearchOptions[Action] = options or {"seconds": 1.0}
    question = ask(game, state, **asked)
    if question.engine != "interpreted":
        ready = prepared(question)
        if wait:
            ready.result()


@verb
def perft(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    *,
    depth: int,
    engine: EngineName = "auto",
) -> Count:
    """The number of move sequences of exactly `depth` plies from `state`, the initial one by default.

    Games that ended earlier are not among them: `ended` counts those.

    >>> from zermelo.games import Nim, TicTacToe
    >>> [perft(TicTacToe(), depth=n, engine="interpreted") for n in range(4)]
    [1, 9, 72, 504]
    >>> perft(Nim(heaps=(1, 2)), depth=3, engine="interpreted").ended
    2
    """
    if depth is None:
        raise SearchError("perft_needs_depth")
    question = ask(game, state, depth=depth, algorithm="perft", verb="perft", engine=engine)
    count: Count = finish(Search(question))
    return count
