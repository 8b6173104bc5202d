"""`puzzles`, `solve queens`, `study`: constraint problems."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.interfaces.terminal import completion
from zermelo.interfaces.terminal.options import (
    EXPORT,
    PUZZLE,
    SECONDS,
    SHOWN,
    Json,
    chosen,
    file,
    integer,
    option,
    seconds,
)
from zermelo.interfaces.terminal.puzzles import PUZZLES, Asked

SOLVE, STUDY = "solve-puzzle", "study-puzzle"
"""The names under which `solve` and `study` of a puzzle are kept."""


def puzzles(json: Json = False) -> None:
    """List the puzzles that come with Zermelo, for zermelo solve."""
    from zermelo.interfaces.terminal.show import print_json

    if json:
        print_json({name: puzzle.about for name, puzzle in PUZZLES.items()})
        return
    for name, puzzle in PUZZLES.items():
        print(f"{name:18} {puzzle.about}")


def solve(
    puzzle: Annotated[
        str, typer.Argument(help="{puzzles}", autocompletion=completion.of("puzzles"), metavar="PUZZLE")
    ],
    asked: Asked,
) -> None:
    """Solve a puzzle: one solution, all of them, their number, or the best."""
    from zermelo.interfaces.terminal.puzzle_answers import solve_puzzle

    solve_puzzle(puzzle, asked)


def study(
    puzzle: Annotated[
        str, typer.Argument(help="{puzzles}", autocompletion=completion.of("puzzles"), metavar="PUZZLE")
    ],
    smallest: Annotated[int | None, integer("--from", "the smallest n")] = None,
    largest: Annotated[int | None, integer("--to", "the largest n")] = None,
    given: Annotated[str, option("--given", "the puzzle itself: a text or a file", PUZZLE, "TEXT")] = "",
    colours: Annotated[int | None, integer("--colours", "how many colours there are", PUZZLE)] = None,
    seconds: Annotated[float, seconds("--seconds", f"{SECONDS}: for one strategy on one puzzle")] = 2.0,
    quantity: Annotated[
        str, chosen("--plot", "what the plot shows: {quantities}", SHOWN, "quantities")
    ] = "tries",
    export: Annotated[str | None, file("--export", f"{EXPORT}: the plot, as .svg")] = None,
    json: Json = False,
) -> None:
    """Compare the strategies on one puzzle. A table and a plot show tries, checks and time."""
    from zermelo.csp.study import study as measurements
    from zermelo.errors import SearchError
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.interfaces.terminal.study_picture import svg
    from zermelo.interfaces.terminal.study_text import measurement_rows, plot
    from zermelo.interfaces.terminal.studying import called, cases_of
    from zermelo.kernel.files import refuse_unwritable, write_safely

    if export:
        refuse_unwritable(export)
    cases = cases_of(puzzle, smallest, largest, Asked(given=given, colours=colours))
    if quantity not in completion.quantities():
        raise SearchError("unknown_plot", quantity=quantity)
    measured = []
    try:
        for found in measurements(cases, seconds=seconds):
            measured.append(found)
            if json:
                print_json(found.as_dict())
    finally:  # what was measured is shown after Ctrl-C too
        if measured and not json:
            print("\n".join([*measurement_rows(measured), "", *plot(measured, quantity)]))
    if export:
        write_safely(export, svg(measured, quantity, called(puzzle)))
