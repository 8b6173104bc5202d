"""analyse(): a stream of Reports, better and better; search(): the last one; perft(): counting."""

from __future__ import annotations

from typing import Any

from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.running.drivers.counting import Count
from zermelo.running.search import Analysis, Search
from zermelo.running.stream import finish


def search(game: Any, state: Any = None, **wanted: Any) -> Report:
    """The best answer within the limits.

    >>> report = search([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> report.action, report.score.value, report.leaves
    (0, 3, 7)
    """
    *_, last = analyse(game, state, **wanted)
    return last


def analyse(game: Any, state: Any = None, **wanted: Any) -> Analysis:
    """A Report for every finished iteration (or the only one) and for better lines, as they come.

    Takes what `ask` takes: the limits depth, nodes, seconds, mate and clock; algorithm; engine ("auto",
    "compiled", "interpreted"); values (the score of every root action), lines (how many of the best), only
    (these root actions), past (the positions of the game before); threads, memory (MB) or table; solved (a
    table of the whole game); exact, without (techniques to switch off); trace (True or how many events);
    seed, and the switches prune_equal, fail_soft, quick, order.
    """
    return Analysis(Search(ask(game, state, **wanted)))


def perft(game: Any, state: Any = None, *, depth: int, engine: str = "compiled") -> int:
    """The number of move sequences of exactly `depth` plies.

    >>> from zermelo.games import TicTacToe
    >>> [perft(TicTacToe(), depth=n, engine="interpreted") for n in range(4)]
    [1, 9, 72, 504]
    """
    question = ask(game, state, depth=depth, algorithm="perft", verb="perft", engine=engine)
    count: Count = finish(Search(question))
    return count.leaves
