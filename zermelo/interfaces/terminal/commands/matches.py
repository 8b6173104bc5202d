"""`match`, `tune`, `review`: who is stronger, weights that make stronger, and what moves were worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from zermelo.interfaces.terminal.options import (
    EXPORT,
    LIMITS,
    METHOD,
    PLAYERS,
    POSITION,
    SAVE,
    SECONDS,
    Algorithm,
    Cluster,
    Depth,
    Engine,
    Game,
    Json,
    Nodes,
    NodesOfAny,
    Processes,
    Seed,
    chosen,
    file,
    integer,
    option,
    real_number,
    seconds,
)

CLOCK = "MINUTES for each player, or MINUTES+SECONDS a move: 5+3"


@dataclass(frozen=True, kw_only=True)
class Test:
    """When the games are enough."""

    sprt: Annotated[
        str,
        option("--sprt", "stop when it is clear: is the first ELO0 or ELO1 stronger?", METHOD, "ELO0,ELO1"),
    ] = ""
    model: Annotated[str, chosen("--model", "what the test measures in: {models}")] = "normalised"
    alpha: Annotated[
        float,
        option("--alpha", "how often the test may call it stronger by mistake", METHOD, "SHARE",
               parser=real_number("--alpha")),
    ] = 0.05  # fmt: skip
    beta: Annotated[
        float,
        option("--beta", "how often the test may miss it by mistake", METHOD, "SHARE",
               parser=real_number("--beta")),
    ] = 0.05  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Table:
    """What decides a game, or a match over many."""

    games: Annotated[int, integer("--games", "how many games: between every two who meet", PLAYERS)] = 100
    schedule: Annotated[str, chosen("--schedule", "who meets whom: {schedules}", PLAYERS)] = "round-robin"
    openings: Annotated[int, integer("--openings", "random plies that each opening has", PLAYERS)] = 4
    book: Annotated[
        str, option("--book", "openings from a file instead, one a line, as in --moves", PLAYERS, "FILE")
    ] = ""
    seconds: Annotated[float | None, seconds("--seconds", f"{SECONDS}: for each move")] = None
    clock: Annotated[str, option("--clock", CLOCK, LIMITS, "CLOCK")] = ""
    margin: Annotated[float, seconds("--margin", "seconds that a move may be late")] = 0.1
    most_plies: Annotated[
        int | None, integer("--most-plies", "plies after which a game is a draw, the opening among them")
    ] = None
    judge: Annotated[
        str, option("--judge", "a table of the game: adjudicates and knows regret", METHOD, "FILE")
    ] = ""
    adjudicate: Annotated[
        int | None, integer("--adjudicate", "plies after which the judge ends a game", METHOD)
    ] = None


def match(
    game: Game,
    players: Annotated[
        list[str],
        typer.Argument(
            help="engine:depth=4, engine:nodes=10000, level:3, mcts:simulations=1000, table:FILE, expert, "
            "random, gtp:COMMAND or bot.py:function; name=PLAYER gives one a name",
            metavar="PLAYER…",
        ),
    ],
    table: Table,
    test: Test,
    seed: Seed = 0,
    processes: Processes = None,
    cluster: Cluster = None,
    store: Annotated[
        str | None, file("--store", "keep every game in this file; goes on where it was stopped")
    ] = None,
    save: Annotated[str | None, file("--save", f"{SAVE}: the games, as .pgn or .json")] = None,
    export: Annotated[str | None, file("--export", f"{EXPORT}: the ratings, as .svg")] = None,
    regret: Annotated[bool, option("--regret", "how often players leave the best value")] = False,
    json: Json = False,
) -> None:
    """Let players play each other, and say who is stronger, with error bars."""
    from zermelo.interfaces.terminal import matching as typed
    from zermelo.interfaces.terminal.match_text import report
    from zermelo.interfaces.terminal.opening import rules_explained
    from zermelo.matches.match import matching

    typed.check_forms(save, export)
    rules = typed.Typed(game)
    asked: dict[str, Any] = {**vars(table)}
    book, judge = asked.pop("book"), asked.pop("judge")
    asked |= {"clock": typed.clock_in(table.clock), "table": judge, "seed": seed or 0}
    asked |= {"processes": 1 if processes is None else processes, "cluster": cluster, "store": store}
    asked["sprt"] = typed.sprt_in(test.sprt, test.model, test.alpha, test.beta)
    with rules_explained(known := rules()):
        if book:
            asked["openings"] = typed.book_in(book, known)
        results = typed.told(matching(rules, players, **asked), json)
        if not json:
            print("\n".join(report(results)))
        if regret:
            typed.tell_regret(known, results, judge, json)
        for path in typed.write(results, save, export):
            if not json:
                print(f"{path} written")
    if not results.finished:
        raise KeyboardInterrupt


@dataclass(frozen=True, kw_only=True)
class Tuned:
    """How weights are fitted and tried."""

    games: Annotated[int, integer("--games", "how many games: of self-play in each round", PLAYERS)] = 200
    rounds: Annotated[int, integer("--rounds", "how many rounds: self-play, fit and test", PLAYERS)] = 3
    most: Annotated[int, integer("--most", "games of a test at most", PLAYERS)] = 1000
    openings: Annotated[int, integer("--openings", "random plies that each opening has", PLAYERS)] = 6
    depth: Depth = None
    nodes: Nodes = None
    seconds: Annotated[float | None, seconds("--seconds", f"{SECONDS}: for each move")] = None
    engine: Engine = "auto"


def tune(
    game: Game,
    tuned: Tuned,
    test: Test,
    start: Annotated[
        str,
        option("--start", "weights to begin with, such as 0,0,1 [default: the game's]", METHOD, "WEIGHTS"),
    ] = "",
    seed: Seed = 0,
    processes: Processes = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Fit the weights of a linear evaluate to self-play. Only what wins a match is accepted."""
    from zermelo.interfaces.terminal import matching as typed
    from zermelo.interfaces.terminal.opening import rules_explained
    from zermelo.interfaces.terminal.tuning import told, weights_in
    from zermelo.matches.tune import tuning

    rules = typed.Typed(game)
    asked: dict[str, Any] = {**vars(tuned), "weights": weights_in(start), "seed": seed or 0}
    asked |= {"processes": 1 if processes is None else processes, "cluster": cluster}
    asked["sprt"] = typed.sprt_in(test.sprt or "0,20", test.model, test.alpha, test.beta)
    with rules_explained(rules()):
        last = told(tuning(rules, **asked), json)
    if not last.finished:
        raise KeyboardInterrupt


