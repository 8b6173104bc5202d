"""Players that sit at a board: each is told whose game it is, and asked for moves."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from zermelo.errors import CannotCompile, CompilerFailed, SearchError
from zermelo.kernel import threads
from zermelo.levels import STRONGEST, choose
from zermelo.limits import Limits, MatchClock
from zermelo.matches.entrants import Entrant
from zermelo.matches.records import Terms
from zermelo.matches.weights import reweighed
from zermelo.report import Report
from zermelo.running import catalogue
from zermelo.running.asking import ask, traits_of
from zermelo.running.explain import legal_actions, told_of
from zermelo.running.files import module_in
from zermelo.running.transpositions import Transpositions
from zermelo.search import prepare, search

SECONDS = 1.0
"""For a move of an engine that has no limit."""
MEGABYTES = 16
"""For an engine's table, unless it is told otherwise: there may be many players at once."""


class Lost(Exception):
    """A player has lost the game without making a move: it broke down, or its program did."""

    reason = "crash"


class TooLate(Lost):
    """A player was stopped, because its time was over."""

    reason = "time"


class NotLegal(Lost):
    """A player named something that is not a move."""

    reason = "illegal"


class Resigned(Lost):
    """A player gave up."""

    reason = "resigned"


@dataclass(frozen=True)
class Turn:
    """What a player knows when it is asked for a move."""

    state: Any
    past: Sequence[Any]
    """The positions before this one, the first of the game first."""
    moves: Sequence[tuple[int, str]]
    """Who moved so far, and the names of the moves."""
    side: int
    clock: MatchClock | None = None
    patience: float | None = None
    """Seconds after which the game is lost."""


@dataclass(frozen=True)
class Answer:
    """A move, and what a search said of it."""

    action: Any
    report: Report | None = None


class Player:
    """Base of all players: made for one game of rules, begun anew for each game that is played."""

    computes = False
    """Is its time that of a processor?  Who waits for something else is measured by the clock on the wall."""

    def __init__(self, game: Any, entrant: Entrant, terms: Terms) -> None:
        self.game, self.entrant, self.terms = game, entrant, terms
        own = entrant.options.get("seconds", terms.seconds)
        self.seconds: float | None = Limits(seconds=own).seconds
        """For each of its moves."""

    def prepare(self) -> None:
        """Do what takes long, before any clock runs; refuse what cannot be done."""

    def begin(self, seed: int) -> None:
        """A new game."""

    def choose(self, turn: Turn) -> Answer:
        """The move to make."""
        raise NotImplementedError

    def close(self) -> None:
        """No more games."""


class Engine(Player):
    """The search with its options; what it remembers of one move serves the next."""

    computes = True

    def __init__(self, game: Any, entrant: Entrant, terms: Terms) -> None:
        super().__init__(game, entrant, terms)
        self.options = searching(entrant) | ({} if self.seconds is None else {"seconds": self.seconds})
        if (weights := self.options.pop("weights", None)) is not None:
            self.game = reweighed(game, weights)
        self.megabytes = self.options.get("memory", MEGABYTES)
        if terms.clock is None and not self.options.keys() & {"depth", "nodes", "seconds"}:
            self.options["seconds"] = SECONDS  # somebody has to stop it

    @property
    def keeps(self) -> bool:
        """Does its algorithm have a memory that lasts?"""
        asked = ask(self.game, **self.options, clock=self.terms.clock)
        name = asked.algorithm.name
        return catalogue.find(name, traits_of(self.game)).takes("table")

    def prepare(self) -> None:
        """Have its machine code compiled and loaded; refuse options that do not fit."""
        compiled(self.game, **self.options, clock=self.terms.clock)

    def begin(self, seed: int) -> None:
        self.seed, self.memory = seed, Transpositions(self.megabytes) if self.keeps else None

    def choose(self, turn: Turn) -> Answer:
        asked = {**self.options, "clock": turn.clock, "seed": self.seed, "past": turn.past}
        if self.memory is not None:
            asked["table"] = self.memory
        report = search(self.game, turn.state, **asked)
        return Answer(report.action, report)


def compiled(game: Any, **options: Any) -> None:
    """Have the machine code of a search made, if it is to have any; refuse options that do not fit.

    Rules that stay Python's are searched once, since the first search of a process loads for a second.
    """
    if options.get("engine") == "interpreted":
        ask(game, **options)
        return
    try:
        prepare(game, **options)
    except (CannotCompile, CompilerFailed):
        search(game, **options | {"nodes": 1})


def searching(entrant: Entrant) -> dict[str, Any]:
    """The options of an engine as `search` takes them; `mcts` counts simulations as its nodes."""
    options = dict(entrant.options)
    if entrant.kind == "mcts":
        options["algorithm"] = "mcts"
    if "simulations" in options:
        if not catalogue.simulates(options.get("algorithm")):
            raise SearchError("simulations_of_mcts", name=entrant.name)
        options["nodes"] = options.pop("simulations")
    return options


