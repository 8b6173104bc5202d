"""`zermelo solve queens`, `zermelo study queens`: puzzles on the command line.

Everything is imported inside the functions, so that help and completion are quick.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

if TYPE_CHECKING:
    from zermelo.csp.answer import Answer
    from zermelo.csp.parallel import Progress
    from zermelo.csp.problem import Assignment, Problem

LONGEST = 100_000
"""The most signs of a puzzle in a file that are read."""
WORTH_A_POOL = 15
"""Queens from which on a count is spread over all cores unless told otherwise."""


@dataclass(frozen=True)
class Asked:
    """What was typed."""

    n: int | None = None
    given: str = ""
    colours: int | None = None
    every: bool = False
    counted: bool = False
    symmetry: bool = False
    strategy: str = ""
    engine: str = "auto"
    nodes: int | None = None
    seconds: float | None = None
    seed: int = 0
    tell: bool = False
    trace: str | None = None
    events: int = 100_000
    lines: int = 200
    processes: int | None = None
    cluster: str | None = None
    resume: str | None = None
    json: bool = False


# -- the table of puzzles ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Puzzle:
    """A puzzle of the table: its module in zermelo/csp/puzzles, and how it is made from what was typed."""

    module: str
    about: str
    reads: str
    """Of --n, --given, --colours: those that mean something to it."""
    build: Callable[[Any, Asked], Problem] | None = None


def sized(module: Any, asked: Asked, **more: Any) -> Problem:
    made: Problem = module.problem(**({} if asked.n is None else {"n": asked.n}), **more)
    return made


def from_text(module: Any, asked: Asked) -> Problem:
    """Of the text that was given, or of the file of that name; without, the example."""
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
    "queens": Puzzle("queens", "n queens, none of which attacks another (--n 8)", "n", sized),
    "knights": Puzzle(
        "domination",
        "as few knights as can be that attack or occupy every cell (--n 8)",
        "n",
        lambda module, asked: sized(module, asked, piece="knight"),
    ),
    "dominating-queens": Puzzle(
        "domination",
        "as few queens as can be that attack or occupy every cell (--n 8)",
        "n",
        lambda module, asked: sized(module, asked, piece="queen"),
    ),
    "cindy": Puzzle("cindy", "reds and greens change places (--n 3)", "n"),
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


# -- strategies by name ------------------------------------------------------------------------------

SHORT = {
    "gt": "generate_and_test", "generate-and-test": "generate_and_test", "bt": "backtracking",
    "bj": "backjumping", "back-jumping": "backjumping", "min-conflicts": "min_conflicts",
    "none": "no_inference", "fc": "forward_checking", "forward-checking": "forward_checking", "mac": "ac3",
    "ac-3": "ac3",
}  # fmt: skip


def strategies(text: str) -> dict[str, str]:
    """`mrv,lcv,fc`: each name chooses one thing of a search."""
    from zermelo.csp.solve import INFERENCES, METHODS, ORDERS, SELECTS
    from zermelo.errors import SearchError

    tables: dict[str, dict[str, Any]] = {
        "method": METHODS,
        "select": SELECTS,
        "order": ORDERS,
        "inference": INFERENCES,
    }
    chosen: dict[str, str] = {}
    for word in text.replace("+", ",").split(","):
        name = SHORT.get(word.strip().lower(), word.strip().lower().replace("-", "_"))
        if not name:
            continue
        part = next((part for part, table in tables.items() if name in table), None)
        if part is None:
            known = [name for table in tables.values() for name in table]
            raise SearchError("unknown_strategy", name=word.strip(), choices=known)
        if part in chosen:
            raise SearchError("strategies_exclude", one=chosen[part], other=name)
        chosen[part] = name
    return chosen


# -- solve -------------------------------------------------------------------------------------------


def solve_puzzle(name: str, asked: Asked) -> None:
    """Solve one of PUZZLES as it was asked for, and print what came out."""
    check(name, asked)
    if name == "cindy":
        solve_cindy(asked)
    elif takes_fewest_colours(name, asked):
        colour(asked)
    elif asked.counted and (in_parts(asked) or (name == "queens" and counts_by_bit_masks(asked))):
        count_long(name, asked)
    else:
        solve_problem(name, asked)


def is_limited(asked: Asked) -> bool:
    return asked.seconds is not None or asked.nodes is not None


def takes_fewest_colours(name: str, asked: Asked) -> bool:
    return name == "colouring" and asked.colours is None and not (asked.every or asked.counted)


def check(name: str, asked: Asked) -> None:
    """What can be refused before anything is searched."""
    from zermelo.errors import SearchError
    from zermelo.limits import Limits

    if name not in PUZZLES:
        raise SearchError("unknown_puzzle", name=name, choices=[*PUZZLES])
    Limits(nodes=asked.nodes, seconds=asked.seconds)
    strategies(asked.strategy)
    for option, typed in (("n", asked.n), ("given", asked.given or None), ("colours", asked.colours)):
        if typed is not None and option not in PUZZLES[name].reads.split():
            known = " and ".join(f"--{word}" for word in PUZZLES[name].reads.split())
            raise SearchError("puzzle_without_option", puzzle=name, option=option, known=known)
    if asked.symmetry and name != "queens":
        raise SearchError("symmetry_is_for_queens")
    if in_parts(asked) and not asked.counted:
        raise SearchError("only_for_counts")
    if in_parts(asked) and (asked.symmetry or asked.tell or asked.trace or is_limited(asked)):
        raise SearchError("count_without_limits")
    if asked.lines < 0 or asked.events < 1:
        raise SearchError("wrong_lines_or_events")
    check_engine(asked)
    for code in ignored(name, asked):
        raise SearchError(code)


def check_engine(asked: Asked) -> None:
    from zermelo.csp.solve import ENGINES
    from zermelo.errors import SearchError

    if asked.engine not in ENGINES:
        raise SearchError("no_such_engine", name=asked.engine, choices=[*ENGINES])


def ignored(name: str, asked: Asked) -> Iterator[str]:
    """What was asked for and would not be done, each as the code of its sentence."""
    tells, strategy = asked.tell or asked.trace is not None, bool(asked.strategy)
    if name == "cindy":
        other = strategy or tells or asked.engine != "auto" or asked.every or asked.counted
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
    done = {"method": "backtracking", "order": "natural", "inference": "forward_checking"}
    chosen = strategies(asked.strategy)
    return asked.engine in ("auto", "compiled") and all(
        part == "select" or done[part] == name for part, name in chosen.items()
    )


def in_parts(asked: Asked) -> bool:
    return asked.processes is not None or asked.cluster is not None or asked.resume is not None


def counts_by_bit_masks(asked: Asked) -> bool:
    """The queens' own kernel serves where nothing was said of how to count."""
    told = asked.strategy or asked.tell or asked.trace or asked.symmetry
    return not told and not is_limited(asked) and asked.engine in ("auto", "compiled")


