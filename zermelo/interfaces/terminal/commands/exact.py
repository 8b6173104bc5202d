"""`solve` and `prove`: exact answers about a position."""

from __future__ import annotations

from typing import Annotated, Any

from zermelo.interfaces.terminal.options import (
    Effort,
    Json,
    Threads,
    Values,
    Where,
    chosen,
    file,
    option,
)


def solve(
    where: Where,
    effort: Effort,
    threads: Threads = None,
    table: Annotated[
        str, file("--table", "solve every position into this file; goes on where it was stopped")
    ] = "",
    values: Values = True,
    certificate: Annotated[bool, option("--certificate", "what was searched, question by question")] = False,
    json: Json = False,
) -> None:
    """Say exactly who wins, how soon, and by which moves; or solve a puzzle.

    A puzzle has options of its own: see zermelo solve queens --help, and zermelo puzzles.
    """
    from zermelo.interfaces.terminal.opening import opened
    from zermelo.interfaces.terminal.solving import solve_by_search, solve_by_table
    from zermelo.solve import check_table_options, needs_table

    wanted: dict[str, Any] = vars(effort)
    with opened(where.game, where.moves, where.at) as (rules, state):
        if table or needs_table(rules):
            check_table_options(effort.nodes, (), threads)
            limits = {name: value for name, value in wanted.items() if name != "nodes"}
            solve_by_table(rules, state, table, json, certificate, values, **limits)
        else:
            solve_by_search(rules, state, json, certificate, threads=threads, values=values, **wanted)


def prove(
    where: Where,
    effort: Effort,
    player: Annotated[
        str | None,
        chosen("--player", "who is to force it: {players} [default: who is to move]", kind="players"),
    ] = None,
    target: Annotated[
        str, chosen("--target", "what is to be forced: {targets}, or a number of points")
    ] = "win",
    json: Json = False,
) -> None:
    """Ask whether a player can force a win, a draw or a number of points."""
    from zermelo.interfaces.terminal.opening import opened
    from zermelo.interfaces.terminal.proving import player_called, show_proof, target_called
    from zermelo.prove import prove as run_proof

    asked: dict[str, Any] = {name: value for name, value in vars(effort).items() if value is not None}
    asked |= {"player": player_called(player), "target": target_called(target)}
    with opened(where.game, where.moves, where.at) as (rules, state):
        show_proof(rules, state, run_proof(rules, state, **asked), json)
