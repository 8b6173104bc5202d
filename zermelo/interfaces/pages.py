"""`zermelo serve` and `zermelo export`: the page in the browser, and pictures of boards and trees."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from zermelo.interfaces import completion

FORMS = {
    ".svg": "svg",
    ".tex": "tikz",
    ".tikz": "tikz",
    ".dot": "dot",
    ".gv": "dot",
    ".json": "json",
    ".html": "html",
}
"""What the end of a file's name says."""


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
    output: Annotated[str, typer.Argument(help="the file: .svg, .tex (TikZ), .dot, .json or .html")],
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
    """Write the tree of a search, or a board, as SVG, TikZ, DOT, JSON, or as a page that replays it."""
    from zermelo.errors import SearchError
    from zermelo.files import write_whole
    from zermelo.interfaces.load import game_from, position
    from zermelo.interfaces.show import print_json

    form = FORMS.get(Path(output).suffix.lower())
    if form is None:
        raise SearchError(f"{output} says no format that is known: end it with {', '.join(FORMS)}")
    rules = game_from(game)
    state = position(rules, moves, at)
    if board:
        if form != "svg":
            raise SearchError("a board is exported as .svg")
        from zermelo.interfaces.draw import board_svg

        text = board_svg(rules, state)
    else:
        text = tree_text(
            rules, state, form, {"depth": depth, "algorithm": algorithm, "events": events}, nodes
        )
    write_whole(output, text)
    print_json({"written": output}) if json else print(f"{output} written")


def tree_text(game: Any, state: Any, form: str, asked: dict[str, Any], nodes: int) -> str:
    """The tree of a traced search in this form."""
    from zermelo.interfaces import draw
    from zermelo.interfaces.cli import check_trace, traced
    from zermelo.interfaces.trace_tree import TraceTree

    check_trace(asked["events"], nodes, None)
    report = traced(game, state, asked["depth"], 10.0, asked["algorithm"], asked["events"])
    drawings = {"svg": draw.tree_svg, "tikz": draw.tree_tikz, "dot": draw.tree_dot}
    if form in drawings:
        return drawings[form](TraceTree.after(report.trace), max(nodes, 1))
    return replayable(report, form)


def replayable(report: Any, form: str) -> str:
    """The whole trace as data, or as a page that steps through it."""
    from zermelo.errors import SearchError

    try:
        from zermelo.interfaces.web.assets import Assets
        from zermelo.interfaces.web.export import tree_file
        from zermelo.interfaces.web.traces import Traced
    except ImportError:
        from zermelo.interfaces.web.serve import MISSING

        raise SearchError(MISSING) from None
    return tree_file(Traced(report), form, Assets()).body.decode()
