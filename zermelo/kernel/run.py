"""The one mutable thing of a search: counters, limits, the current path, the best line, the events.

Compiled it is a NumPy record (`layout`), interpreted a plain object with the same
names (`Run`), so that one text serves both.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

from zermelo.kernel.kinds import Kind
from zermelo.kernel.options import Options

if TYPE_CHECKING:
    import numpy as np

State = Annotated[Any, Kind("STATE", "as_state", field="state")]
Value = Annotated[Any, Kind("VALUE", "VALUE")]
"""Whole numbers or fractions, as the rules give them."""
Ply = Annotated[int, Kind("int64", "whole", "Bits", "ply")]
"""Never negative: as an index it is not looked at for its sign."""

PLIES = 512
"""No search goes deeper than this."""
ARENA = 1 << 16
"""Room for the ordered actions of all nodes on one path."""
CUT_INDICES = 64
"""Cut-offs are counted by the index of the child that caused them; the last counter holds all the rest."""
CHECK_EVERY = 1024
"""Nodes that a search is granted between two looks at the stop flag, compiled."""
CHECK_INTERPRETED = 16
"""The same interpreted, where a node takes a thousand times longer."""
SLOTS = 1 << 12
"""Actions are told apart by this many slots where a search learns which of them are good."""
PAST = 1 << 10
"""Positions before the root that a search remembers, for repetitions."""
FINGERS = 1 << 10
"""Branches of which a strong solution remembers where it last found a child."""
WAYS = 1 << 8
"""Sorted lists that are merged at once."""
EVENTS = 1 << 18
"""Most events one trace can hold."""
EVENT_MARKS = 3
EVENT_VALUES = 3

ROW = 4
"""Words for each run-time array: where it starts, and its lengths along at most three axes."""

WIN = 1 << 40
"""A win at the root of the search; one ply later it is worth one less."""
ESTIMATES = WIN - 2 * PLIES
"""Every estimate of an outcome game is smaller than this, every proved win larger."""

INFINITY: Any = math.inf
WHOLE_INFINITY = 1 << 62
"""INFINITY where values are compiled to whole numbers."""


class NoAction:
    """Stands where an action might be and is none; compiled it is a number that no action has."""

    def __repr__(self) -> str:
        return "no action"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


NO_ACTION: Any = NoAction()
WHOLE_NO_ACTION = -(1 << 62) - 1

# What can go wrong inside a search, by number.
ENDLESS, NO_ACTIONS, BAD_UTILITY, BAD_PLAYER, TOO_MANY, BAD_CHANCE, NOT_A_NUMBER = range(1, 8)
NO_CODE, NOT_FOUND, TOO_LONG = range(8, 11)

SOLVING = (
    *("task", "first", "last", "at", "filled", "room", "scored", "unfit", "unfit_word"),
    *("codes", "scores", "children", "child_scores", "below", "scores_below", "count_below"),
    *("ways", "previous", "pointers", "links", "undecided", "queue", "head", "tail"),
    *("solved", "solved_scores", "solved_count", "solved_bytes"),
)
"""What a strong solution keeps in a run: numbers, and memory (compiled: its address)."""


class Words(dict[int, Any]):
    """Memory that is zero where nothing was written."""

    def __missing__(self, index: int) -> int:
        return 0


class Run:
    """Interpreted twin of one `layout` record: same names, any Python object inside."""

    def __init__(self, options: Options | None = None, events: int = 0) -> None:
        self.options = options or Options()
        self.limits()
        self.alpha, self.beta, self.value = -INFINITY, INFINITY, 0
        self.state: Any = None
        self.expanded = self.ended = self.looks = 0
        self.clock: Any = None
        self.stop = self.fault = self.fault_ply = 0
        self.path: list[Any] = [None] * PLIES
        self.line: list[Any] = [None] * (PLIES * PLIES)
        self.length = [0] * (PLIES + 1)
        self.cutoffs = [0] * CUT_INDICES
        self.guide: list[Any] = [None] * PLIES
        self.arena: list[Any] = [None] * ARENA
        self.ranks = [0.0] * ARENA
        self.siblings: list[Any] = [None] * ARENA
        self.sibling_ranks = [0.0] * ARENA
        self.guided = self.top = self.sibling_count = self.traced = 0
        self.engine_room()
        self.strong_room()
        self.proof_room()
        self.trace_limit = events
        self.marks: list[Any] = [0] * (EVENT_MARKS * events)
        self.values: list[Any] = [0] * (EVENT_VALUES * events)

    @property
    def stop(self) -> int:
        """Is it time to stop?  Interpreted, a search looks at the clock itself."""
        return 1 if self.told_to_stop or (self.clock is not None and self.clock.left <= 0) else 0

    @stop.setter
    def stop(self, told: int) -> None:
        self.told_to_stop = told

    def engine_room(self) -> None:
        """What the engine keeps beyond the textbook: its table, and what it has learned about actions."""
        self.table: Any = Words()
        self.table_mask, self.age, self.generation, self.estimates, self.repeats = 0, 1, 1, 0, 0
        self.known_move, self.known_value, self.known_info, self.best_value = NO_ACTION, 0, 0, 0
        self.keys = [0] * (PAST + PLIES)
        self.past = self.root_count = self.improved = self.settling = self.sharing = 0
        self.roots: list[Any] = [NO_ACTION] * ARENA
        self.killers: list[Any] = [NO_ACTION] * (2 * PLIES)
        self.counters: list[Any] = [NO_ACTION] * SLOTS
        self.excluded: list[Any] = [NO_ACTION] * PLIES
        self.history = [0] * (2 * SLOTS)
        self.slots = [0] * ARENA
        self.estimate: list[Any] = [0] * PLIES
        self.swing = 0.0
        self.solver_room()

    def solver_room(self) -> None:
        """What the solver keeps: positions and answers in memory, and how large its table is."""
        self.positions: Any = Words()
        self.answers: Any = Words()
        self.first = self.last = self.fresh = self.grows_at = 0
        self.table_bits = self.fewest_bits = self.most_bits = 0
        self.entry_words, self.rounds, self.guess = 4, 1 << 62, 0

    def strong_room(self) -> None:
        """What a strong solution works on, slice by slice."""
        memory: Any = None
        self.task = self.first = self.last = self.at = self.filled = self.room = self.scored = 0
        self.unfit = self.unfit_word = self.count_below = self.ways = self.previous = self.head = (
            self.tail
        ) = 0
        self.codes = self.scores = self.children = self.child_scores = self.below = memory
        self.scores_below = self.pointers = self.links = self.undecided = self.queue = memory
        self.solved = self.solved_scores = self.codec = memory
        self.solved_count = self.solved_bytes = 0
        self.fingers = [0] * FINGERS
        self.heap, self.heads, self.ways_at, self.ways_end = ([0] * WAYS for _ in range(4))
        self.ways_codes: list[Any] = [0] * WAYS
        self.ways_scores: list[Any] = [0] * WAYS

    def proof_room(self) -> None:
        """What proof-number search keeps: the question, and the numbers of the positions beside the path."""
        self.attacker, self.goal = 0, 0
        self.proof = self.disproof = self.reliance = self.serial = 0
        self.proofs, self.disproofs, self.reliances = Words(), Words(), Words()
        self.visits = [0] * PLIES

    def limits(self) -> None:
        """No limit but the deepest ply."""
        self.check_every = self.granted = self.left = CHECK_INTERPRETED
        self.node_limit = 1 << 62
        self.depth, self.ply, self.seed = PLIES - 1, 0, 0
        self.unlimited = True


def visited(run: Run) -> int:
    """How many nodes were visited: a search is granted some at a time, and counts down what is left."""
    return run.granted - run.left


def limit_nodes(run: Any, limit: int) -> None:
    """From now on a search may visit this many nodes in all."""
    run.node_limit = limit
    excess = max(0, int(run.granted) - limit)
    run.granted, run.left = run.granted - excess, run.left - excess


def estimated(run: Any) -> int:
    """How many nodes were valued by EVAL: those that have neither children nor an end."""
    return int(visited(run) - run.expanded - run.ended)


def deepest_ply(run: Any) -> int:
    """The deepest ply that was entered: each one left its mark in `length`."""
    lengths = run.length.tolist() if hasattr(run.length, "tolist") else run.length
    return max((ply for ply in range(PLIES) if lengths[ply] >= ply), default=0)


def layout(value: str, words: int, traced: bool) -> np.dtype[Any]:
    """The record: `value` is "i8" or "f8", `words` the integers of a state."""
    import numpy as np

    whole = "granted left expanded ended looks check_every node_limit stop fault fault_ply depth ply guided"
    fields: list[Any] = [(name, "i8") for name in f"{whole} top seed data".split()]
    fields += [("sibling_count", "i8"), ("traced", "i8"), ("trace_limit", "i8")]
    fields += [
        (name, "i8") for name in "positions answers table_bits fewest_bits most_bits grows_at fresh".split()
    ]
    fields += [(name, "i8") for name in ("entry_words", "rounds")]
    fields += [
        (name, "i8")
        for name in "table table_mask age generation estimates repeats known_move known_info".split()
    ]
    fields += [(name, "i8") for name in ("past", "root_count", "improved", "settling", "sharing")]
    fields += [
        ("unlimited", "?"),
        ("swing", "f8"),
        ("known_value", value),
        ("best_value", value),
        ("estimate", value, (PLIES,)),
    ]
    fields += [("keys", "i8", (PAST + PLIES,)), ("killers", "i8", (2 * PLIES,)), ("counters", "i8", (SLOTS,))]
    fields += [("excluded", "i8", (PLIES,)), ("history", "i8", (2 * SLOTS,)), ("slots", "i8", (ARENA,))]
    fields += [("roots", "i8", (ARENA,))]
    fields += [(name, "i8") for name in ("attacker", "proof", "disproof", "reliance", "serial")]
    fields += [(name, "i8", (ARENA,)) for name in ("proofs", "disproofs", "reliances")]
    fields += [("visits", "i8", (PLIES,)), ("goal", value)]
    fields += [(name, value) for name in ("alpha", "beta", "value", "guess")]
    fields += [("root", "i8", (max(words, 1),)), ("path", "i8", (PLIES,)), ("guide", "i8", (PLIES,))]
    fields += [("length", "i8", (PLIES + 1,)), ("cutoffs", "i8", (CUT_INDICES,))]
    fields += [("line", "i8", (PLIES * PLIES,)), ("arena", "i8", (ARENA,)), ("ranks", "f8", (ARENA,))]
    fields += [("siblings", "i8", (ARENA,)), ("sibling_ranks", "f8", (ARENA,))]
    fields += [(name, "i8") for name in SOLVING]
    fields += [(f"code_{part}", "i8", (max(words, 1),)) for part in ("lows", "widths", "shifts")]
    ways = ("heap", "heads", "ways_at", "ways_end", "ways_codes", "ways_scores")
    fields += [("fingers", "i8", (FINGERS,)), *((name, "i8", (WAYS,)) for name in ways)]
    events = EVENTS if traced else 1
    fields += [("marks", "i8", (EVENT_MARKS * events,)), ("values", value, (EVENT_VALUES * events,))]
    return np.dtype(fields, align=True)


MEMORY = ("table", "positions", "answers")