def solve_problem(name: str, asked: Asked) -> None:
    from zermelo.csp.solve import Inquiry, without_objective
    from zermelo.interfaces.show import print_json

    puzzle, module = PUZZLES[name], module_of(name)
    assert puzzle.build is not None
    problem = puzzle.build(module, asked)
    everything = asked.every or asked.counted or asked.symmetry
    if everything:
        problem = without_objective(problem)
    inquiry = Inquiry(
        problem, engine=asked.engine, nodes=asked.nodes, seconds=asked.seconds, seed=asked.seed,
        trace=asked.events if asked.tell or asked.trace else 0, **strategies(asked.strategy),
    )  # fmt: skip
    if asked.every or asked.symmetry:
        show_all(name, module, inquiry, asked)
        return
    answer = inquiry.answer(most=None if asked.counted or problem.objective else 1)
    tell_story(answer, asked)
    if asked.json:
        print_json({"puzzle": name, **answer.as_dict()})
    else:
        show_answer(module, answer, drawn=not asked.counted)


def show_all(name: str, module: Any, inquiry: Any, asked: Asked) -> None:
    """Every solution, drawn as it is found; up to symmetry one of each class."""
    from zermelo.interfaces.show import print_json
    from zermelo.report import jsonable

    shown = 0
    found: Iterator[Assignment] = inquiry.solutions(None, only_count=False)
    kept = module.fundamental(found) if asked.symmetry else found
    for solution in kept:
        shown += 1
        if asked.json and asked.every:
            print_json(
                {"puzzle": name, "solution": [[jsonable(k), jsonable(v)] for k, v in solution.items()]}
            )
        elif asked.every and (asked.lines == 0 or shown <= asked.lines):
            print(f"{shown}\n{module.show(inquiry.problem, solution)}\n", flush=True)
    if asked.every and not asked.json and asked.lines and shown > asked.lines:
        print(f"… {shown - asked.lines:,} more are not drawn: --lines draws more.")
    total(name, inquiry, shown, asked)


