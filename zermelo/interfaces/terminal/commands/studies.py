"""`study`: experiments that hold the theory against what is measured."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.interfaces.terminal import completion
from zermelo.interfaces.terminal.options import (
    COUNTS,
    EXPORT,
    LIMITS,
    SAVE,
    Cluster,
    Json,
    Seed,
    file,
    integer,
    option,
)


def study(
    name: Annotated[
        str,
        typer.Argument(
            help="{experiments}; a game for those that take one; or a puzzle: {puzzles}",
            autocompletion=completion.games,
            metavar="NAME",
        ),
    ] = "",
    game: Annotated[
        str,
        typer.Argument(
            help="the game of orders, ablation and mcts", autocompletion=completion.games, metavar="GAME"
        ),
    ] = "",
    brief: Annotated[bool, option("--brief", "small sizes, for a first look", LIMITS)] = False,
    seed: Seed = 0,
    processes: Annotated[
        int | None, integer("--processes", "how many processes share the work: by default all cores", COUNTS)
    ] = None,
    cluster: Cluster = None,
    export: Annotated[str | None, file("--export", f"{EXPORT}: the plots, as .svg, .png or .pdf")] = None,
    save: Annotated[str | None, file("--save", f"{SAVE}: the measurements, as .csv or .json")] = None,
    report: Annotated[
        str | None, file("--report", "write a page of everything to this file, as .html")
    ] = None,
    json: Json = False,
) -> None:
    """Hold the theory against what is measured. A puzzle: compare its strategies."""
    from zermelo.interfaces.terminal import experimenting as typed

    if not name:
        print("\n".join(typed.listed()))
        return
    typed.check_forms(export, save, report)
    asked = typed.asked(name, game)
    found = typed.told(asked, seed or 0, brief, processes, cluster, json)
    for path in typed.write(found, export, save, report):
        if not json:
            print(f"{path} written")
    if not found.holds:
        raise typer.Exit(1)
