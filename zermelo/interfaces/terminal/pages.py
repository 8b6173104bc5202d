"""`zermelo serve` and `zermelo export`: the page in the browser, and pictures of boards and trees."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from zermelo.interfaces.terminal import completion


def add_commands(app: typer.Typer) -> None:
    app.command()(serve)
    app.command()(export)


def serve(
    games: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(
            help="your own rules, one.py two.py …, or a game to begin with", autocompletion=completion.games
        ),
    ] = None,
    port: Annotated[int, typer.Option(help="where the page is served; 0 for any that is free")] = 8000,
    host: Annotated[
        str, typer.Option(help="an address beyond this machine, such as 0.0.0.0; needs --token")
    ] = "127.0.0.1",
    token: Annotated[str, typer.Option(help="what every request must show, where others can reach it")] = "",
    browse: Annotated[bool, typer.Option("--open/--no-open", help="open the page in a browser")] = True,
) -> None:
    """Play, analyse and step through searches in the browser; your files are read again when saved."""
    from zermelo.interfaces.web.serve import serve as run_server

    run_server(games or [], host, port, token, browse, lambda text: print(text, flush=True))


def export(
    game: Annotated[
        str,
        typer.Argument(
            help="tictactoe, mygame.py, or a tree such as [[3,12,8],[2,4,6]]", autocompletion=completion.games
        ),
    ],
    output: Annotated[str, typer.Argument(help="the file: .svg, .png, .tex (TikZ), .dot, .json or .html")],
    board: Annotated[bool, typer.Option("--board", help="the board instead of the tree of a search")] = False,
    moves: Annotated[str, typer.Option(help="actions from the start, separated by commas")] = "",
    at: Annotated[str, typer.Option("--position", help="a position as the game's parse() reads it")] = "",
    depth: Annotated[Optional[int], typer.Option(help="plies to look ahead")] = None,  # noqa: UP045
    algorithm: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="alphabeta, minimax, negamax, pvs, …", autocompletion=completion.algorithms),
    ] = None,
    events: Annotated[int, typer.Option(help="how many steps to keep")] = 20_000,
    nodes: Annotated[int, typer.Option(help="how many nodes to draw; the rest is counted")] = 300,
    json: Annotated[bool, typer.Option("--json", help="plain data for scripts")] = False,
) -> None:
    """Write the tree of a search, or a board, as SVG, PNG, TikZ, DOT, JSON, or as a page that replays it."""
    from zermelo.interfaces.load import game_from, position
    from zermelo.interfaces.pictures.exports import (
        BOARD_FORMS,
        TREE_FORMS,
        export_board,
        export_tree,
        form_of,
    )
    from zermelo.interfaces.terminal.cli import check_trace, rules_explained, traced
    from zermelo.interfaces.terminal.show import print_json

    form_of(output, *((BOARD_FORMS, "a board") if board else (TREE_FORMS, "a tree")))
    check_trace(events, nodes, None)
    rules = game_from(game)
    with rules_explained(rules):
        state = position(rules, moves, at)
        if board:
            export_board(output, rules, state)
        else:
            export_tree(output, traced(rules, state, depth, 10.0, algorithm, events), max(nodes, 1))
    print_json({"written": output}) if json else print(f"{output} written")