def total(name: str, inquiry: Any, shown: int, asked: Asked) -> None:
    from zermelo.csp.answer import cost
    from zermelo.interfaces.show import print_json

    kind = "up to symmetry" if asked.symmetry else "in all"
    if asked.json:
        counted = {"puzzle": name, "solutions": shown, "up_to_symmetry": asked.symmetry}
        print_json(counted | {"finished": inquiry.finished, "counters": inquiry.counters.as_dict()})
        return
    early = "" if inquiry.finished else ", stopped early: there may be more"
    print(f"{shown:,} solution{'' if shown == 1 else 's'} {kind}{early}")
    print(f"{cost(inquiry.counters)}; {inquiry.clock.elapsed:.3f} s, {inquiry.used}")


def show_answer(module: Any, answer: Answer, drawn: bool = True) -> None:
    from zermelo.csp.answer import cost

    if drawn and answer.solution is not None:
        print(module.show(answer.problem, answer.solution) + "\n")
    print(answer.sentence())
    print(f"{cost(answer.counters)}; {answer.seconds:.3f} s, {answer.engine}")
    if answer.why_interpreted:
        print(f"interpreted: {answer.why_interpreted}")


def tell_story(answer: Answer, asked: Asked) -> None:
    from zermelo.interfaces.show import show_sentences

    if answer.trace is None:
        return
    if asked.trace:
        answer.trace.write(asked.trace)
        print(f"{len(answer.trace.steps):,} steps written to {asked.trace}", file=sys.stderr)
    if asked.tell:
        show_sentences(answer.trace.sentences(), len(answer.trace.steps), asked.lines or None)
        print()


def solve_cindy(asked: Asked) -> None:
    from zermelo.csp.puzzles import cindy
    from zermelo.csp.search import Counters
    from zermelo.errors import SearchError, Stopped
    from zermelo.interfaces.show import print_json
    from zermelo.limits import Clock

    counters, clock = Counters(), Clock(asked.seconds)
    try:
        way = cindy.shortest(cindy.start(3 if asked.n is None else asked.n), counters, clock)
    except Stopped:
        raise SearchError("too_few_seconds", seconds=asked.seconds) from None
    assert way is not None
    if asked.json:
        print_json({"puzzle": "cindy", "moves": len(way) - 1, "rows": way, "counters": counters.as_dict()})
        return
    print(f"     {' '.join(way[0])}")
    for sentence in cindy.sentences(way):
        print(sentence)
    ways = f"the shortest of {counters.solutions} ways, after all were looked at"
    print(f"\n{len(way) - 1} moves: {ways}")
    print(f"{counters.assignments:,} moves tried, {counters.backtracks:,} backtracks; {clock.elapsed:.3f} s")


def many(colours: int) -> str:
    return "1 colour" if colours == 1 else f"{colours} colours"


