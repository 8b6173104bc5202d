"""Question: everything one search was asked, checked; and the record of the algorithm that will answer it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

from zermelo.errors import SearchError
from zermelo.game import MAX
from zermelo.kernel.options import Options, Order
from zermelo.limits import Limits, check_from
from zermelo.messages import Message
from zermelo.running.exact_memory import ExactMemory
from zermelo.running.transpositions import Transpositions

ENGINES = ("auto", "compiled", "interpreted")
MOST_THREADS = 256
MOST_LINES = 1 << 16


class Traits(NamedTuple):
    """What decides which algorithms fit a game."""

    game: str
    """Its name."""
    chance: bool = False
    """Dice are thrown."""
    cyclic: bool = True
    """Positions may repeat."""
    players: int = 2


@dataclass(frozen=True)
class Algorithm:
    """One algorithm: all that anybody asks about it.  `running/catalogue.py` has one for each."""

    name: str
    kernel: Callable[..., Any]
    """The text that is read, traced and compiled."""
    drive: Callable[[Any], Generator[Any, None, bool]]
    """Task -> what it finds, as a plain generator that returns whether it came to its end."""
    about: dict[str, str]
    """What it is, in one line for each language of the page."""
    view: Literal["max", "mover", "each", "root"] = "max"
    """Whose value the kernel returns: MAX's, or that of the player to move; of three or more players
    everybody's, or that of the one who moves at the root."""
    limits: frozenset[str] = frozenset({"depth", "nodes", "seconds", "win_within", "clock"})
    switches: frozenset[str] = frozenset({"trace"})
    """What it can be asked beyond limits: names of `Wanted`."""
    fits: Callable[[str, Traits], Message | None] = lambda name, traits: None
    """(its name, a game) -> None, or why it does not fit."""
    prepare: Callable[[Question], Question] = lambda question: question
    """What its driver needs beside the question."""
    glimpse: Callable[[Any, Any], Any] | None = None
    """(task, last report) -> a report of the iteration that is running, where there is something to see."""
    verb: Literal["search", "prove", "perft", "solve_all"] = "search"
    """Which function of the library asks it."""
    techniques: bool = False
    """Does it have the engine's techniques, which can be switched off one by one?"""
    remembers: bool = False
    """Does its kernel hold no states but those along `run.path`?  Then what rules say can be remembered."""
    guided: bool = False
    """Does each iteration follow the best line of the one before first?"""
    simulates: bool = False
    """Does it come back to the nodes of a tree, simulation by simulation?"""

    @property
    def looks_ahead(self) -> bool:
        """Does it look some plies ahead, one at least, however little time there is?"""
        return self.verb == "search" and "depth" in self.limits

    def takes(self, word: str) -> bool:
        """Is this limit or switch one of its own?"""
        return word in self.limits or word in self.switches


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a caller may say beside limits and algorithm; `SearchOptions` tells what each means."""

    engine: str = "auto"
    values: bool = False
    seed: int = 0
    past: tuple[Any, ...] = ()
    prefer_quick_wins: bool = True
    lines: int = 1
    threads: int = 1
    root_actions: tuple[Any, ...] = ()
    exact: bool = False
    switch_off: tuple[str, ...] = ()
    table: Transpositions | None = None
    solved: Any = None
    trace: int = 0
    """The most events to keep."""
    prune_equal: bool = True
    fail_soft: bool = True
    payoff_bounds: bool = False
    order: Order = "natural"
    exploration: Any = None
    cutoff: int | None = None
    first_play: Any = None
    memory: float | None = None

    def __post_init__(self) -> None:
        check_engine(self.engine)
        check_within("lines", self.lines, MOST_LINES)
        check_within("threads", self.threads, MOST_THREADS)
        check_from("trace", self.trace, 0)
        check_seed(self.seed)

    def named(self) -> list[str]:
        """What was asked for, by name."""
        return [name for name, default in DEFAULTS.items() if getattr(self, name) != default]


FOR_EVERY_ALGORITHM = {"engine", "values", "seed", "past", "prefer_quick_wins"}
DEFAULTS = {each.name: each.default for each in fields(Wanted) if each.name not in FOR_EVERY_ALGORITHM}
"""What an algorithm may have no use for."""


@dataclass(frozen=True)
class Claim:
    """What is to be proved: a player forces at least this."""

    player: int
    target: Any
    """"win", "draw" or a number of points, as it was asked."""
    goal: Any
    """The smallest value for the player that is enough."""


@dataclass(frozen=True, kw_only=True)
class Question(Wanted):
    """Everything one search was asked, and what its algorithm's record adds (`Algorithm.prepare`)."""

    game: Any
    state: Any
    limits: Limits
    algorithm: Algorithm
    options: Options
    megabytes: float = 0.0
    """Memory for what is found on the way, where the algorithm has no table of its own kind."""
    exact_memory: ExactMemory | None = None
    """What the solver remembers; None: this algorithm is not the solver."""
    payoffs: tuple[Any, Any] | None = None
    """Between which values every payoff of MAX's lies, where the search is to start from that."""
    claim: Claim | None = None
    """What is to be proved, where something is."""
    positions: tuple[Any, ...] = field(default=(), repr=False)
    """The positions of a batch."""
    why: Message | None = None
    """Why this algorithm, where nobody named one and there is something to say."""
    asked: float = 0.0
    """When, by the clock of `time.perf_counter`."""

    @property
    def kernel(self) -> Callable[..., Any]:
        """The function that is compiled or interpreted."""
        return self.algorithm.kernel

    @property
    def chance(self) -> bool:
        """Are dice thrown?  Then values are averages."""
        return hasattr(self.game, "outcomes")

    @property
    def mover(self) -> int:
        """The player to move in the position that is asked about; MAX where the rules return None."""
        player = self.game.to_move(self.state)
        return MAX if player is None else int(player)


def check_engine(engine: str) -> None:
    """Refuse an engine that does not exist."""
    if engine not in ENGINES:
        raise SearchError("unknown_engine", name=engine, choices=ENGINES)


def check_seed(seed: Any) -> None:
    """Refuse what is not a whole number."""
    if not hasattr(seed, "__index__"):
        raise SearchError("not_whole", option="seed", given=repr(seed))


def check_within(option: str, number: Any, most: int) -> None:
    """Refuse what is not a whole number within bounds."""
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        raise SearchError("not_within", option=option, most=most, given=repr(number))
