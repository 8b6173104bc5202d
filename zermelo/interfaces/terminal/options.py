"""Every option that more than one command takes, declared once: one name, one meaning, one way to refuse.

A help text is a meaning, and after a colon what is particular to a command; {algorithms} and the like are
filled in from the library when the help is read.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer

from zermelo.errors import SearchError
from zermelo.interfaces.terminal import completion

PUZZLE = "Which puzzle"
POSITION = "Where the game stands"
PLAYERS = "Who plays"
LIMITS = "How much is searched"
METHOD = "How it is searched"
COUNTS = "Long work"
SERVER = "The server"
SHOWN = "What comes out"
SECTIONS = (PUZZLE, POSITION, PLAYERS, LIMITS, METHOD, COUNTS, SERVER, SHOWN)
"""The subjects of options, in the order in which every help has them."""

LONGEST = 1_000_000.0
"""Seconds that can be asked for."""


# -- kinds of options --------------------------------------------------------------------------------


def option(spelling: str, help: str, panel: str = SHOWN, metavar: str | None = None, **more: Any) -> Any:
    return typer.Option(spelling, help=help, rich_help_panel=panel, metavar=metavar, **more)


def whole_number(name: str) -> Callable[[Any], int]:
    """Reads a whole number for the option or argument of this name."""

    def read(text: Any) -> int:
        try:
            return int(text)
        except ValueError:
            raise SearchError("not_whole", option=name, given=repr(text)) from None

    return read


def real_number(name: str, most: float = math.inf) -> Callable[[Any], float]:
    """Reads a number from 0 up."""

    def number(text: Any) -> float:
        try:
            read = float(text)
        except ValueError:
            raise SearchError("option_not_a_number", option=name, given=repr(text)) from None
        if not read >= 0:
            raise SearchError("not_from_up", option=name, least=0, given=f"{read:g}")
        if read > most:
            raise SearchError("too_large_for_option", option=name, most=most, given=read)
        return read

    return number


def integer(name: str, help: str, panel: str = LIMITS) -> Any:
    return option(name, help, panel, "N", parser=whole_number(name))


def seconds(name: str, help: str) -> Any:
    return option(name, help, LIMITS, "SECONDS", parser=real_number(name, LONGEST))


def chosen(name: str, help: str, panel: str = METHOD, kind: str = "") -> Any:
    """One of the names that the library or a table here knows, which Tab completes."""
    return option(name, help, panel, "NAME", autocompletion=completion.of(kind or f"{name[2:]}s"))


def file(name: str, help: str, metavar: str = "FILE") -> Any:
    return option(name, help, metavar=metavar)


# -- the options -------------------------------------------------------------------------------------

Game = Annotated[
    str,
    typer.Argument(
        help="tictactoe, connect4:width=5,height=4, mygame.py, or a tree such as [[3,12,8],[2,4,6],[14,5,2]]",
        autocompletion=completion.games,
        metavar="GAME",
    ),
]
Moves = Annotated[
    str,
    option(
        "--moves",
        "the moves from the start, as they are printed: 4,0 or 4;0 or a JSON list",
        POSITION,
        "MOVES",
    ),
]
Position = Annotated[
    str, option("--position", "a position as the game's parse() reads it", POSITION, "POSITION")
]
Depth = Annotated[int | None, integer("--depth", "plies to look ahead")]
NODES = "most nodes to visit"
Nodes = Annotated[int | None, integer("--nodes", NODES)]
NodesOfAny = Annotated[int | None, integer("--nodes", f"{NODES}: of mcts simulations")]
SECONDS = "most seconds to take"
Seconds = Annotated[float | None, seconds("--seconds", SECONDS)]
Algorithm = Annotated[str | None, chosen("--algorithm", "the algorithm: {algorithms}")]
ENGINE = "what runs the search"
Engine = Annotated[str, chosen("--engine", f"{ENGINE}: {{engines}}")]
Threads = Annotated[int | None, integer("--threads", "how many threads search", METHOD)]
Memory = Annotated[
    float | None,
    option("--memory", "megabytes for the table of positions", LIMITS, "MB", parser=real_number("--memory")),
]
Seed = Annotated[int | None, integer("--seed", "seed that makes random choices repeatable", METHOD)]
Values = Annotated[bool, option("--values/--no-values", "the value of every move")]
Show = Annotated[int, integer("--show", "lines, steps, nodes or solutions to show at most; 0 for all", SHOWN)]
Events = Annotated[int, integer("--events", "steps of the search to keep")]
Tell = Annotated[bool, option("--tell", "tell each step in a sentence")]
Output = Annotated[str | None, file("--output", "write the steps to this file as JSON lines")]
EXPORT, SAVE = "draw it to this file", "write it to this file"
Processes = Annotated[int | None, integer("--processes", "how many processes share the work", COUNTS)]
Cluster = Annotated[str | None, option("--cluster", "address of a Dask scheduler", COUNTS, "ADDRESS")]
Json = Annotated[bool, option("--json", "plain data for scripts")]


# -- options that go together ------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Where:
    """A game, and a position of it."""

    game: Game
    moves: Moves = ""
    at: Position = ""


@dataclass(frozen=True, kw_only=True)
class Switches:
    """What courses differ in: the textbook's algorithms take them."""

    order: Annotated[str, chosen("--order", "order of the children: {orders}")] = "natural"
    prune_equal: Annotated[
        bool, option("--prune-equal/--no-prune-equal", "cut off at alpha = beta, or only beyond it", METHOD)
    ] = True
    fail_soft: Annotated[
        bool,
        option("--fail-soft/--no-fail-soft", "return what was found outside the window, or its edge", METHOD),
    ] = True
    payoff_bounds: Annotated[
        bool,
        option(
            "--payoff-bounds", "start at the payoffs' bounds and stop at the best; all wins are equal", METHOD
        ),
    ] = False
    prefer_quick_wins: Annotated[
        bool, option("--quick/--no-quick", "prefer quick wins and slow losses", METHOD)
    ] = True
    seed: Seed = 0