def colour(asked: Asked) -> None:
    """As few colours as can be."""
    from zermelo.csp.puzzles import colouring
    from zermelo.interfaces.show import print_json

    how: dict[str, Any] = {"engine": asked.engine, "seconds": asked.seconds, "nodes": asked.nodes}
    colours, answer = colouring.fewest_colours(colouring.named(asked.given or "australia"), **how)
    if asked.json:
        print_json(
            {
                "puzzle": "colouring",
                "colours": colours,
                "proved": answer.solution is not None,
                **answer.as_dict(),
            }
        )
        return
    if answer.solution is None:
        print(f"at least {many(colours)}: the search was stopped before it could tell whether that is enough")
        return
    show_answer(colouring, answer)
    if colours == 1:
        print("1 colour; nothing less will do")
    else:
        print(f"{colours} colours; with one less there is none, which is proved")


# -- long counts -------------------------------------------------------------------------------------


def count_long(name: str, asked: Asked) -> None:
    """Over many cores, with progress on the error stream, and a journal to go on from."""
    from zermelo.csp.parallel import count_problem_in_parts, count_queens_in_parts
    from zermelo.csp.solve import without_objective
    from zermelo.interfaces.show import print_json

    how: dict[str, Any] = {"processes": cores(name, asked), "cluster": asked.cluster, "resume": asked.resume}
    if name == "queens" and counts_by_bit_masks(asked):
        stream = count_queens_in_parts(8 if asked.n is None else asked.n, **how)
    else:
        puzzle = PUZZLES[name]
        assert puzzle.build is not None
        problem = without_objective(puzzle.build(module_of(name), asked))
        stream = count_problem_in_parts(
            problem, select=strategies(asked.strategy).get("select", "mrv"), **how
        )
    last = watched(stream)
    if asked.json:
        print_json({"puzzle": name, "solutions": last.count, "parts": last.parts, "seconds": last.seconds})
        return
    print(f"{last.count:,} solutions")
    resumed = f", {last.parts - last.fresh:,} of them from {asked.resume}" if last.fresh < last.parts else ""
    where = f"cluster {asked.cluster}" if asked.cluster else f"processes: {how['processes']}"
    print(f"{last.parts:,} parts{resumed}; {last.seconds:.3f} s, {where}")


def cores(name: str, asked: Asked) -> int:
    if asked.processes is not None:
        return asked.processes
    small = name == "queens" and (asked.n or 8) < WORTH_A_POOL
    return 1 if small or asked.cluster else os.cpu_count() or 1


def watched(stream: Iterator[Progress]) -> Progress:
    """The last of a count's reports; the others are shown now and then."""
    last = next(stream)
    screen = sys.stderr.isatty()
    seen, every = time.perf_counter(), 0.2 if screen else 10.0
    for last in stream:
        if time.perf_counter() - seen >= every and not last.finished:
            seen = time.perf_counter()
            text = progress_text(last)
            print(f"\r{text:78}" if screen else text, end="" if screen else "\n", file=sys.stderr, flush=True)
    if screen:
        print(f"\r{'':78}\r", end="", file=sys.stderr, flush=True)
    return last


def progress_text(progress: Progress) -> str:
    left = "" if progress.left is None else f", {duration(progress.left)} left"
    return f"{progress.done:,} of {progress.parts:,} parts, {progress.count:,} solutions so far{left}"


def duration(seconds: float) -> str:
    """1 h 05 min, 3 min 20 s, 12 s."""
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60:02} min"
    return f"{whole // 60} min {whole % 60:02} s" if whole >= 60 else f"{whole} s"


# -- the commands ------------------------------------------------------------------------------------

Number = Optional[int]  # noqa: UP045 (typer reads it)


def puzzle_names(incomplete: str) -> list[str]:
    return [name for name in PUZZLES if name.startswith(incomplete)]