@dataclass(frozen=True, kw_only=True)
class Looking:
    """How closely each position of a game is looked at."""

    seconds: Annotated[
        float | None, seconds("--seconds", f"{SECONDS}: for each position [default: 0.5, or another limit]")
    ] = None
    depth: Depth = None
    nodes: NodesOfAny = None
    algorithm: Algorithm = None
    engine: Engine = "auto"
    scale: Annotated[
        float | None,
        option("--scale", "an estimate of this size is odds of e to 1 [default: from random games]", METHOD,
               "NUMBER", parser=real_number("--scale")),
    ] = None  # fmt: skip


def review(
    record: Annotated[
        str,
        typer.Argument(
            help="the game: .pgn, .json or .db of a match, lines of --json, .sgf, or moves; - for a pipe",
            metavar="FILE",
        ),
    ],
    looking: Looking,
    game: Annotated[
        str, option("--game", "the game: where the file does not say which", POSITION, "GAME")
    ] = "",
    number: Annotated[int | None, integer("--number", "which game of the file, from 1", POSITION)] = None,
    judge: Annotated[str, option("--judge", "a table of the game: knows every value", METHOD, "FILE")] = "",
    json: Json = False,
) -> None:
    """Judge the moves of a game: what each cost, what was better, its refutation."""
    from zermelo.interfaces.game_records import recorded
    from zermelo.interfaces.terminal.opening import rules_explained
    from zermelo.interfaces.terminal.review_text import described, report, watched
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.matches.arena import table_in
    from zermelo.matches.review import judging

    found = recorded(record, game, number)
    options = vars(looking) | {"solved": table_in(judge, found.game)}
    with rules_explained(found.game):
        last = watched(judging(found.game, found.played, options, options.pop("scale")))
    if json:
        heading = {"game": described(found.game), "number": found.number, "names": found.players}
        print_json({**heading, **last.as_dict()})
    else:
        print("\n".join(report(found, last)))
