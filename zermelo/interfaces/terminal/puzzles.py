"""The puzzles that `zermelo solve` knows, and what can be asked of them.

Everything is imported inside the functions, so that help and completion are quick.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from zermelo.interfaces.terminal.options import (
    COUNTS,
    ENGINE,
    PUZZLE,
    Cluster,
    Events,
    Json,
    Nodes,
    Output,
    Processes,
    Seconds,
    Seed,
    Show,
    Tell,
    chosen,
    integer,
    option,
)

if TYPE_CHECKING:
    from zermelo.csp.problem import Problem

LONGEST = 100_000
"""The most signs of a puzzle in a file that are read."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What was typed."""

    n: Annotated[int | None, integer("--n", "the size: queens, cells of a side, pieces", PUZZLE)] = None
    given: Annotated[str, option("--given", "the puzzle itself: a text or a file", PUZZLE, "TEXT")] = ""
    colours: Annotated[int | None, integer("--colours", "how many colours there are", PUZZLE)] = None
    every: Annotated[bool, option("--all", "draw all solutions")] = False
    counted: Annotated[bool, option("--count", "count all solutions")] = False
    symmetry: Annotated[
        bool, option("--up-to-symmetry", "queens: one of each eight that turn into each other")
    ] = False
    strategy: Annotated[
        str, chosen("--strategy", "names joined by commas: {strategies}", kind="strategies")
    ] = ""
    engine: Annotated[str, chosen("--engine", f"{ENGINE}: {{puzzle_engines}}", kind="puzzle_engines")] = (
        "auto"
    )
    nodes: Nodes = None
    seconds: Seconds = None
    seed: Seed = 0
    tell: Tell = False
    output: Output = None
    events: Events = 100_000
    show: Show = 200
    processes: Processes = None
    cluster: Cluster = None
    resume: Annotated[
        str | None,
        option("--resume", "a journal of finished parts, to go on from after a stop", COUNTS, "FILE"),
    ] = None
    json: Json = False


# -- the table of puzzles ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Puzzle:
    """A puzzle of the table: its module in zermelo/csp/puzzles, and how it is made from what was typed."""

    module: str
    about: str
    reads: str
    """Those of --n, --given and --colours that apply to it."""
    build: Callable[[Any, Asked], Problem] | None = None
    studied: tuple[int, int, int] = (0, 0, 0)
    """The sizes of its study, from and to, and the largest that can be asked for; none without --n."""


def sized(module: Any, asked: Asked, **more: Any) -> Problem:
    made: Problem = module.problem(**({} if asked.n is None else {"n": asked.n}), **more)
    return made


def from_text(module: Any, asked: Asked) -> Problem:
    """The problem in the given text, or in the file of that name; the example if none is given."""
    from zermelo.errors import ProblemError

    made: Problem
    if not asked.given:
        made = module.problem()
    elif os.path.isfile(asked.given):
        made = module.problem(text_of(asked.given))
    else:
        try:
            made = module.problem(asked.given)
        except ProblemError as error:
            raise ProblemError("and_no_such_file", reason=error) from None
    return made


def text_of(path: str) -> str:
    """What a file says."""
    from zermelo.errors import ProblemError

    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(LONGEST).strip()
    except OSError as error:
        raise ProblemError("cannot_be_read", path=path, reason=error.strerror) from None
    except UnicodeDecodeError:
        raise ProblemError("not_a_text_file", path=path) from None
    if not text:
        raise ProblemError("empty_puzzle_file", path=path)
    return text


def graph(module: Any, asked: Asked) -> Problem:
    found = module.named(asked.given or "australia")
    made: Problem = module.problem(found, 3 if asked.colours is None else asked.colours)
    return made


PUZZLES = {
    "queens": Puzzle("queens", "n queens, none of which attacks another (--n 8)", "n", sized, (4, 8, 20)),
    "knights": Puzzle(
        "domination",
        "as few knights as can be that attack or occupy every cell (--n 8)",
        "n",
        lambda module, asked: sized(module, asked, piece="knight"),
        (3, 6, 20),
    ),
    "dominating-queens": Puzzle(
        "domination",
        "as few queens as can be that attack or occupy every cell (--n 8)",
        "n",
        lambda module, asked: sized(module, asked, piece="queen"),
        (3, 6, 20),
    ),
    "cindy": Puzzle("cindy", "reds and greens change places (--n 3)", "n", None, (1, 6, 12)),
    "sudoku": Puzzle(
        "sudoku", "--given TEXT or FILE: the grid row by row, . for an empty cell", "given", from_text
    ),
    "colouring": Puzzle(
        "colouring",
        "--given australia or a DIMACS FILE, --colours 3 (without: as few as can be)",
        "given colours",
        graph,
    ),
    "cryptarithm": Puzzle("cryptarithm", "--given 'SEND + MORE = MONEY'", "given", from_text),
}