def solve(
    puzzle: Annotated[str, typer.Argument(help=", ".join(PUZZLES), autocompletion=puzzle_names)],
    n: Annotated[Number, typer.Option("--n", help="the size: queens, cells of a side, pieces")] = None,
    given: Annotated[str, typer.Option(help="the puzzle itself: a text or a file")] = "",
    colours: Annotated[Number, typer.Option(help="how many colours there are")] = None,
    every: Annotated[bool, typer.Option("--all", help="draw all solutions")] = False,
    counted: Annotated[bool, typer.Option("--count", help="count all solutions")] = False,
    symmetry: Annotated[
        bool, typer.Option("--up-to-symmetry", help="queens: one of each eight that turn into each other")
    ] = False,
    strategy: Annotated[
        str,
        typer.Option(
            help="of backtracking, backjumping, generate_and_test, min_conflicts; static, mrv, degree, "
            "mrv_degree; natural, lcv; no_inference, forward_checking, ac3: names joined by commas"
        ),
    ] = "",
    engine: Annotated[str, typer.Option(help="auto, interpreted, compiled or ortools")] = "auto",
    nodes: Annotated[Number, typer.Option(help="assignments at most")] = None,
    seconds: Annotated[Optional[float], typer.Option(help="seconds at most")] = None,  # noqa: UP045
    seed: Annotated[int, typer.Option(help="of min_conflicts")] = 0,
    tell: Annotated[bool, typer.Option("--tell", help="tell each step in a sentence")] = False,
    trace: Annotated[Optional[str], typer.Option(help="write the steps to this file as JSON lines")] = None,  # noqa: UP045
    events: Annotated[int, typer.Option(help="how many steps to keep")] = 100_000,
    lines: Annotated[int, typer.Option(help="how many sentences or solutions to print; 0 for all")] = 200,
    processes: Annotated[Number, typer.Option(help="long counts: over so many processes")] = None,
    cluster: Annotated[Optional[str], typer.Option(help="long counts: address of a Dask scheduler")] = None,  # noqa: UP045
    resume: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="long counts: a journal of finished parts, to go on from after a stop"),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="plain data for scripts")] = False,
) -> None:
    """Solve a puzzle: one solution, all of them, their number, or the best."""
    solve_puzzle(
        puzzle,
        Asked(
            n, given, colours, every, counted, symmetry, strategy, engine, nodes, seconds, seed,
            tell, trace, events, lines, processes, cluster, resume, json,
        ),
    )  # fmt: skip


def study(
    puzzle: Annotated[str, typer.Argument(help="queens")] = "queens",
    smallest: Annotated[int, typer.Option("--from", help="the smallest n")] = 4,
    largest: Annotated[int, typer.Option("--to", help="the largest n")] = 8,
    seconds: Annotated[float, typer.Option(help="seconds that one strategy may take on one board")] = 2.0,
    quantity: Annotated[str, typer.Option("--plot", help="tries, checks or seconds")] = "tries",
    svg: Annotated[Optional[str], typer.Option(help="write the plot to this file")] = None,  # noqa: UP045
    json: Annotated[bool, typer.Option("--json", help="plain data for scripts")] = False,
) -> None:
    """Compare the strategies on one puzzle: tries, checks and time by n, as a table and a plot."""
    from zermelo.csp.study import study_queens
    from zermelo.errors import SearchError
    from zermelo.interfaces import study_text
    from zermelo.interfaces.show import print_json
    from zermelo.kernel.files import write_whole
    from zermelo.limits import Limits

    if puzzle != "queens":
        raise SearchError("no_study", puzzle=puzzle)
    if not 1 <= smallest <= largest <= 20:
        raise SearchError("wrong_study_sizes", smallest=smallest, largest=largest)
    if quantity not in ("tries", "checks", "seconds"):
        raise SearchError("unknown_plot", quantity=quantity)
    Limits(seconds=seconds)
    measured = []
    for found in study_queens(range(smallest, largest + 1), seconds=seconds):
        measured.append(found)
        if json:
            print_json(found.as_dict())
    if not json:
        print("\n".join([*study_text.table(measured), "", *study_text.plot(measured, quantity)]))
    if svg:
        write_whole(svg, study_text.svg(measured, quantity))