@dataclass(frozen=True, kw_only=True)
class Simulating:
    """How Monte Carlo tree search goes about its simulations."""

    exploration: Annotated[
        float | None,
        option(
            "--exploration",
            "of mcts: how much being little known counts",
            METHOD,
            "NUMBER",
            parser=real_number("--exploration"),
        ),
    ] = None
    cutoff: Annotated[
        int | None, integer("--cutoff", "of mcts: plies after which a random game is estimated", METHOD)
    ] = None
    first_play: Annotated[
        float | None,
        option(
            "--first-play",
            "of mcts: what an untried move promises beyond the average; by default everything",
            METHOD,
            "NUMBER",
            parser=real_number("--first-play"),
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Thinking(Simulating, Switches):
    """What `search` and `analyse` can be told: the limits, then how."""

    depth: Depth = None
    nodes: NodesOfAny = None
    seconds: Seconds = None
    memory: Memory = None
    root_actions: Annotated[
        str, option("--only", "the moves to look at, as in --moves", POSITION, "MOVES")
    ] = ""
    lines: Annotated[int, integer("--lines", "how many best lines to show: of mcts 8 or more", SHOWN)] = 1
    algorithm: Algorithm = None
    engine: Engine = "auto"
    threads: Threads = 1
    exact: Annotated[bool, option("--exact", "minimax's value: no pruning by guesswork", METHOD)] = False
    switch_off: Annotated[
        str,
        chosen(
            "--without", "techniques of pvs to switch off, joined by commas: {techniques}", kind="techniques"
        ),
    ] = ""


@dataclass(frozen=True, kw_only=True)
class Tracing(Simulating, Switches):
    """What `trace` and `export` can be told of the search whose tree they draw."""

    depth: Depth = None
    nodes: NodesOfAny = None
    seconds: Seconds = 10.0
    algorithm: Algorithm = None
    events: Events = 100_000
    show: Show = 200


@dataclass(frozen=True, kw_only=True)
class Drawing(Tracing):
    """The same for a picture, which holds more nodes than a screen has lines."""

    events: Events = 20_000
    show: Show = 300


@dataclass(frozen=True, kw_only=True)
class Effort:
    """What an exact answer may cost."""

    nodes: Nodes = None
    seconds: Seconds = None
    memory: Memory = None
    engine: Engine = "auto"


# -- records as parameters ---------------------------------------------------------------------------


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """A function of records as a function of their fields, each of which typer makes an option."""
    parameters: list[inspect.Parameter] = []
    records: dict[str, Any] = {}
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        if is_dataclass(kind := parameter.annotation):
            parameters += parameters_of(kind)
            records[parameter.name] = kind
        else:
            parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))

    @wraps(command)
    def typed(**given: Any) -> None:
        for name, kind in records.items():
            own = [field.name for field in fields(kind)]
            given[name] = kind(**{field: given.pop(field) for field in own})
        command(**given)

    typed.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    typed.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return typed


def parameters_of(record: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(record, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(record)
    ]