class Level(Player):
    """The opponent of level 1 to 10."""

    computes = True

    def __init__(self, game: Any, entrant: Entrant, terms: Terms) -> None:
        super().__init__(game, entrant, terms)
        self.options: dict[str, Any] = {"level": STRONGEST, **entrant.options}
        self.megabytes = self.options.pop("memory", MEGABYTES)
        self.options["seconds"] = SECONDS if self.seconds is None and terms.clock is None else self.seconds

    @property
    def keeps(self) -> bool:
        """Only the strongest remembers, and not where there are dice."""
        return bool(self.options["level"] == STRONGEST) and not hasattr(self.game, "outcomes")

    def prepare(self) -> None:
        """Refuse a level that there is not; have the machine code made."""
        choose(self.game, **self.options | {"seconds": 0.0})
        compiled(self.game, seconds=SECONDS, engine=self.options.get("engine", "auto"))

    def begin(self, seed: int) -> None:
        self.random = Random(seed)
        self.memory = Transpositions(self.megabytes) if self.keeps else None

    def choose(self, turn: Turn) -> Answer:
        asked = {**self.options, "clock": turn.clock, "past": turn.past}
        asked["seed"] = self.random.getrandbits(32)
        if self.memory is not None:
            asked["table"] = self.memory
        report = choose(self.game, turn.state, **asked)
        return Answer(report.action, report)


class RandomMover(Player):
    """Any legal move is as good as any other."""

    def begin(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, turn: Turn) -> Answer:
        return Answer(self.random.choice(legal_actions(self.game, turn.state)))


class TableReader(Player):
    """Looks every move up: in a table from a file, or one of the whole game that is made first."""

    def prepare(self) -> None:
        from zermelo.strong.build import solved
        from zermelo.strong.table import SolvedTable

        path = self.entrant.where
        self.table = SolvedTable.open(path, self.game) if path else solved(self.game)

    def choose(self, turn: Turn) -> Answer:
        return Answer(self.table.best(turn.state))


class Function(Player):
    """A function of a state, or of the game and a state.  Whatever it does wrong is its loss."""

    def prepare(self) -> None:
        assert self.entrant.function is not None
        self.bring(self.entrant.function)

    def bring(self, function: Callable[..., Any]) -> None:
        """Give the function what it takes."""
        game, takes = self.game, parameters(function)
        self.function: Callable[[Any], Any] = function
        if takes > 1:
            self.function = lambda state: function(game, state)

    def choose(self, turn: Turn) -> Answer:
        found: list[Any] = []
        failed: list[BaseException] = []

        def work() -> None:
            try:
                found.append(self.function(turn.state))
            except BaseException as error:
                threads.let_end(error)
                failed.append(error)

        worker = threads.start(work, "zermelo player")
        worker.join(turn.patience)
        if worker.is_alive():
            worker.kill()
            raise TooLate(f"no move in {turn.patience:.3f} s")
        if failed:
            raise Lost(str(told_of(self.entrant.name, failed[0])))
        return Answer(found[0] if found else None)


def parameters(function: Callable[..., Any]) -> int:
    """How many arguments a function must be given."""
    try:
        taken = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return max(1, sum(each.kind in positional and each.default is each.empty for each in taken))


class FileFunction(Function):
    """A function in a file of Python."""

    def prepare(self) -> None:
        path, name = self.entrant.where, self.entrant.options["function"]
        try:
            names = vars(module_in(Path(path)))
        except OSError as error:
            raise SearchError("cannot_be_read", path=path, reason=error.strerror or error) from None
        if not callable(names.get(name)):
            functions = [found for found, value in names.items() if inspect.isfunction(value)]
            raise SearchError("no_such_function", path=path, name=name, choices=functions or ["(none)"])
        self.bring(names[name])


class Expert(Function):
    """The lecture's rules for tic-tac-toe."""

    def prepare(self) -> None:
        from zermelo.games.tictactoe import TicTacToe
        from zermelo.games.tictactoe_solutions import expert_player

        if not isinstance(self.game, TicTacToe):
            raise SearchError("expert_of_tictactoe", game=type(self.game).__name__)
        self.bring(expert_player)


def made(game: Any, entrant: Entrant, terms: Terms) -> Player:
    """The player that an entrant describes."""
    from zermelo.matches.gtp import Program

    kinds: dict[str, type[Player]] = {
        "engine": Engine, "mcts": Engine, "level": Level, "table": TableReader, "random": RandomMover,
        "expert": Expert, "function": Function, "file": FileFunction, "gtp": Program,
    }  # fmt: skip
    return kinds[entrant.kind](game, entrant, terms)
