"""`matrix`: games in which both players choose at the same time."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.interfaces.terminal.options import (
    EXPORT,
    METHOD,
    PLAYERS,
    POSITION,
    SHOWN,
    Json,
    Moves,
    Position,
    chosen,
    file,
    integer,
    option,
)


def matrix(
    given: Annotated[
        str,
        typer.Argument(
            help="'2 -3; 0 2; -5 10', '[[2,-3],[0,2],[-5,10]]', pairs such as '3|3 0|5; 5|0 1|1', a file of "
            "them (text, CSV, JSON), - for the standard input, or with --strategies a game",
            metavar="MATRIX",
        ),
    ],
    rows: Annotated[
        str, chosen("--rows", "who chooses the row: {row_players}; payoffs are MAX's", PLAYERS, "row_players")
    ] = "max",
    strategies: Annotated[
        bool, option("--strategies", "the matrix of all strategies of this small game or tree", POSITION)
    ] = False,
    moves: Moves = "",
    at: Position = "",
    method: Annotated[
        str, chosen("--method", "how it is solved: {matrix_methods}", METHOD, "matrix_methods")
    ] = "auto",
    rounds: Annotated[int, integer("--rounds", "how many rounds: of fictitious play", METHOD)] = 1000,
    plot: Annotated[
        str, chosen("--plot", "what the plot shows: {matrix_pictures}", SHOWN, "matrix_pictures")
    ] = "",
    export: Annotated[
        str | None, file("--export", f"{EXPORT}: .svg, .png or .tex; or write .json or .csv")
    ] = None,
    json: Json = False,
) -> None:
    """Solve a payoff matrix: value, optimal mixed strategies, dominance."""
    from zermelo.errors import SearchError
    from zermelo.interfaces.pictures.exports import form_of
    from zermelo.interfaces.pictures.matrices import FORMS, export_matrix
    from zermelo.interfaces.terminal.matrices import game_from_text, player_of, print_study
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.matrix.study import study

    if plot and not export:
        raise SearchError("plot_without_file")
    if export:
        form_of(export, FORMS, "a matrix")
    game = game_from_text(given, player_of(rows), strategies, moves, at)
    found = study(game, method=method, rounds=rounds)  # type: ignore[arg-type]  # checked there
    if export:
        export_matrix(export, found, plot)
        print_json({"written": export}) if json else print(f"{export} written")
    elif json:
        print_json(found.as_dict())
    else:
        print_study(found)
