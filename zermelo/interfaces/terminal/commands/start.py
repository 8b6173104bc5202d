"""`play`, `serve`, `games`, `new`, `check`: where a newcomer begins, and what an author of rules needs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from zermelo.interfaces.terminal import completion
from zermelo.interfaces.terminal.options import (
    LIMITS,
    PLAYERS,
    SECONDS,
    SERVER,
    Game,
    Json,
    Moves,
    Position,
    Seed,
    Threads,
    chosen,
    integer,
    option,
    seconds,
)


def play(
    game: Game = "tictactoe",
    moves: Moves = "",
    at: Position = "",
    human: Annotated[
        str, chosen("--human", "who you are: {humans}; of three or more, such as AC, or all", PLAYERS)
    ] = "max",
    seconds: Annotated[
        float | None,
        seconds("--seconds", f"{SECONDS}: for each move of the engine [default: 1, or as the clock allows]"),
    ] = None,
    clock: Annotated[
        str, option("--clock", "MINUTES for each player, or MINUTES+SECONDS a move: 5+3", LIMITS, "CLOCK")
    ] = "",
    level: Annotated[int, integer("--level", "how strong the engine plays, 1 to 10", PLAYERS)] = 10,
    dice: Annotated[str, chosen("--dice", "how the dice fall: {dice}", PLAYERS, "dice")] = "thrown",
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Play a game in the terminal. Moves come from the keyboard or from a pipe."""
    from random import Random

    from zermelo.game import name_of, players_of
    from zermelo.interfaces.terminal import voice
    from zermelo.interfaces.terminal.clock import ChessClock
    from zermelo.interfaces.terminal.opening import opened_line
    from zermelo.interfaces.terminal.play import Match, are_typed, side_of
    from zermelo.levels import check_level

    check_level(level)
    typed = are_typed(dice)
    timer = ChessClock.parse(clock) if clock else None
    with opened_line(game, moves, at) as (rules, states, made):
        sides = side_of(human, players_of(rules))
        timer = timer.for_players(players_of(rules)) if timer else None
        names = [name_of(rules, state, action) for state, action in zip(states, made)]
        teller = voice.Json(names, at) if json else voice.Prose()
        random, here = Random(seed), states[-1]
        Match(rules, here, sides, teller, seconds, timer, random, level=level, typed_dice=typed).play()


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            help="your own rules, one.py two.py …, or a game to begin with",
            autocompletion=completion.games,
            metavar="GAME…",
        ),
    ] = None,
    port: Annotated[
        int, integer("--port", "where the page is served; 0 for any that is free", SERVER)
    ] = 8000,
    host: Annotated[
        str,
        option("--host", "an address beyond this machine, such as 0.0.0.0; needs --token", SERVER, "ADDRESS"),
    ] = "127.0.0.1",
    token: Annotated[
        str, option("--token", "what every request must show, where others can reach it", SERVER, "SECRET")
    ] = "",
    browse: Annotated[bool, option("--open/--no-open", "open the page in a browser", SERVER)] = True,
    table: Annotated[
        list[str] | None,
        option("--solved", "a solved table to look at; may be given again", SERVER, "FILE"),
    ] = None,
    match: Annotated[
        list[str] | None,
        option("--match", "the file of a match to watch; may be given again", SERVER, "FILE"),
    ] = None,
) -> None:
    """Play, analyse and step through searches in the browser. Your files are reloaded when saved."""
    from zermelo.interfaces.web.serve import serve as run_server

    files = {"tables": table or [], "matches": match or []}
    run_server(games or [], host, port, token, browse, lambda text: print(text, flush=True), **files)


def gtp(
    game: Annotated[
        str,
        option("--game", "the game: go or hex, with parameters as in go:width=13,height=13", PLAYERS, "GAME"),
    ] = "go",
    seconds: Annotated[
        float, seconds("--seconds", f"{SECONDS}: for each move, where the controller sets no time")
    ] = 1.0,
    threads: Threads = 1,
    seed: Seed = 0,
) -> None:
    """Play Go or Hex for programs that speak GTP, such as GoGui and HexGui."""
    from zermelo.interfaces.gtp.commands import run
    from zermelo.interfaces.gtp.session import Session, game_called

    session = Session(game_called(game), seconds=seconds, threads=threads or 1, seed=seed or 0)
    run(session, sys.stdin, sys.stdout)


def games(json: Json = False) -> None:
    """List the games that come with Zermelo, and their parameters."""
    from zermelo.games import BUILT_IN
    from zermelo.interfaces.parameters import parameters_of
    from zermelo.interfaces.terminal.show import print_json

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


def new(
    name: Annotated[str, typer.Argument(help="the name of your game, such as mygame", metavar="NAME")],
    json: Json = False,
) -> None:
    """Write a small game that already plays, for you to change. Its test comes with it."""
    from zermelo.interfaces.template import write_template
    from zermelo.interfaces.terminal.show import print_json

    paths = write_template(name)
    if json:
        print_json({"written": [str(path) for path in paths]})
        return
    for path in paths:
        print(f"{path} written")
    print(f"now: zermelo play {paths[0]}, change its rules, then zermelo check {paths[0]} and pytest")


def check(
    game: Game,
    seconds: Annotated[float, seconds("--seconds", f"{SECONDS}: to look for faults")] = 2.0,
    wait: Annotated[float, seconds("--wait", "seconds more that a first compile may take")] = 0.35,
    grading: Annotated[
        float, seconds("--grading", "seconds more for the minimax of a CS50 homework, 0 for none")
    ] = 60.0,
    seed: Seed = 0,
    fix: Annotated[bool, option("--fix", "show the edit that lets the rules compile, as a diff")] = False,
    json: Json = False,
) -> None:
    """Look for mistakes in the rules of a game. They run in a separate process."""
    from zermelo.checking.child import check_file
    from zermelo.interfaces.terminal.show import print_json, show_checkup, show_edit

    checkup = check_file(game, seconds=seconds, seed=seed or 0, wait=wait, grading=grading, fix=fix)
    if json:
        print_json(checkup.as_dict())
    else:
        show_checkup(checkup)
        if fix:
            show_edit(checkup)
    if checkup.faults:
        raise typer.Exit(1)
