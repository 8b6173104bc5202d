"""The command line: `zermelo play`, `search`, `trace`, `perft`, `check`, `games`, `new`, `analyse`, `bench`,
`table`, `cache`; `serve` and `export`; `solve` and `study` of puzzles.

Everything is imported inside the commands, so that help and completion are quick.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Annotated, Any, Optional

import typer

from zermelo.interfaces import completion, pages, routing, tables

app = typer.Typer(
    cls=routing.Commands,
    help="Write the rules of a game once; Zermelo plays it, searches it and shows you why.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
cache_app = typer.Typer(help="The compiled units that are kept on disk.", no_args_is_help=True)
app.add_typer(cache_app, name="cache")
app.add_typer(tables.app, name="table")
routing.add_commands(app)
pages.add_commands(app)

GameArgument = Annotated[
    str,
    typer.Argument(
        help="tictactoe, connect4:width=5,height=4, mygame.py, or a tree such as [[3,12,8],[2,4,6],[14,5,2]]",
        autocompletion=completion.games,
    ),
]
Moves = Annotated[str, typer.Option(help="actions from the start, separated by commas")]
Position = Annotated[str, typer.Option("--position", help="a position as the game's parse() reads it")]
Depth = Annotated[Optional[int], typer.Option(help="plies to look ahead")]  # noqa: UP045 (typer reads it)
Nodes = Annotated[Optional[int], typer.Option(help="nodes to visit at most")]  # noqa: UP045
Seconds = Annotated[Optional[float], typer.Option(help="seconds to think at most")]  # noqa: UP045
Algorithm = Annotated[
    str | None,
    typer.Option(
        help="minimax, negamax, alphabeta, alphabeta_negamax, deepening, pvs, mtdf, expectiminimax",
        autocompletion=completion.algorithms,
    ),
]
Engine = Annotated[str, typer.Option(help="auto, compiled or interpreted", autocompletion=completion.engines)]
Order = Annotated[
    str,
    typer.Option(
        help="of the children: natural, reversed, random, priority, best (first) or worst",
        autocompletion=completion.orders,
    ),
]
PruneEqual = Annotated[bool, typer.Option(help="cut off at alpha = beta, or only beyond it")]
FailSoft = Annotated[bool, typer.Option(help="return what was found outside the window, or its edge")]
Quick = Annotated[bool, typer.Option(help="prefer quick wins and slow losses")]
Seed = Annotated[int, typer.Option(help="of the random order")]
Json = Annotated[bool, typer.Option("--json", help="plain data for scripts")]
Threads = Annotated[int, typer.Option(help="how many cores may think")]
Memory = Annotated[float, typer.Option(help="megabytes of the table")]
LONGEST = 1_000_000.0
"""Seconds that can be asked for."""


@contextlib.contextmanager
def rules_explained(game: Any) -> Iterator[None]:
    """What the rules of a game raise outside a search, said in one sentence too."""
    from zermelo.errors import RulesError, ZermeloError
    from zermelo.running.explain import explain_error

    try:
        yield
    except (ZermeloError, OSError):
        raise
    except Exception as error:
        raise RulesError(explain_error(game, error)) from error


@contextlib.contextmanager
def opened(game: str, moves: str, at: str) -> Iterator[tuple[Any, Any]]:
    """A game and a position of it; what the rules raise meanwhile is said in one sentence."""
    from zermelo.interfaces.load import game_from, position

    rules = game_from(game)
    with rules_explained(rules):
        yield rules, position(rules, moves, at)


def check_seconds(seconds: float | None) -> None:
    """A number from 0 to a week or two, before anything is printed."""
    from zermelo.errors import SearchError
    from zermelo.limits import Limits

    Limits(seconds=seconds)
    if seconds is not None and seconds > LONGEST:
        raise SearchError(f"seconds must be at most {LONGEST:,.0f}, not {seconds:g}")


@app.command()
def play(
    game: GameArgument = "tictactoe",
    seconds: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option(help="seconds the engine may think for a move [default: 1, or as the clock allows]"),
    ] = None,
    human: Annotated[
        str, typer.Option(help="who you are: max, min, both or nobody", autocompletion=completion.humans)
    ] = "max",
    clock: Annotated[str, typer.Option(help="MINUTES for each player, or MINUTES+SECONDS a move: 5+3")] = "",
    level: Annotated[int, typer.Option(help="how strong the engine plays, 1 to 10")] = 10,
    seed: Annotated[Optional[int], typer.Option(help="of the dice, and of weaker levels")] = None,  # noqa: UP045
    moves: Moves = "",
    at: Position = "",
    json: Json = False,
) -> None:
    """Play a game in the terminal, with moves from the keyboard or from a pipe."""
    from random import Random

    from zermelo.interfaces import voice
    from zermelo.interfaces.clock import ChessClock
    from zermelo.interfaces.play import Match, side_of

    check_seconds(seconds)
    sides, timer = side_of(human), ChessClock.parse(clock) if clock else None
    with opened(game, moves, at) as (rules, state):
        teller = voice.Json() if json else voice.Words()
        Match(rules, state, sides, teller, seconds, timer, Random(seed), level=level).play()


@app.command()
def search(
    game: GameArgument,
    moves: Moves = "",
    at: Position = "",
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    algorithm: Algorithm = None,
    engine: Engine = "auto",
    values: Annotated[bool, typer.Option(help="the value of every action")] = False,
    order: Order = "natural",
    prune_equal: PruneEqual = True,
    fail_soft: FailSoft = True,
    quick: Quick = True,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """The best move of a position, its value and its line."""
    from zermelo import analyse
    from zermelo.interfaces.load import unchanged
    from zermelo.interfaces.show import show_report

    check_seconds(seconds)
    asked: Any = {
        "depth": depth,
        "nodes": nodes,
        "seconds": seconds,
        "algorithm": algorithm,
        "engine": engine,
    }
    asked |= {"order": order, "prune_equal": prune_equal, "fail_soft": fail_soft, "prefer_quick_wins": quick}
    report: Any = None
    with opened(game, moves, at) as (rules, state):
        with unchanged(rules, state):
            for report in analyse(rules, state, values=values, seed=seed, **asked):
                if json:
                    print(report.json(), flush=True)
        if not json:
            show_report(rules, state, report)


@app.command()
def trace(
    game: GameArgument,
    moves: Moves = "",
    at: Position = "",
    depth: Depth = None,
    seconds: Annotated[float, typer.Option(help="seconds to search at most")] = 10.0,
    algorithm: Algorithm = None,
    order: Order = "natural",
    prune_equal: PruneEqual = True,
    fail_soft: FailSoft = True,
    quick: Quick = True,
    seed: Seed = 0,
    events: Annotated[int, typer.Option(help="how many steps to keep")] = 100_000,
    lines: Annotated[int, typer.Option(help="how many lines to draw; 0 for all")] = 200,
    tree: Annotated[Optional[bool], typer.Option(help="draw the tree [default: unless --tell]")] = None,  # noqa: UP045
    tell: Annotated[bool, typer.Option("--tell", help="tell each step in a sentence")] = False,
    step: Annotated[
        bool, typer.Option("--step", help="step by step: space, b back, c cut-off, q quit")
    ] = False,
    output: Annotated[Optional[str], typer.Option(help="write the steps to this file as JSON lines")] = None,  # noqa: UP045
    export: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="draw the tree into this file: .svg, .png, .tex, .dot, .json or .html"),
    ] = None,
    json: Json = False,
) -> None:
    """Draw the tree of a search, with every window and cut-off; or tell it, or step through it."""
    from zermelo.interfaces.exports import TREE_FORMS, export_tree, form_of
    from zermelo.interfaces.load import unchanged
    from zermelo.interfaces.show import print_json, show_trace
    from zermelo.interfaces.stepper import step_through

    check_seconds(seconds)
    check_trace(events, lines, output)
    if export:
        form_of(export, TREE_FORMS, "a tree")
    switches = {
        "prune_equal": prune_equal,
        "fail_soft": fail_soft,
        "prefer_quick_wins": quick,
        "order": order,
    }
    with opened(game, moves, at) as (rules, state):
        with unchanged(rules, state):
            report = traced(rules, state, depth, seconds, algorithm, events, seed=seed, **switches)
        story = report.trace
        if export:
            export_tree(export, report, lines or len(story.events))
            print_json({"written": export}) if json else print(f"{export} written")
        elif output:
            story.write(output)
            written = {"file": output, "events": len(story.events), "dropped": story.dropped}
            print_json(written) if json else print(f"{len(story.events):,} steps written to {output}")
        elif json:
            for line in story.json_lines():
                print(line)
        elif step:
            step_through(story, lines or None)
            show_trace(report, depth, lines or None, tree=False, tell=False)
        else:
            show_trace(report, depth, lines or None, not tell if tree is None else tree, tell)


def check_trace(events: int, lines: int, output: str | None) -> None:
    """What can be refused before the search."""
    from pathlib import Path

    from zermelo.errors import SearchError
    from zermelo.kernel.files import refuse_devices
    from zermelo.kernel.run import EVENTS

    if output:
        refuse_devices(Path(output))
    if not 1 <= events <= EVENTS:
        raise SearchError(f"events must be a number from 1 to {EVENTS:,}, not {events}")
    if lines < 0:
        raise SearchError(f"lines must be a number from 0 up, not {lines}")


def traced(
    game: Any,
    state: Any,
    depth: int | None,
    seconds: float,
    algorithm: str | None,
    events: int,
    **switches: Any,
) -> Any:
    """A search with its events; a tree that is too large to finish is stopped, not waited for."""
    from zermelo import search as run_search
    from zermelo.errors import SearchError

    algorithm = algorithm or ("expectiminimax" if hasattr(game, "outcomes") else "alphabeta")
    asked: Any = {"depth": depth, "seconds": seconds, "algorithm": algorithm, **switches}
    report = run_search(game, state, trace=events, **asked)
    if report.trace is None:
        advice = "give a depth, such as --depth 3, or more --seconds"
        raise SearchError(f"{type(game).__name__} is too large to trace in {seconds:g} seconds: {advice}")
    return report


@app.command(context_settings={"ignore_unknown_options": True})  # so that -1 is a depth, and refused as one
def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(help="plies")],
    moves: Moves = "",
    at: Position = "",
    json: Json = False,
) -> None:
    """Count the move sequences of each length."""
    from zermelo import perft as count
    from zermelo.interfaces.show import print_json
    from zermelo.limits import Limits

    Limits(depth=depth)
    with opened(game, moves, at) as (rules, state):
        for plies in range(depth + 1):
            found = count(rules, state, depth=plies)
            print_json({"plies": plies, "sequences": found}) if json else print(plies, found)
            sys.stdout.flush()


@app.command()
def check(
    game: GameArgument,
    seconds: Annotated[float, typer.Option(help="seconds to look for faults")] = 2.0,
    seed: Annotated[int, typer.Option(help="of the games that are played at random")] = 0,
    wait: Annotated[float, typer.Option(help="seconds more that a first compile may take")] = 0.35,
    json: Json = False,
) -> None:
    """Hold the rules of a game to every promise of the contract, in a process of their own."""
    from zermelo.checking.child import check_file
    from zermelo.interfaces.show import print_json, show_checkup

    check_seconds(seconds)
    check_seconds(wait)
    checkup = check_file(game, seconds=seconds, seed=seed, wait=wait)
    if json:
        print_json(checkup.as_dict())
    else:
        show_checkup(checkup)
    if checkup.faults:
        raise typer.Exit(1)


@app.command()
def games(json: Json = False) -> None:
    """The games that come with Zermelo, and their parameters."""
    from zermelo.games import BUILT_IN
    from zermelo.interfaces.load import parameters_of
    from zermelo.interfaces.show import print_json

    rows = {
        name: {
            "parameters": parameters_of(kind),
            "about": (sys.modules[kind.__module__].__doc__ or "").strip().splitlines()[0],
        }
        for name, kind in BUILT_IN.items()
    }
    if json:
        print_json(rows)
        return
    for name, row in rows.items():
        print(f"{name:12} {row['about']}")
        if row["parameters"]:
            print(f"{'':12} {name}:…  {row['parameters']}")


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="the name of your game, such as mygame")], json: Json = False
) -> None:
    """Write a small game that already plays, and its test, for you to change."""
    from zermelo.interfaces.show import print_json
    from zermelo.interfaces.template import write_template

    paths = write_template(name)
    if json:
        print_json({"written": [str(path) for path in paths]})
        return
    for path in paths:
        print(f"{path} written")
    print(f"now: zermelo play {name}.py, change its rules, then zermelo check {name}.py and pytest")


@app.command()
def analyse(
    game: GameArgument,
    moves: Moves = "",
    at: Position = "",
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    lines: Annotated[int, typer.Option(help="how many of the best lines")] = 1,
    only: Annotated[str, typer.Option(help="the moves to look at, separated by commas")] = "",
    threads: Threads = 1,
    memory: Memory = 64,
    algorithm: Annotated[str, typer.Option(help="pvs or mtdf")] = "pvs",
    engine: Engine = "auto",
    exact: Annotated[bool, typer.Option("--exact", help="minimax's value: no pruning by guesswork")] = False,
    without: Annotated[
        str, typer.Option(help="techniques to switch off", autocompletion=completion.techniques)
    ] = "",
    json: Json = False,
) -> None:
    """Let the engine think about a position, and watch it; without a limit until Ctrl-C."""
    from zermelo import analyse as run_analysis
    from zermelo.interfaces.analysis import actions_named, show_analysis

    check_seconds(seconds)
    how: Any = {"algorithm": algorithm, "engine": engine}
    with opened(game, moves, at) as (rules, state):
        reports = run_analysis(
            rules,
            state,
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            lines=lines,
            root_actions=actions_named(rules, state, only),
            threads=threads,
            memory=memory,
            exact=exact,
            switch_off=[name.strip() for name in without.split(",") if name.strip()],
            **how,
        )
        show_analysis(rules, state, reports, json)


@app.command()
def solve(
    game: GameArgument,
    moves: Moves = "",
    at: Position = "",
    table: Annotated[
        str,
        typer.Option(help="solve every position and keep them in this file; goes on where it was stopped"),
    ] = "",
    seconds: Seconds = None,
    nodes: Nodes = None,
    threads: Annotated[Optional[int], typer.Option(help="how many cores; all, unless said")] = None,  # noqa: UP045
    memory: Annotated[Optional[float], typer.Option(help="megabytes of memory")] = None,  # noqa: UP045
    engine: Engine = "auto",
    values: Annotated[bool, typer.Option(help="the value of every move, or of the position alone")] = True,
    certificate: Annotated[
        bool, typer.Option("--certificate", help="what was searched, question by question")
    ] = False,
    json: Json = False,
) -> None:
    """Who wins, how soon, and which are the only moves: exactly; or a puzzle, such as queens."""
    from zermelo.interfaces.solving import solve_by_search, solve_by_table
    from zermelo.solve import can_repeat, check_table_options

    check_seconds(seconds)
    wanted: dict[str, Any] = {"seconds": seconds, "memory": memory, "engine": engine}
    with opened(game, moves, at) as (rules, state):
        if table or can_repeat(rules):
            check_table_options(nodes, (), threads)
            solve_by_table(rules, state, table, json, certificate, **wanted)
            return
        wanted |= {"nodes": nodes, "threads": threads, "values": values}
        solve_by_search(rules, state, json, certificate, **wanted)


@app.command()
def bench(threads: Threads = 1, memory: Memory = 64, json: Json = False) -> None:
    """The engine over fixed positions of every game: its signature, and how fast it is here."""
    from zermelo.interfaces.analysis import show_benchmark

    show_benchmark(threads, memory, json)


@cache_app.command("info")
def cache_info(json: Json = False) -> None:
    """Where compiled units are, how many, how large."""
    from zermelo.interfaces.show import print_json
    from zermelo.kernel.compiler import cache

    found = cache.info()
    if json:
        print_json({name: str(v) if name == "directory" else v for name, v in vars(found).items()})
        return
    size = f"{found.bytes / 1e6:.1f} of at most {found.limit / 1e6:.0f} MB"
    print(f"{found.units} compiled units, {size}, in {found.directory}")
    if not found.usable:
        print("not in use: the directory cannot be written, or others can write to it")


@cache_app.command("clear")
def cache_clear(json: Json = False) -> None:
    """Remove every compiled unit."""
    from zermelo.interfaces.show import print_json
    from zermelo.kernel.compiler import cache

    removed = cache.clear()
    print_json({"removed": removed}) if json else print(f"{removed} compiled units removed")


def main() -> None:
    """The console script: one sentence for a user's mistake, an exit code that scripts can use."""
    open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.exit(exit_code())


