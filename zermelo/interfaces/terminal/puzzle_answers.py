"""`zermelo solve queens`: one solution, all of them, their number or the best, as they are printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from zermelo.interfaces.terminal.counting import count_long
from zermelo.interfaces.terminal.puzzles import (
    PUZZLES,
    Asked,
    check_puzzle,
    counts_by_bit_masks,
    in_parts,
    module_of,
    takes_fewest_colours,
)
from zermelo.messages import counted

if TYPE_CHECKING:
    from zermelo.csp.answer import Answer
    from zermelo.csp.problem import Assignment
    from zermelo.csp.puzzles.cindy import Shortest
    from zermelo.csp.search import Counters
    from zermelo.csp.trace import Trace


def solve_puzzle(name: str, asked: Asked) -> None:
    """Solve one of PUZZLES as it was asked for, and print what came out."""
    check_puzzle(name, asked)
    if name == "cindy":
        solve_cindy(asked)
    elif takes_fewest_colours(name, asked):
        colour(asked)
    elif asked.counted and (in_parts(asked) or (name == "queens" and counts_by_bit_masks(asked))):
        count_long(name, asked)
    else:
        solve_problem(name, asked)


def solve_problem(name: str, asked: Asked) -> None:
    from zermelo.csp.solve import Inquiry, without_objective
    from zermelo.interfaces.terminal.show import print_json

    puzzle, module = PUZZLES[name], module_of(name)
    assert puzzle.build is not None
    problem = puzzle.build(module, asked)
    everything = asked.every or asked.counted or asked.symmetry
    if everything and problem.objective is not None:
        problem = without_objective(problem)
        if not asked.json:
            print("Every solution counts here, not only the best.")
    inquiry = Inquiry(
        problem, engine=asked.engine, nodes=asked.nodes, seconds=asked.seconds, seed=asked.seed or 0,
        trace=asked.events if asked.tell or asked.output else 0, strategy=asked.strategy,
    )  # fmt: skip
    if asked.every or asked.symmetry:
        show_all(name, module, inquiry, asked)
        return
    answer = inquiry.answer(most=None if asked.counted or problem.objective else 1)
    tell_story(answer.trace, asked)
    if asked.json:
        print_json({"puzzle": name, **answer.as_dict()})
    else:
        show_answer(module, answer, drawn=not asked.counted)
    stop_if(answer.interrupted)


def show_all(name: str, module: Any, inquiry: Any, asked: Asked) -> None:
    """Every solution, drawn as it is found; up to symmetry one of each class."""
    from zermelo.game import jsonable
    from zermelo.interfaces.terminal.show import print_json

    shown = 0
    found: Iterator[Assignment] = inquiry.solutions(None, only_count=False)
    kept = module.fundamental(found) if asked.symmetry else found
    for solution in kept:
        shown += 1
        if asked.json and asked.every:
            print_json(
                {"puzzle": name, "solution": [[jsonable(k), jsonable(v)] for k, v in solution.items()]}
            )
        elif asked.every and (asked.show == 0 or shown <= asked.show):
            print(f"{shown}\n{module.show(inquiry.problem, solution)}\n", flush=True)
    if asked.every and not asked.json and asked.show and shown > asked.show:
        print(f"… {shown - asked.show:,} more are not drawn: --show draws more.")
    total(name, inquiry, shown, asked)


def total(name: str, inquiry: Any, shown: int, asked: Asked) -> None:
    from zermelo.csp.answer import cost
    from zermelo.interfaces.terminal.show import print_json

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


def tell_story(trace: Trace | None, asked: Asked) -> None:
    from zermelo.interfaces.terminal.show import show_sentences

    if trace is None:
        return
    if asked.output:
        trace.write(asked.output)
        print(f"{len(trace.steps):,} steps written to {asked.output}", file=sys.stderr)
    if asked.tell:
        show_sentences(trace.sentences(), len(trace.steps), asked.show or None)
        print()


def solve_cindy(asked: Asked) -> None:
    from zermelo.csp.puzzles import cindy
    from zermelo.csp.search import Counters
    from zermelo.csp.trace import Recorder
    from zermelo.errors import SearchError
    from zermelo.limits import Clock

    counters, clock = Counters(), Clock(asked.seconds)
    recorder = Recorder(asked.events) if asked.tell or asked.output else None
    found = cindy.shortest(cindy.start(3 if asked.n is None else asked.n), counters, clock, recorder)
    tell_story(cindy.story(recorder) if recorder else None, asked)
    if found.way is None:
        raise SearchError("too_few_seconds", seconds=asked.seconds)
    show_way(found, counters, clock.elapsed, asked)
    stop_if(found.interrupted)


def show_way(found: Shortest, counters: Counters, seconds: float, asked: Asked) -> None:
    from zermelo.csp.puzzles.cindy import sentences, spaced
    from zermelo.interfaces.terminal.show import print_json

    way = found.way or []
    if asked.json:
        told = {"puzzle": "cindy", "moves": len(way) - 1, "rows": way, "finished": found.finished}
        print_json(told | {"counters": counters.as_dict()})
        return
    print("\n".join([f"     {spaced(way[0])}", *sentences(way)]))
    looked = "after all were looked at" if found.finished else "before it was stopped: not proved"
    ways = counted(counters.solutions, "way")
    print(f"\n{counted(len(way) - 1, 'move')}: the shortest of {ways}, {looked}")
    tried = f"{counted(counters.assignments, 'move')} tried, {counted(counters.backtracks, 'backtrack')}"
    print(f"{tried}; {seconds:.3f} s")


def stop_if(interrupted: bool) -> None:
    """What Ctrl-C stopped has been shown as far as it came; now the command ends as after any Ctrl-C."""
    if interrupted:
        raise KeyboardInterrupt


def many(colours: int) -> str:
    return "1 colour" if colours == 1 else f"{colours} colours"


def colour(asked: Asked) -> None:
    """As few colours as can be."""
    from zermelo.csp.puzzles import colouring
    from zermelo.interfaces.terminal.show import print_json

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
        stop_if(answer.interrupted)
        return
    if answer.solution is None:
        print(f"at least {many(colours)}: the search was stopped before it could tell whether that is enough")
        stop_if(answer.interrupted)
        return
    show_answer(colouring, answer)
    if colours == 1:
        print("1 colour; nothing less will do")
    else:
        print(f"{colours} colours; with one less there is none, which is proved")
