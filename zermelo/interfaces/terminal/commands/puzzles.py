"""`puzzles`, `solve queens`, `study`: constraint problems."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.interfaces.terminal import completion
from zermelo.interfaces.terminal.options import EXPORT, SECONDS, SHOWN, Json, chosen, file, integer, seconds
from zermelo.interfaces.terminal.puzzles import PUZZLES, Asked

SOLVE = "solve-puzzle"
"""The name under which `solve` of a puzzle is kept."""


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
    puzzle: Annotated[str, typer.Argument(help="queens", metavar="PUZZLE")] = "queens",
    smallest: Annotated[int, integer("--from", "the smallest n")] = 4,
    largest: Annotated[int, integer("--to", "the largest n")] = 8,
    seconds: Annotated[float, seconds("--seconds", f"{SECONDS}: for one strategy on one board")] = 2.0,
    quantity: Annotated[
        str, chosen("--plot", "what the plot shows: {quantities}", SHOWN, "quantities")
    ] = "tries",
    export: Annotated[str | None, file("--export", f"{EXPORT}: the plot, as .svg")] = None,
    json: Json = False,
) -> None:
    """Compare the strategies on one puzzle. A table and a plot show tries, checks and time."""
    from zermelo.csp.study import study_queens
    from zermelo.errors import SearchError
    from zermelo.interfaces.terminal import study_text
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.kernel.files import write_safely

    if puzzle != "queens":
        raise SearchError("no_study", puzzle=puzzle)
    if not 1 <= smallest <= largest <= 20:
        raise SearchError("wrong_study_sizes", smallest=smallest, largest=largest)
    if quantity not in completion.quantities():
        raise SearchError("unknown_plot", quantity=quantity)
    measured = []
    for found in study_queens(range(smallest, largest + 1), seconds=seconds):
        measured.append(found)
        if json:
            print_json(found.as_dict())
    if not json:
        print("\n".join([*study_text.measurement_rows(measured), "", *study_text.plot(measured, quantity)]))
    if export:
        write_safely(export, study_text.svg(measured, quantity))