def module_of(name: str) -> Any:
    from importlib import import_module

    return import_module(f"zermelo.csp.puzzles.{PUZZLES[name].module}")


# -- what can be refused ------------------------------------------------------------------------------


def is_limited(asked: Asked) -> bool:
    return asked.seconds is not None or asked.nodes is not None


def takes_fewest_colours(name: str, asked: Asked) -> bool:
    return name == "colouring" and asked.colours is None and not (asked.every or asked.counted)


def check_puzzle(name: str, asked: Asked) -> None:
    """What can be refused before anything is searched."""
    from zermelo.csp.strategies import named
    from zermelo.errors import SearchError
    from zermelo.limits import Limits

    check_name(name)
    Limits(nodes=asked.nodes, seconds=asked.seconds)
    named(asked.strategy)
    check_options(name, n=asked.n, given=asked.given or None, colours=asked.colours)
    if asked.symmetry and name != "queens":
        raise SearchError("symmetry_is_for_queens")
    if in_parts(asked) and not asked.counted:
        raise SearchError("only_for_counts")
    if in_parts(asked) and (asked.symmetry or asked.tell or asked.output or is_limited(asked)):
        raise SearchError("count_without_limits")
    if asked.show < 0 or asked.events < 1:
        raise SearchError("wrong_show_or_events")
    check_engine(asked)
    for code in ignored(name, asked):
        raise SearchError(code)


def check_name(name: str) -> None:
    from zermelo.errors import SearchError

    if name not in PUZZLES:
        raise SearchError("unknown_puzzle", name=name, choices=[*PUZZLES])


def check_options(name: str, **typed: Any) -> None:
    """Refuse what does not say which puzzle of this name it is."""
    from zermelo.errors import SearchError

    reads = PUZZLES[name].reads.split()
    for word, value in typed.items():
        if value is not None and word not in reads:
            known = " and ".join(f"--{each}" for each in reads)
            raise SearchError("puzzle_without_option", puzzle=name, option=f"--{word}", known=known)


def check_engine(asked: Asked) -> None:
    from zermelo.csp.solve import ENGINES
    from zermelo.errors import SearchError

    if asked.engine not in ENGINES:
        raise SearchError("no_such_engine", name=asked.engine, choices=[*ENGINES])


def ignored(name: str, asked: Asked) -> Iterator[str]:
    """What was asked for and would not be done, each as the code of its sentence."""
    tells, strategy = asked.tell or asked.output is not None, bool(asked.strategy)
    if name == "cindy":
        other = strategy or asked.engine != "auto" or asked.every or asked.counted
        if other or asked.nodes is not None:
            yield "cindy_searches_alone"
        return
    if strategy and asked.engine == "ortools":
        yield "strategy_with_ortools"
    if tells and (asked.every or asked.symmetry):
        yield "told_one_search"
    if takes_fewest_colours(name, asked) and (strategy or tells):
        yield "fewest_colours_alone"
    if in_parts(asked) and not suits_parts(asked):
        yield "counted_by_forward_checking"


def suits_parts(asked: Asked) -> bool:
    """Long counts take any variable order, and nothing else."""
    from zermelo.csp.strategies import named

    done = {"method": "backtracking", "order": "natural", "inference": "forward_checking"}
    return asked.engine in ("auto", "compiled") and all(
        part == "select" or done[part] == name for part, name in named(asked.strategy).items()
    )


def in_parts(asked: Asked) -> bool:
    return asked.processes is not None or asked.cluster is not None or asked.resume is not None


def counts_by_bit_masks(asked: Asked) -> bool:
    """The queens' own kernel serves where nothing was said of how to count."""
    told = asked.strategy or asked.tell or asked.output or asked.symmetry
    return not told and not is_limited(asked) and asked.engine in ("auto", "compiled")
