"""`search`, `analyse`, `trace`, `export`, `perft`: what a search finds, and the tree in which it found it."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from zermelo.interfaces.terminal.options import (
    EXPORT,
    Drawing,
    Engine,
    Json,
    Output,
    Tell,
    Thinking,
    Tracing,
    Values,
    Where,
    file,
    option,
    whole_number,
)


def search(where: Where, thinking: Thinking, values: Values = False, json: Json = False) -> None:
    """Find the best move, its value and its line."""
    from zermelo import analyse
    from zermelo.interfaces.terminal.opening import opened
    from zermelo.interfaces.terminal.show import print_json, show_report
    from zermelo.running.contact import unchanged

    report: Any = None
    with opened(where.game, where.moves, where.at) as (rules, state):
        with unchanged(rules, state):
            for report in analyse(rules, state, values=values, **wanted(thinking, rules, state)):
                if json:
                    print_json(report.as_dict())
        if not json:
            show_report(rules, state, report)


def analyse(where: Where, thinking: Thinking, json: Json = False) -> None:
    """Let the engine think, and watch it. Without a limit it goes on until Ctrl-C."""
    from zermelo import analyse as run_analysis
    from zermelo.interfaces.terminal.analysis import show_analysis
    from zermelo.interfaces.terminal.opening import opened

    with opened(where.game, where.moves, where.at) as (rules, state):
        asked = wanted(thinking, rules, state)
        asked["algorithm"] = thinking.algorithm or ("deepening" if hasattr(rules, "outcomes") else "pvs")
        show_analysis(rules, state, run_analysis(rules, state, **asked), json)


def wanted(thinking: Thinking, game: Any, state: Any) -> dict[str, Any]:
    """What was typed, as the library takes it."""
    from zermelo.interfaces.terminal.analysis import actions_named

    off = [name.strip() for name in thinking.switch_off.split(",") if name.strip()]
    asked = vars(thinking) | {"switch_off": off}
    if typed := asked.pop("root_actions"):
        asked["root_actions"] = actions_named(game, state, typed)
    return asked


def trace(
    where: Where,
    tracing: Tracing,
    tree: Annotated[bool | None, option("--tree/--no-tree", "draw the tree [default: unless --tell]")] = None,
    tell: Tell = False,
    step: Annotated[
        bool, option("--step", "step by step: space, b back, c cut-off (s simulation), q quit")
    ] = False,
    output: Output = None,
    export: Annotated[
        str | None, file("--export", f"{EXPORT}: .svg, .png, .tex, .dot, .json or .html")
    ] = None,
    json: Json = False,
) -> None:
    """Draw the tree of a search, with every window and cut-off. Or tell it, or step through it."""
    from zermelo.interfaces.pictures.exports import TREE_FORMS, export_tree, form_of
    from zermelo.interfaces.terminal.opening import opened
    from zermelo.interfaces.terminal.show import print_json, print_line, show_trace
    from zermelo.interfaces.terminal.stepper import step_through
    from zermelo.running.contact import unchanged

    check_tracing(tracing, output)
    if export:
        form_of(export, TREE_FORMS, "a tree")
    shown = tracing.show or None
    with opened(where.game, where.moves, where.at) as (rules, state):
        with unchanged(rules, state):
            report = traced(rules, state, tracing)
        story = report.trace
        if export:
            export_tree(export, report, shown or len(story.events))
            print_json({"written": export}) if json else print(f"{export} written")
        if output:
            story.write(output)
            written = {"file": output, "events": len(story.events), "dropped": story.dropped}
            print_json(written) if json else print(f"{len(story.events):,} steps written to {output}")
        if export or output:
            return
        if json:
            for line in story.json_lines():
                print_line(line)
        elif step:
            step_through(story, shown)
            show_trace(report, tracing.depth, shown, tree=False, tell=False)
        else:
            show_trace(report, tracing.depth, shown, not tell if tree is None else tree, tell)


def check_tracing(tracing: Tracing, output: str | None = None) -> None:
    """What can be refused before the search."""
    from zermelo.errors import SearchError
    from zermelo.kernel.files import refuse_unwritable
    from zermelo.kernel.run import EVENTS

    if output:
        refuse_unwritable(output)
    if not 1 <= tracing.events <= EVENTS:
        raise SearchError("wrong_events", most=EVENTS, given=tracing.events)
    if tracing.show < 0:
        raise SearchError("not_from_up", option="--show", least=0, given=tracing.show)


def traced(game: Any, state: Any, tracing: Tracing) -> Any:
    """A search with its events; a tree that is too large to finish is stopped, not waited for."""
    from zermelo import search
    from zermelo.errors import SearchError
    from zermelo.running.choosing import textbook_search

    asked = {name: value for name, value in vars(tracing).items() if name not in ("events", "show")}
    asked["algorithm"] = tracing.algorithm or textbook_search(game)
    report = search(game, state, trace=tracing.events, **asked)
    name = type(game).__name__
    if not report.answered and tracing.nodes is not None and report.nodes >= tracing.nodes:
        raise SearchError("trace_needs_nodes", game=name, nodes=tracing.nodes)
    if not report.answered:
        raise SearchError("trace_needs_limit", game=name, seconds=tracing.seconds)
    return report


def export(
    where: Where,
    output: Annotated[
        str,
        typer.Argument(
            help="the file to write: .svg, .png, .tex, .tikz (for \\input), .dot, .json, .html, or .sgf",
            metavar="FILE",
        ),
    ],
    tracing: Drawing,
    board: Annotated[bool, option("--board", "the board instead of the tree of a search")] = False,
    strategy: Annotated[
        str | None,
        option(
            "--strategy-of", "the strategy of max or min: one move of theirs, every answer", metavar="PLAYER"
        ),
    ] = None,
    transparent: Annotated[bool, option("--transparent", "a tree without white paper: .svg, .png")] = False,
    json: Json = False,
) -> None:
    """Write a tree, a strategy, a board or a game to a file, as its ending says."""
    from zermelo.interfaces.load import RECORDS
    from zermelo.interfaces.pictures import exports
    from zermelo.interfaces.terminal.opening import opened_line
    from zermelo.interfaces.terminal.show import print_json

    if output.endswith(RECORDS):
        return export_record(where, output, json)
    forms = (exports.BOARD_FORMS, "a board") if board else (exports.TREE_FORMS, "a tree")
    exports.form_of(output, *forms)
    check_tracing(tracing)
    with opened_line(where.game, where.moves, where.at) as (rules, states, _):
        if board:
            exports.export_board(output, rules, *states[:-3:-1])
        elif strategy is not None:
            player, paper = player_of(strategy), not transparent
            exports.export_strategy(output, rules, states[-1], player, tracing.depth, paper)
        else:
            report = traced(rules, states[-1], tracing)
            exports.export_tree(output, report, tracing.show or len(report.trace.events), not transparent)
    print_json({"written": output}) if json else print(f"{output} written")


def export_record(where: Where, output: str, json: bool) -> None:
    """Write the moves of a game of Go or Hex as SGF."""
    from zermelo.errors import SearchError
    from zermelo.games import Go, Hex
    from zermelo.interfaces.sgf import Record, text_of
    from zermelo.interfaces.terminal.opening import opened_line
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.kernel.files import write_safely

    with opened_line(where.game, where.moves, where.at) as (rules, states, actions):
        if not isinstance(rules, Go | Hex):
            raise SearchError("no_record", game=type(rules).__name__)
        write_safely(output, text_of(Record(rules, states, actions)))
    print_json({"written": output}) if json else print(f"{output} written")


def player_of(word: str) -> int:
    """MAX or MIN, as somebody types it."""
    from zermelo.errors import SearchError
    from zermelo.game import MAX, MIN

    found = {"max": MAX, "min": MIN}.get(word.lower())
    if found is None:
        raise SearchError("unknown_player", name=word, choices=["max", "min"])
    return found


def perft(
    where: Where,
    depth: Annotated[
        int, typer.Argument(help="plies to look ahead", metavar="DEPTH", parser=whole_number("DEPTH"))
    ],
    engine: Engine = "auto",
    json: Json = False,
) -> None:
    """Count the move sequences of each length, and the games that ended earlier."""
    from zermelo import perft as count
    from zermelo.interfaces.terminal.opening import opened
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.limits import Limits

    Limits(depth=depth)
    with opened(where.game, where.moves, where.at) as (rules, state):
        for plies in range(depth + 1):
            found = count(rules, state, depth=plies, engine=engine)  # type: ignore[arg-type]  # checked there
            if json:
                print_json({"plies": plies, "sequences": int(found), "ended": found.ended})
            else:
                print(plies, found, *([f"({found.ended} ended earlier)"] if found.ended else []))
            sys.stdout.flush()
