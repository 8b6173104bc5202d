"""The command line: `zermelo play`, `search`, `trace`, `perft`, `cache`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

if TYPE_CHECKING:
    from zermelo.report import Report

app = typer.Typer(
    help="Write the rules of a game once; Zermelo plays it, searches it and shows you why.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
cache_app = typer.Typer(help="The compiled units that are kept on disk.", no_args_is_help=True)
app.add_typer(cache_app, name="cache")

GameArgument = Annotated[
    str,
    typer.Argument(
        help="tictactoe, connect4, connect4:width=5,height=4, or a tree such as [[3,12,8],[2,4,6],[14,5,2]]"
    ),
]
Moves = Annotated[str, typer.Option(help="actions from the start, separated by commas")]
Position = Annotated[str, typer.Option("--position", help="a position as the game's parse() reads it")]
Depth = Annotated[Optional[int], typer.Option(help="plies to look ahead")]  # noqa: UP045 (typer reads it)
Nodes = Annotated[Optional[int], typer.Option(help="nodes to visit at most")]  # noqa: UP045
Seconds = Annotated[Optional[float], typer.Option(help="seconds to think at most")]  # noqa: UP045
Algorithm = Annotated[
    str | None,
    typer.Option(help="minimax, negamax, alphabeta, alphabeta_negamax, deepening, expectiminimax"),
]
Engine = Annotated[str, typer.Option(help="auto, compiled or interpreted")]
Json = Annotated[bool, typer.Option("--json", help="plain data for scripts")]


@app.command()
def play(
    game: GameArgument = "tictactoe",
    seconds: Annotated[float, typer.Option(help="seconds the engine may think for a move")] = 1.0,
    human: Annotated[str, typer.Option(help="who you are: max, min, both or nobody")] = "max",
    moves: Moves = "",
    at: Position = "",
) -> None:
    """Play a game in the terminal."""
    from zermelo.interfaces.load import game_from, position
    from zermelo.interfaces.play import play_game

    rules = game_from(game)
    play_game(rules, position(rules, moves, at), seconds, human)


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
    json: Json = False,
) -> None:
    """The best move of a position, its value and its line."""
    from zermelo import analyse
    from zermelo.interfaces.load import game_from, position

    rules = game_from(game)
    state = position(rules, moves, at)
    report: Any = None
    for report in analyse(
        rules,
        state,
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        algorithm=algorithm,
        engine=engine,
        values=values,
    ):
        if json:
            print(report.json())
    if not json:
        show_report(rules, state, report)


def show_report(game: Any, state: Any, report: Report) -> None:
    from rich.console import Console
    from rich.table import Table

    from zermelo.interfaces.load import name_of

    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    engine = "compiled" if report.compiled else "interpreted"
    rows = {
        "best": "-" if report.action is None else name_of(game, state, report.action),
        "score": str(report.score),
        "line": " ".join(names_of(game, state, report.line)) or "-",
        "depth": str(report.depth) + ("" if report.finished else " (stopped early)"),
        "nodes": f"{report.nodes:,} ({report.leaves:,} leaves, {sum(report.cutoffs):,} cut-offs)",
        "time": f"{report.seconds:.3f} s, {engine}, {report.algorithm}",
    }
    if report.why_interpreted:
        rows["note"] = report.why_interpreted
    for action, score in report.values.items():
        rows[f"  {name_of(game, state, action)}"] = str(score)
    for label, text in rows.items():
        table.add_row(f"[bold]{label}[/]", text)
    Console(highlight=False).print(table)


def names_of(game: Any, state: Any, line: tuple[Any, ...]) -> list[str]:
    from zermelo.interfaces.load import name_of

    found = []
    for action in line:
        found.append(name_of(game, state, action))
        state = game.result(state, action)
    return found


@app.command()
def trace(
    game: GameArgument,
    moves: Moves = "",
    at: Position = "",
    depth: Depth = None,
    algorithm: Algorithm = None,
    events: Annotated[int, typer.Option(help="how many steps to keep")] = 1_000,
    output: Annotated[Optional[str], typer.Option(help="write the steps to this file as JSON lines")] = None,  # noqa: UP045
    step: Annotated[bool, typer.Option("--step", help="wait for Enter after each step; q leaves")] = False,
    json: Json = False,
) -> None:
    """Tell a search step by step."""
    from zermelo import search as run_search
    from zermelo.interfaces.load import game_from, position

    rules = game_from(game)
    report = run_search(
        rules, position(rules, moves, at), depth=depth, algorithm=algorithm, trace=max(events, 1)
    )
    story = report.trace
    assert story is not None
    if output:
        story.write(output)
        return
    for line in story.json_lines() if json else story.sentences():
        print(line)
        if step and not stepped():
            return


def stepped() -> bool:
    """Wait for Enter; q or the end of the input leaves."""
    try:
        return input().strip() not in ("q", "quit")
    except EOFError:
        return False


@app.command()
def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(help="plies")],
    moves: Moves = "",
    at: Position = "",
) -> None:
    """Count the move sequences of each length."""
    from zermelo import perft as count
    from zermelo.interfaces.load import game_from, position

    rules = game_from(game)
    state = position(rules, moves, at)
    for plies in range(depth + 1):
        print(plies, count(rules, state, depth=plies))


@app.command()
def check(
    game: GameArgument,
    seconds: Annotated[float, typer.Option(help="seconds to look for faults")] = 2.0,
    seed: Annotated[int, typer.Option(help="of the games that are played at random")] = 0,
    json: Json = False,
) -> None:
    """Hold the rules of a game to every promise of the contract, in a process of their own."""
    from zermelo.check import check_file

    checkup = check_file(
        game, seconds=seconds, seed=seed, wait=10.0, loader="zermelo.interfaces.load:game_from"
    )
    if json:
        import msgspec

        print(msgspec.json.encode(checkup.as_dict()).decode())
    else:
        show_checkup(checkup)
    if checkup.faults:
        raise typer.Exit(1)


def show_checkup(checkup: Any) -> None:
    for finding in checkup.findings:
        print(finding)
    faults = f"{len(checkup.faults)} fault{'' if len(checkup.faults) == 1 else 's'}"
    print(f"{faults} in {checkup.positions:,} positions and {checkup.games:,} games; {speeds(checkup)}")


def speeds(checkup: Any) -> str:
    """What compiles, and how fast it is."""
    interpreted = f"{checkup.interpreted_speed or 0:,.0f} nodes/s interpreted"
    if checkup.compiled:
        return f"{interpreted}, {checkup.compiled_speed or 0:,.0f} compiled"
    return (
        f"{interpreted}; not compiled: {checkup.why_interpreted}" if checkup.why_interpreted else interpreted
    )


@app.command()
def games(json: Json = False) -> None:
    """The games that come with Zermelo, and their parameters."""
    from zermelo.games import BUILT_IN
    from zermelo.interfaces.load import parameters_of

    rows = {
        name: {
            "parameters": parameters_of(kind),
            "about": (sys.modules[kind.__module__].__doc__ or "").strip().splitlines()[0],
        }
        for name, kind in BUILT_IN.items()
    }
    if json:
        import msgspec

        print(msgspec.json.encode(rows).decode())
        return
    for name, row in rows.items():
        print(f"{name:12} {row['about']}")
        if row["parameters"]:
            print(f"{'':12} {name}:…  {row['parameters']}")


@app.command()
def new(name: Annotated[str, typer.Argument(help="the name of your game, such as mygame")]) -> None:
    """Write a small game that already plays, and its test, for you to change."""
    from zermelo.interfaces.template import write_template

    for path in write_template(name):
        print(f"{path} written")
    print(f"now: zermelo play {name}.py")


@cache_app.command("info")
def cache_info(json: Json = False) -> None:
    """Where compiled units are, how many, how large."""
    from zermelo.compiler import cache

    found = cache.info()
    if json:
        import msgspec

        data = {name: str(v) if name == "directory" else v for name, v in vars(found).items()}
        print(msgspec.json.encode(data).decode())
        return
    size = f"{found.bytes / 1e6:.1f} of at most {found.limit / 1e6:.0f} MB"
    print(f"{found.units} compiled units, {size}, in {found.directory}")
    if not found.usable:
        print("not in use: the directory cannot be written, or others can write to it")


@cache_app.command("clear")
def cache_clear() -> None:
    """Remove every compiled unit."""
    from zermelo.compiler import cache

    print(f"{cache.clear()} compiled units removed")


def main() -> None:
    """The console script: one sentence for a user's mistake, an exit code that scripts can use."""
    from zermelo.errors import ZermeloError

    try:
        app()
    except ZermeloError as error:
        print(f"zermelo: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)


if __name__ == "__main__":
    main()