def open_closed_streams() -> None:
    """A shell can close them (`>&-`); then nothing is read, and what is written goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def exit_code() -> int:
    """0, or 1 for faults that were found, 2 for mistakes, 130 for Ctrl-C, 141 for a closed pipe."""
    from zermelo.errors import ZermeloError

    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
        return said("stopped", 130) if code == 130 else int(code or 0)
    except ZermeloError as error:
        return said(str(error), 2)
    except KeyboardInterrupt:
        return said("stopped", 130)
    except BrokenPipeError:
        return closed_pipe()
    except SystemExit as leaving:  # typer leaves like this when a pipe is closed
        return closed_pipe() if isinstance(leaving.__context__, BrokenPipeError) else int(leaving.code or 0)
    except OSError as error:
        return said(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", 2)
    except Exception as error:
        return usage_error(error)


def said(sentence: str, code: int) -> int:
    below_the_prompt = "\n" if code == 130 and sys.stderr.isatty() else ""
    with contextlib.suppress(OSError):
        print(f"{below_the_prompt}zermelo: {sentence}", file=sys.stderr)
    return code


def closed_pipe() -> int:
    """Whoever read the output has left: what is still in the buffer goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return 141


def usage_error(error: Exception) -> int:
    """An option or argument that is wrong, in a sentence; no command at all shows the help."""
    message = getattr(error, "format_message", None)
    if message is None:
        raise error
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()  # type: ignore[attr-defined]
        return 2
    command = getattr(getattr(error, "ctx", None), "command_path", "zermelo")
    return said(f"{message().rstrip('.')}; see {command} --help", 2)
